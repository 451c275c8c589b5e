// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/table.hpp"

#include <utility>

#include "blocking_verb.hpp"
#include "json_scan.hpp"

namespace kubexx {

using detail::CallSubject;

namespace {

using Impl = detail::ClientAccess::Impl;

std::string text_at(JsonView json, std::string_view pointer)
{
  return json.at(pointer).as_string().value_or(std::string());
}

TableColumn column_of(JsonView json)
{
  return {text_at(json, "/name"), text_at(json, "/type"), text_at(json, "/format"), text_at(json, "/description"),
          json.at("/priority").as_int().value_or(0)};
}

std::string cell_of(JsonView json)
{
  if (json.type() == JsonView::Type::null) return {};
  if (auto text = json.as_string()) return std::move(*text);
  return std::string(json.bytes());
}

TableRow row_of(JsonView json)
{
  TableRow row;
  for (auto cells = json.member("cells").children(); cells.next();) row.cells.push_back(cell_of(cells.value()));
  const JsonView object = json.member("object");
  if (object.type() == JsonView::Type::object) row.object = Object::parse(object.bytes());
  return row;
}

Table parse_table(std::string_view body)
{
  detail::JsonScanner scanner(body);
  scanner.skip_space();
  const JsonView json(scanner.value());
  if (!json.member("kind").equals("Table")) throw ObjectError("its kind is not Table");
  Table table;
  for (auto columns = json.member("columnDefinitions").children(); columns.next();) {
    table.columns.push_back(column_of(columns.value()));
  }
  for (auto rows = json.member("rows").children(); rows.next();) table.rows.push_back(row_of(rows.value()));
  table.resource_version = text_at(json, "/metadata/resourceVersion");
  table.continue_ = text_at(json, "/metadata/continue");
  table.remaining_item_count = json.at("/metadata/remainingItemCount").as_int().value_or(0);
  return table;
}

/// The event with its object as a table.
TableEvent table_event(WatchEvent event)
{
  TableEvent result;
  result.type = event.type;
  result.resource_version = std::move(event.resource_version);
  try {
    result.table = parse_table(event.object.bytes());
  } catch (const ObjectError& error) {
    throw ObjectError(std::string("a watch of tables: the event's object is not a table: ") + error.what());
  }
  if (event.type == WatchEvent::Type::bookmark) {
    for (const TableRow& row : std::exchange(result.table.rows, {})) {
      if (row.object.annotation("k8s.io/initial-events-end") == "true") result.initial_events_end = true;
    }
  }
  return result;
}

awaitable<TableStream> open_tables(detail::StartWatch start, CallOptions bounds)
{
  auto events = co_await start(std::move(bounds), true);
  co_return TableStream(std::move(events));
}

awaitable<Table> read_table(Impl::Self impl, ApiCall call, CallOptions bounds, bool may_wait)
{
  const CallSubject subject = detail::subject_of(call);
  const std::string body = co_await Impl::raw(impl, std::move(call), std::move(bounds), may_wait);
  try {
    co_return parse_table(body);
  } catch (const ObjectError& error) {
    throw ObjectError(to_string(subject) + ": the server's answer is not a table: " + error.what());
  }
}

}  // namespace

awaitable<Table> Client::async_get_table(ResourceType type, ObjectKey key, GetOptions options,
                                         IncludeObject include) const
{
  auto call = detail::get_table_call(std::move(type), std::move(key), options, include);
  return read_table(impl_, std::move(call), detail::bounds_of(options), true);
}

Table Client::get_table(const ResourceType& type, const ObjectKey& key, const GetOptions& options,
                        IncludeObject include) const
{
  auto call = detail::get_table_call(type, key, options, include);
  return detail::run_verb<Table>(*impl_, options, "async_get_table", [&](CallOptions bounds, bool may_wait) {
    return read_table(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

awaitable<Table> Client::async_list_table(ResourceType type, ListOptions options, IncludeObject include) const
{
  auto call = detail::list_table_call(std::move(type), options, include);
  return read_table(impl_, std::move(call), detail::bounds_of(options), true);
}

Table Client::list_table(const ResourceType& type, const ListOptions& options, IncludeObject include) const
{
  auto call = detail::list_table_call(type, options, include);
  return detail::run_verb<Table>(*impl_, options, "async_list_table", [&](CallOptions bounds, bool may_wait) {
    return read_table(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

TableStream::TableStream(std::unique_ptr<WatchStream> events) : events_(std::move(events)) {}

awaitable<std::optional<TableEvent>> TableStream::async_next(CallOptions within)
{
  auto event = co_await events_->async_next(std::move(within));
  if (!event) co_return std::nullopt;
  co_return table_event(std::move(*event));
}

std::optional<TableEvent> TableStream::next(const CallOptions& within)
{
  auto event = events_->next(within);
  if (!event) return std::nullopt;
  return table_event(std::move(*event));
}

awaitable<TableStream> Client::async_watch_table(ResourceType type, WatchOptions options, IncludeObject include) const
{
  return open_tables(detail::start_watch(impl_, std::move(type), options, include), detail::bounds_of(options));
}

TableStream Client::watch_table(const ResourceType& type, const WatchOptions& options, IncludeObject include) const
{
  return TableStream(
      detail::run_watch(*impl_, options, "async_watch_table", detail::start_watch(impl_, type, options, include)));
}

}  // namespace kubexx
