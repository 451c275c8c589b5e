// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/utf8.hpp"

#include "kubexx/apimachinery/detail/json_scan.hpp"

namespace kubexx {

std::string valid_utf8(std::string_view text)
{
  return valid_utf8(text, std::string_view::npos);
}

std::string valid_utf8(std::string_view text, std::size_t limit)
{
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  std::string valid;
  std::size_t copied = 0;  // of the text
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length =
        static_cast<unsigned char>(text[at]) < 0x80 ? 1 : detail::utf8_length(text.substr(at, 4));
    const std::size_t next = length == 0 ? replacement.size() : length;
    if (valid.size() + (at - copied) + next > limit) break;
    if (length != 0) {
      at += length;
      continue;
    }
    valid += text.substr(copied, at - copied);
    valid += replacement;
    copied = ++at;
  }
  valid += text.substr(copied, at - copied);
  return valid;
}

}  // namespace kubexx
