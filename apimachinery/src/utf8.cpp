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
  while (!text.empty()) {
    const std::size_t length = detail::utf8_length(text.substr(0, 4));
    const std::string_view next = length == 0 ? replacement : text.substr(0, length);
    if (valid.size() + next.size() > limit) break;
    valid += next;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return valid;
}

}  // namespace kubexx
