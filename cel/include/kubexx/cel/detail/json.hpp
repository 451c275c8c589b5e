// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

/// Small helpers over nlohmann::json.
namespace kubexx::cel::detail {

using Json = nlohmann::json;

/// The value below `value` along member names; null when there is none.
[[nodiscard]] const Json* find(const Json& value, std::initializer_list<std::string_view> path);
[[nodiscard]] Json* find(Json& value, std::initializer_list<std::string_view> path);

/// The string there; empty when absent or not a string.
[[nodiscard]] std::string string_at(const Json& value, std::initializer_list<std::string_view> path);

/// Whether `value` is an integer that int64 holds. 1.0 and 2^63 are none.
[[nodiscard]] inline bool is_int64(const Json& value) noexcept
{
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return value.is_number_integer() && (!value.is_number_unsigned() || value.get<std::uint64_t>() <= largest);
}

/// The same text as Go's %q.
[[nodiscard]] std::string go_quoted(std::string_view text);

/// The JSON text; invalid UTF-8, which cannot come from a request, is replaced.
[[nodiscard]] std::string dump(const Json& value);

/// Appends what dump() returns. nlohmann's own printer goes by the character.
void append_dump(std::string& to, const Json& value);

/// JSON text as Go's encoder writes it: with what HTML or JavaScript would misread escaped.
[[nodiscard]] std::string html_safe(std::string_view json);

}  // namespace kubexx::cel::detail
