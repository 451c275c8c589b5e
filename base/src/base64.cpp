// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/base64.hpp"

#include <algorithm>
#include <cstdint>

namespace kubexx {

namespace {

std::string_view alphabet_of(Base64 form)
{
  return form == Base64::url ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                             : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

}  // namespace

std::string encode_base64(std::string_view bytes, Base64 form)
{
  const auto alphabet = alphabet_of(form);
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  const auto byte = [&](std::size_t at) {
    return at < bytes.size() ? std::uint32_t{static_cast<unsigned char>(bytes[at])} : 0U;
  };
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::uint32_t bits = byte(at) << 16U | byte(at + 1) << 8U | byte(at + 2);
    const char four[] = {alphabet[bits >> 18U], alphabet[(bits >> 12U) & 0x3FU], alphabet[(bits >> 6U) & 0x3FU],
                         alphabet[bits & 0x3FU]};
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - at);
    text.append(four, have + 1);
    if (form == Base64::standard) text.append(3 - have, '=');
  }
  return text;
}

std::optional<std::string> decode_base64(std::string_view text, Base64 form)
{
  const auto alphabet = alphabet_of(form);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  std::size_t characters = 0;
  std::size_t padding = 0;
  for (const char c : text) {
    if (c == '\n' || c == '\r') continue;
    if (c == '=' && form == Base64::standard) {
      ++padding;
      continue;
    }
    const std::size_t value = alphabet.find(c);
    if (value == std::string_view::npos || padding > 0) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    // The second to fourth character of a group completes a byte each.
    const auto place = ++characters % 4;
    if (place != 1) bytes.push_back(static_cast<char>((bits >> (place == 0 ? 0U : 8U - 2U * place)) & 0xFFU));
  }
  const std::size_t rest = characters % 4;
  const std::size_t wanted = form == Base64::standard && rest != 0 ? 4 - rest : 0;
  if (rest == 1 || padding != wanted) return std::nullopt;
  return bytes;
}

}  // namespace kubexx
