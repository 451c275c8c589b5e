// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/detail/partial_patch.hpp"
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

/// The values in one place of two objects: as the patch's maker has it, and as the server has it.
struct Place {
  const Json& before;
  const Json& live;

  [[nodiscard]] Place member(const std::string& name) const { return {member_of(before, name), member_of(live, name)}; }
  [[nodiscard]] bool has_list() const { return holds_list(before) || holds_list(live); }
};

/// Looks in a patch for what it replaces or deletes as a whole: lists that are not merged by keys.
class Replaced {
public:
  enum class Which : std::uint8_t {
    any,
    held_in_part,  ///< those that the server has otherwise than the patch's maker
  };
  using Pointer = std::optional<std::string>;  // nullopt: there is none

  explicit Replaced(Which which) : which_(which) {}

  /// In a JSON merge patch.
  [[nodiscard]] Pointer by_merge(const Json& patch, const Place& place) const
  {
    for (const auto& [name, change] : patch.items()) {
      const Place here = place.member(name);
      Pointer found;
      if (change.is_object()) {
        found = by_merge(change, here);
      } else if (holds_list(change) || here.has_list()) {
        found = whole(here);
      }
      if (found) return below(name, *found);
    }
    return std::nullopt;
  }

  /// In a strategic merge patch.
  [[nodiscard]] Pointer by_strategy(const Json& patch, const Place& place, const MergeSchema* schema) const
  {
    for (const auto& [name, change] : patch.items()) {
      if (name.starts_with(order_prefix) || name.starts_with(deletion_prefix)) continue;
      if (name == retain_keys_key) {
        // It deletes what the patch's maker does not have, which is nothing when he has all of it.
        if (which_ == Which::held_in_part && place.before != place.live) return "";
        continue;
      }
      if (auto found = by_field(change, place.member(name), field_of(schema, name))) return below(name, *found);
    }
    return std::nullopt;
  }

private:
  [[nodiscard]] Pointer by_field(const Json& change, const Place& here, const MergeSchema::Field& field) const
  {
    if (change.is_object()) {
      return field.strategy == Strategy::replace ? whole(here) : by_strategy(change, here, field.value.get());
    }
    if (!change.is_array()) return here.has_list() ? whole(here) : std::nullopt;
    if (field.strategy != Strategy::merge || field.list_keys.size() > 1) return whole(here);
    const Elements before(here.before, field.merge_key), live(here.live, field.merge_key);
    for (const Json& element : change) {
      if (!element.is_object()) continue;
      const Json& key = merge_value(element, field.merge_key);
      if (auto found = by_strategy(element, {before.of(key), live.of(key)}, field.value.get())) {
        return below(shown(key), *found);
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] Pointer whole(const Place& here) const
  {
    return which_ == Which::any || here.before != here.live ? Pointer("") : std::nullopt;
  }

  /// The elements of a list by their merge key; none when it is no list.
  class Elements {
  public:
    Elements(const Json& list, const std::string& merge_key)
        : list_(list.is_array() ? list : none()), places_(list_, merge_key, Type::map)
    {
    }
    [[nodiscard]] const Json& of(const Json& key) const
    {
      const auto at = places_.find(key);
      return at ? list_[*at] : none();
    }

  private:
    static const Json& none()
    {
      static const Json null;
      return null;
    }

    const Json& list_;
    Places places_;
  };

  static Pointer below(const std::string& name, const std::string& rest) { return "/" + name + rest; }

  Which which_;
};

void keep_merged_lists(const Json& before, Json& after, const MergeSchema* schema);

/// The same for each element that both lists have.
void keep_in_elements(const Json& before, Json& after, const MergeSchema::Field& field)
{
  const Places places(before, field.merge_key, Type::map);
  for (auto& element : after) {
    if (field.merge_key.empty() || !element.is_object() || !element.contains(field.merge_key)) return;
    const auto at = places.find(element[field.merge_key]);
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
    if (Replaced(Replaced::Which::any).by_strategy(patch, {before, before}, schema)) return std::nullopt;
    if (without_nulls(apply_strategic_patch(before, patch, schema)) != without_nulls(after)) return std::nullopt;
    return patch;
  } catch (const PatchError&) {
    return std::nullopt;
  }
}

std::string name_of(const Object& object)
{
  return std::string(object.kind()) + " \"" + object.key().to_string() + "\"";
}

void require_version(Json& patch, const Object& from)
{
  if (from.resource_version().empty()) {
    throw std::invalid_argument(
        name_of(from) +
        " has no metadata.resourceVersion, which is required to replace a list by a patch: read "
        "the object from the server");
  }
  patch["metadata"]["resourceVersion"] = from.resource_version();
}

/// A patch before it is written out.
struct Difference {
  std::shared_ptr<const MergeSchema> schema;  // of a strategic merge patch; null: a JSON merge patch
  Json before, patch;
  bool replaces_list = false;

  [[nodiscard]] Replaced::Pointer held_in_part(const Json& live) const
  {
    const Replaced replaced(Replaced::Which::held_in_part);
    const Place root{before, live};
    return schema ? replaced.by_strategy(patch, root, schema.get()) : replaced.by_merge(patch, root);
  }
  [[nodiscard]] bool may_replace_unknown() const
  {
    return replaces_list || (schema && patch.dump().find(retain_keys_key) != std::string::npos);
  }
};

Difference difference(const Object& from, const Object& to)
{
  Difference made;
  made.patch = Json::object();
  if (from.bytes() == to.bytes()) return made;
  made.before = from.json();
  Json after = to.json();
  keep_shared_maps(made.before, after);
  made.schema = builtin_merge_schema(from.api_version(), from.kind());
  const bool built_in = made.schema != nullptr;
  if (built_in) {
    if (auto strategic = strategic_difference(made.before, after, made.schema.get())) {
      made.patch = std::move(*strategic);
      return made;
    }
    made.schema = nullptr;
  }
  made.patch = merge_difference(made.before, after);
  Json result = made.before;
  result.merge_patch(made.patch);
  if (built_in ? without_nulls(result) != without_nulls(after) : result != after) {
    throw std::invalid_argument(
        name_of(from) + ": " + Json::diff(result, after).front().at("path").get<std::string>() +
        " cannot be set by a JSON merge patch, in which null deletes a member: update the object instead");
  }
  made.replaces_list = Replaced(Replaced::Which::any).by_merge(made.patch, {made.before, made.before}).has_value();
  return made;
}

Patch written(Difference made, const Object& from)
{
  if (made.patch.empty()) return {"{}"};
  if (!from.uid().empty()) made.patch["metadata"]["uid"] = from.uid();
  return {made.schema ? PatchType::strategic : PatchType::merge, go_json(made.patch)};
}

}  // namespace

Patch make_patch(const Object& from, const Object& to)
{
  Difference made = difference(from, to);
  if (made.replaces_list) require_version(made.patch, from);
  return written(std::move(made), from);
}

bool detail::needs_live(const Object& part, const Object& to)
{
  return difference(part, to).may_replace_unknown();
}

Patch detail::make_patch_of_part(const Object& part, const Object& to, const Object& live)
{
  Difference made = difference(part, to);
  if (made.may_replace_unknown()) {
    // Of another version, nothing says what is held in part: the server refuses the patch.
    if (same_version(part, live)) {
      if (const auto pointer = made.held_in_part(live.json())) {
        throw std::invalid_argument(
            name_of(part) + ": " + *pointer +
            " would be replaced as a whole, but the cache keeps only a part of it: read the object "
            "from the server and patch that");
      }
    }
    require_version(made.patch, part);
  }
  return written(std::move(made), part);
}

}  // namespace kubexx
