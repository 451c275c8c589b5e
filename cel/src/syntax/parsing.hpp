// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "syntax/cursor.hpp"

namespace kubexx::cel::detail {

/// Returns true if `name` is an identifier that is not reserved, so that an expression can use it as a variable.
[[nodiscard]] bool is_variable_name(std::string_view name);

/// By recursive descent over https://github.com/google/cel-go/blob/master/parser/gen/CEL.g4.
class Parser : private Cursor {
public:
  Parser(const std::string& source, Issues& issues) : Cursor(source, issues) {}

  ExprPtr run()
  {
    try {
      auto expr = expression();
      if (token().kind != Token::Kind::end) {
        // ANTLR leaves out one token where the rest is right without it.
        const std::string what = following().kind == Token::Kind::end ? "extraneous" : "mismatched";
        syntax(what + " input '" + std::string(token().text) + "' expecting <EOF>");
      }
      return issues().empty() ? std::move(expr) : nullptr;
    } catch (const SyntaxError&) {
      return nullptr;
    }
  }

private:
  ExprPtr call(std::string function, std::size_t at, std::vector<ExprPtr> args);
  ExprPtr expression();
  /// Chains of && and || become balanced trees.
  ExprPtr balanced(const char* function, std::vector<ExprPtr>& terms, const std::vector<std::size_t>& places,
                   std::size_t low, std::size_t high);
  ExprPtr logical_or();
  ExprPtr logical_and();
  ExprPtr relation();
  ExprPtr sum();
  ExprPtr product();
  ExprPtr unary();
  template <typename... Args>
  ExprPtr call_of(std::string function, std::size_t at, Args... args)
  {
    std::vector<ExprPtr> list;
    (list.push_back(std::move(args)), ...);
    return call(std::move(function), at, std::move(list));
  }

  template <typename Operand>
  ExprPtr logical(std::string_view symbol, const char* function, Operand operand)
  {
    std::vector<ExprPtr> terms;
    std::vector<std::size_t> places;
    terms.push_back(operand());
    while (is(symbol)) {
      places.push_back(token().at);
      next();
      terms.push_back(operand());
    }
    if (places.empty()) return std::move(terms.front());
    return balanced(function, terms, places, 0, places.size() - 1);
  }

  template <std::size_t N, typename Operand>
  ExprPtr left_chain(const std::array<std::pair<std::string_view, const char*>, N>& operators, Operand operand)
  {
    auto left = operand();
    while (true) {
      const auto found =
          std::find_if(operators.begin(), operators.end(), [this](const auto& entry) { return is(entry.first); });
      if (found == operators.end()) return left;
      const auto at = token().at;
      next();
      auto right = operand();
      left = call_of(found->second, at, std::move(left), std::move(right));
    }
  }

  // parser_primary.cpp
  /// `sign`: the place of a minus before a number, no_slot without one.
  ExprPtr member(std::size_t sign = no_slot);
  ExprPtr after_dot(ExprPtr operand, std::size_t at);
  /// From the opening parenthesis on.
  ExprPtr call_with_args(std::string name, ExprPtr target);
  ExprPtr primary(std::size_t sign);
  ExprPtr named(bool dot);
  ExprPtr list(std::size_t at);
  /// Whether names with dots between them and an opening brace come: a type and its fields.
  [[nodiscard]] bool names_object() const;
  /// From behind the first name of its type on.
  ExprPtr object(std::string name);
  ExprPtr map(std::size_t at);
  ExprPtr number(std::size_t sign);
  ExprPtr text();

  int nesting_ = 0;
};

}  // namespace kubexx::cel::detail
