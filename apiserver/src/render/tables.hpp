// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "core/kind.hpp"
#include "kubexx/apimachinery/human_duration.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx::apiserver {

/// The column that every table begins with.
[[nodiscard]] Column name_column();
/// The description of metadata.creationTimestamp, which columns of times have.
[[nodiscard]] const char* creation_description() noexcept;

/// The columns of a version: those of a built-in kind as they are; of a custom one after Name, or Age when it has none.
[[nodiscard]] std::vector<Column> table_columns(const Kind& kind, const ServedVersion& version);

/// The cells of one row. `object` is in the form of `version`.
[[nodiscard]] Json table_cells(const Kind& kind, const ServedVersion& version, const Json& object, WallTime now);

/// All values that a kubectl-style JSON path ('.spec.ports[*].name', '.status.conditions[?(@.type=="Ready")].status')
/// leads to; nullopt when the path is not understood.
[[nodiscard]] std::optional<std::vector<const Json*>> json_path(const Json& value, std::string_view path);

}  // namespace kubexx::apiserver
