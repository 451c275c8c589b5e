// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/apimachinery/resource.hpp"

namespace informer_print {

/// Reads "apps/v1/deployments", or "v1/configmaps" for the core group. The kind stays empty: only the server knows it,
/// and the path does not need it. Throws std::invalid_argument that says what is expected.
[[nodiscard]] kubexx::ResourceType parse_resource(std::string_view text);

/// What is wrong with a namespace's name; empty when nothing is.
[[nodiscard]] std::string namespace_problem(std::string_view name);

}  // namespace informer_print
