// SPDX-License-Identifier: Apache-2.0
#include "render/render.hpp"

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

}  // namespace

Renderer::Renderer(KindPtr kind, std::string version, Representation as, WallTime now)
    : kind_(std::move(kind)), version_(kind_->version(version)), as_(std::move(as)), now_(now)
{
}

std::string Renderer::full(const Stored& stored, bool with_type) const
{
  std::string converted;
  if (kind_->from_stored) converted = dump(kind_->from_stored(stored.json(), version_->name));
  const std::string& body = kind_->from_stored ? converted : stored.body;
  if (!with_type) return body;
  std::string text =
      "{\"apiVersion\":" + go_quoted(kind_->api_version(version_->name)) + ",\"kind\":" + go_quoted(kind_->kind);
  text += ",";
  text.append(body, 1);
  return text;
}

std::string Renderer::partial(const Stored& stored) const
{
  return R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/)" + as_.meta_version + R"(","metadata":)" +
         dump(stored.json().at("metadata")) + "}";
}

std::string Renderer::row(const Stored& stored) const
{
  auto object = stored.json();
  if (kind_->from_stored) object = kind_->from_stored(std::move(object), version_->name);
  std::string text = "{\"cells\":" + dump(table_cells(*kind_, *version_, object, now_));
  if (as_.include_object != "None") {
    text += ",\"object\":" + (as_.include_object == "Object" ? full(stored, true) : partial(stored));
  }
  return text + "}";
}

std::string Renderer::table(const std::vector<StoredPtr>& items, const ListInfo& info, bool columns) const
{
  Json definitions = Json::array();
  if (columns) {
    for (const auto& column : table_columns(*kind_, *version_)) {
      definitions.push_back({{"name", column.name},
                             {"type", column.type},
                             {"format", column.format},
                             {"description", column.description},
                             {"priority", column.priority}});
    }
  }
  std::string text = R"({"kind":"Table","apiVersion":"meta.k8s.io/)" + as_.meta_version + R"(","metadata":)" +
                     dump(list_metadata(info)) + ",\"columnDefinitions\":" + (columns ? dump(definitions) : "null") +
                     ",\"rows\":[";
  for (std::size_t index = 0; index < items.size(); ++index) {
    if (index > 0) text += ",";
    text += row(*items[index]);
  }
  return text + "]}";
}

std::string Renderer::object(const Stored& stored) const
{
  switch (as_.form) {
    case Form::object:
      return full(stored, true);
    case Form::partial_object:
      return partial(stored);
    case Form::table:
      break;
  }
  ListInfo info;
  info.version = stored.version;
  return table({std::make_shared<Stored>(stored)}, info, true);
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
  text += ",\"metadata\":" + dump(meta) + ",\"items\":[";
  std::size_t bytes = text.size() + 2;
  for (const auto& item : items) bytes += item->body.size() + 1;
  text.reserve(bytes);
  for (std::size_t index = 0; index < items.size(); ++index) {
    if (index > 0) text += ",";
    // Items of typed lists carry no type; those of custom resources do.
    text += full_objects ? full(*items[index], kind_->custom) : partial(*items[index]);
  }
  return text + "]}";
}

std::string Renderer::watch_line(std::string_view type, const Stored& stored, bool first) const
{
  std::string text = "{\"type\":\"" + std::string(type) + "\",\"object\":";
  if (as_.form == Form::table) {
    ListInfo info;
    info.version = stored.version;
    text += table({std::make_shared<Stored>(stored)}, info, first);
  } else {
    text += object(stored);
  }
  return text + "}\n";
}

std::string Renderer::bookmark_line(std::int64_t version, bool initial_events_end) const
{
  Json meta{{"resourceVersion", std::to_string(version)}};
  if (initial_events_end) meta["annotations"] = {{"k8s.io/initial-events-end", "true"}};
  Json object;
  if (as_.form == Form::object) {
    object = {{"kind", kind_->kind}, {"apiVersion", kind_->api_version(version_->name)}, {"metadata", meta}};
  } else if (as_.form == Form::partial_object) {
    object = {{"kind", "PartialObjectMetadata"}, {"apiVersion", "meta.k8s.io/" + as_.meta_version}, {"metadata", meta}};
  } else {
    const Json row_object{
        {"kind", "PartialObjectMetadata"}, {"apiVersion", "meta.k8s.io/" + as_.meta_version}, {"metadata", meta}};
    object = {{"kind", "Table"},
              {"apiVersion", "meta.k8s.io/" + as_.meta_version},
              {"metadata", {{"resourceVersion", std::to_string(version)}}},
              {"columnDefinitions", nullptr},
              {"rows", Json::array({{{"cells", Json::array()}, {"object", row_object}}})}};
  }
  return dump(Json{{"type", "BOOKMARK"}, {"object", std::move(object)}}) + "\n";
}

std::string Renderer::error_line(const Json& status)
{
  return dump(Json{{"type", "ERROR"}, {"object", status}}) + "\n";
}

}  // namespace kubexx::apiserver
