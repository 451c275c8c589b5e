// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/detail/go_runes.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kubexx::cel::detail {
namespace {

/// Bytes of the code point at the beginning of `text`; 0: it is no UTF-8.
std::size_t rune_size(std::string_view text)
{
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
  for (std::size_t index = 1; index < size; ++index) {
    if ((byte(index) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte(1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool beyond = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return overlong || beyond ? 0 : size;
}

char32_t code_point(std::string_view rune)
{
  const auto first = static_cast<unsigned char>(rune.front());
  char32_t point = first < 0x80 ? first : first < 0xE0 ? first & 0x1FU : first < 0xF0 ? first & 0x0FU : first & 0x07U;
  for (const char c : rune.substr(1)) point = point << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  return point;
}

}  // namespace

Rune first_rune(std::string_view text)
{
  const auto size = rune_size(text);
  if (size == 0) return {};
  return {code_point(text.substr(0, size)), size, true};
}

bool is_printed(char32_t point)
{
  using Range = std::pair<char32_t, char32_t>;
  static constexpr std::array refused{
      Range{0x00, 0x1F},       Range{0x7F, 0xA0},       Range{0xAD, 0xAD},       Range{0x600, 0x605},
      Range{0x61C, 0x61C},     Range{0x6DD, 0x6DD},     Range{0x70F, 0x70F},     Range{0x890, 0x891},
      Range{0x8E2, 0x8E2},     Range{0x1680, 0x1680},   Range{0x180E, 0x180E},   Range{0x2000, 0x200F},
      Range{0x2028, 0x202F},   Range{0x205F, 0x206F},   Range{0x3000, 0x3000},   Range{0xD800, 0xF8FF},
      Range{0xFEFF, 0xFEFF},   Range{0xFFF0, 0xFFFB},   Range{0xFFFE, 0xFFFF},   Range{0x110BD, 0x110BD},
      Range{0x110CD, 0x110CD}, Range{0x13430, 0x1343F}, Range{0x1BCA0, 0x1BCA3}, Range{0x1D173, 0x1D17A},
      Range{0xE0000, 0xE00FF}, Range{0xE01F0, 0x10FFFF}};
  return std::none_of(refused.begin(), refused.end(),
                      [point](const auto& range) { return point >= range.first && point <= range.second; });
}

}  // namespace kubexx::cel::detail
