// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "strategic.hpp"

namespace kubexx {

namespace {

using namespace detail::strategic;

struct DiffOptions {
  bool changes = true;    ///< additions and changes are written
  bool deletions = true;  ///< what only the original has is written
  bool order = false;     ///< $setElementOrder is written
  /// Whether a replaced map is written even when it is the same, as upstream does; the patch undoes others'
  /// changes.
  bool unchanged = true;
};

struct ListDiff {
  Json changed = Json::array();  ///< elements added, changed and deleted
  Json deleted = Json::array();  ///< scalars deleted
  std::optional<Json> order;
};

Json diff_maps(const Json& original, const Json& modified, const MergeSchema* schema, const DiffOptions& options,
               bool retain_keys = false);

/// In the order in which a diff walks two lists side by side. Elements that compare equal come in reverse, which shows
/// when a merge key occurs twice: the same elements meet as upstream.
Json walking_order(const Json& list, const std::string& merge_key)
{
  std::vector<std::pair<std::string, std::size_t>> places;  // counted from the end
  for (std::size_t index = 0; index < list.size(); ++index) {
    const auto& element = list[index];
    places.emplace_back(shown(merge_key.empty() ? element : merge_value(element, merge_key)), list.size() - index);
  }
  std::sort(places.begin(), places.end());
  Json sorted = Json::array();
  for (const auto& [id, place] : places) sorted.push_back(list[list.size() - place]);
  return sorted;
}

/// Walks two lists in order and says of each element whether both have it, or only one of them.
template <class Both, class Added, class Removed>
void side_by_side(const Json& original, const Json& modified, const std::string& merge_key, Both both, Added added,
                  Removed removed)
{
  const auto id = [&](const Json& element) {
    return shown(merge_key.empty() ? element : merge_value(element, merge_key));
  };
  std::size_t left = 0;
  std::size_t right = 0;
  while (left < original.size() || right < modified.size()) {
    if (left == original.size()) {
      added(modified[right++]);
    } else if (right == modified.size()) {
      removed(original[left++]);
    } else {
      const auto order = id(original[left]).compare(id(modified[right]));
      if (order == 0) {
        both(original[left++], modified[right++]);
      } else if (order > 0) {
        added(modified[right++]);
      } else {
        removed(original[left++]);
      }
    }
  }
}

bool same_order(const Json& original, const Json& modified, const std::string& merge_key)
{
  return std::equal(original.begin(), original.end(), modified.begin(), modified.end(),
                    [&](const Json& a, const Json& b) { return same_element(a, b, merge_key); });
}

ListDiff diff_objects(const Json& original, const Json& modified, const MergeSchema::Field& field,
                      const DiffOptions& options)
{
  ListDiff diff;
  Json deletions = Json::array();
  side_by_side(
      walking_order(original, field.merge_key), walking_order(modified, field.merge_key), field.merge_key,
      [&](const Json& before, const Json& after) {
        auto patch = diff_maps(before, after, field.value.get(), options, field.retain_keys);
        if (patch.empty()) return;
        patch[field.merge_key] = merge_value(after, field.merge_key);
        diff.changed.push_back(std::move(patch));
      },
      [&](const Json& added) {
        if (options.changes) diff.changed.push_back(added);
      },
      [&](const Json& removed) {
        if (!options.deletions) return;
        deletions.push_back({{field.merge_key, merge_value(removed, field.merge_key)}, {directive_key, "delete"}});
      });
  diff.changed = sorted_by(std::move(diff.changed), modified, field.merge_key, Type::map);
  const bool reordered = !same_order(original, modified, field.merge_key);
  for (auto& deletion : deletions) diff.changed.push_back(std::move(deletion));
  const bool changes = !diff.changed.empty();
  if (options.order && ((options.changes && (changes || reordered)) || (options.deletions && changes))) {
    diff.order = Json::array();
    for (const auto& element : modified) {
      diff.order->push_back({{field.merge_key, merge_value(element, field.merge_key)}});
    }
  }
  return diff;
}

ListDiff diff_scalars(const Json& original, const Json& modified, const MergeSchema::Field& field,
                      const DiffOptions& options, Type type)
{
  ListDiff diff;
  const auto sorted = walking_order(original, {});
  side_by_side(
      sorted, walking_order(modified, {}), {}, [](const Json&, const Json&) {},
      [&](const Json& added) {
        if (options.changes) diff.changed.push_back(added);
      },
      [&](const Json& removed) {
        if (options.deletions) diff.deleted.push_back(removed);
      });
  drop_duplicates(diff.deleted);
  diff.changed = sorted_by(std::move(diff.changed), modified, field.merge_key, type);
  // Upstream compares with the original in sorted order here, so a list that is not sorted is always written.
  if (options.order && ((options.deletions && !diff.deleted.empty()) || (options.changes && sorted != modified))) {
    diff.order = modified;
  }
  return diff;
}

ListDiff diff_lists(const Json& original, const Json& modified, const MergeSchema::Field& field,
                    const DiffOptions& options)
{
  if (original.empty()) {
    ListDiff diff;
    if (options.changes) diff.changed = modified;
    return diff;
  }
  const auto type = element_type(original, modified);
  if (type == Type::map) return diff_objects(original, modified, field, options);
  return diff_scalars(original, modified, field, options, type);
}

void add_list(const std::string& name, const Json& before, const Json& after, const MergeSchema::Field& field,
              Json& patch, const DiffOptions& options)
{
  if (field.strategy != MergeSchema::Field::Strategy::merge) {
    if (options.changes && before != after) patch[name] = after;
    return;
  }
  auto diff = diff_lists(before, after, field, options);
  if (!diff.changed.empty()) patch[name] = std::move(diff.changed);
  if (!diff.deleted.empty()) patch[std::string(deletion_prefix) + "/" + name] = std::move(diff.deleted);
  if (diff.order && !diff.order->empty()) patch[std::string(order_prefix) + "/" + name] = std::move(*diff.order);
}

void add_map(const std::string& name, const Json& before, const Json& after, const MergeSchema::Field& field,
             Json& patch, const DiffOptions& options)
{
  if (field.strategy == MergeSchema::Field::Strategy::replace) {
    if (options.changes) patch[name] = after;
    return;
  }
  auto inner = diff_maps(before, after, field.value.get(), options, field.retain_keys);
  if (!inner.empty()) patch[name] = std::move(inner);
}

void add_member(const std::string& name, const Json& before, const Json& after, const MergeSchema* schema, Json& patch,
                const DiffOptions& options)
{
  if (name == directive_key) {
    if (!before.is_string() || !after.is_string()) throw PatchError("invalid value for special key: $patch");
    if (before != after) patch[name] = after;
  } else if (type_of(before) != type_of(after)) {
    if (options.changes) patch[name] = after;
  } else if (after.is_object()) {
    add_map(name, before, after, field_of(schema, name), patch, options);
  } else if (after.is_array()) {
    add_list(name, before, after, field_of(schema, name), patch, options);
  } else if (options.changes && before != after) {
    patch[name] = after;
  }
}

Json diff_maps(const Json& original, const Json& modified, const MergeSchema* schema, const DiffOptions& options,
               bool retain_keys)
{
  Json patch = Json::object();
  Json retained = Json::array();
  for (const auto& [name, value] : modified.items()) {
    if (retain_keys && !value.is_null()) retained.push_back(name);
    const auto before = original.find(name);
    if (before != original.end() && !options.unchanged && *before == value) continue;
    if (before != original.end()) {
      add_member(name, *before, value, schema, patch, options);
    } else if (options.changes) {
      patch[name] = value;
    }
  }
  bool others = false;
  for (const auto& [name, value] : original.items()) {
    if (modified.contains(name)) continue;
    if (options.deletions) patch[name] = nullptr;
    others = others || !value.is_null();
  }
  if (!retained.empty() && (!patch.empty() || others)) patch[std::string(retain_keys_key)] = std::move(retained);
  return patch;
}

Json or_empty(const Json& document)
{
  if (document.is_null()) return Json::object();
  if (!document.is_object()) throw PatchError("invalid JSON document");
  return document;
}

}  // namespace

Json detail::strategic::two_way_patch(const Json& before, const Json& after, const MergeSchema* schema)
{
  DiffOptions options;
  options.order = true;
  options.unchanged = false;
  return diff_maps(before, after, schema, options);
}

Json three_way_strategic_patch(const Json& original, const Json& modified, const Json& live, const MergeSchema* schema,
                               Overwrite overwrite)
{
  const auto before = or_empty(original);
  const auto wanted = or_empty(modified);
  const auto present = or_empty(live);
  DiffOptions changes;
  changes.deletions = false;
  changes.order = true;
  DiffOptions deletions;
  deletions.changes = false;
  deletions.order = true;
  auto delta = diff_maps(present, wanted, schema, changes);
  auto patch = merge_map(diff_maps(before, wanted, schema, deletions), std::move(delta), schema, Mode::combine);
  if (overwrite == Overwrite::no) {
    const auto others = diff_maps(before, present, schema, DiffOptions{});
    if (conflicting(patch, others, schema)) {
      throw PatchConflict("patch: " + go_json(patch) +
                          " conflicts with changes made from original to current: " + go_json(others));
    }
  }
  return patch;
}

Json apply_strategic_patch(Json object, Json patch, const MergeSchema* schema)
{
  if (!object.is_object() || !patch.is_object()) throw PatchError("invalid JSON document");
  return merge_map(std::move(object), std::move(patch), schema, Mode::apply);
}

}  // namespace kubexx
