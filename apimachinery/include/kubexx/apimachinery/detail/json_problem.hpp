// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace kubexx::detail {

/// Why functions that visit `value` recursively cannot take it: "is nested deeper than 256 levels" (arrays and objects
/// inside of one another), or it holds something that JSON text cannot have. Empty if they can.
[[nodiscard]] std::string json_problem(const nlohmann::json& value, unsigned max_depth);

}  // namespace kubexx::detail
