// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// Returns "5s", "3m12s" or "2d", as in tables of kubectl and the API server: duration.HumanDuration of
/// k8s.io/apimachinery.
[[nodiscard]] std::string human_duration(Duration duration);
/// Returns how long ago an RFC 3339 time was; "<unknown>" if `time` is not one.
[[nodiscard]] std::string human_age(std::string_view time, WallTime now);

}  // namespace kubexx
