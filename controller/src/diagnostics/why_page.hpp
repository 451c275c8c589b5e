// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "diagnostics/debug_server.hpp"

namespace kubexx {

/// /debug/why with this query.
[[nodiscard]] HttpResponse answer_why(const DebugPages& pages, std::string_view query);

}  // namespace kubexx
