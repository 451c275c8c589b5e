// SPDX-License-Identifier: Apache-2.0
#include "render/tables.hpp"

#include <optional>

namespace kubexx::apiserver {

Column name_column()
{
  return {"Name",
          "string",
          "name",
          "Name must be unique within a namespace. Is required when creating resources, although some resources may "
          "allow a client to request the generation of an appropriate name automatically. Name is primarily intended "
          "for creation idempotence and configuration definition. Cannot be updated. More info: "
          "https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
          0,
          ""};
}

const char* creation_description() noexcept
{
  return "CreationTimestamp is a timestamp representing the server time when this object was created. It is "
         "not guaranteed to be set in happens-before order across separate operations. Clients may not set "
         "this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. "
         "Read-only. Null for lists. More info: "
         "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";
}

std::vector<Column> table_columns(const Kind& kind, const ServedVersion& version)
{
  if (kind.cells) return version.columns;
  std::vector<Column> columns{name_column()};
  columns.insert(columns.end(), version.columns.begin(), version.columns.end());
  for (auto& column : columns) {
    if (!column.description.empty()) continue;
    column.description = "Custom resource definition column (in JSONPath format): " + column.json_path;
  }
  if (version.columns.empty()) {
    columns.push_back({"Age", "date", "", creation_description(), 0, ".metadata.creationTimestamp"});
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
      cells.push_back(value.is_string() ? Json(human_age(value.get<std::string>(), now)) : Json());
    } else if (column.type == "string") {
      // Of several the first one.
      cells.push_back(value.is_string() ? value : Json(dump(value)));
    } else {
      const bool fits = column.type == "boolean" ? value.is_boolean() : value.is_number();
      cells.push_back(fits ? value : Json());
    }
  }
  return cells;
}

}  // namespace kubexx::apiserver
