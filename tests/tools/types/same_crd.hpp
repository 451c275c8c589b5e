// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/yaml.hpp"

/// Compares a CRD with the one that the structs made from it print.
namespace kubexx::test {

/// A schema with its sets in order.
inline void sort_sets(nlohmann::json& schema)
{
  if (!schema.is_object()) return;
  if (schema.contains("required") && schema["required"].is_array()) {
    std::sort(schema["required"].begin(), schema["required"].end());
  }
  if (schema.contains("properties")) {
    for (auto& member : schema["properties"]) sort_sets(member);
  }
  for (const char* inside : {"items", "additionalProperties"}) {
    if (schema.contains(inside)) sort_sets(schema[inside]);
  }
}

/// Returns a CRD with the defaults that an API server writes, without status, and with its sets sorted. Leaves out the
/// descriptions of apiVersion and kind, which are the same in all CRDs.
inline nlohmann::json comparable(const nlohmann::json& crd)
{
  using nlohmann::json;
  json result{{"name", crd["metadata"]["name"]}, {"spec", crd["spec"]}};
  for (const char* member : {"labels", "annotations"}) {
    if (crd["metadata"].contains(member)) result[member] = crd["metadata"][member];
  }
  json& spec = result["spec"];
  if (spec.value("preserveUnknownFields", json()) == json(false)) spec.erase("preserveUnknownFields");
  if (spec.value("conversion", json()) == json{{"strategy", "None"}}) spec.erase("conversion");
  json& names = spec["names"];
  std::string lower = names["kind"];
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
  if (!names.contains("singular")) names["singular"] = lower;
  if (!names.contains("listKind")) names["listKind"] = names["kind"].get<std::string>() + "List";
  std::vector<json> versions = spec["versions"];
  std::sort(versions.begin(), versions.end(), [](const json& a, const json& b) { return a["name"] < b["name"]; });
  for (json& version : versions) {
    if (version.value("subresources", json()) == json::object()) version.erase("subresources");
    if (version.contains("additionalPrinterColumns")) {
      for (json& column : version["additionalPrinterColumns"]) {
        if (column.value("priority", 0) == 0) column.erase("priority");
      }
    }
    json& schema = version["schema"]["openAPIV3Schema"];
    for (const char* name : {"apiVersion", "kind"}) {
      if (schema.contains("properties") && schema["properties"].contains(name)) {
        schema["properties"][name].erase("description");
      }
    }
    sort_sets(schema);
  }
  spec["versions"] = versions;
  return result;
}

/// The first places where two CRDs differ, a line each; empty: they are the same.
inline std::string differences(const nlohmann::json& original, const nlohmann::json& printed)
{
  std::string text;
  std::size_t count = 0;
  for (const auto& change : nlohmann::json::diff(comparable(original), comparable(printed))) {
    if (++count > 10) return text + "...\n";
    text += change["op"].get<std::string>() + " " + change["path"].get<std::string>();
    if (change.contains("value")) text += " " + change["value"].dump().substr(0, 200);
    text += "\n";
  }
  return text;
}

}  // namespace kubexx::test
