// SPDX-License-Identifier: Apache-2.0
#include "serve/openapi_schema.hpp"

namespace kubexx::apiserver {
namespace {

/// "io.k8s.samplecontroller.v1alpha1.Foo": the group's words from the last to the first.
std::string custom_type_name(const Kind& kind, const std::string& version)
{
  std::string name;
  std::string_view rest = kind.group;
  while (!rest.empty()) {
    const auto dot = rest.rfind('.');
    const auto word = dot == std::string_view::npos ? rest : rest.substr(dot + 1);
    name.append(word).append(".");
    rest = dot == std::string_view::npos ? std::string_view() : rest.substr(0, dot);
  }
  return name + version + "." + kind.kind;
}

}  // namespace

std::string full_type_name(const std::string& type_name)
{
  if (type_name.starts_with("meta.v1.")) return "io.k8s.apimachinery.pkg.apis." + type_name;
  if (type_name.starts_with("apiextensions.v1.")) return "io.k8s.apiextensions-apiserver.pkg.apis." + type_name;
  return "io.k8s.api." + type_name;
}

Json OpenApiSchemas::members(const Schema& schema)
{
  Json json{{"type", "object"}};
  if (!schema.properties.empty()) {
    auto& properties = json["properties"] = Json::object();
    for (const auto& [name, property] : schema.properties) properties[name] = value_schema(*property);
  }
  if (!schema.required.empty()) json["required"] = schema.required;
  return json;
}

std::string OpenApiSchemas::add_type(const Schema& type)
{
  auto name = full_type_name(type.type_name);
  if (all_.contains(name)) return name;
  all_.emplace(name, Json());
  auto json = members(type);
  all_[name] = std::move(json);
  return name;
}

std::string OpenApiSchemas::add_value_type(const char* name, const char* other, const char* format)
{
  auto& json = all_[name];
  if (!json.is_null()) return name;
  if (version_two_) {
    json["type"] = "string";
  } else {
    json["oneOf"] = Json::array({{{"type", "string"}}, {{"type", other}}});
  }
  if (*format != '\0') json["format"] = format;
  return name;
}

Json OpenApiSchemas::value_schema(const Schema& schema)
{
  Json json = Json::object();
  if (!schema.type_name.empty()) {
    json = ref(add_type(schema));
  } else if (schema.int_or_string) {
    json = ref(add_value_type("io.k8s.apimachinery.pkg.util.intstr.IntOrString", "integer", "int-or-string"));
  } else if (schema.format == "quantity") {
    json = ref(add_value_type("io.k8s.apimachinery.pkg.api.resource.Quantity", "number", ""));
  } else if (schema.type == Schema::Type::any) {
    json = {{"type", "object"}};
  } else {
    json["type"] = to_string(schema.type);
    if (!schema.format.empty()) json["format"] = schema.format == "micro-time" ? "date-time" : schema.format;
    if (schema.items) json["items"] = value_schema(*schema.items);
    if (schema.additional) json["additionalProperties"] = value_schema(*schema.additional);
  }
  std::string strategy;
  if (schema.patch_merge) strategy = "merge";
  if (schema.retain_keys) strategy += strategy.empty() ? "retainKeys" : ",retainKeys";
  if (!strategy.empty()) json["x-kubernetes-patch-strategy"] = strategy;
  if (!schema.patch_merge_key.empty()) json["x-kubernetes-patch-merge-key"] = schema.patch_merge_key;
  if (!schema.list_type.empty()) json["x-kubernetes-list-type"] = schema.list_type;
  if (!schema.list_map_keys.empty()) json["x-kubernetes-list-map-keys"] = schema.list_map_keys;
  return json;
}

std::string OpenApiSchemas::add_kind(const Kind& kind, const ServedVersion& version)
{
  const Json gvk = Json::array({{{"group", kind.group}, {"version", version.name}, {"kind", kind.kind}}});
  std::string name;
  if (version.schema && !kind.custom) {
    name = add_type(*version.schema);
  } else {
    name = custom_type_name(kind, version.name);
    Json json = version.schema_source.is_object() ? version.schema_source : Json{{"type", "object"}};
    auto& properties = json["properties"];
    if (!properties.is_object()) properties = Json::object();
    properties["apiVersion"] = {{"type", "string"},
                                {"description", "The version of the schema that this object is written in."}};
    properties["kind"] = {{"type", "string"}, {"description", "The kind of resource that this object is."}};
    properties["metadata"] = ref(add_type(*builtin_schemas().at("meta.v1.ObjectMeta")));
    all_[name] = std::move(json);
  }
  all_[name]["x-kubernetes-group-version-kind"] = gvk;
  return name;
}

}  // namespace kubexx::apiserver
