// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// metav1.MicroTime: RFC 3339 in UTC with six digits of a second.
[[nodiscard]] std::string micro_time(WallTime at);

}  // namespace kubexx
