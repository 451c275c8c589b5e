// SPDX-License-Identifier: Apache-2.0
#include "definition/schema_text.hpp"

#include <array>
#include <string_view>

namespace kubexx::schema::detail {
namespace {

enum class GoForm {
  text,
  flag,
  value,
  schema,
  schemas,
  named_schemas,
  items,
  schema_or_flag,
  dependencies,
  docs,
  rules
};

struct GoMember {
  std::string_view name;  ///< in the document
  std::string_view field;
  GoForm form;
  bool at_root;  ///< may stand at the root when there is a status
};

/// In the order of the struct: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/types_jsonschema.go.
constexpr std::array go_members{
    GoMember{"id", "ID", GoForm::text, false},
    GoMember{"$schema", "Schema", GoForm::text, false},
    GoMember{"$ref", "Ref", GoForm::value, false},
    GoMember{"description", "Description", GoForm::text, true},
    GoMember{"type", "Type", GoForm::text, true},
    GoMember{"nullable", "Nullable", GoForm::flag, false},
    GoMember{"format", "Format", GoForm::text, true},
    GoMember{"title", "Title", GoForm::text, true},
    GoMember{"default", "Default", GoForm::value, false},
    GoMember{"maximum", "Maximum", GoForm::value, true},
    GoMember{"exclusiveMaximum", "ExclusiveMaximum", GoForm::flag, true},
    GoMember{"minimum", "Minimum", GoForm::value, true},
    GoMember{"exclusiveMinimum", "ExclusiveMinimum", GoForm::flag, true},
    GoMember{"maxLength", "MaxLength", GoForm::value, true},
    GoMember{"minLength", "MinLength", GoForm::value, true},
    GoMember{"pattern", "Pattern", GoForm::text, true},
    GoMember{"maxItems", "MaxItems", GoForm::value, true},
    GoMember{"minItems", "MinItems", GoForm::value, true},
    GoMember{"uniqueItems", "UniqueItems", GoForm::flag, true},
    GoMember{"multipleOf", "MultipleOf", GoForm::value, true},
    GoMember{"enum", "Enum", GoForm::value, false},
    GoMember{"maxProperties", "MaxProperties", GoForm::value, false},
    GoMember{"minProperties", "MinProperties", GoForm::value, false},
    GoMember{"required", "Required", GoForm::value, true},
    GoMember{"items", "Items", GoForm::items, true},
    GoMember{"allOf", "AllOf", GoForm::schemas, false},
    GoMember{"oneOf", "OneOf", GoForm::schemas, false},
    GoMember{"anyOf", "AnyOf", GoForm::schemas, false},
    GoMember{"not", "Not", GoForm::schema, false},
    GoMember{"properties", "Properties", GoForm::named_schemas, true},
    GoMember{"additionalProperties", "AdditionalProperties", GoForm::schema_or_flag, false},
    GoMember{"patternProperties", "PatternProperties", GoForm::named_schemas, false},
    GoMember{"dependencies", "Dependencies", GoForm::dependencies, false},
    GoMember{"additionalItems", "AdditionalItems", GoForm::schema_or_flag, false},
    GoMember{"definitions", "Definitions", GoForm::named_schemas, false},
    GoMember{"externalDocs", "ExternalDocs", GoForm::docs, true},
    GoMember{"example", "Example", GoForm::value, true},
    GoMember{"x-kubernetes-preserve-unknown-fields", "XPreserveUnknownFields", GoForm::value, true},
    GoMember{"x-kubernetes-embedded-resource", "XEmbeddedResource", GoForm::flag, false},
    GoMember{"x-kubernetes-int-or-string", "XIntOrString", GoForm::flag, false},
    GoMember{"x-kubernetes-list-map-keys", "XListMapKeys", GoForm::value, false},
    GoMember{"x-kubernetes-list-type", "XListType", GoForm::value, false},
    GoMember{"x-kubernetes-map-type", "XMapType", GoForm::value, false},
    GoMember{"x-kubernetes-validations", "XValidations", GoForm::rules, true},
};

std::string listed(const Json& list, std::string (*text)(const Json&))
{
  std::string all = "[";
  for (const auto& item : list) all += (all.size() > 1 ? "," : "") + text(item);
  return all + "]";
}

std::string named(const Json& map, std::string (*text)(const Json&))
{
  std::string all = "{";
  for (const auto& [name, item] : map.items()) {
    if (all.size() > 1) all += ',';
    all += go_json(Json(name)) + ":" + text(item);
  }
  return all + "}";
}

std::string value_text(const Json& object, const char* member, const char* absent)
{
  const auto* value = find(object, {member});
  return value == nullptr ? absent : go_json(*value);
}

std::string rule_text(const Json& rule)
{
  return "{\"Rule\":" + value_text(rule, "rule", "\"\"") + ",\"Message\":" + value_text(rule, "message", "\"\"") +
         ",\"MessageExpression\":" + value_text(rule, "messageExpression", "\"\"") +
         ",\"Reason\":" + value_text(rule, "reason", "null") +
         ",\"FieldPath\":" + value_text(rule, "fieldPath", "\"\"") +
         ",\"OptionalOldSelf\":" + value_text(rule, "optionalOldSelf", "null") + "}";
}

std::string dependency_text(const Json& dependency)
{
  if (dependency.is_array()) return "{\"Schema\":null,\"Property\":" + go_json(dependency) + "}";
  return "{\"Schema\":" + schema_text(dependency) + ",\"Property\":null}";
}

/// The form of what is not there.
std::string zero_text(GoForm form)
{
  return form == GoForm::text ? "\"\"" : form == GoForm::flag ? "false" : "null";
}

std::string member_text(GoForm form, const Json& value)
{
  switch (form) {
    case GoForm::text:
    case GoForm::flag:
    case GoForm::value:
      return go_json(value);
    case GoForm::schema:
      return schema_text(value);
    case GoForm::schemas:
      return listed(value, schema_text);
    case GoForm::named_schemas:
      return named(value, schema_text);
    case GoForm::items:
      if (value.is_array()) return "{\"Schema\":null,\"JSONSchemas\":" + listed(value, schema_text) + "}";
      return "{\"Schema\":" + schema_text(value) + ",\"JSONSchemas\":null}";
    case GoForm::schema_or_flag:
      if (value.is_boolean()) return "{\"Allows\":" + go_json(value) + ",\"Schema\":null}";
      return "{\"Allows\":true,\"Schema\":" + schema_text(value) + "}";
    case GoForm::dependencies:
      return named(value, dependency_text);
    case GoForm::docs:
      return "{\"Description\":" + value_text(value, "description", "\"\"") +
             ",\"URL\":" + value_text(value, "url", "\"\"") + "}";
    case GoForm::rules:
      return listed(value, rule_text);
  }
  return {};
}

bool is_zero(GoForm form, const Json* value)
{
  return value == nullptr || value->is_null() || (form == GoForm::text && *value == "") ||
         (form == GoForm::flag && *value == false);
}

std::string names_at_root()
{
  std::string text = "[";
  for (const auto& member : go_members) {
    if (member.at_root) text.append(text.size() > 1 ? " " : "").append(member.field);
  }
  return text + "]";
}

}  // namespace

std::string schema_text(const Json& schema)
{
  std::string text = "{";
  for (const auto& [name, field, form, at_root] : go_members) {
    text.append(text.size() > 1 ? ",\"" : "\"").append(field).append("\":");
    const auto* value = schema.is_object() ? find(schema, {name}) : nullptr;
    text += is_zero(form, value) ? zero_text(form) : member_text(form, *value);
  }
  return text + "}";
}

void check_root_members(const Json& schema, const std::string& field, FieldErrors& errors)
{
  for (const auto& [name, go_name, form, at_root] : go_members) {
    const auto* value = find(schema, {name});
    if (is_zero(form, value)) continue;
    if (name == "type" && *value != "object") {
      return errors.push_back(invalid_value(field + ".type", *value,
                                            "only \"object\" is allowed as the type at the root of the schema if the "
                                            "status subresource is enabled"));
    }
    if (at_root) continue;
    return errors.push_back({"FieldValueInvalid",
                             "Invalid value: " + schema_text(schema) + ": only " + names_at_root() +
                                 " fields are allowed at the root of the schema if the status subresource is enabled",
                             field});
  }
}

}  // namespace kubexx::schema::detail
