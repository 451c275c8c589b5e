// SPDX-License-Identifier: Apache-2.0
// What k8s.io/apimachinery (pkg/apis/meta/v1/unstructured) and kubectl's mapper refuse to decode, with the words of
// Go's encoding/json.
#include "manifest_shape.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kubexx::cli {
namespace {

using nlohmann::json;

std::string unreadable(const json& value, const std::string& where)
{
  const char* const type = value.is_boolean() ? "bool" : value.type_name();
  return std::string("json: cannot unmarshal ") + type + " into Go " + where;
}

std::string wrong_type(const json& value, const std::string& field, const char* type)
{
  return unreadable(value, "struct field " + field + " of type " + type);
}

bool is_text(const std::string& field)
{
  constexpr std::array<std::string_view, 6> texts{"name", "generateName",    "namespace",
                                                  "uid",  "resourceVersion", "selfLink"};
  return std::find(texts.begin(), texts.end(), field) != texts.end();
}

/// A map of texts; Go takes null for an empty one.
std::optional<std::string> map_problem(const json& map, const std::string& field)
{
  if (!map.is_object()) return wrong_type(map, field, "map[string]string");
  for (const auto& value : map) {
    if (!value.is_string() && !value.is_null()) return wrong_type(value, field, "string");
  }
  return std::nullopt;
}

std::optional<std::string> metadata_problem(const json& metadata)
{
  if (metadata.is_null()) return std::nullopt;
  if (!metadata.is_object()) return wrong_type(metadata, "metadataOnlyObject.metadata", "v1.ObjectMeta");
  for (const auto& [name, value] : metadata.items()) {
    if (value.is_null()) continue;
    const std::string field = "ObjectMeta.metadata." + name;
    if (is_text(name) && !value.is_string()) return wrong_type(value, field, "string");
    if (name != "labels" && name != "annotations") continue;
    if (auto problem = map_problem(value, field)) return problem;
  }
  return std::nullopt;
}

std::optional<std::string> items_problem(const json& items)
{
  if (items.is_null()) return std::nullopt;
  if (!items.is_array()) return wrong_type(items, "decodeList.items", "[]json.RawMessage");
  for (const auto& item : items) {
    if (!item.is_object() && !item.is_null()) return unreadable(item, "value of type map[string]interface {}");
  }
  return std::nullopt;
}

std::string missing(const char* what, const json& document)
{
  return std::string("Object '") + what + "' is missing in '" +
         document.dump(-1, ' ', false, json::error_handler_t::replace) + "'";
}

bool has_text(const json& value)
{
  return value.is_string() && !value.get_ref<const std::string&>().empty();
}

}  // namespace

std::optional<std::string> shape_problem(const json& document)
{
  if (!document.is_object()) return unreadable(document, "value of type unstructured.detector");
  if (!has_text(document.value("kind", json()))) return missing("Kind", document);
  const json version = document.value("apiVersion", json());
  if (!version.is_string() && !version.is_null()) {
    return wrong_type(version, "metadataOnlyObject.apiVersion", "string");
  }
  if (!has_text(version)) return missing("apiVersion", document);
  if (const auto items = document.find("items"); items != document.end()) return items_problem(*items);
  return metadata_problem(document.value("metadata", json()));
}

}  // namespace kubexx::cli
