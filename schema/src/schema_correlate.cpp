// SPDX-License-Identifier: Apache-2.0
// Which parts of a value are which parts of the value before: k8s.io/apiserver/pkg/cel/common/equality.go, maplist.go.
#include <map>

#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {
namespace {

/// Null when it is no object with all the keys, or one of them is no scalar.
Json key_of(const Schema& list_schema, const Json& item)
{
  Json key = Json::array();
  for (const auto& name : list_schema.list_map_keys) {
    const auto* part = find(item, {name});
    if (part == nullptr || part->is_structured() || part->is_null()) return nullptr;
    key.push_back(*part);
  }
  return key;
}

const Schema* member_schema(const Schema& schema, const std::string& name)
{
  const auto known = schema.properties.find(name);
  return known != schema.properties.end() ? known->second.get() : schema.additional.get();
}

bool same_lists(const Schema& schema, const Json& value, const Json& old)
{
  if (value.size() != old.size()) return false;
  if (schema.list_type != "map" || !schema.items) return value == old;
  const auto old_items = correlate_items(schema, value, old);
  if (old_items.empty()) return value == old;
  for (std::size_t index = 0; index < value.size(); ++index) {
    if (old_items[index] == nullptr || !same_by_schema(*schema.items, value[index], *old_items[index])) return false;
  }
  return true;
}

bool same_objects(const Schema& schema, const Json& value, const Json& old)
{
  if (value.size() != old.size()) return false;
  for (const auto& [name, member] : value.items()) {
    const auto before = old.find(name);
    if (before == old.end()) return false;
    const auto* known = member_schema(schema, name);
    if (known == nullptr) {
      if (member != *before) return false;
    } else if (!same_by_schema(*known, member, *before)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<const Json*> correlate_items(const Schema& list_schema, const Json& list, const Json& old)
{
  if (list_schema.list_type != "map" || list_schema.list_map_keys.empty() || !old.is_array() || !list.is_array()) {
    return {};
  }
  std::map<Json, const Json*> by_key;
  for (const auto& item : old) {
    if (auto key = key_of(list_schema, item); !key.is_null()) by_key.emplace(std::move(key), &item);
  }
  std::vector<const Json*> found;
  found.reserve(list.size());
  for (const auto& item : list) {
    const auto place = by_key.find(key_of(list_schema, item));
    found.push_back(place == by_key.end() ? nullptr : place->second);
  }
  return found;
}

bool same_by_schema(const Schema& schema, const Json& value, const Json& old)
{
  if (value.is_array() && old.is_array()) return same_lists(schema, value, old);
  if (value.is_object() && old.is_object()) return same_objects(schema, value, old);
  return value == old;
}

}  // namespace kubexx::schema::detail
