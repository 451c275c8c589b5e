// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kubexx::detail {

/// Why functions that visit `value` recursively cannot take it: "is nested deeper than 256 levels" (arrays and objects
/// inside of one another), or it holds something that JSON text cannot have. Empty if they can.
[[nodiscard]] inline std::string json_problem(const nlohmann::json& value, unsigned max_depth, unsigned depth = 0)
{
  if (value.is_binary()) return "holds binary data";
  if (value.is_discarded()) return "holds a value that could not be parsed";
  if (!value.is_structured()) return {};
  if (depth == max_depth) return "is nested deeper than " + std::to_string(max_depth) + " levels";
  for (const auto& inner : value) {
    if (auto problem = json_problem(inner, max_depth, depth + 1); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace kubexx::detail
