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
  std::string name;    ///< "Name", "Ready", "Age": kubectl prints it in upper case
  std::string type;    ///< "string", "integer", "number", "boolean", "date"
  std::string format;  ///< "name" for the column that identifies the object; usually empty
  std::string description;
  std::int64_t priority = 0;  ///< above 0: only in wide output
};

/// metav1.TableRow.
struct TableRow {
  std::vector<std::string> cells;  ///< one per column, as text; empty for null
  Object object;                   ///< a PartialObjectMetadata or the full object (IncludeObject), or empty
};

/// metav1.Table: the server's printable form of one object or one list page. A value type.
struct Table {
  std::vector<TableColumn> columns;  ///< may be empty on later pages: those of the first page apply
  std::vector<TableRow> rows;
  std::string resource_version;
  std::string continue_;                  ///< not empty: there are more pages
  std::int64_t remaining_item_count = 0;  ///< as in ObjectList
};

/// One event of a TableStream.
struct TableEvent {
  WatchEvent::Type type = WatchEvent::Type::added;
  Table table;                      ///< the object's row (none for a bookmark); columns only in the first event
  std::string resource_version;     ///< of the object or the bookmark
  bool initial_events_end = false;  ///< as in WatchEvent; not available with IncludeObject::none
};

/// A WatchStream whose events are Tables (Client::watch_table). Waits, errors, cancellation and lifetimes are the same.
/// An event whose object is not a Table throws ObjectError; the next call continues after it.
class TableStream {
public:
  /// Empty; can only be assigned to.
  TableStream() = default;
  explicit TableStream(std::unique_ptr<WatchStream> events);

  /// Returns the next event, or nullopt at the end of the watch, like WatchStream::async_next.
  [[nodiscard]] awaitable<std::optional<TableEvent>> async_next(CallOptions within = {});
  [[nodiscard]] std::optional<TableEvent> next(const CallOptions& within = {});
  [[nodiscard]] SteadyTime last_data() const noexcept { return events_->last_data(); }
  [[nodiscard]] std::size_t undecodable() const noexcept { return events_->undecodable(); }

private:
  std::unique_ptr<WatchStream> events_;
};

}  // namespace kubexx
