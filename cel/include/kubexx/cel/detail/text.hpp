// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace kubexx::cel::detail {

/// In lower case; of ASCII letters.
[[nodiscard]] inline std::string lower(std::string_view text)
{
  std::string result(text);
  for (auto& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Calls `use` with each part of `text` between separators, empty ones included.
template <class Use>
void for_each_part(std::string_view text, char separator, Use use)
{
  while (true) {
    const auto end = text.find(separator);
    use(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace kubexx::cel::detail
