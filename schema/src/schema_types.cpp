// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {
namespace {

enum class Wanted {
  text,
  texts,
  flag,
  count,
  number,
  values,
  schema,
  schemas,
  named_schemas,
  schema_or_flag,
  items,
  url,
  dependencies,
  docs,
  rules
};

const std::map<std::string_view, Wanted>& members()
{
  static const std::map<std::string_view, Wanted> all{
      {"$ref", Wanted::text},
      {"$schema", Wanted::url},
      {"additionalItems", Wanted::schema_or_flag},
      {"additionalProperties", Wanted::schema_or_flag},
      {"allOf", Wanted::schemas},
      {"anyOf", Wanted::schemas},
      {"definitions", Wanted::named_schemas},
      {"dependencies", Wanted::dependencies},
      {"description", Wanted::text},
      {"enum", Wanted::values},
      {"exclusiveMaximum", Wanted::flag},
      {"exclusiveMinimum", Wanted::flag},
      {"externalDocs", Wanted::docs},
      {"format", Wanted::text},
      {"id", Wanted::text},
      {"items", Wanted::items},
      {"maxItems", Wanted::count},
      {"maxLength", Wanted::count},
      {"maxProperties", Wanted::count},
      {"maximum", Wanted::number},
      {"minItems", Wanted::count},
      {"minLength", Wanted::count},
      {"minProperties", Wanted::count},
      {"minimum", Wanted::number},
      {"multipleOf", Wanted::number},
      {"not", Wanted::schema},
      {"nullable", Wanted::flag},
      {"oneOf", Wanted::schemas},
      {"pattern", Wanted::text},
      {"patternProperties", Wanted::named_schemas},
      {"properties", Wanted::named_schemas},
      {"required", Wanted::texts},
      {"title", Wanted::text},
      {"type", Wanted::text},
      {"uniqueItems", Wanted::flag},
      {"x-kubernetes-embedded-resource", Wanted::flag},
      {"x-kubernetes-int-or-string", Wanted::flag},
      {"x-kubernetes-list-map-keys", Wanted::texts},
      {"x-kubernetes-list-type", Wanted::text},
      {"x-kubernetes-map-type", Wanted::text},
      {"x-kubernetes-preserve-unknown-fields", Wanted::flag},
      {"x-kubernetes-validations", Wanted::rules},
  };
  return all;
}

constexpr const char* go_type = "v1.JSONSchemaProps";

void need(bool good, const Json& value, const std::string& field, const std::string& type)
{
  if (!good) throw cannot_unmarshal(value, "JSONSchemaProps", field, type);
}

void check_schema(const Json& value, const std::string& field)
{
  if (value.is_null()) return;
  need(value.is_object(), value, field, go_type);
  check_schema_types(value, field);
}

void check_docs(const Json& value, const std::string& field)
{
  need(value.is_object(), value, field, "v1.ExternalDocumentation");
  for (const char* name : {"description", "url"}) {
    const auto* part = find(value, {name});
    if (part == nullptr || part->is_null() || part->is_string()) continue;
    throw cannot_unmarshal(*part, "ExternalDocumentation", field + "." + name, "string");
  }
}

void check_rules(const Json& value, const std::string& field)
{
  need(value.is_array(), value, field, "v1.ValidationRules");
  for (const auto& rule : value) {
    if (rule.is_null()) continue;
    need(rule.is_object(), rule, field, "v1.ValidationRule");
    for (const auto& [name, part] : rule.items()) {
      const bool flag = name == "optionalOldSelf";
      const bool known = flag || name == "rule" || name == "message" || name == "messageExpression" ||
                         name == "fieldPath" || name == "reason";
      if (!known || part.is_null() || (flag ? part.is_boolean() : part.is_string())) continue;
      throw cannot_unmarshal(part, "ValidationRule", field + "." + name,
                             flag               ? "bool"
                             : name == "reason" ? "v1.FieldValueErrorReason"
                                                : "string");
    }
  }
}

void check_member(Wanted wanted, const Json& value, const std::string& field)
{
  switch (wanted) {
    case Wanted::text:
      return need(value.is_string(), value, field, "string");
    case Wanted::texts:
      need(value.is_array(), value, field, "[]string");
      for (const auto& item : value) need(item.is_string() || item.is_null(), item, field, "string");
      return;
    case Wanted::flag:
      return need(value.is_boolean(), value, field, "bool");
    case Wanted::count:
      return need(has_json_type(Schema::Type::integer, value), value, field, "int64");
    case Wanted::number:
      return need(value.is_number(), value, field, "float64");
    case Wanted::values:
      return need(value.is_array(), value, field, "[]v1.JSON");
    case Wanted::schema:
      return check_schema(value, field);
    case Wanted::schemas:
      need(value.is_array(), value, field, std::string("[]") + go_type);
      for (const auto& item : value) check_schema(item, field);
      return;
    case Wanted::named_schemas:
      need(value.is_object(), value, field,
           field.ends_with("definitions") ? "v1.JSONSchemaDefinitions" : std::string("map[string]") + go_type);
      for (const auto& item : value) check_schema(item, field);
      return;
    case Wanted::url:
      return need(value.is_string(), value, field, "v1.JSONSchemaURL");
    case Wanted::dependencies:
      return need(value.is_object(), value, field, "v1.JSONSchemaDependencies");
    case Wanted::docs:
      return check_docs(value, field);
    case Wanted::rules:
      return check_rules(value, field);
    case Wanted::schema_or_flag:
      if (!value.is_object() && !value.is_boolean()) throw DecodeError("boolean or JSON schema expected");
      if (value.is_object()) check_schema_types(value, "");
      return;
    case Wanted::items:
      if (value.is_object()) check_schema_types(value, "");
      return;
  }
}

}  // namespace

void check_schema_types(const Json& source, const std::string& field)
{
  if (source.is_null()) return;
  if (!source.is_object()) throw cannot_unmarshal(source, "CustomResourceValidation", field, go_type);
  for (const auto& [name, value] : source.items()) {
    const auto known = members().find(name);
    if (known != members().end() && !value.is_null()) {
      check_member(known->second, value, field.empty() ? name : field + "." + name);
    }
  }
}

}  // namespace kubexx::schema::detail
