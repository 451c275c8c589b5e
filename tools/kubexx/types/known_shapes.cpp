// SPDX-License-Identifier: Apache-2.0
#include "known_shapes.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "kubexx/apimachinery/detail/json_name.hpp"

namespace kubexx::cli::types {
namespace {

using nlohmann::json;

/// The type of a schema with what it holds: "string", "[string]", "{string}", "string date-time".
std::string outline(const json& schema)
{
  if (!schema.is_object()) return "?";
  const auto text = [&](const char* keyword) {
    const json value = schema.value(keyword, json());
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  const std::string type = text("type");
  if (type == "array") return "[" + outline(schema.value("items", json())) + "]";
  if (type == "object" && schema.contains("additionalProperties")) {
    return "{" + outline(schema.at("additionalProperties")) + "}";
  }
  return type + (text("format") == "date-time" ? " date-time" : "");
}

/// Whether a schema is an object with exactly these members: "name:outline …".
bool has_members(const json& schema, const std::set<std::string>& members)
{
  if (!schema.is_object() || outline(schema) != "object") return false;
  const json properties = schema.value("properties", json());
  if (!properties.is_object() || properties.size() != members.size()) return false;
  for (const auto& [name, member] : properties.items()) {
    if (!members.contains(name + ":" + outline(member))) return false;
  }
  return true;
}

}  // namespace

bool is_condition_list(const json& schema)
{
  return schema.contains("x-kubernetes-list-type") &&
         has_members(schema.value("items", json()),
                     {"type:string", "status:string", "reason:string", "message:string", "observedGeneration:integer",
                      "lastTransitionTime:string date-time"});
}

bool is_label_selector(const json& schema)
{
  return has_members(schema, {"matchLabels:{string}", "matchExpressions:[object]"}) &&
         has_members(schema.at("properties").at("matchExpressions").value("items", json()),
                     {"key:string", "operator:string", "values:[string]"});
}

std::string_view json_name_of(std::string_view member)
{
  return kubexx::detail::json_name(member);
}

}  // namespace kubexx::cli::types
