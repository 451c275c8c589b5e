// SPDX-License-Identifier: Apache-2.0
#include "schema.hpp"

#include <cmath>

namespace kubexx::apiserver {
namespace {

std::string child_path(const std::string& field, const std::string& name)
{
  return field.empty() ? name : field + "." + name;
}

std::string item_path(const std::string& field, std::size_t index)
{
  return field + "[" + std::to_string(index) + "]";
}

const char* go_type_of(Schema::Type type)
{
  switch (type) {
    case Schema::Type::object:
      return "map[string]interface {}";
    case Schema::Type::array:
      return "[]interface {}";
    case Schema::Type::string:
      return "string";
    case Schema::Type::integer:
      return "int32";
    case Schema::Type::number:
      return "float64";
    case Schema::Type::boolean:
      return "bool";
    case Schema::Type::any:
      break;
  }
  return "interface {}";
}

bool has_type(const Schema& schema, const Json& value)
{
  if (schema.int_or_string) return value.is_string() || value.is_number_integer();
  switch (schema.type) {
    case Schema::Type::any:
      return true;
    case Schema::Type::object:
      return value.is_object();
    case Schema::Type::array:
      return value.is_array();
    case Schema::Type::string:
      return value.is_string();
    case Schema::Type::integer:
      return value.is_number_integer() ||
             (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
    case Schema::Type::number:
      return value.is_number();
    case Schema::Type::boolean:
      return value.is_boolean();
  }
  return false;
}

struct Pruner {
  const Kind& kind;
  const std::string& version;
  std::vector<std::string>& unknown;

  void prune(const Schema& schema, Json& value, const std::string& field, bool root)
  {
    if (!kind.custom && !value.is_null() && !has_type(schema, value)) {
      throw bad_request(kind.kind + " in version " + go_quoted(version) + " cannot be handled as a " + kind.kind +
                        ": json: cannot unmarshal " + value.type_name() + " into Go struct field " + kind.kind + "." +
                        field + " of type " + go_type_of(schema.type));
    }
    if (value.is_array() && schema.items) {
      for (std::size_t index = 0; index < value.size(); ++index) {
        prune(*schema.items, value[index], item_path(field, index), false);
      }
      return;
    }
    if (!value.is_object()) return;
    for (auto member = value.begin(); member != value.end();) {
      const auto name = member.key();
      if ((root || schema.embedded_resource) && (name == "metadata" || name == "apiVersion" || name == "kind")) {
        ++member;
        continue;
      }
      const auto known = schema.properties.find(name);
      if (known != schema.properties.end()) {
        prune(*known->second, *member, child_path(field, name), false);
      } else if (schema.additional) {
        prune(*schema.additional, *member, child_path(field, name), false);
      } else if (!schema.preserve_unknown && !(schema.type == Schema::Type::any && schema.properties.empty())) {
        unknown.push_back(child_path(field, name));
        member = value.erase(member);
        continue;
      }
      // Go's typed decoding takes null for absent.
      if (!kind.custom && member->is_null()) {
        member = value.erase(member);
        continue;
      }
      ++member;
    }
  }
};

}  // namespace

void prune_and_check(const Schema& schema, Json& object, const Kind& kind, const std::string& version,
                     std::vector<std::string>& unknown)
{
  Pruner{kind, version, unknown}.prune(schema, object, "", true);
}

void apply_defaults(const Schema& schema, Json& value)
{
  if (value.is_array() && schema.items) {
    for (auto& item : value) apply_defaults(*schema.items, item);
    return;
  }
  if (!value.is_object()) return;
  for (const auto& [name, property] : schema.properties) {
    const auto member = value.find(name);
    if (property->has_default && (member == value.end() || (member->is_null() && !property->nullable))) {
      value[name] = property->default_;
    }
    if (const auto present = value.find(name); present != value.end()) apply_defaults(*property, *present);
  }
  if (schema.additional) {
    for (auto member = value.begin(); member != value.end(); ++member) {
      if (!schema.properties.contains(member.key())) apply_defaults(*schema.additional, *member);
    }
  }
}

}  // namespace kubexx::apiserver
