// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace kubexx::apiserver {

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

/// Calls `visit` with each character of a JSON text that is in no string, until it gives false.
template <class Visit>
void for_each_outside_strings(std::string_view text, Visit visit)
{
  bool in_string = false;
  for (std::size_t index = 0; index < text.size(); ++index) {
    const char c = text[index];
    if (in_string) {
      if (c == '\\') ++index;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (!visit(c)) {
      return;
    }
  }
}

}  // namespace kubexx::apiserver
