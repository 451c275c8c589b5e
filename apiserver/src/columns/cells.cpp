// SPDX-License-Identifier: Apache-2.0
#include "columns/cells.hpp"

#include "kubexx/apimachinery/human_duration.hpp"
#include "verbs/selectors.hpp"

namespace kubexx::apiserver {

std::int64_t number_at(const Json& object, JsonPath path)
{
  const auto* found = find(object, path);
  return found != nullptr && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

std::size_t size_at(const Json& object, JsonPath path)
{
  const auto* found = find(object, path);
  return found != nullptr && found->is_structured() ? found->size() : 0;
}

std::string text_or(const Json& object, JsonPath path, std::string_view other)
{
  auto text = string_at(object, path);
  return text.empty() ? std::string(other) : text;
}

std::string joined(const Json* list, JsonPath path, std::string_view separator)
{
  std::string text;
  if (list == nullptr || !list->is_array()) return text;
  bool first = true;
  for (const auto& item : *list) {
    if (!first) text += separator;
    first = false;
    text += path.size() == 0 && item.is_string() ? item.get<std::string>() : string_at(item, path);
  }
  return text;
}

std::string shown_labels(const Json* labels)
{
  std::string text;
  if (labels != nullptr && labels->is_object()) {
    for (const auto& [key, value] : labels->items()) {
      text += (text.empty() ? "" : ",") + key + "=" + (value.is_string() ? value.get<std::string>() : "");
    }
  }
  return text.empty() ? "<none>" : text;
}

std::string shown_selector(const Json* selector)
{
  if (selector == nullptr || !selector->is_object()) return "<none>";
  const auto text = selector_of(*selector).to_string();
  return text.empty() ? "<none>" : text;
}

std::string shown_bool(const Json* value)
{
  if (value == nullptr || !value->is_boolean()) return "<unset>";
  return *value == true ? "True" : "False";
}

Json name_cell(const Json& object)
{
  return string_at(object, {"metadata", "name"});
}

Json age_cell(const Json& object, WallTime now)
{
  return human_age(string_at(object, {"metadata", "creationTimestamp"}), now);
}

bool has_condition(const Json& object, std::string_view type)
{
  const auto* conditions = find(object, {"status", "conditions"});
  if (conditions == nullptr || !conditions->is_array()) return false;
  for (const auto& condition : *conditions) {
    if (string_at(condition, {"type"}) == type) return string_at(condition, {"status"}) == "True";
  }
  return false;
}

Cells cells_of(const std::string& id)
{
  static const CellTable table = [] {
    CellTable made;
    add_workload_cells(made);
    add_core_cells(made);
    add_other_cells(made);
    return made;
  }();
  if (const auto found = table.find(id); found != table.end()) return found->second;
  return [](const Json& object, WallTime now) { return Json::array({name_cell(object), age_cell(object, now)}); };
}

}  // namespace kubexx::apiserver
