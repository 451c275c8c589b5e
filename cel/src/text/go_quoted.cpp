// SPDX-License-Identifier: Apache-2.0
// Go's strconv.Quote.
#include "kubexx/cel/detail/go_runes.hpp"
#include "kubexx/cel/detail/json.hpp"

namespace kubexx::cel::detail {
namespace {

void append_escape(std::string& result, char letter, int digits, char32_t value)
{
  static constexpr std::string_view hex = "0123456789abcdef";
  result.push_back('\\');
  result.push_back(letter);
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) result.push_back(hex[value >> shift & 0xFU]);
}

}  // namespace

std::string go_quoted(std::string_view text)
{
  static constexpr std::string_view special = "\a\b\f\n\r\t\v\\\"";
  static constexpr std::string_view letters = "abfnrtv\\\"";
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const auto [point, size, valid] = first_rune(text.substr(at));
    const auto rune = text.substr(at, size);
    at += size;
    const auto letter = size == 1 ? special.find(rune.front()) : std::string_view::npos;
    if (letter != std::string_view::npos) {
      result.push_back('\\');
      result.push_back(letters[letter]);
    } else if (!valid || point < 0x20 || point == 0x7F) {
      append_escape(result, 'x', 2, static_cast<unsigned char>(rune.front()));
    } else if (!is_printed(point)) {
      append_escape(result, point < 0x10000 ? 'u' : 'U', point < 0x10000 ? 4 : 8, point);
    } else {
      result += rune;
    }
  }
  return result + "\"";
}

}  // namespace kubexx::cel::detail
