// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// "5s", "3m12s", "2d": as a table of the API server and kubectl show it. duration.HumanDuration of
/// k8s.io/apimachinery.
[[nodiscard]] std::string human_duration(Duration duration);
/// How long ago an RFC 3339 time was; "<unknown>" when `time` is not one.
[[nodiscard]] std::string human_age(std::string_view time, WallTime now);

}  // namespace kubexx
