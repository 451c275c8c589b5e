// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/client/watch.hpp"

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

/// metav1.Table: the server's printable form of one object or of a page of a list. A value.
struct Table {
  std::vector<TableColumn> columns;  ///< of a later page: may be empty, meaning those of the first
  std::vector<TableRow> rows;
  std::string resource_version;
  std::string continue_;                  ///< not empty: more pages
  std::int64_t remaining_item_count = 0;  ///< as in ObjectList
};

/// One event of a watch of tables.
struct TableEvent {
  WatchEvent::Type type = WatchEvent::Type::added;
  Table table;                      ///< the object's row; columns in the first event alone; of a bookmark: no rows
  std::string resource_version;     ///< of the object or the bookmark
  bool initial_events_end = false;  ///< as in WatchEvent; the server says it unless IncludeObject::none was asked for
};

/// A WatchStream whose events are Tables (Client::watch_table): what it says of waiting and errors is true here too.
/// An event whose object is no Table is an ObjectError, and the next call goes on behind it.
class TableStream {
public:
  /// Empty; may only be assigned to.
  TableStream() = default;
  explicit TableStream(std::unique_ptr<WatchStream> events);

  [[nodiscard]] awaitable<std::optional<TableEvent>> async_next(CallOptions within = {});
  [[nodiscard]] std::optional<TableEvent> next(const CallOptions& within = {});
  [[nodiscard]] SteadyTime last_data() const noexcept { return events_->last_data(); }
  [[nodiscard]] std::size_t undecodable() const noexcept { return events_->undecodable(); }

private:
  std::unique_ptr<WatchStream> events_;
};

}  // namespace kubexx
