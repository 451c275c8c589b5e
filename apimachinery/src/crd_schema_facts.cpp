// SPDX-License-Identifier: Apache-2.0
// What facts change in the schema that a type gives. What a member states holds beside what its type states.
#include <algorithm>
#include <set>

#include "crd_schema.hpp"
#include "kubexx/apimachinery/crd.hpp"

namespace kubexx::detail {

namespace {

using crd::Fact;
using nlohmann::json;

json value_of(const Fact& fact)
{
  switch (fact.value) {
    case Fact::Value::boolean:
      return fact.integer != 0;
    case Fact::Value::integer:
      return fact.integer;
    case Fact::Value::real:
      return fact.real;
    case Fact::Value::text:
      return std::string(fact.text);
    default:
      return nullptr;
  }
}

json rule_of(const Fact& fact)
{
  json rule{{"rule", std::string(fact.text)}};
  const auto add = [&](const char* key, std::string_view text) {
    if (!text.empty()) rule[key] = std::string(text);
  };
  add("message", fact.second);
  add("messageExpression", fact.third);
  add("reason", fact.fourth);
  add("fieldPath", fact.fifth);
  if (fact.exclusive) rule["optionalOldSelf"] = true;
  return rule;
}

const char* keyword_of(Fact::Kind kind)
{
  switch (kind) {
    case Fact::Kind::min_length:
      return "minLength";
    case Fact::Kind::max_length:
      return "maxLength";
    case Fact::Kind::min_items:
      return "minItems";
    case Fact::Kind::max_items:
      return "maxItems";
    case Fact::Kind::min_properties:
      return "minProperties";
    case Fact::Kind::max_properties:
      return "maxProperties";
    case Fact::Kind::pattern:
      return "pattern";
    case Fact::Kind::format:
      return "format";
    case Fact::Kind::description:
      return "description";
    case Fact::Kind::nullable:
      return "nullable";
    case Fact::Kind::embedded_resource:
      return "x-kubernetes-embedded-resource";
    case Fact::Kind::preserve_unknown_fields:
      return "x-kubernetes-preserve-unknown-fields";
    default:
      return nullptr;
  }
}

/// The length or count that a fact states, unless the type states a narrower one.
std::int64_t narrower(const json& schema, const Fact& fact, const char* keyword)
{
  const auto present = schema.find(keyword);
  if (present == schema.end() || !present->is_number_integer()) return fact.integer;
  const auto of_type = present->get<std::int64_t>();
  return std::string_view(keyword).starts_with("min") ? std::max(of_type, fact.integer)
                                                      : std::min(of_type, fact.integer);
}

/// The bound that a fact states, unless the type states a narrower one.
void add_bound(json& schema, const Fact& fact)
{
  const bool low = fact.kind == Fact::Kind::minimum;
  const char* keyword = low ? "minimum" : "maximum";
  const char* exclusive = low ? "exclusiveMinimum" : "exclusiveMaximum";
  const json bound = value_of(fact);
  if (const auto of_type = schema.find(keyword); of_type != schema.end()) {
    if (low ? *of_type > bound : *of_type < bound) return;
    if (*of_type == bound && !fact.exclusive) return;
  }
  schema[keyword] = bound;
  if (fact.exclusive) {
    schema[exclusive] = true;
  } else {
    schema.erase(exclusive);
  }
}

/// Adds a keyword. If the type states another value, both hold.
void add_beside(json& schema, const char* keyword, json value)
{
  if (const auto of_type = schema.find(keyword); of_type != schema.end() && *of_type != value) {
    schema["allOf"].push_back({{keyword, std::move(*of_type)}});
  }
  schema[keyword] = std::move(value);
}

json values_in(const json& schema)
{
  return schema.is_object() ? schema.value("enum", json::array()) : json::array();
}

}  // namespace

/// What the bases of a struct state about their objects and is true of an object with more members.
void SchemaWriter::apply_of_bases(const StructInfo& info, json& schema, const std::string& path)
{
  for (const BaseInfo& base : info.bases) {
    apply_of_bases(*base.info(), schema, path);
    for (const Fact& fact : base.info()->object_facts) {
      bool ignored = false;
      const bool is_kept = fact.kind == Fact::Kind::rule || fact.kind == Fact::Kind::keywords ||
                           fact.kind == Fact::Kind::preserve_unknown_fields;
      if (is_kept) apply_one(fact, schema, ignored, path);
    }
  }
}

/// A list whose elements have keys is a list map, unless its facts say something else.
void SchemaWriter::add_keys(json& list, std::span<const std::string_view> keys, const std::string& path)
{
  if (!list.is_object() || list.value("type", "") != "array" || list.contains("x-kubernetes-list-type")) return;
  bool ignored = false;
  for (const auto key : keys) apply_one(crd::list_map_key(key), list, ignored, path);
}

void SchemaWriter::apply(std::span<const Fact> facts, json& schema, bool& required, const std::string& path)
{
  json* target = &schema;
  std::string at = path;
  bool own = true;
  json values_of_type = values_in(schema);
  for (const Fact& fact : facts) {
    if (fact.kind == Fact::Kind::items) {
      const char* inside = target->is_object() && target->contains("items") ? "items" : "additionalProperties";
      if (!target->is_object() || !target->contains(inside)) {
        problem(at, "states facts about items, and its schema has none");
        return;
      }
      target = &(*target)[inside];
      at += "[*]";
      own = false;
      values_of_type = values_in(*target);
      continue;
    }
    if (fact.kind == Fact::Kind::enum_value && !values_of_type.empty()) {
      restrict_values(fact, *target, values_of_type, at);
      continue;
    }
    bool ignored = false;
    apply_one(fact, *target, own ? required : ignored, at);
  }
}

/// The values that a member permits are some of those of its type.
void SchemaWriter::restrict_values(const Fact& fact, json& schema, const json& values_of_type, const std::string& path)
{
  const json value = value_of(fact);
  if (std::find(values_of_type.begin(), values_of_type.end(), value) == values_of_type.end()) {
    problem(path, "enum_value(" + value.dump() + "): its type has only the values " + values_of_type.dump());
    return;
  }
  json& values = schema["enum"];
  if (values == values_of_type) values = json::array();
  values.push_back(value);
}

void SchemaWriter::apply_one(const Fact& fact, json& schema, bool& required, const std::string& path)
{
  if (!schema.is_object()) return;  // a problem was told already
  switch (fact.kind) {
    case Fact::Kind::name:
    case Fact::Kind::raw_schema:
      return;
    case Fact::Kind::required:
      required = true;
      return;
    case Fact::Kind::default_value:
      schema["default"] = fact.value == Fact::Value::json ? parsed(fact.text, path, "default_json") : value_of(fact);
      return;
    case Fact::Kind::minimum:
    case Fact::Kind::maximum:
      add_bound(schema, fact);
      return;
    case Fact::Kind::multiple_of:
      add_beside(schema, "multipleOf", value_of(fact));
      return;
    case Fact::Kind::enum_value:
      schema["enum"].push_back(value_of(fact));
      return;
    case Fact::Kind::list_set:
      schema["x-kubernetes-list-type"] = "set";
      return;
    case Fact::Kind::list_atomic:
      schema["x-kubernetes-list-type"] = "atomic";
      return;
    case Fact::Kind::list_map_key: {
      const std::string key(fact.text);
      schema["x-kubernetes-list-type"] = "map";
      schema["x-kubernetes-list-map-keys"].push_back(key);
      json& items = schema["items"];
      if (!items.is_object() || !items.contains("properties") || !items["properties"].contains(key)) {
        problem(path, "list_map_key(\"" + key + "\"): the elements have no such member");
        return;
      }
      std::set<std::string> needed = items.value("required", std::set<std::string>());
      if (!items["properties"][key].contains("default")) needed.insert(key);
      if (!needed.empty()) items["required"] = needed;
      return;
    }
    case Fact::Kind::map_atomic:
    case Fact::Kind::map_granular:
      schema["x-kubernetes-map-type"] = fact.kind == Fact::Kind::map_atomic ? "atomic" : "granular";
      return;
    case Fact::Kind::keywords: {
      const json added = parsed(fact.text, path, "keywords");
      if (added.is_object()) {
        schema.update(added);
      } else if (!added.is_null()) {
        problem(path, "keywords is not a JSON object: " + std::string(fact.text));
      }
      return;
    }
    case Fact::Kind::int_or_string:
      schema.erase("type");
      schema.erase("format");
      schema["x-kubernetes-int-or-string"] = true;
      schema["anyOf"] = {{{"type", "integer"}}, {{"type", "string"}}};
      return;
    case Fact::Kind::rule:
      schema["x-kubernetes-validations"].push_back(rule_of(fact));
      return;
    default:
      break;
  }
  const char* keyword = keyword_of(fact.kind);
  if (keyword == nullptr) return;
  switch (fact.kind) {
    case Fact::Kind::format:
      if (fact.text.empty()) {
        schema.erase("format");
        break;
      }
      [[fallthrough]];
    case Fact::Kind::description:
      schema[keyword] = std::string(fact.text);
      break;
    case Fact::Kind::pattern:
      add_beside(schema, keyword, std::string(fact.text));
      break;
    case Fact::Kind::embedded_resource:
      if (!schema.contains("type")) schema["type"] = "object";  // a server requires it
      [[fallthrough]];
    case Fact::Kind::nullable:
    case Fact::Kind::preserve_unknown_fields:
      schema[keyword] = true;
      break;
    default:
      schema[keyword] = narrower(schema, fact, keyword);
  }
}

}  // namespace kubexx::detail
