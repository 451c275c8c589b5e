// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kubexx::apiserver {

/// x-kubernetes-map-type of a built-in type, "core.v1.ObjectReference", and of a field that says something else than
/// its type: "atomic", "granular", or null.
[[nodiscard]] const char* builtin_map_type(std::string_view type);
[[nodiscard]] const char* builtin_map_type(std::string_view type, std::string_view field);

}  // namespace kubexx::apiserver
