// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/json.hpp"

namespace kubexx::apiserver {

/// Drops what is behind features that are off in a real server. Whoever sends it owns it all the same.
void drop_disabled(std::string_view kind, Json& object);

/// The same for a PodSpec.
void drop_disabled_pod_fields(Json& spec);

}  // namespace kubexx::apiserver
