// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/merge_schema.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "strategic.hpp"

namespace kubexx {

namespace {

using namespace detail::strategic;
using Strategy = MergeSchema::Field::Strategy;

bool holds_list(const Json& value)
{
  if (value.is_array()) return true;
  return value.is_object() && std::any_of(value.begin(), value.end(), holds_list);
}

const Json& member_of(const Json& value, const std::string& name)
{
  static const Json none;
  if (!value.is_object()) return none;
  const auto found = value.find(name);
  return found == value.end() ? none : *found;
}

/// Whether a JSON merge patch sets or deletes a list.
bool replaces_list(const Json& patch, const Json& before)
{
  for (const auto& [name, change] : patch.items()) {
    const Json& present = member_of(before, name);
    if (change.is_object() ? replaces_list(change, present) : holds_list(change) || holds_list(present)) return true;
  }
  return false;
}

bool replaces_whole(const Json& patch, const Json& before, const MergeSchema* schema);

/// Whether a change of one member replaces a list, or a map, that is not merged by `field`.
bool replaces_whole(const Json& change, const Json& present, const MergeSchema::Field& field)
{
  if (change.is_object()) {
    return field.strategy == Strategy::replace || replaces_whole(change, present, field.value.get());
  }
  if (!change.is_array()) return holds_list(present);
  if (field.strategy != Strategy::merge || field.list_keys.size() > 1) return true;
  return std::any_of(change.begin(), change.end(), [&](const Json& element) {
    if (!element.is_object()) return false;
    const auto at = present.is_array() ? find_element(present, field.merge_key, merge_value(element, field.merge_key))
                                       : std::nullopt;
    return replaces_whole(element, at ? present[*at] : Json(), field.value.get());
  });
}

/// The same of a strategic merge patch.
bool replaces_whole(const Json& patch, const Json& before, const MergeSchema* schema)
{
  for (const auto& [name, change] : patch.items()) {
    if (name == retain_keys_key || name.starts_with(order_prefix) || name.starts_with(deletion_prefix)) continue;
    if (replaces_whole(change, member_of(before, name), field_of(schema, name))) return true;
  }
  return false;
}

void keep_merged_lists(const Json& before, Json& after, const MergeSchema* schema);

/// The same for each element that both lists have.
void keep_in_elements(const Json& before, Json& after, const MergeSchema::Field& field)
{
  for (auto& element : after) {
    if (field.merge_key.empty() || !element.is_object() || !element.contains(field.merge_key)) return;
    const auto at = find_element(before, field.merge_key, element[field.merge_key]);
    if (at) keep_merged_lists(before[*at], element, field.value.get());
  }
}

/// A merged list that only `before` has becomes an empty one of `after`: its own elements are deleted then, where a
/// null would delete everybody's.
void keep_merged_lists(const Json& before, Json& after, const MergeSchema* schema)
{
  for (const auto& [name, present] : before.items()) {
    const auto field = field_of(schema, name);
    const auto found = after.find(name);
    const bool gone = found == after.end() || found->is_null();
    if (present.is_array() && field.strategy == Strategy::merge) {
      if (gone && !present.empty()) after[name] = Json::array();
      if (!gone && found->is_array()) keep_in_elements(present, *found, field);
    } else if (present.is_object() && !gone && found->is_object()) {
      keep_merged_lists(present, *found, field.value.get());
    }
  }
}

/// Labels and annotations are many writers': where all are gone, those that were there are deleted, and no others.
void keep_shared_maps(const Json& before, Json& after)
{
  for (const char* name : {"labels", "annotations"}) {
    const Json& present = member_of(member_of(before, "metadata"), name);
    if (present.is_object() && after["metadata"].is_object() && member_of(after["metadata"], name).is_null()) {
      after["metadata"][name] = Json::object();
    }
  }
}

/// nullopt when no strategic merge patch says it without replacing a list: one that has no merge key, or elements with
/// the same key, which the server would take for one.
std::optional<Json> strategic_difference(const Json& before, Json after, const MergeSchema* schema)
{
  try {
    keep_merged_lists(before, after, schema);
    auto patch = two_way_patch(before, after, schema);
    if (replaces_whole(patch, before, schema)) return std::nullopt;
    if (without_nulls(apply_strategic_patch(before, patch, schema)) != without_nulls(after)) return std::nullopt;
    return patch;
  } catch (const PatchError&) {
    return std::nullopt;
  }
}

void require_version(Json& patch, const Object& from)
{
  if (from.resource_version().empty()) {
    throw std::invalid_argument(std::string(from.kind()) + " \"" + from.key().to_string() +
                                "\" has no metadata.resourceVersion, which a patch that replaces a list needs: read "
                                "the object from the server");
  }
  patch["metadata"]["resourceVersion"] = from.resource_version();
}

}  // namespace

Patch make_patch(const Object& from, const Object& to)
{
  if (from.bytes() == to.bytes()) return {"{}"};
  const Json before = from.json();
  Json after = to.json();
  keep_shared_maps(before, after);
  Patch patch("{}");
  Json body;
  const auto schema = builtin_merge_schema(from.api_version(), from.kind());
  auto strategic = schema ? strategic_difference(before, after, schema.get()) : std::nullopt;
  if (strategic) {
    patch.type = PatchType::strategic;
    body = std::move(*strategic);
  } else {
    body = merge_difference(before, after);
    if (replaces_list(body, before)) require_version(body, from);
  }
  if (body.empty()) return {"{}"};
  if (!from.uid().empty()) body["metadata"]["uid"] = from.uid();
  patch.body = go_json(body);
  return patch;
}

}  // namespace kubexx
