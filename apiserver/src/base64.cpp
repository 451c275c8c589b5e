// SPDX-License-Identifier: Apache-2.0
#include "base64.hpp"

#include <cstdint>

namespace kubexx::apiserver {
namespace {

std::string encode(std::string_view bytes, const char* alphabet, bool pad)
{
  std::string text;
  for (std::size_t index = 0; index < bytes.size(); index += 3) {
    const auto left = bytes.size() - index;
    std::uint32_t group = 0;
    for (std::size_t part = 0; part < 3; ++part) {
      group = (group << 8U) | (part < left ? static_cast<unsigned char>(bytes[index + part]) : 0U);
    }
    for (std::size_t part = 0; part < 4; ++part) {
      if (part <= left) {
        text.push_back(alphabet[(group >> (18U - 6U * part)) & 63U]);
      } else if (pad) {
        text.push_back('=');
      }
    }
  }
  return text;
}

int value_of(char c)
{
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '-' || c == '+') return 62;
  if (c == '_' || c == '/') return 63;
  return -1;
}

}  // namespace

std::string base64_encode(std::string_view bytes)
{
  return encode(bytes, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", false);
}

std::string base64_encode_padded(std::string_view bytes)
{
  return encode(bytes, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", true);
}

std::optional<std::string> base64_decode(std::string_view text)
{
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const int value = value_of(c);
    if (value < 0) return std::nullopt;
    group = (group << 6U) | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<char>((group >> bits) & 255U));
    }
  }
  return bytes;
}

}  // namespace kubexx::apiserver
