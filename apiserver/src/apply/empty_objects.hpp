// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kubexx::apiserver::apply {

/// The JSON of an object of a built-in kind, "apps/v1 Deployment", before anything is set: what its Go type always
/// writes. "{}" for other kinds.
[[nodiscard]] std::string_view empty_object(std::string_view kind);

}  // namespace kubexx::apiserver::apply
