// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace kubexx::detail {

/// Returns why a recursive function must not visit `value`: "is nested deeper than 256 levels", "holds binary data".
/// Empty if it may. The nesting is the number of arrays and objects inside one another.
[[nodiscard]] std::string json_problem(const nlohmann::json& value, unsigned max_depth);

}  // namespace kubexx::detail
