// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"

namespace kubexx::apiserver {

[[nodiscard]] inline bool contains(const std::vector<std::string>& list, std::string_view item)
{
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// As Go's %q shows a []string: ["a" "b"].
[[nodiscard]] inline std::string go_quoted_list(const std::vector<std::string>& items)
{
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : " ") + go_quoted(item);
  return "[" + text + "]";
}

}  // namespace kubexx::apiserver
