// SPDX-License-Identifier: Apache-2.0
#include "render/render.hpp"

#include "apply/empty_objects.hpp"
#include "core/json_text.hpp"
#include "protobuf/encode.hpp"
#include "render/small_table.hpp"
#include "render/tables.hpp"

namespace kubexx::apiserver {
namespace {

Json list_metadata(const Renderer::ListInfo& info)
{
  Json meta{{"resourceVersion", std::to_string(info.version)}};
  if (!info.continue_.empty()) meta["continue"] = info.continue_;
  if (info.remaining >= 0 && !info.continue_.empty()) meta["remainingItemCount"] = info.remaining;
  return meta;
}

/// An object of a built-in kind in which nothing is set, as a real server converts it from its internal type.
Json unset_object(const Kind& kind, const std::string& api_version)
{
  auto object = Json::parse(apply::empty_object(api_version + " " + kind.kind));
  for (const char* scaled : {"apps/deployments", "apps/replicasets", "apps/statefulsets"}) {
    if (kind.id() == scaled) object["spec"]["replicas"] = 0;
  }
  if (kind.id() == "apps/daemonsets") {
    object["metadata"]["annotations"] = {{"deprecated.daemonset.template.generation", "0"}};
  }
  return object;
}

}  // namespace

Renderer::Renderer(KindPtr kind, std::string version, Representation as, WallTime now)
    : kind_(std::move(kind)), version_(kind_->version(version)), as_(std::move(as)), now_(now)
{
}

void Renderer::append_full(std::string& to, const Stored& stored, bool with_type) const
{
  std::string converted;
  if (kind_->from_stored) converted = dump(kind_->from_stored(stored.json(), version_->name));
  const std::string& body = kind_->from_stored ? converted : stored.body;
  if (!with_type) {
    to += body;
    return;
  }
  to +=
      "{\"apiVersion\":" + go_quoted(kind_->api_version(version_->name)) + ",\"kind\":" + go_quoted(kind_->kind) + ",";
  to.append(body, 1);
}

void Renderer::append_partial(std::string& to, std::string_view metadata) const
{
  to.append(R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/)").append(as_.meta_version);
  to.append(R"(","metadata":)").append(metadata).append("}");
}

void Renderer::append_row_object(std::string& to, const Stored& stored) const
{
  if (as_.include_object == "Object") return append_full(to, stored, true);
  if (kind_->id() != "apps/daemonsets") return append_partial(to, stored.metadata());
  // A real server takes it from the internal object, in which a field stands in the annotation's place.
  auto metadata = Json::parse(stored.metadata());
  if (auto* annotations = find(metadata, {"annotations"})) {
    annotations->erase("deprecated.daemonset.template.generation");
    if (annotations->empty()) metadata.erase("annotations");
  }
  append_partial(to, dump(metadata));
}

void Renderer::append_row(std::string& to, const Stored& stored) const
{
  // A column of a custom resource may show anything, those of a built-in kind show nobody's fields.
  auto object = kind_->cells ? read_without_managed_fields(stored.body) : stored.json();
  if (kind_->from_stored) object = kind_->from_stored(std::move(object), version_->name);
  to += "{\"cells\":";
  append_dump(to, table_cells(*kind_, *version_, object, now_));
  to += ",\"object\":";
  if (as_.include_object == "None") {
    to += "null";
  } else {
    append_row_object(to, stored);
  }
  to += '}';
}

std::string Renderer::table(const std::vector<StoredPtr>& items, const ListInfo& info, bool columns) const
{
  const auto definitions = columns ? column_definitions(table_columns(*kind_, *version_)) : Json();
  std::string text = R"({"kind":"Table","apiVersion":"meta.k8s.io/)" + as_.meta_version + R"(","metadata":)" +
                     dump(list_metadata(info)) + ",\"columnDefinitions\":" + dump(definitions) + ",\"rows\":[";
  for (std::size_t index = 0; index < items.size(); ++index) {
    if (index > 0) text += ",";
    append_row(text, *items[index]);
  }
  text += "]}";
  return text;
}

void Renderer::append_object(std::string& to, const Stored& stored) const
{
  ListInfo info;
  info.version = stored.version;
  switch (as_.form) {
    case Form::object:
      return append_full(to, stored, true);
    case Form::partial_object:
      return append_partial(to, stored.metadata());
    case Form::table:
      to += table({std::make_shared<Stored>(stored)}, info, true);
  }
}

std::string Renderer::object(const Stored& stored) const
{
  std::string text;
  text.reserve(stored.body.size() + 100);
  append_object(text, stored);
  return text;
}

std::string Renderer::list(const std::vector<StoredPtr>& items, const ListInfo& info) const
{
  if (as_.form == Form::table) return table(items, info, true);
  const bool full_objects = as_.form == Form::object;
  std::string text =
      full_objects ? "{\"kind\":" + go_quoted(kind_->list_kind) +
                         ",\"apiVersion\":" + go_quoted(kind_->api_version(version_->name))
                   : R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/)" + as_.meta_version + "\"";
  auto meta = list_metadata(info);
  if (kind_->custom && full_objects) meta.emplace("continue", "");
  if (items.empty() && !full_objects) return text + ",\"metadata\":" + dump(meta) + ",\"items\":null}";
  text += ",\"metadata\":" + dump(meta) + ",\"items\":[";
  std::size_t bytes = text.size() + 2;
  for (const auto& item : items)
    bytes += (full_objects ? item->body.size() : item->metadata_size) + (full_objects && !kind_->custom ? 1 : 100);
  text.reserve(bytes + 1);  // with the line feed that follows
  for (std::size_t index = 0; index < items.size(); ++index) {
    if (index > 0) text += ",";
    // Items of typed lists carry no type; those of custom resources do.
    full_objects ? append_full(text, *items[index], kind_->custom) : append_partial(text, items[index]->metadata());
  }
  text += "]}";
  return text;
}

std::string Renderer::line(std::string_view type, std::string object) const
{
  if (as_.protobuf) {
    if (auto frame = protobuf::encode_event(type, Json::parse(object))) return std::move(*frame);
  }
  return "{\"type\":\"" + std::string(type) + "\",\"object\":" + std::move(object) + "}\n";
}

std::string Renderer::watch_line(std::string_view type, const Stored& stored, bool first) const
{
  if (as_.protobuf && as_.form != Form::table) return line(type, object(stored));
  std::string text = "{\"type\":\"" + std::string(type) + "\",\"object\":";
  if (as_.form == Form::table) {
    ListInfo info;
    info.version = stored.version;
    text += table({std::make_shared<Stored>(stored)}, info, first);
  } else {
    text.reserve(stored.body.size() + 150);
    append_object(text, stored);
  }
  text += "}\n";
  return text;
}

std::string Renderer::bookmark_line(std::int64_t version, bool initial_events_end, bool first) const
{
  Json meta{{"resourceVersion", std::to_string(version)}};
  if (initial_events_end) meta["annotations"] = {{"k8s.io/initial-events-end", "true"}};
  const auto api_version = kind_->api_version(version_->name);
  auto object = kind_->custom ? Json::object() : unset_object(*kind_, api_version);
  object["metadata"].update(meta, true);
  object["kind"] = kind_->kind;
  object["apiVersion"] = api_version;
  if (as_.form == Form::object) return line("BOOKMARK", dump(object));
  const Json partial{
      {"kind", "PartialObjectMetadata"}, {"apiVersion", "meta.k8s.io/" + as_.meta_version}, {"metadata", meta}};
  if (as_.form == Form::partial_object) return line("BOOKMARK", dump(partial));
  const bool without = as_.include_object == "None" && !initial_events_end;
  const Json row{{"cells", table_cells(*kind_, *version_, object, now_)},
                 {"object", as_.include_object == "Object" ? object
                            : without                      ? Json()
                                                           : partial}};
  const Json table{{"kind", "Table"},
                   {"apiVersion", "meta.k8s.io/" + as_.meta_version},
                   {"metadata", {{"resourceVersion", std::to_string(version)}}},
                   {"columnDefinitions", first ? column_definitions(table_columns(*kind_, *version_)) : Json()},
                   {"rows", Json::array({row})}};
  return line("BOOKMARK", dump(table));
}

std::string Renderer::error_line(const Json& status) const
{
  return line("ERROR", dump(status));
}

}  // namespace kubexx::apiserver
