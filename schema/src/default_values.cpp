// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/default_values.hpp"

#include <utility>
#include <vector>

namespace kubexx::schema::detail {

void check_defaults(const Schema& schema, const std::string& field, FieldErrors& errors)
{
  if (schema.has_default) {
    const auto here = field + ".default";
    auto pruned = schema.default_;
    std::vector<std::string> unknown;
    prune(schema, pruned, unknown);
    if (!unknown.empty()) errors.push_back(invalid_value(here, schema.default_, "must not have unknown fields"));
    FieldErrors found;
    validate_schema(schema, schema.default_, "", found);
    for (auto& error : found) {
      error.field = error.field.empty() ? here : here + "." + error.field;
      errors.push_back(std::move(error));
    }
  }
  if (schema.items) check_defaults(*schema.items, field + ".items", errors);
  for (const auto& [name, child] : schema.properties) {
    auto place = field;
    place.append(".properties[").append(name).append("]");
    check_defaults(*child, place, errors);
  }
}

}  // namespace kubexx::schema::detail
