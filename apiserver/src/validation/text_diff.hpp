// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kubexx::apiserver {

/// The difference of two texts by lines, with three lines around it: what difflib's UnifiedDiff, which Kubernetes uses,
/// gives for small differences. Texts of more than 5 000 lines are compared without looking for what moved.
[[nodiscard]] std::string unified_diff(const std::string& before, const std::string& after);

}  // namespace kubexx::apiserver
