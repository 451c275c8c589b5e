// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kubexx::fuzz {

/// Whether a name stands twice in one object of this JSON text: then a view takes the first and a tree has the last.
inline bool has_a_name_twice(std::string_view text)
{
  using nlohmann::json;
  bool twice = false;
  std::vector<std::set<std::string>> names;
  const auto look = [&](int /*depth*/, json::parse_event_t event, json& value) {
    if (event == json::parse_event_t::object_start) names.emplace_back();
    if (event == json::parse_event_t::object_end) names.pop_back();
    if (event == json::parse_event_t::key && !names.back().insert(value.get<std::string>()).second) twice = true;
    return true;
  };
  (void)json::parse(text, look, false);
  return twice;
}

}  // namespace kubexx::fuzz
