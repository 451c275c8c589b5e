// SPDX-License-Identifier: Apache-2.0
// Members, calls, literals and aggregates.
#include "syntax/macros.hpp"
#include "syntax/parsing.hpp"

namespace kubexx::cel::detail {
namespace {

constexpr std::array<std::string_view, 17> reserved{"as",        "break",  "const",  "continue", "else", "for",
                                                    "function",  "if",     "import", "let",      "loop", "package",
                                                    "namespace", "return", "var",    "void",     "while"};
constexpr std::array<std::string_view, 4> keywords{"in", "true", "false", "null"};

constexpr const char* primary_start =
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

bool is_keyword(const Token& token)
{
  return token.kind == Token::Kind::identifier &&
         std::find(keywords.begin(), keywords.end(), token.text) != keywords.end();
}

}  // namespace

bool is_variable_name(std::string_view name)
{
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto belongs = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), belongs) &&
         std::find(reserved.begin(), reserved.end(), name) == reserved.end() &&
         std::find(keywords.begin(), keywords.end(), name) == keywords.end();
}

ExprPtr Parser::member(std::size_t sign)
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

ExprPtr Parser::after_dot(ExprPtr operand, std::size_t at)
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
  next();
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

ExprPtr Parser::call_with_args(std::string name, ExprPtr target)
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
  if (auto expanded = expand_macro(name, at, member, args, issues())) {
    if (expanded->depth > deepest) too_deep();
    return expanded;
  }
  auto expr = call(std::move(name), at, std::move(args));
  expr->member = member;
  return expr;
}

ExprPtr Parser::primary(std::size_t sign)
{
  if (is("-") && sign == no_slot) {
    const auto kind = following().kind;
    if (kind == Token::Kind::integer || kind == Token::Kind::number) {
      sign = token().at;
      next();
    }
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

ExprPtr Parser::named(bool dot)
{
  const auto at = token().at;
  const std::string name(token().text);
  if (token().kind != Token::Kind::identifier) {
    syntax("mismatched input '" + name + "' expecting IDENTIFIER");
  }
  if (is_keyword(token())) {
    if (name == "in" || dot) syntax("mismatched input '" + name + "' expecting " + primary_start);
    next();
    auto literal = node(Expr::Kind::literal, at);
    if (name != "null") literal->value = Value(name == "true");
    return literal;
  }
  next();
  if (std::find(reserved.begin(), reserved.end(), name) != reserved.end()) issue(at, "reserved identifier: " + name);
  if (is("(")) return call_with_args(name, nullptr);
  if (names_object()) return object(name);
  auto ident = node(Expr::Kind::ident, at);
  ident->name = name;
  return ident;
}

ExprPtr Parser::list(std::size_t at)
{
  std::vector<ExprPtr> items;
  std::vector<bool> optional;
  bool comma = false;
  while (!is("]")) {
    if (is(",") && following().text == "]") break;
    optional.push_back(take("?"));
    items.push_back(expression());
    comma = take(",");
    if (!comma) break;
  }
  close("]", comma || take(","));
  auto expr = node(Expr::Kind::list, at, std::move(items));
  if (std::find(optional.begin(), optional.end(), true) != optional.end()) expr->optional = std::move(optional);
  return expr;
}

bool Parser::names_object() const
{
  std::size_t ahead = 0;
  for (; token(ahead).text == "." && token(ahead).kind == Token::Kind::symbol; ahead += 2) {
    if (token(ahead + 1).kind != Token::Kind::identifier || is_keyword(token(ahead + 1))) return false;
  }
  return token(ahead).kind == Token::Kind::symbol && token(ahead).text == "{";
}

ExprPtr Parser::object(std::string name)
{
  while (take(".")) {
    name.append(".").append(token().text);
    next();
  }
  const auto at = token().at;
  expect("{");
  std::vector<ExprPtr> values;
  std::vector<bool> optional;
  std::vector<Expr::Field> fields;
  bool comma = false;
  while (!is("}")) {
    if (is(",") && following().text == "}") break;
    optional.push_back(take("?"));
    if (token().kind != Token::Kind::identifier || is_keyword(token())) {
      if (comma) close("}", true);
      syntax("mismatched input '" + std::string(token().kind == Token::Kind::end ? "<EOF>" : token().text) +
             "' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}");
    }
    std::string field(token().text);
    next();
    fields.push_back({std::move(field), token().at});
    expect(":");
    values.push_back(expression());
    comma = take(",");
    if (!comma) break;
  }
  close("}", comma || take(","));
  auto expr = node(Expr::Kind::object, at, std::move(values));
  expr->name = std::move(name);
  expr->fields = std::move(fields);
  if (std::find(optional.begin(), optional.end(), true) != optional.end()) expr->optional = std::move(optional);
  return expr;
}

ExprPtr Parser::map(std::size_t at)
{
  std::vector<ExprPtr> items;
  std::vector<bool> optional;
  bool comma = false;
  while (!is("}")) {
    if (is(",") && following().text == "}") break;
    optional.push_back(take("?"));
    items.push_back(expression());
    expect(":");
    items.push_back(expression());
    comma = take(",");
    if (!comma) break;
  }
  close("}", comma || take(","));
  auto expr = node(Expr::Kind::map, at, std::move(items));
  if (std::find(optional.begin(), optional.end(), true) != optional.end()) expr->optional = std::move(optional);
  return expr;
}

ExprPtr Parser::number(std::size_t sign)
{
  const bool negative = sign != no_slot;
  auto expr = node(Expr::Kind::literal, negative ? sign : token().at);
  std::string problem;
  expr->value = number_literal(token(), negative, problem);
  if (!problem.empty()) issue(expr->at, problem);
  next();
  return expr;
}

ExprPtr Parser::text()
{
  auto expr = node(Expr::Kind::literal, token().at);
  std::string problem;
  expr->value = text_literal(token(), problem);
  if (!problem.empty()) issue(token().at, problem);
  next();
  return expr;
}

}  // namespace kubexx::cel::detail
