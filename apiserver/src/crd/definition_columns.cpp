// SPDX-License-Identifier: Apache-2.0
#include "crd/definition_columns.hpp"

#include <algorithm>
#include <string>

#include "core/json.hpp"
#include "render/tables.hpp"

namespace kubexx::apiserver {

std::vector<Column> definition_columns()
{
  return {name_column(),
          {"Scope", "string", "", "Cluster/Namespaced", 0, ""},
          {"Versions", "string", "", "Served versions", 0, ""},
          {"Created At", "date", "", creation_description(), 0, ""},
          {"Group", "string", "", "API group", 1, ""},
          {"Kind", "string", "", "CustomResource kind", 1, ""},
          {"ShortNames", "string", "", "Short names", 1, ""},
          {"Established", "boolean", "", "Established status", 1, ""}};
}

Json definition_cells(const Json& definition, WallTime /*now*/)
{
  std::vector<std::string> served;
  if (const auto* versions = find(definition, {"spec", "versions"}); versions != nullptr && versions->is_array()) {
    for (const auto& version : *versions) {
      if (json_at(version, {"served"}) != true) continue;
      served.push_back(string_at(version, {"name"}) + (json_at(version, {"storage"}) == true ? "(storage)" : ""));
    }
  }
  std::sort(served.begin(), served.end());
  const auto joined = [](const std::vector<std::string>& parts) {
    std::string text;
    for (const auto& part : parts) text.append(text.empty() ? "" : ",").append(part);
    return text;
  };
  bool established = false;
  if (const auto* conditions = find(definition, {"status", "conditions"});
      conditions != nullptr && conditions->is_array()) {
    established = std::any_of(conditions->begin(), conditions->end(), [](const Json& one) {
      return string_at(one, {"type"}) == "Established" && string_at(one, {"status"}) == "True";
    });
  }
  return Json::array({string_at(definition, {"metadata", "name"}), string_at(definition, {"spec", "scope"}),
                      joined(served), string_at(definition, {"metadata", "creationTimestamp"}),
                      string_at(definition, {"spec", "group"}), string_at(definition, {"spec", "names", "kind"}),
                      joined(strings_at(definition, {"spec", "names", "shortNames"})), established});
}

}  // namespace kubexx::apiserver
