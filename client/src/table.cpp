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

}  // namespace kubexx
