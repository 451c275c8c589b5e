// SPDX-License-Identifier: Apache-2.0
#include "syntax/cursor.hpp"

#include <algorithm>
#include <charconv>

#include "text/double_range.hpp"

namespace kubexx::cel::detail {

bool Cursor::is(std::string_view symbol) const
{
  const bool word = symbol == "in";
  return token().kind == (word ? Token::Kind::identifier : Token::Kind::symbol) && token().text == symbol;
}

bool Cursor::take(std::string_view symbol)
{
  if (!is(symbol)) return false;
  next();
  return true;
}

void Cursor::syntax(const std::string& message)
{
  issues_.push_back({token().at, "Syntax error: " + message});
  throw SyntaxError();
}

void Cursor::expect(std::string_view symbol)
{
  if (take(symbol)) return;
  if (token().kind == Token::Kind::end) {
    syntax("missing '" + std::string(symbol) + "' at '<EOF>'");
  }
  syntax("mismatched input '" + std::string(token().text) + "' expecting '" + std::string(symbol) + "'");
}

void Cursor::close(std::string_view symbol, bool after_comma)
{
  if (take(symbol)) return;
  const auto end = "'" + std::string(symbol) + "'";
  const auto found = "input '" + std::string(token().kind == Token::Kind::end ? "<EOF>" : token().text) +
                     "' expecting " + (after_comma ? end : "{" + end + ", ','}");
  const bool too_much = following().text == symbol || (!after_comma && following().text == ",");
  if (too_much && following().kind == Token::Kind::symbol) syntax("extraneous " + found);
  if (after_comma) expect(symbol);
  syntax("mismatched " + found);
}

void Cursor::too_deep()
{
  issues_.push_back({0, "expression recursion limit exceeded: " + std::to_string(deepest), false});
  throw SyntaxError();
}

ExprPtr Cursor::node(Expr::Kind kind, std::size_t at, std::vector<ExprPtr> args)
{
  auto expr = std::make_unique<Expr>();
  expr->kind = kind;
  expr->at = at;
  for (const auto& arg : args) expr->depth = std::max(expr->depth, arg->depth + 1);
  expr->args = std::move(args);
  if (expr->depth > deepest) {
    // Of what is long and not nested: cel-go's parser says this of its own recursion.
    issues_.push_back({0, "max recursion depth exceeded", false});
    throw SyntaxError();
  }
  return expr;
}

Value number_literal(const Token& token, bool negative, std::string& problem)
{
  auto digits = token.text;
  if (token.kind == Token::Kind::number) {
    double value = 0;
    const auto text = std::string(digits.front() == '.' ? "0" : "") + std::string(digits);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc::result_out_of_range && is_too_large(text)) problem = "invalid double literal";
    return {negative ? -value : value};
  }
  const bool whole = token.kind == Token::Kind::integer;
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
    problem = whole ? "invalid int literal" : "invalid uint literal";
    return {};
  }
  if (whole) return {static_cast<std::int64_t>(negative ? ~value + 1 : value)};
  return {value};
}

Value text_literal(const Token& token, std::string& problem)
{
  const bool bytes = token.kind == Token::Kind::bytes;
  auto value = unescape(token.text.substr(bytes ? 1 : 0), bytes, problem);
  if (bytes) return {Bytes{std::make_shared<const std::string>(std::move(value))}};
  return Value::text(std::move(value));
}

}  // namespace kubexx::cel::detail
