// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

/// Text of a CRD as text of a C++ program. Whatever the text is, the result is one literal and no more: the text of
/// other people never becomes code.
namespace kubexx::cli::types {

/// "…" with escapes. A text with a zero byte becomes a std::string_view.
[[nodiscard]] std::string literal(std::string_view text);
/// The same as several literals, one after the other, which are about `width` characters wide.
[[nodiscard]] std::vector<std::string> literal_lines(std::string_view text, std::size_t width);
/// A raw string literal of JSON text.
[[nodiscard]] std::string json_literal(const nlohmann::json& value);
/// A number as C++ writes it.
[[nodiscard]] std::string number_literal(const nlohmann::json& number);

/// The first paragraph of a text as the lines of a comment, "/// …", that end before `width`.
[[nodiscard]] std::vector<std::string> comment_lines(std::string_view text, std::size_t width);

}  // namespace kubexx::cli::types
