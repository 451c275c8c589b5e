// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace kubexx {

/// Returns nullopt if the check passes, otherwise one line that describes the problem. Must be quick and thread safe.
using HealthCheck = std::function<std::optional<std::string>()>;

}  // namespace kubexx
