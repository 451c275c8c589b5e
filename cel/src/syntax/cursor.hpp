// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kubexx/cel/detail/expr.hpp"
#include "syntax/lexer.hpp"

namespace kubexx::cel::detail {

/// Leaves the parser at the first syntax error, which is among the issues by then.
struct SyntaxError {};

/// The parser's place in the source, and the nodes that it makes, whose depth is limited.
class Cursor {
public:
  Cursor(const std::string& source, Issues& issues) : tokens_(tokenize(source, issues)), issues_(issues) {}

  /// The present token, or one behind it. The last is the end.
  [[nodiscard]] const Token& token(std::size_t ahead = 0) const
  {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : tokens_.back();
  }
  [[nodiscard]] const Token& following() const { return token(1); }
  void next() { ++at_; }
  [[nodiscard]] bool is(std::string_view symbol) const;
  bool take(std::string_view symbol);
  void expect(std::string_view symbol);
  /// The end of a list, map or object, in which a comma may come before it.
  void close(std::string_view symbol, bool after_comma);

  [[nodiscard]] Issues& issues() const { return issues_; }
  void issue(std::size_t at, std::string message) { issues_.push_back({at, std::move(message)}); }
  /// At the present token.
  [[noreturn]] void syntax(const std::string& message);
  [[noreturn]] void too_deep();

  static constexpr int deepest = 250;
  [[nodiscard]] ExprPtr node(Expr::Kind kind, std::size_t at, std::vector<ExprPtr> args = {});

private:
  std::vector<Token> tokens_;
  Issues& issues_;
  std::size_t at_ = 0;
};

/// The value of a number's token, with the minus that stood before it.
[[nodiscard]] Value number_literal(const Token& token, bool negative, std::string& problem);
/// Of a string or bytes.
[[nodiscard]] Value text_literal(const Token& token, std::string& problem);

}  // namespace kubexx::cel::detail
