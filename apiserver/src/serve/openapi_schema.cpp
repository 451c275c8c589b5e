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
  if (type_name.starts_with("apimachinery.")) return "io.k8s." + type_name;
  if (type_name.starts_with("apiregistration.v1.")) return "io.k8s.kube-aggregator.pkg.apis." + type_name;
  if (type_name.starts_with("apiextensions.v1.")) return "io.k8s.apiextensions-apiserver.pkg.apis." + type_name;
  return "io.k8s.api." + type_name;
}

void OpenApiSchemas::describe(Json& schema, std::string_view type) const
{
  const auto text = descriptions_ == nullptr ? std::string_view() : descriptions_->of(type);
  if (!text.empty()) schema["description"] = text;
}

Json OpenApiSchemas::described(Json schema, std::string_view type, std::string_view field)
{
  if (descriptions_ == nullptr) return schema;
  auto& value = schema.contains("items")                  ? schema["items"]
                : schema.contains("additionalProperties") ? schema["additionalProperties"]
                                                          : schema;
  if (const auto values = descriptions_->values(type, field); !values.empty()) value["enum"] = values;
  if (const auto other = descriptions_->type_of(type, field); !other.empty()) {
    value.erase("type");
    value.update(
        ref(add_value_type(std::string(other), other.ends_with(".JSON") ? Json::object() : Json{{"type", "object"}})));
  }
  const auto text = descriptions_->of(type, field);
  if (text.empty()) return schema;
  schema["description"] = text;
  if (!version_two_ && schema.contains("$ref")) {
    schema["allOf"] = Json::array({{{"$ref", schema["$ref"]}}});  // version 3.0 ignores what stands beside a $ref
    schema.erase("$ref");
  }
  return schema;
}

Json OpenApiSchemas::members(const Schema& schema)
{
  Json json{{"type", "object"}};
  describe(json, schema.type_name);
  if (!schema.properties.empty()) {
    auto& properties = json["properties"] = Json::object();
    for (const auto& [name, property] : schema.properties) {
      properties[name] = described(value_schema(*property), schema.type_name, name);
    }
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

std::string OpenApiSchemas::add_value_type(const std::string& type, Json schema)
{
  auto name = full_type_name(type);
  if (all_.contains(name)) return name;
  describe(schema, type);
  all_[name] = std::move(schema);
  return name;
}

Json OpenApiSchemas::text_or(const char* other) const
{
  if (version_two_) return {{"type", "string"}};
  return {{"oneOf", Json::array({{{"type", "string"}}, {{"type", other}}})}};
}

Json OpenApiSchemas::value_schema(const Schema& schema)
{
  Json json = Json::object();
  if (!schema.type_name.empty()) {
    json = ref(add_type(schema));
  } else if (schema.int_or_string) {
    auto number = text_or("integer");
    number["format"] = "int-or-string";
    json = ref(add_value_type("apimachinery.pkg.util.intstr.IntOrString", std::move(number)));
  } else if (schema.format == "quantity") {
    json = ref(add_value_type("apimachinery.pkg.api.resource.Quantity", text_or("number")));
  } else if (schema.format == "date-time" || schema.format == "micro-time") {
    const char* const type = schema.format == "date-time" ? "meta.v1.Time" : "meta.v1.MicroTime";
    json = ref(add_value_type(type, {{"type", "string"}, {"format", "date-time"}}));
  } else if (schema.type == Schema::Type::any) {
    json = {{"type", "object"}};
  } else {
    json["type"] = to_string(schema.type);
    if (!schema.format.empty()) json["format"] = schema.format;
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
    // These have the same descriptions in every kind.
    const Json text{{"type", "string"}};
    for (const char* field : {"apiVersion", "kind"}) properties[field] = described(text, "core.v1.Pod", field);
    properties["metadata"] =
        described(ref(add_type(*builtin_schemas().at("meta.v1.ObjectMeta"))), "core.v1.Pod", "metadata");
    all_[name] = std::move(json);
  }
  all_[name]["x-kubernetes-group-version-kind"] = gvk;
  return name;
}

}  // namespace kubexx::apiserver
