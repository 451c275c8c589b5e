// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kubexx/client/object.hpp"

namespace kubexx {

/// metav1.TableColumnDefinition.
struct TableColumn {
  std::string name;    ///< "Name", "Ready", "Age": kubectl prints it in capitals
  std::string type;    ///< "string", "integer", "number", "boolean", "date"
  std::string format;  ///< "name" for the column that identifies the object; mostly empty
  std::string description;
  std::int64_t priority = 0;  ///< above 0: only in the wide form
};

/// metav1.TableRow.
struct TableRow {
  std::vector<std::string> cells;  ///< one for each column, as text; empty for null
  Object object;                   ///< a PartialObjectMetadata or the object, as IncludeObject asked; else empty
};

/// metav1.Table: what the server says a person should see of one object or of a page of a list. A value.
struct Table {
  std::vector<TableColumn> columns;  ///< of a later page: may be empty, meaning those of the first
  std::vector<TableRow> rows;
  std::string resource_version;
  std::string continue_;                  ///< not empty: more pages
  std::int64_t remaining_item_count = 0;  ///< as in ObjectList
};

}  // namespace kubexx
