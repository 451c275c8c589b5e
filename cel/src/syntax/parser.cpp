// SPDX-License-Identifier: Apache-2.0
// Operators.
#include "syntax/parsing.hpp"

namespace kubexx::cel::detail {

ExprPtr Parser::call(std::string function, std::size_t at, std::vector<ExprPtr> args)
{
  auto expr = node(Expr::Kind::call, at, std::move(args));
  expr->name = std::move(function);
  return expr;
}

ExprPtr Parser::expression()
{
  if (++nesting_ > deepest) too_deep();
  auto condition = logical_or();
  if (is("?")) {
    const auto at = token().at;
    next();
    auto yes = logical_or();
    expect(":");
    auto no = expression();
    condition = call_of("_?_:_", at, std::move(condition), std::move(yes), std::move(no));
  }
  --nesting_;
  return condition;
}

ExprPtr Parser::balanced(const char* function, std::vector<ExprPtr>& terms, const std::vector<std::size_t>& places,
                         std::size_t low, std::size_t high)
{
  const auto middle = (low + high + 1) / 2;
  auto left = middle == low ? std::move(terms[middle]) : balanced(function, terms, places, low, middle - 1);
  auto right = middle == high ? std::move(terms[middle + 1]) : balanced(function, terms, places, middle + 1, high);
  return call_of(function, places[middle], std::move(left), std::move(right));
}

ExprPtr Parser::logical_or()
{
  return logical("||", "_||_", [this] { return logical_and(); });
}

ExprPtr Parser::logical_and()
{
  return logical("&&", "_&&_", [this] { return relation(); });
}

ExprPtr Parser::relation()
{
  static constexpr std::array<std::pair<std::string_view, const char*>, 7> operators{
      {{"<", "_<_"}, {"<=", "_<=_"}, {">=", "_>=_"}, {">", "_>_"}, {"==", "_==_"}, {"!=", "_!=_"}, {"in", "@in"}}};
  return left_chain(operators, [this] { return sum(); });
}

ExprPtr Parser::sum()
{
  static constexpr std::array<std::pair<std::string_view, const char*>, 2> operators{{{"+", "_+_"}, {"-", "_-_"}}};
  return left_chain(operators, [this] { return product(); });
}

ExprPtr Parser::product()
{
  static constexpr std::array<std::pair<std::string_view, const char*>, 3> operators{
      {{"*", "_*_"}, {"/", "_/_"}, {"%", "_%_"}}};
  return left_chain(operators, [this] { return unary(); });
}

ExprPtr Parser::unary()
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

ExprPtr parse(const std::string& source, Issues& issues)
{
  constexpr std::int64_t longest_source = 100'000;
  if (const auto size = rune_count(source); size > longest_source) {
    issues.push_back({0,
                      "expression code point size exceeds limit: size: " + std::to_string(size) + ", limit " +
                          std::to_string(longest_source),
                      false});
    return nullptr;
  }
  return Parser(source, issues).run();
}

}  // namespace kubexx::cel::detail
