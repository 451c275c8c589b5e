// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kubexx/cel/detail/expr.hpp"

namespace kubexx::cel::detail {

struct Token {
  enum class Kind { end, symbol, identifier, integer, unsigned_, number, string, bytes };
  Kind kind = Kind::end;
  std::string_view text;  ///< as the source has it
  std::size_t at = 0;
};

/// The tokens, an end at last. Characters that begin no token are issues.
[[nodiscard]] std::vector<Token> tokenize(const std::string& source, Issues& issues);

/// The text that a string or bytes literal, with its quotes, stands for. What is wrong goes to `problem`.
[[nodiscard]] std::string unescape(std::string_view literal, bool bytes, std::string& problem);

/// Appends a code point in UTF-8.
void append_utf8(std::string& text, char32_t rune);

}  // namespace kubexx::cel::detail
