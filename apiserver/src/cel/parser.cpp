// SPDX-License-Identifier: Apache-2.0
// By recursive descent over https://github.com/google/cel-go/blob/master/parser/gen/CEL.g4.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "cel/lexer.hpp"
#include "cel/macros.hpp"

namespace kubexx::apiserver::cel {
namespace {

constexpr int deepest = 250;
constexpr std::int64_t longest = 100'000;

constexpr std::array<std::string_view, 17> reserved{"as",        "break",  "const",  "continue", "else", "for",
                                                    "function",  "if",     "import", "let",      "loop", "package",
                                                    "namespace", "return", "var",    "void",     "while"};
constexpr std::array<std::string_view, 4> keywords{"in", "true", "false", "null"};

constexpr const char* primary_start =
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/// Leaves the parser at the first syntax error, which is among the issues by then.
struct SyntaxError {};

bool is_keyword(const Token& token)
{
  return token.kind == Token::Kind::identifier &&
         std::find(keywords.begin(), keywords.end(), token.text) != keywords.end();
}

class Parser {
public:
  Parser(const std::string& source, Issues& issues) : tokens_(tokenize(source, issues)), issues_(issues) {}

  ExprPtr run()
  {
    try {
      auto expr = expression();
      if (token().kind != Token::Kind::end) {
        syntax("extraneous input '" + std::string(token().text) + "' expecting <EOF>");
      }
      return issues_.empty() ? std::move(expr) : nullptr;
    } catch (const SyntaxError&) {
      return nullptr;
    }
  }

private:
  const Token& token() const { return tokens_[at_]; }
  bool is(std::string_view symbol) const
  {
    const bool word = symbol == "in";
    return token().kind == (word ? Token::Kind::identifier : Token::Kind::symbol) && token().text == symbol;
  }
  bool take(std::string_view symbol)
  {
    if (!is(symbol)) return false;
    ++at_;
    return true;
  }

  [[noreturn]] void syntax(const std::string& message)
  {
    issues_.push_back({token().at, "Syntax error: " + message});
    throw SyntaxError();
  }

  void expect(std::string_view symbol)
  {
    if (take(symbol)) return;
    if (token().kind == Token::Kind::end) {
      syntax("missing '" + std::string(symbol) + "' at '<EOF>'");
    }
    syntax("mismatched input '" + std::string(token().text) + "' expecting '" + std::string(symbol) + "'");
  }

  void issue(std::size_t at, std::string message) { issues_.push_back({at, std::move(message)}); }

  ExprPtr node(Expr::Kind kind, std::size_t at, std::vector<ExprPtr> args = {})
  {
    auto expr = std::make_unique<Expr>();
    expr->kind = kind;
    expr->at = at;
    for (const auto& arg : args) expr->depth = std::max(expr->depth, arg->depth + 1);
    expr->args = std::move(args);
    if (expr->depth > deepest) too_deep();
    return expr;
  }

  [[noreturn]] void too_deep()
  {
    issues_.push_back({0, "expression recursion limit exceeded: " + std::to_string(deepest), false});
    throw SyntaxError();
  }

  ExprPtr call(std::string function, std::size_t at, std::vector<ExprPtr> args)
  {
    auto expr = node(Expr::Kind::call, at, std::move(args));
    expr->name = std::move(function);
    return expr;
  }

  template <typename... Args>
  ExprPtr call_of(std::string function, std::size_t at, Args... args)
  {
    std::vector<ExprPtr> list;
    (list.push_back(std::move(args)), ...);
    return call(std::move(function), at, std::move(list));
  }

  ExprPtr expression()
  {
    if (++nesting_ > deepest) too_deep();
    auto condition = logical_or();
    if (is("?")) {
      const auto at = token().at;
      ++at_;
      auto yes = logical_or();
      expect(":");
      auto no = expression();
      condition = call_of("_?_:_", at, std::move(condition), std::move(yes), std::move(no));
    }
    --nesting_;
    return condition;
  }

  /// Chains of && and || become balanced trees.
  ExprPtr balanced(const char* function, std::vector<ExprPtr>& terms, const std::vector<std::size_t>& places,
                   std::size_t low, std::size_t high)
  {
    const auto middle = (low + high + 1) / 2;
    auto left = middle == low ? std::move(terms[middle]) : balanced(function, terms, places, low, middle - 1);
    auto right = middle == high ? std::move(terms[middle + 1]) : balanced(function, terms, places, middle + 1, high);
    return call_of(function, places[middle], std::move(left), std::move(right));
  }

  template <typename Next>
  ExprPtr logical(std::string_view symbol, const char* function, Next next)
  {
    std::vector<ExprPtr> terms;
    std::vector<std::size_t> places;
    terms.push_back(next());
    while (is(symbol)) {
      places.push_back(token().at);
      ++at_;
      terms.push_back(next());
    }
    if (places.empty()) return std::move(terms.front());
    return balanced(function, terms, places, 0, places.size() - 1);
  }

  ExprPtr logical_or()
  {
    return logical("||", "_||_", [this] { return logical_and(); });
  }

  ExprPtr logical_and()
  {
    return logical("&&", "_&&_", [this] { return relation(); });
  }

  template <std::size_t N, typename Next>
  ExprPtr left_chain(const std::array<std::pair<std::string_view, const char*>, N>& operators, Next next)
  {
    auto left = next();
    while (true) {
      const auto found =
          std::find_if(operators.begin(), operators.end(), [this](const auto& entry) { return is(entry.first); });
      if (found == operators.end()) return left;
      const auto at = token().at;
      ++at_;
      auto right = next();
      left = call_of(found->second, at, std::move(left), std::move(right));
    }
  }

  ExprPtr relation()
  {
    static constexpr std::array<std::pair<std::string_view, const char*>, 7> operators{
        {{"<", "_<_"}, {"<=", "_<=_"}, {">=", "_>=_"}, {">", "_>_"}, {"==", "_==_"}, {"!=", "_!=_"}, {"in", "@in"}}};
    return left_chain(operators, [this] { return sum(); });
  }

  ExprPtr sum()
  {
    static constexpr std::array<std::pair<std::string_view, const char*>, 2> operators{{{"+", "_+_"}, {"-", "_-_"}}};
    return left_chain(operators, [this] { return product(); });
  }

  ExprPtr product()
  {
    static constexpr std::array<std::pair<std::string_view, const char*>, 3> operators{
        {{"*", "_*_"}, {"/", "_/_"}, {"%", "_%_"}}};
    return left_chain(operators, [this] { return unary(); });
  }

  ExprPtr unary()
  {
    const auto at = token().at;
    std::size_t count = 0;
    if (is("!")) {
      for (; take("!");) ++count;
      auto operand = member();
      return count % 2 == 0 ? std::move(operand) : call_of("!_", at, std::move(operand));
    }
    if (is("-")) {
      for (; take("-");) ++count;
      const bool literal = token().kind == Token::Kind::integer || token().kind == Token::Kind::number;
      if (literal) {
        // The last sign belongs to the number.
        auto operand = member(at + count - 1);
        return count % 2 == 1 ? std::move(operand) : call_of("-_", at, std::move(operand));
      }
      auto operand = member();
      return count % 2 == 0 ? std::move(operand) : call_of("-_", at, std::move(operand));
    }
    return member();
  }

  /// `sign`: the place of a minus before a number, no_slot without one.
  ExprPtr member(std::size_t sign = no_slot)
  {
    auto operand = primary(sign);
    while (true) {
      const auto at = token().at;
      if (take(".")) {
        operand = after_dot(std::move(operand), at);
      } else if (take("[")) {
        const bool optional = take("?");
        auto index = expression();
        expect("]");
        operand = call_of(optional ? "_[?_]" : "_[_]", at, std::move(operand), std::move(index));
      } else {
        return operand;
      }
    }
  }

  ExprPtr after_dot(ExprPtr operand, std::size_t at)
  {
    const bool optional = take("?");
    if (token().kind != Token::Kind::identifier || is_keyword(token())) {
      if (token().kind == Token::Kind::identifier) {
        syntax("mismatched input '" + std::string(token().text) + "' expecting IDENTIFIER");
      }
      syntax("no viable alternative at input '." +
             (token().kind == Token::Kind::end ? std::string() : std::string(token().text)) + "'");
    }
    const auto name_at = token().at;
    std::string name(token().text);
    ++at_;
    if (optional) {
      auto field = node(Expr::Kind::literal, name_at);
      field->value = Value::text(std::move(name));
      return call_of("_?._", at, std::move(operand), std::move(field));
    }
    if (is("(")) return call_with_args(std::move(name), std::move(operand));
    std::vector<ExprPtr> args;
    args.push_back(std::move(operand));
    auto select = node(Expr::Kind::select, at, std::move(args));
    select->name = std::move(name);
    return select;
  }

  /// From the opening parenthesis on.
  ExprPtr call_with_args(std::string name, ExprPtr target)
  {
    const auto at = token().at;
    expect("(");
    const bool member = target != nullptr;
    std::vector<ExprPtr> args;
    if (member) args.push_back(std::move(target));
    if (!take(")")) {
      do {
        args.push_back(expression());
      } while (take(","));
      expect(")");
    }
    if (auto expanded = expand_macro(name, at, member, args, issues_)) {
      if (expanded->depth > deepest) too_deep();
      return expanded;
    }
    auto expr = call(std::move(name), at, std::move(args));
    expr->member = member;
    return expr;
  }

  ExprPtr primary(std::size_t sign)
  {
    if (is("-") && sign == no_slot) {
      const auto next = tokens_[at_ + 1].kind;
      if (next == Token::Kind::integer || next == Token::Kind::number) sign = tokens_[at_++].at;
    }
    const auto& first = token();
    switch (first.kind) {
      case Token::Kind::integer:
      case Token::Kind::unsigned_:
      case Token::Kind::number:
        return number(sign);
      case Token::Kind::string:
      case Token::Kind::bytes:
        return text();
      case Token::Kind::identifier:
        return named(false);
      case Token::Kind::symbol:
        break;
      case Token::Kind::end:
        syntax(std::string("mismatched input '<EOF>' expecting ") + primary_start);
    }
    const auto at = first.at;
    if (take("(")) {
      auto inner = expression();
      expect(")");
      return inner;
    }
    if (take("[")) return list(at);
    if (take("{")) return map(at);
    if (take(".")) return named(true);
    const auto place = is(")") || is("]") || is("}") || is(",") || is(":") || is("?") ? "extraneous" : "mismatched";
    syntax(std::string(place) + " input '" + std::string(first.text) + "' expecting " + primary_start);
  }

  ExprPtr named(bool dot)
  {
    const auto at = token().at;
    const std::string name(token().text);
    if (token().kind != Token::Kind::identifier) {
      syntax("mismatched input '" + name + "' expecting IDENTIFIER");
    }
    if (is_keyword(token())) {
      if (name == "in" || dot) syntax("mismatched input '" + name + "' expecting " + primary_start);
      ++at_;
      auto literal = node(Expr::Kind::literal, at);
      if (name != "null") literal->value = Value(name == "true");
      return literal;
    }
    ++at_;
    if (std::find(reserved.begin(), reserved.end(), name) != reserved.end()) issue(at, "reserved identifier: " + name);
    if (is("(")) return call_with_args(name, nullptr);
    if (is("{")) {
      issue(token().at, "undeclared reference to '" + name + "' (in container '')");
      throw SyntaxError();
    }
    auto ident = node(Expr::Kind::ident, at);
    ident->name = name;
    return ident;
  }

  ExprPtr list(std::size_t at)
  {
    std::vector<ExprPtr> items;
    std::vector<bool> optional;
    while (!is("]")) {
      if (is(",") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].text == "]") break;
      optional.push_back(take("?"));
      items.push_back(expression());
      if (!is("]") && !is(",")) expect("]");
      if (!take(",")) break;
    }
    take(",");
    expect("]");
    auto expr = node(Expr::Kind::list, at, std::move(items));
    if (std::find(optional.begin(), optional.end(), true) != optional.end()) expr->optional = std::move(optional);
    return expr;
  }

  ExprPtr map(std::size_t at)
  {
    std::vector<ExprPtr> items;
    std::vector<bool> optional;
    while (!is("}")) {
      if (is(",") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].text == "}") break;
      optional.push_back(take("?"));
      items.push_back(expression());
      expect(":");
      items.push_back(expression());
      if (!take(",")) break;
    }
    take(",");
    expect("}");
    auto expr = node(Expr::Kind::map, at, std::move(items));
    if (std::find(optional.begin(), optional.end(), true) != optional.end()) expr->optional = std::move(optional);
    return expr;
  }

  ExprPtr number(std::size_t sign)
  {
    const auto& literal = token();
    ++at_;
    const bool negative = sign != no_slot;
    auto expr = node(Expr::Kind::literal, negative ? sign : literal.at);
    auto digits = literal.text;
    if (literal.kind == Token::Kind::number) {
      double value = 0;
      const auto text = std::string(digits.front() == '.' ? "0" : "") + std::string(digits);
      const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
      if (read.ec != std::errc() && std::isinf(value)) issue(expr->at, "invalid double literal");
      if (read.ec == std::errc::result_out_of_range && value != 0) issue(expr->at, "invalid double literal");
      expr->value = Value(negative ? -value : value);
      return expr;
    }
    const bool whole = literal.kind == Token::Kind::integer;
    if (!whole) digits.remove_suffix(1);
    int base = 10;
    if (digits.starts_with("0x")) {
      digits.remove_prefix(2);
      base = 16;
    }
    std::uint64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    const auto limit = static_cast<std::uint64_t>(INT64_MAX) + (negative ? 1 : 0);
    if (read.ec != std::errc() || (whole && value > limit)) {
      issue(expr->at, whole ? "invalid int literal" : "invalid uint literal");
    } else if (whole) {
      expr->value = Value(static_cast<std::int64_t>(negative ? ~value + 1 : value));
    } else {
      expr->value = Value(value);
    }
    return expr;
  }

  ExprPtr text()
  {
    const bool bytes = token().kind == Token::Kind::bytes;
    auto expr = node(Expr::Kind::literal, token().at);
    std::string problem;
    auto value = unescape(token().text.substr(bytes ? 1 : 0), bytes, problem);
    if (!problem.empty()) issue(token().at, problem);
    ++at_;
    if (bytes) {
      expr->value = Value(Bytes{std::make_shared<const std::string>(std::move(value))});
    } else {
      expr->value = Value::text(std::move(value));
    }
    return expr;
  }

  std::vector<Token> tokens_;
  Issues& issues_;
  std::size_t at_ = 0;
  int nesting_ = 0;
};

}  // namespace

ExprPtr parse(const std::string& source, Issues& issues)
{
  if (const auto size = rune_count(source); size > longest) {
    issues.push_back({0,
                      "expression code point size exceeds limit: size: " + std::to_string(size) + ", limit " +
                          std::to_string(longest),
                      false});
    return nullptr;
  }
  return Parser(source, issues).run();
}

}  // namespace kubexx::apiserver::cel
