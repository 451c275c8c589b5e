// SPDX-License-Identifier: Apache-2.0
#include "strategic.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace kubexx::detail::strategic {

namespace {

/// What an element is found by: its merge key when elements are objects, itself otherwise.
const Json* id_of(const Json& element, const std::string& merge_key, Type type)
{
  if (type != Type::map) return &element;
  if (!element.is_object()) return nullptr;
  const auto found = element.find(merge_key);
  return found == element.end() ? nullptr : &*found;
}

std::size_t place_of(const Json& list, const Json& wanted, const std::string& merge_key, Type type)
{
  const auto* sought = id_of(wanted, merge_key, type);
  for (std::size_t index = 0; index < list.size(); ++index) {
    const auto* id = id_of(list[index], merge_key, type);
    if (id == sought || (id != nullptr && sought != nullptr && *id == *sought)) return index;
  }
  return list.size();
}

}  // namespace

Type type_of(const Json& value)
{
  switch (value.type()) {
    case Json::value_t::boolean:
      return Type::boolean;
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
      return Type::integer;
    case Json::value_t::number_float:
      return Type::real;
    case Json::value_t::string:
      return Type::text;
    case Json::value_t::array:
      return Type::list;
    case Json::value_t::object:
      return Type::map;
    default:
      return Type::null;
  }
}

Type element_type(const Json& first, const Json& second)
{
  std::optional<Type> type;
  for (const auto* list : {&first, &second}) {
    for (const auto& element : *list) {
      const auto found = type_of(element);
      if (found == Type::list) throw PatchError("lists of lists are not supported");
      if (type && *type != found) {
        throw PatchError("list element types are not identical: " + go_json(first) + " and " + go_json(second));
      }
      type = found;
    }
  }
  if (!type) throw PatchError("no elements in any of the given slices");
  return *type;
}

MergeSchema::Field field_of(const MergeSchema* schema, std::string_view name)
{
  return schema == nullptr ? MergeSchema::Field{} : schema->field(name);
}

std::string shown(const Json& value)
{
  return value.is_string() ? value.get<std::string>() : go_json(value);
}

const Json& merge_value(const Json& element, const std::string& merge_key)
{
  if (!element.is_object()) throw PatchError("expected a map, but received " + go_json(element));
  const auto found = element.find(merge_key);
  if (found == element.end()) {
    throw PatchError("map: " + go_json(element) + " does not contain declared merge key: " + merge_key);
  }
  return *found;
}

bool same_element(const Json& a, const Json& b, const std::string& merge_key)
{
  if (merge_key.empty()) return a == b;
  return merge_value(a, merge_key) == merge_value(b, merge_key);
}

std::optional<std::size_t> find_element(const Json& list, const std::string& merge_key, const Json& value)
{
  for (std::size_t index = 0; index < list.size(); ++index) {
    if (!list[index].is_object()) throw PatchError("value for key " + std::to_string(index) + " is not a map");
    const auto found = list[index].find(merge_key);
    if (found != list[index].end() && *found == value) return index;
  }
  return std::nullopt;
}

Json sorted_by(Json elements, const Json& order, const std::string& merge_key, Type type)
{
  std::vector<std::pair<std::size_t, std::size_t>> places;  // in `order` and in `elements`
  Json deleting = Json::array();
  for (std::size_t index = 0; index < elements.size(); ++index) {
    auto& element = elements[index];
    if (type == Type::map) {
      static_cast<void>(merge_value(element, merge_key));
      if (const auto directive = element.find(directive_key); directive != element.end() && *directive == "delete") {
        deleting.push_back(std::move(element));
        continue;
      }
    }
    places.emplace_back(place_of(order, element, merge_key, type), index);
  }
  if (type == Type::map) {
    for (const auto& element : order) static_cast<void>(merge_value(element, merge_key));
  }
  std::sort(places.begin(), places.end());
  Json sorted = Json::array();
  for (const auto& [place, index] : places) sorted.push_back(std::move(elements[index]));
  for (auto& element : deleting) sorted.push_back(std::move(element));
  return sorted;
}

void drop_duplicates(Json& scalars)
{
  // The last element takes the place of one that is dropped: so it is upstream, and order is told by another directive.
  for (std::size_t at = 0; at < scalars.size(); ++at) {
    for (std::size_t other = at + 1; other < scalars.size();) {
      if (scalars[at] != scalars[other]) {
        ++other;
        continue;
      }
      if (other + 1 != scalars.size()) scalars[other] = std::move(scalars.back());
      scalars.erase(scalars.size() - 1);
    }
  }
}

}  // namespace kubexx::detail::strategic
