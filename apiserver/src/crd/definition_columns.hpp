// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kind.hpp"
#include "kubexx/base/clock.hpp"

/// What `kubectl get crds` shows: apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor.
namespace kubexx::apiserver {

[[nodiscard]] std::vector<Column> definition_columns();
[[nodiscard]] Json definition_cells(const Json& definition, WallTime now);

}  // namespace kubexx::apiserver
