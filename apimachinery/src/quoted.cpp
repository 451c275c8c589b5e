// SPDX-License-Identifier: Apache-2.0
#include "quoted.hpp"

#include <algorithm>

#include "kubexx/apimachinery/detail/json_scan.hpp"

namespace kubexx::detail {

namespace {

constexpr std::string_view kLetters = "abtnvfr";
constexpr std::string_view kControls = "\a\b\t\n\v\f\r";

void append(std::string& to, char c, bool is_utf8)
{
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    to.append(1, '\\').append(1, c);
  } else if (const auto index = kControls.find(c); index != std::string_view::npos) {
    to.append(1, '\\').append(1, kLetters[index]);
  } else if (byte < 0x20 || byte == 0x7f || (byte > 0x7f && !is_utf8)) {
    to.append("\\x").append(1, digits[byte / 16]).append(1, digits[byte % 16]);
  } else {
    to += c;
  }
}

}  // namespace

std::string quoted(std::string_view text)
{
  bool is_utf8 = true;
  for (std::size_t at = 0; at < text.size() && is_utf8;) {
    const std::size_t length = utf8_length(text.substr(at, 4));
    is_utf8 = length != 0;
    at += length;
  }
  std::string result = "\"";
  for (const char c : text) append(result, c, is_utf8);
  return result + '"';
}

}  // namespace kubexx::detail
