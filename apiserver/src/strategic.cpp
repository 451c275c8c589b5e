// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "patch.hpp"
#include "status.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::string_view order_prefix = "$setElementOrder/";
constexpr std::string_view primitive_prefix = "$deleteFromPrimitiveList/";

const Schema* child_of(const Schema* schema, const std::string& name)
{
  if (schema == nullptr) return nullptr;
  const auto known = schema->properties.find(name);
  if (known != schema->properties.end()) return known->second.get();
  return schema->additional.get();
}

std::string directive(const Json& value)
{
  return string_at(value, {"$patch"});
}

[[noreturn]] void bad_directive(const std::string& found)
{
  throw bad_request("Unknown patch type: " + found);
}

const Json& merge_value(const Json& item, const std::string& key)
{
  const auto* found = find(item, {key});
  if (found == nullptr) {
    throw bad_request("map: " + dump(item) + " does not contain declared merge key: " + key);
  }
  return *found;
}

/// `listed` in the order that the patch gives; what only the server has keeps its place between its neighbours.
Json in_order(const Json& listed, const Json& order, const Json& before, const std::string& key)
{
  const auto id = [&](const Json& item) { return key.empty() || !item.is_object() ? item : merge_value(item, key); };
  const auto place = [&](const Json& list, const Json& wanted) {
    for (std::size_t index = 0; index < list.size(); ++index) {
      if (id(list[index]) == wanted) return static_cast<std::ptrdiff_t>(index);
    }
    return static_cast<std::ptrdiff_t>(-1);
  };
  std::vector<Json> ordered;
  std::vector<Json> server_only;
  for (const auto& item : listed) (place(order, id(item)) >= 0 ? ordered : server_only).push_back(item);
  std::sort(ordered.begin(), ordered.end(),
            [&](const Json& a, const Json& b) { return place(order, id(a)) < place(order, id(b)); });
  Json result = Json::array();
  auto next = server_only.begin();
  for (auto& item : ordered) {
    const auto was = place(before, id(item));
    while (next != server_only.end() && was >= 0 && place(before, id(*next)) < was)
      result.push_back(std::move(*next++));
    result.push_back(std::move(item));
  }
  for (; next != server_only.end(); ++next) result.push_back(std::move(*next));
  return result;
}

void merge_list(Json& original, const Json& patch, const Schema& schema)
{
  const auto& key = schema.patch_merge_key;
  if (key.empty()) {
    for (const auto& item : patch) {
      if (std::find(original.begin(), original.end(), item) == original.end()) original.push_back(item);
    }
    return;
  }
  const bool replaces =
      std::any_of(patch.begin(), patch.end(), [](const Json& item) { return directive(item) == "replace"; });
  if (replaces) {
    original = Json::array();
    for (const auto& item : patch) {
      if (directive(item).empty()) original.push_back(item);
    }
    return;
  }
  for (const auto& item : patch) {
    if (!item.is_object()) throw bad_request("expected an object in a list that merges by " + key);
    const auto kind = directive(item);
    if (!kind.empty() && kind != "delete" && kind != "merge") bad_directive(kind);
    const auto& wanted = merge_value(item, key);
    const auto same = [&](const Json& other) {
      const auto* value = find(other, {key});
      return value != nullptr && *value == wanted;
    };
    if (kind == "delete") {
      original.erase(std::remove_if(original.begin(), original.end(), same), original.end());
      continue;
    }
    const auto found = std::find_if(original.begin(), original.end(), same);
    if (found != original.end()) {
      strategic_merge(*found, item, schema.items.get());
    } else {
      Json added = Json::object();
      strategic_merge(added, item, schema.items.get());
      original.push_back(std::move(added));
    }
  }
}

}  // namespace

void strategic_merge(Json& original, const Json& patch, const Schema* schema)
{
  if (const auto kind = directive(patch); !kind.empty() && kind != "merge") {
    if (kind != "replace" && kind != "delete") bad_directive(kind);
    original = kind == "replace" ? patch : Json::object();
    original.erase("$patch");
    return;
  }
  const auto before = original;
  for (const auto& [name, value] : patch.items()) {
    if (name.starts_with(primitive_prefix)) {
      const auto list = original.find(name.substr(primitive_prefix.size()));
      if (list == original.end() || !list->is_array() || !value.is_array()) continue;
      for (const auto& item : value) list->erase(std::remove(list->begin(), list->end(), item), list->end());
    }
  }
  for (const auto& [name, value] : patch.items()) {
    if (name.starts_with("$")) continue;
    const auto* child = child_of(schema, name);
    if (value.is_null()) {
      original.erase(name);
    } else if (value.is_object()) {
      if (directive(value) == "delete") {
        original.erase(name);
        continue;
      }
      auto& member = original[name];
      if (!member.is_object()) member = Json::object();
      strategic_merge(member, value, child);
    } else if (value.is_array() && child != nullptr && child->patch_merge) {
      auto& member = original[name];
      if (!member.is_array()) member = Json::array();
      merge_list(member, value, *child);
    } else {
      original[name] = value;
    }
  }
  for (const auto& [name, value] : patch.items()) {
    if (!name.starts_with(order_prefix) || !value.is_array()) continue;
    const auto field = name.substr(order_prefix.size());
    const auto list = original.find(field);
    const auto* child = child_of(schema, field);
    if (list == original.end() || !list->is_array() || child == nullptr || !child->patch_merge) continue;
    const auto* old = find(before, {field});
    *list = in_order(*list, value, old != nullptr && old->is_array() ? *old : Json::array(), child->patch_merge_key);
  }
  if (const auto* keep = find(patch, {"$retainKeys"}); keep != nullptr && keep->is_array()) {
    for (auto member = original.begin(); member != original.end();) {
      const bool kept = std::find(keep->begin(), keep->end(), Json(member.key())) != keep->end();
      member = kept ? std::next(member) : original.erase(member);
    }
  }
}

}  // namespace kubexx::apiserver
