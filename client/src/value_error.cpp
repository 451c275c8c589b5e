// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/value_error.hpp"

namespace kubexx {

namespace {

constexpr std::size_t kShown = 80;

std::string shown(std::string_view text)
{
  constexpr std::string_view digits = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f) {
      quoted.append("\\x").append(1, digits[byte / 16]).append(1, digits[byte % 16]);
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + (text.size() > kShown ? "\"..." : "\"");
}

}  // namespace

ValueError::ValueError(std::string_view type, std::string_view text, std::string_view expected)
    : std::invalid_argument(std::string(type) + " " + shown(text) + ": expected " + std::string(expected)),
      text_(text),
      expected_(expected)
{
}

}  // namespace kubexx
