// SPDX-License-Identifier: Apache-2.0
#include "render/tables.hpp"

#include <optional>

namespace kubexx::apiserver {

std::vector<Column> table_columns(const Kind& kind, const ServedVersion& version)
{
  if (kind.cells) return version.columns;
  std::vector<Column> columns{{"Name", "string", "name", "Name of the object", 0, ""}};
  columns.insert(columns.end(), version.columns.begin(), version.columns.end());
  if (version.columns.empty()) {
    columns.push_back({"Age", "date", "", "When it was created", 0, ".metadata.creationTimestamp"});
  }
  return columns;
}

Json table_cells(const Kind& kind, const ServedVersion& version, const Json& object, WallTime now)
{
  if (kind.cells) return kind.cells(object, now);
  Json cells = Json::array();
  for (const auto& column : table_columns(kind, version)) {
    if (column.json_path.empty()) {
      cells.push_back(string_at(object, {"metadata", "name"}));
      continue;
    }
    const auto values = json_path(object, column.json_path);
    if (!values || values->empty()) {
      cells.push_back(nullptr);
      continue;
    }
    const auto& value = *values->front();
    if (column.type == "date") {
      cells.push_back(value.is_string() ? human_age(value.get<std::string>(), now) : "<unknown>");
    } else if (column.type == "string") {
      std::string text;
      for (const auto* each : *values) {
        text += (text.empty() ? "" : ",") + (each->is_string() ? each->get<std::string>() : dump(*each));
      }
      cells.push_back(std::move(text));
    } else {
      cells.push_back(value);
    }
  }
  return cells;
}

}  // namespace kubexx::apiserver
