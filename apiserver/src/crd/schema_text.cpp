// SPDX-License-Identifier: Apache-2.0
#include "crd/schema_text.hpp"

#include <array>
#include <string_view>

#include "apply/path.hpp"

namespace kubexx::apiserver {
namespace {

using apply::go_json;

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

struct Member {
  std::string_view name;  ///< in the document
  std::string_view field;
  GoForm form;
  bool at_root;  ///< may stand at the root when there is a status
};

/// In the order of the struct: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/types_jsonschema.go.
constexpr std::array members{
    Member{"id", "ID", GoForm::text, false},
    Member{"$schema", "Schema", GoForm::text, false},
    Member{"$ref", "Ref", GoForm::value, false},
    Member{"description", "Description", GoForm::text, true},
    Member{"type", "Type", GoForm::text, true},
    Member{"nullable", "Nullable", GoForm::flag, false},
    Member{"format", "Format", GoForm::text, true},
    Member{"title", "Title", GoForm::text, true},
    Member{"default", "Default", GoForm::value, false},
    Member{"maximum", "Maximum", GoForm::value, true},
    Member{"exclusiveMaximum", "ExclusiveMaximum", GoForm::flag, true},
    Member{"minimum", "Minimum", GoForm::value, true},
    Member{"exclusiveMinimum", "ExclusiveMinimum", GoForm::flag, true},
    Member{"maxLength", "MaxLength", GoForm::value, true},
    Member{"minLength", "MinLength", GoForm::value, true},
    Member{"pattern", "Pattern", GoForm::text, true},
    Member{"maxItems", "MaxItems", GoForm::value, true},
    Member{"minItems", "MinItems", GoForm::value, true},
    Member{"uniqueItems", "UniqueItems", GoForm::flag, true},
    Member{"multipleOf", "MultipleOf", GoForm::value, true},
    Member{"enum", "Enum", GoForm::value, false},
    Member{"maxProperties", "MaxProperties", GoForm::value, false},
    Member{"minProperties", "MinProperties", GoForm::value, false},
    Member{"required", "Required", GoForm::value, true},
    Member{"items", "Items", GoForm::items, true},
    Member{"allOf", "AllOf", GoForm::schemas, false},
    Member{"oneOf", "OneOf", GoForm::schemas, false},
    Member{"anyOf", "AnyOf", GoForm::schemas, false},
    Member{"not", "Not", GoForm::schema, false},
    Member{"properties", "Properties", GoForm::named_schemas, true},
    Member{"additionalProperties", "AdditionalProperties", GoForm::schema_or_flag, false},
    Member{"patternProperties", "PatternProperties", GoForm::named_schemas, false},
    Member{"dependencies", "Dependencies", GoForm::dependencies, false},
    Member{"additionalItems", "AdditionalItems", GoForm::schema_or_flag, false},
    Member{"definitions", "Definitions", GoForm::named_schemas, false},
    Member{"externalDocs", "ExternalDocs", GoForm::docs, true},
    Member{"example", "Example", GoForm::value, true},
    Member{"x-kubernetes-preserve-unknown-fields", "XPreserveUnknownFields", GoForm::value, true},
    Member{"x-kubernetes-embedded-resource", "XEmbeddedResource", GoForm::flag, false},
    Member{"x-kubernetes-int-or-string", "XIntOrString", GoForm::flag, false},
    Member{"x-kubernetes-list-map-keys", "XListMapKeys", GoForm::value, false},
    Member{"x-kubernetes-list-type", "XListType", GoForm::value, false},
    Member{"x-kubernetes-map-type", "XMapType", GoForm::value, false},
    Member{"x-kubernetes-validations", "XValidations", GoForm::rules, true},
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
  for (const auto& member : members) {
    if (member.at_root) text.append(text.size() > 1 ? " " : "").append(member.field);
  }
  return text + "]";
}

}  // namespace

std::string schema_text(const Json& schema)
{
  std::string text = "{";
  for (const auto& [name, field, form, at_root] : members) {
    text.append(text.size() > 1 ? ",\"" : "\"").append(field).append("\":");
    const auto* value = schema.is_object() ? find(schema, {name}) : nullptr;
    text += is_zero(form, value) ? zero_text(form) : member_text(form, *value);
  }
  return text + "}";
}

void check_root_members(const Json& schema, const std::string& field, FieldErrors& errors)
{
  for (const auto& [name, go_name, form, at_root] : members) {
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

}  // namespace kubexx::apiserver
