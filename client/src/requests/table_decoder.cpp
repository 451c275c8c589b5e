// SPDX-License-Identifier: Apache-2.0
#include "requests/table_decoder.hpp"

#include <utility>

#include "kubexx/apimachinery/detail/json_scan.hpp"

namespace kubexx {

using detail::JsonScanner;

namespace {

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

}  // namespace

Table detail::decode_table(std::string_view body)
{
  JsonScanner scanner(body);
  scanner.skip_space();
  const JsonView json(scanner.value());
  scanner.skip_space();
  if (!scanner.at_end()) scanner.fail("text after the table");
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

TableEvent detail::decode_table_event(WatchEvent event)
{
  TableEvent result;
  result.type = event.type;
  result.resource_version = std::move(event.resource_version);
  try {
    result.table = decode_table(event.object.bytes());
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

}  // namespace kubexx
