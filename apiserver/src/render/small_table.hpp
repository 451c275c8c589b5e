// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/kind.hpp"
#include "core/request.hpp"

/// Tables of what is not stored: scales and component statuses.
namespace kubexx::apiserver {

struct SmallRow {
  Json cells;
  Json object;  ///< in full
};

/// The text of a Table. `as` says what its rows carry; `version` empty: of no version.
[[nodiscard]] std::string small_table(const Representation& as, const std::vector<Column>& columns,
                                      std::vector<SmallRow> rows, const std::string& version);

/// How a Table describes its columns.
[[nodiscard]] Json column_definitions(const std::vector<Column>& columns);

}  // namespace kubexx::apiserver
