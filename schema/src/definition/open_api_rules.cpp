// SPDX-License-Identifier: Apache-2.0
// What a JSONSchemaProps may say beside the rules of structural schemas.
#include <algorithm>

#include "definition/definition_rules.hpp"

namespace kubexx::schema::detail {
namespace {

bool says(const Json& schema, std::string_view name)
{
  const auto* value = find(schema, {name});
  return value != nullptr && !value->is_null();
}

bool has_some(const Json& schema, std::string_view name)
{
  const auto* value = find(schema, {name});
  return value != nullptr && value->is_structured() && !value->empty();
}

/// What holds for everything below a place.
struct Inside {
  std::string no_defaults;  ///< why they are forbidden; empty: they are not
  bool metadata = false;    ///< inside of the metadata of a resource
};

class OpenApi {
public:
  explicit OpenApi(FieldErrors& errors) : errors_(errors) {}

  void check(const Json& schema, const std::string& field, bool root, const Inside& inside)
  {
    if (!schema.is_object()) return;
    check_standard(schema, field, inside);
    if (find(schema, {"uniqueItems"}) != nullptr && schema["uniqueItems"] == true) {
      forbid(field, "uniqueItems", "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
    }
    check_members(schema, field, root, inside);
    check_branches(schema, field, inside);
    const auto* preserve = find(schema, {"x-kubernetes-preserve-unknown-fields"});
    if (preserve != nullptr && *preserve == false) {
      errors_.push_back(
          invalid_value(field + ".x-kubernetes-preserve-unknown-fields", false, "must be true or undefined"));
    }
    check_map_type(schema, field);
    check_list_type(schema, field);
    check_list_keys(schema, field);
    check_keyed_items(schema, field);
  }

private:
  void forbid(const std::string& field, const char* name, const std::string& detail)
  {
    errors_.push_back(forbidden_value(field + "." + name, detail));
  }

  void check_standard(const Json& schema, const std::string& field, const Inside& inside)
  {
    static const std::vector<std::string> types{"array", "boolean", "integer", "number", "object", "string"};
    const auto type = string_at(schema, {"type"});
    if (!type.empty() && std::find(types.begin(), types.end(), type) == types.end()) {
      errors_.push_back(unsupported_value(field + ".type", type, types));
    }
    if (says(schema, "default") && !inside.no_defaults.empty()) {
      forbid(field, "default", "must not be set " + inside.no_defaults);
    }
    if (!string_at(schema, {"id"}).empty()) forbid(field, "id", "id is not supported");
    if (says(schema, "additionalItems")) forbid(field, "additionalItems", "additionalItems is not supported");
    if (has_some(schema, "patternProperties")) forbid(field, "patternProperties", "patternProperties is not supported");
    if (has_some(schema, "definitions")) forbid(field, "definitions", "definitions is not supported");
    if (has_some(schema, "dependencies")) forbid(field, "dependencies", "dependencies is not supported");
    if (says(schema, "$ref")) forbid(field, "$ref", "$ref is not supported");
    if (type == "null") forbid(field, "type", "type cannot be set to null, use nullable as an alternative");
    const auto* items = find(schema, {"items"});
    if (items != nullptr && items->is_array() && !items->empty()) {
      forbid(field, "items", "items must be a schema object and not an array");
    }
    const auto* embedded = find(schema, {"x-kubernetes-embedded-resource"});
    if (inside.metadata && embedded != nullptr && *embedded == true) {
      forbid(field, "x-kubernetes-embedded-resource", "must not be used inside of resource meta");
    }
  }

  void check_members(const Json& schema, const std::string& field, bool root, const Inside& inside)
  {
    if (const auto* additional = find(schema, {"additionalProperties"});
        additional != nullptr && !additional->is_null()) {
      if (has_some(schema, "properties") && *additional != true) {
        forbid(field, "additionalProperties", "additionalProperties and properties are mutual exclusive");
      }
      auto below = inside;
      if (inside.metadata) below.no_defaults = "inside additionalProperties applying to object metadata";
      check(*additional, field + ".additionalProperties", false, below);
    }
    if (!has_some(schema, "properties")) return;
    const auto* embedded = find(schema, {"x-kubernetes-embedded-resource"});
    const bool of_object = root || (embedded != nullptr && *embedded == true);
    for (const auto& [name, child] : schema["properties"].items()) {
      auto below = inside;
      if (of_object && (name == "metadata" || name == "apiVersion" || name == "kind")) {
        below.metadata = true;
        if (root) below.no_defaults = "in top-level " + name;
      }
      auto here = field;
      here.append(".properties[").append(name).append("]");
      check(child, here, false, below);
    }
  }

  void check_branches(const Json& schema, const std::string& field, const Inside& inside)
  {
    if (const auto* no = find(schema, {"not"})) check(*no, field + ".not", false, inside);
    for (const char* name : {"allOf", "oneOf", "anyOf"}) {
      if (!has_some(schema, name) || !schema[name].is_array()) continue;
      std::size_t index = 0;
      for (const auto& one : schema[name]) {
        check(one, field + "." + name + "[" + std::to_string(index++) + "]", false, inside);
      }
    }
    if (const auto* items = find(schema, {"items"})) check(*items, field + ".items", false, inside);
  }

  /// `wanted` is the type that `extension` needs.
  void need_type(const Json& schema, const std::string& field, const std::string& wanted, const std::string& extension)
  {
    const auto type = string_at(schema, {"type"});
    const auto problem = "must be " + wanted + " if " + extension + " is specified";
    errors_.push_back(type.empty() ? required_value(field + ".type", problem)
                                   : invalid_value(field + ".type", type, problem));
  }

  void check_map_type(const Json& schema, const std::string& field)
  {
    const std::string name = "x-kubernetes-map-type";
    if (!says(schema, name)) return;
    if (string_at(schema, {"type"}) != "object") need_type(schema, field, "object", name);
    const auto type = string_at(schema, {name});
    if (type != "atomic" && type != "granular") {
      errors_.push_back(unsupported_value(field + "." + name, type, {"atomic", "granular"}));
    }
  }

  void check_list_type(const Json& schema, const std::string& field)
  {
    const std::string name = "x-kubernetes-list-type";
    const auto type = string_at(schema, {name});
    if (says(schema, name)) {
      const auto* items = find(schema, {"items"});
      if (string_at(schema, {"type"}) != "array") {
        need_type(schema, field, "array", name);
      } else if (type == "set" && items != nullptr && items->is_object()) {
        check_set_items(*items, field + ".items");
      }
      if (type != "atomic" && type != "set" && type != "map") {
        errors_.push_back(unsupported_value(field + "." + name, type, {"atomic", "set", "map"}));
      }
    }
    if (has_some(schema, "x-kubernetes-list-map-keys") && type != "map") {
      const char* problem = "must be map if x-kubernetes-list-map-keys is non-empty";
      errors_.push_back(says(schema, name) ? invalid_value(field + "." + name, type, problem)
                                           : required_value(field + "." + name, problem));
    }
  }

  void check_set_items(const Json& items, const std::string& field)
  {
    const std::string problem = "must be atomic as item of a list with x-kubernetes-list-type=set";
    const auto type = string_at(items, {"type"});
    const auto* list_type = find(items, {"x-kubernetes-list-type"});
    const Json shown = list_type == nullptr ? Json() : *list_type;
    if (type == "array" && says(items, "x-kubernetes-list-type") && shown != "atomic") {
      errors_.push_back(invalid_value(field + ".x-kubernetes-list-type", shown, problem));
    }
    if (type == "object" && string_at(items, {"x-kubernetes-map-type"}) != "atomic") {
      errors_.push_back(invalid_value(field + ".x-kubernetes-map-type", shown, problem));
    }
  }

  void check_list_keys(const Json& schema, const std::string& field)
  {
    if (string_at(schema, {"x-kubernetes-list-type"}) != "map") return;
    const auto here = field + ".x-kubernetes-list-map-keys";
    const auto keys = strings_at(schema, {"x-kubernetes-list-map-keys"});
    if (keys.empty()) {
      errors_.push_back(required_value(here, "must not be empty if x-kubernetes-list-type is map"));
    }
    const auto* items = find(schema, {"items"});
    if (items == nullptr) {
      errors_.push_back(required_value(field + ".items", "must have a schema if x-kubernetes-list-type is map"));
      return;
    }
    const auto type = string_at(*items, {"type"});
    if (type != "object") {
      errors_.push_back(
          invalid_value(field + ".items.type", type, "must be object if parent array's x-kubernetes-list-type is map"));
      return;
    }
    std::set<std::string> seen;
    for (const auto& key : keys) {
      const auto* property = find(*items, {"properties", key});
      if (property == nullptr) {
        errors_.push_back(invalid_value(here, keys, "entries must all be names of item properties"));
      } else if (const auto inner = string_at(*property, {"type"}); inner == "array" || inner == "object") {
        auto place = field;
        place.append(".items.properties[").append(key).append("].type");
        errors_.push_back(
            invalid_value(place, type, "must be a scalar type if parent array's x-kubernetes-list-type is map"));
      }
      if (!seen.insert(key).second) errors_.push_back(invalid_value(here, keys, "must not contain duplicate entries"));
    }
  }

  /// validateMapListKeysMapSet.
  void check_keyed_items(const Json& schema, const std::string& field)
  {
    const auto type = string_at(schema, {"x-kubernetes-list-type"});
    const auto* items = find(schema, {"items"});
    if (items == nullptr || !items->is_object() || (type != "set" && type != "map")) return;
    const auto is_nullable = [](const Json& one) {
      const auto* nullable = find(one, {"nullable"});
      return nullable != nullptr && *nullable == true;
    };
    if (is_nullable(*items)) {
      forbid(field, "items.nullable", "cannot be nullable when x-kubernetes-list-type is " + type);
    }
    if (type != "map") return;
    const auto required = strings_at(*items, {"required"});
    for (const auto& key : strings_at(schema, {"x-kubernetes-list-map-keys"})) {
      const auto* property = find(*items, {"properties", key});
      if (property == nullptr) continue;
      auto place = field;
      place.append(".items.properties[").append(key).append("]");
      if (std::find(required.begin(), required.end(), key) == required.end() && !says(*property, "default")) {
        errors_.push_back(required_value(place + ".default",
                                         "this property is in x-kubernetes-list-map-keys, so it must have a default or "
                                         "be a required property"));
      }
      if (is_nullable(*property)) {
        errors_.push_back(forbidden_value(place + ".nullable",
                                          "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"));
      }
    }
  }

  FieldErrors& errors_;
};

}  // namespace

void check_open_api(const Json& schema, const std::string& field, FieldErrors& errors)
{
  OpenApi(errors).check(schema, field, true, {});
}

}  // namespace kubexx::schema::detail
