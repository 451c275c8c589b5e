// SPDX-License-Identifier: Apache-2.0
#include "render/small_table.hpp"

#include <utility>

namespace kubexx::apiserver {

Json column_definitions(const std::vector<Column>& columns)
{
  auto definitions = Json::array();
  for (const auto& column : columns) {
    definitions.push_back({{"name", column.name},
                           {"type", column.type},
                           {"format", column.format},
                           {"description", column.description},
                           {"priority", column.priority}});
  }
  return definitions;
}

std::string small_table(const Representation& as, const std::vector<Column>& columns, std::vector<SmallRow> rows,
                        const std::string& version)
{
  const auto meta_version = "meta.k8s.io/" + as.meta_version;
  auto all = Json::array();
  for (auto& row : rows) {
    Json object;
    if (as.include_object == "Object") {
      object = std::move(row.object);
    } else if (as.include_object != "None") {
      object = {{"kind", "PartialObjectMetadata"},
                {"apiVersion", meta_version},
                {"metadata", std::move(row.object["metadata"])}};
    }
    all.push_back({{"cells", std::move(row.cells)}, {"object", std::move(object)}});
  }
  auto meta = Json::object();
  if (!version.empty()) meta["resourceVersion"] = version;
  return dump(Json{{"kind", "Table"},
                   {"apiVersion", meta_version},
                   {"metadata", std::move(meta)},
                   {"columnDefinitions", column_definitions(columns)},
                   {"rows", std::move(all)}});
}

}  // namespace kubexx::apiserver
