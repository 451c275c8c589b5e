// SPDX-License-Identifier: Apache-2.0
#include "strategic.hpp"

#include <algorithm>
#include <iterator>
#include <set>
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

[[noreturn]] void refuse_no_map(std::size_t index)
{
  throw PatchError("value for key " + std::to_string(index) + " is not a map");
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
        throw PatchError("list element types are not identical: [" + go_shown(first) + " " + go_shown(second) + "]");
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

std::string go_type(const Json& value)
{
  switch (type_of(value)) {
    case Type::boolean:
      return "bool";
    case Type::integer:
      return "int64";
    case Type::real:
      return "float64";
    case Type::text:
      return "string";
    case Type::list:
      return "[]interface {}";
    case Type::map:
      return "map[string]interface {}";
    case Type::null:
      break;
  }
  return "%!s(<nil>)";
}

std::string shown(const Json& value)
{
  return value.is_string() ? value.get<std::string>() : go_json(value);
}

const Json& merge_value(const Json& element, const std::string& merge_key)
{
  if (!element.is_object()) throw PatchError("expected a map[string]interface {}, but received a " + go_type(element));
  const auto found = element.find(merge_key);
  if (found == element.end()) {
    throw PatchError("map: " + go_shown(element) + " does not contain declared merge key: " + merge_key);
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
    if (!list[index].is_object()) refuse_no_map(index);
    const auto found = list[index].find(merge_key);
    if (found != list[index].end() && *found == value) return index;
  }
  return std::nullopt;
}

Places::Places(const Json& list, const std::string& merge_key, Type type) : merge_key_(merge_key), type_(type)
{
  for (std::size_t index = 0; index < list.size(); ++index) {
    const auto* id = id_of(list[index], merge_key, type);
    if (id != nullptr) {
      places_.emplace(*id, index);
    } else if (list[index].is_object()) {
      if (!keyless_) keyless_ = index;
    } else if (!no_map_) {
      no_map_ = index;
    }
  }
}

std::optional<std::size_t> Places::find(const Json& value) const
{
  const auto found = places_.find(value);
  if (no_map_ && (found == places_.end() || *no_map_ < found->second)) refuse_no_map(*no_map_);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> Places::of(const Json& element) const
{
  const auto* id = id_of(element, merge_key_, type_);
  if (id == nullptr) return keyless_ && no_map_ ? std::min(keyless_, no_map_) : keyless_ ? keyless_ : no_map_;
  const auto found = places_.find(*id);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> Places::of_null_as_none(const Json& element) const
{
  const auto* id = id_of(element, merge_key_, type_);
  const auto found = places_.find(id == nullptr ? Json() : *id);
  const auto named = found == places_.end() ? std::nullopt : std::optional(found->second);
  if (type_ != Type::map || (id != nullptr && !id->is_null())) return named;
  return named && keyless_ ? std::min(named, keyless_) : named ? named : keyless_;
}

Json sorted_by(Json elements, const Json& order, const std::string& merge_key, Type type)
{
  const Places by_order(order, merge_key, type);
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
    places.emplace_back(by_order.of(element).value_or(order.size()), index);
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
  std::map<Json, std::set<std::size_t>> places;
  for (std::size_t at = 0; at < scalars.size(); ++at) places[scalars[at]].insert(at);
  // The last element takes the place of one that is dropped: so it is upstream, and order is told by another directive.
  for (std::size_t at = 0; at < scalars.size(); ++at) {
    auto& same = places[scalars[at]];
    while (same.size() > 1) {
      const auto dropped = *std::next(same.begin());
      const auto last = scalars.size() - 1;
      same.erase(dropped);
      if (dropped != last) {
        auto& of_last = places[scalars[last]];
        of_last.erase(last);
        of_last.insert(dropped);
        scalars[dropped] = std::move(scalars[last]);
      }
      scalars.erase(last);
    }
  }
}

}  // namespace kubexx::detail::strategic
