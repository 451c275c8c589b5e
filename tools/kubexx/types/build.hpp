// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model.hpp"

namespace kubexx::cli::types {

struct SourceVersion;
class NameScope;

/// Declares the structs of one version. `types` has the names of the types in its namespace, among them its own root.
[[nodiscard]] Header build_header(const SourceVersion& version, NameScope& types);

}  // namespace kubexx::cli::types
