// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "strategic.hpp"

namespace kubexx::detail::strategic {

namespace {

using Strategy = MergeSchema::Field::Strategy;

std::string after_prefix(const std::string& name, std::string_view prefix, const char* what)
{
  if (name.size() <= prefix.size() || name[prefix.size()] != '/') {
    throw PatchError(std::string("invalid patch format of ") + what);
  }
  return name.substr(prefix.size() + 1);
}

/// `value` without elements and members that hold a directive; nullopt when it is one itself.
std::optional<Json> without_directives(Json value)
{
  if (value.is_object()) {
    if (value.contains(directive_key)) return std::nullopt;
    for (auto item = value.begin(); item != value.end();) {
      auto kept = without_directives(std::move(*item));
      if (kept) {
        *item = std::move(*kept);
        ++item;
      } else {
        item = value.erase(item);
      }
    }
  } else if (value.is_array()) {
    Json kept = Json::array();
    for (auto& item : value) {
      if (auto inner = without_directives(std::move(item))) kept.push_back(std::move(*inner));
    }
    return kept;
  }
  return value;
}

void obey_retain_keys(Json& original, Json& patch, Mode mode)
{
  const auto found = patch.find(retain_keys_key);
  if (found == patch.end()) return;
  const Json retained = std::move(*found);
  patch.erase(found);
  const std::string name(retain_keys_key);
  if (mode == Mode::combine) {
    const auto present = original.find(name);
    if (present == original.end()) {
      original[name] = retained;
    } else if (*present != retained) {
      throw PatchError(go_shown(*present) + " and " + go_shown(retained) +
                       " are not deep equal: this may happen when calculating the 3-way diff patch");
    }
    return;
  }
  if (!retained.is_array()) throw PatchError("invalid patch format of retainKeys");
  const auto kept = [&](const std::string& key) {
    return std::find(retained.begin(), retained.end(), Json(key)) != retained.end();
  };
  for (const auto& [key, value] : patch.items()) {
    if (value.is_null() || key.starts_with(deletion_prefix) || key.starts_with(order_prefix)) continue;
    if (!kept(key)) throw PatchError("invalid patch format of retainKeys");
  }
  for (auto item = original.begin(); item != original.end();) {
    item = kept(item.key()) ? std::next(item) : original.erase(item);
  }
}

/// Elements that `order` has, and the others.
std::pair<Json, Json> split_by(const Json& elements, const Json& order, const std::string& merge_key)
{
  std::pair<Json, Json> parts{Json::array(), Json::array()};
  const Places places(order, merge_key, merge_key.empty() ? Type::null : Type::map);
  for (const auto& element : elements) {
    const bool listed =
        merge_key.empty() ? places.of(element).has_value() : places.find(merge_value(element, merge_key)).has_value();
    (listed ? parts.first : parts.second).push_back(element);
  }
  return parts;
}

/// `elements` as `order` wants them; those that it does not name keep their order of `before`, and their place among
/// the others as well as it can be done.
Json in_order(const Json& elements, const Json& order, const Json& before, const std::string& merge_key, Type type)
{
  auto [listed, others] = split_by(elements, order, merge_key);
  listed = sorted_by(std::move(listed), order, merge_key, type);
  others = sorted_by(std::move(others), before, merge_key, type);
  const Places places(before, merge_key, type);
  Json all = Json::array();
  std::size_t left = 0;
  std::size_t right = 0;
  while (left < others.size() || right < listed.size()) {
    bool take_other = right == listed.size();
    if (left < others.size() && right < listed.size()) {
      const auto mine = places.of_null_as_none(others[left]);
      const auto theirs = places.of_null_as_none(listed[right]);
      take_other = mine && theirs && *mine < *theirs;
    }
    all.push_back(std::move(take_other ? others[left++] : listed[right++]));
  }
  return all;
}

void check_order(const Json& patch, const Json& order, const std::string& merge_key)
{
  if (order.empty() || patch.empty()) return;
  std::size_t at = 0;
  std::size_t in_order = 0;
  const auto skipped = [&](const Json& element) { return element.is_object() && element.contains(directive_key); };
  while (at < patch.size() && in_order < order.size()) {
    if (skipped(patch[at])) {
      ++at;
      continue;
    }
    if (same_element(patch[at], order[in_order], merge_key)) ++at;
    ++in_order;
  }
  while (at < patch.size() && skipped(patch[at])) ++at;
  if (at < patch.size()) {
    throw PatchError("The order in patch list:\n" + go_shown(patch) + "\n doesn't match $setElementOrder list:\n" +
                     go_shown(order) + "\n");
  }
}

/// mergepatch.ErrBadPatchType, whose %s of what is no string says so.
PatchError unknown_type(const Json& directive, const Json& map)
{
  std::string text = "unknown patch type: ";
  if (directive.is_string()) {
    text += directive.get<std::string>();
  } else if (directive.is_null()) {
    text += "%!s(<nil>)";
  } else {
    text += "%!s(" + go_type(directive) + "=" + go_shown(directive) + ")";
  }
  return PatchError(text + " in map: " + go_shown(map));
}

/// mergepatch.ErrBadArgType.
PatchError no_list(const Json& value)
{
  return PatchError("expected a []interface {}, but received a " + go_type(value));
}

/// Obeys what a patch's elements say of themselves; what is left of them is merged.
Json obey_elements(Json& original, const Json& patch, const std::string& merge_key)
{
  Json plain = Json::array();
  bool replace = false;
  std::set<Json> deleted;
  for (const auto& element : patch) {
    const auto directive = element.find(directive_key);
    if (directive == element.end()) {
      plain.push_back(element);
    } else if (*directive == "delete") {
      deleted.insert(merge_value(element, merge_key));
    } else if (*directive == "replace") {
      replace = true;
    } else if (*directive == "merge") {
      throw PatchError("merging lists cannot yet be specified in the patch");
    } else {
      throw unknown_type(*directive, element);
    }
  }
  if (!deleted.empty()) {
    // Equal to nothing: the search goes to the end, and refuses what is no map.
    (void)find_element(original, merge_key, Json(Json::value_t::discarded));
    Json kept = Json::array();
    for (auto& element : original) {
      const auto id = element.find(merge_key);
      if (id == element.end() || !deleted.contains(*id)) kept.push_back(std::move(element));
    }
    original = std::move(kept);
  }
  if (!replace) return plain;
  original = std::move(plain);
  return Json::array();
}

Json merge_objects(Json original, const Json& patch, const MergeSchema::Field& field, Mode mode)
{
  if (field.merge_key.empty()) throw PatchError("cannot merge lists without merge key");
  const auto plain = obey_elements(original, patch, field.merge_key);
  const auto before = original;
  Places places(original, field.merge_key, Type::map);
  for (const auto& element : plain) {
    const auto& value = merge_value(element, field.merge_key);
    if (const auto found = places.find(value)) {
      auto merged = merge_map(std::move(original[*found]), element, field.value.get(), mode);
      const bool moved = merged.value(field.merge_key, Json()) != value || value.is_null();
      original[*found] = std::move(merged);
      if (moved) places = Places(original, field.merge_key, Type::map);
    } else {
      places.add(value, original.size());
      original.push_back(element);
    }
  }
  return in_order(original, plain, before, field.merge_key, Type::map);
}

Json merge_list(Json original, const Json& patch, const MergeSchema::Field& field, Mode mode)
{
  if (original.empty() && patch.empty()) return original;
  const auto type = element_type(original, patch);
  if (type == Type::map) return merge_objects(std::move(original), patch, field, mode);
  Json both = original;
  for (const auto& element : patch) both.push_back(element);
  drop_duplicates(both);
  return in_order(both, patch, original, field.merge_key, type);
}

void delete_scalars(Json& list, const Json& deleted)
{
  const Places places(deleted, {}, Type::null);
  Json kept = Json::array();
  for (auto& element : list) {
    if (!places.of(element)) kept.push_back(std::move(element));
  }
  list = std::move(kept);
}

/// The order by which upstream places what a patch does not name: elements that were added stand where there was room
/// because others were deleted.
Json order_before(const Json& was, const Json& merged, const Json& patch, const std::string& merge_key)
{
  Json order = Json::array();
  const Places in_merged(merged, merge_key, Type::map);
  const Places in_was(was, merge_key, Type::map);
  for (const auto& element : was) {
    if (in_merged.find(merge_value(element, merge_key))) order.push_back(element);
  }
  for (const auto& element : patch) {
    if (order.size() >= was.size()) break;
    if (element.contains(directive_key) || in_was.find(merge_value(element, merge_key))) continue;
    order.push_back(element);
  }
  return order;
}

/// One $setElementOrder and the list that it speaks of; takes both out of the patch.
void obey_order(const std::string& directive, Json& original, Json& patch, const MergeSchema* schema, Mode mode)
{
  const Json order = std::move(patch[directive]);
  patch.erase(directive);
  const char* what = "setElementOrder list";
  if (!order.is_array()) throw no_list(order);
  if (mode == Mode::combine) {
    const auto present = original.find(directive);
    if (present == original.end()) {
      original[directive] = order;
    } else if (*present != order) {
      throw PatchError(std::string("invalid patch format of ") + what);
    }
  }
  const auto name = after_prefix(directive, order_prefix, what);
  const auto before = original.find(name);
  const auto change = patch.find(name);
  const bool has_before = before != original.end();
  const bool has_change = change != patch.end();
  const Json was = has_before ? *before : Json::array();
  const Json wanted = has_change ? *change : Json::array();
  if (!was.is_array()) throw no_list(was);
  if (!wanted.is_array()) throw no_list(wanted);
  const auto field = field_of(schema, name);
  check_order(wanted, order, field.merge_key);
  if (!has_before && !has_change) return;
  Json merged = was;
  if (!has_before) {
    merged = *without_directives(wanted);
  } else if (has_change) {
    merged = field.strategy == Strategy::merge ? merge_list(was, wanted, field, mode) : wanted;
  }
  const auto type = element_type(was, wanted);
  const bool keyed = type == Type::map && !field.merge_key.empty();
  original[name] =
      in_order(merged, order, keyed ? order_before(was, merged, wanted, field.merge_key) : was, field.merge_key, type);
  patch.erase(name);
}

void obey_orders(Json& original, Json& patch, const MergeSchema* schema, Mode mode)
{
  std::vector<std::string> directives;
  for (const auto& [name, value] : patch.items()) {
    if (name.starts_with(order_prefix)) directives.push_back(name);
  }
  for (const auto& directive : directives) obey_order(directive, original, patch, schema, mode);
}

void set(Json& original, const std::string& name, Json value, Mode mode)
{
  if (mode == Mode::apply) value = without_nulls(std::move(value));
  if (auto kept = without_directives(std::move(value))) {
    original[name] = std::move(*kept);
  } else {
    original.erase(name);
  }
}

void merge_member(Json& original, const std::string& name, Json value, const MergeSchema* schema, Mode mode)
{
  if (value.is_null()) {
    original.erase(name);
    if (mode == Mode::combine) original[name] = nullptr;
    return;
  }
  const auto present = original.find(name);
  if (present == original.end() || type_of(*present) != type_of(value)) {
    set(original, name, std::move(value), mode);
    return;
  }
  if (value.is_object()) {
    const auto field = field_of(schema, name);
    *present = field.strategy == Strategy::replace
                   ? std::move(value)
                   : merge_map(std::move(*present), std::move(value), field.value.get(), mode);
  } else if (value.is_array()) {
    const auto field = field_of(schema, name);
    *present =
        field.strategy == Strategy::merge ? merge_list(std::move(*present), value, field, mode) : std::move(value);
  } else {
    *present = std::move(value);
  }
}

}  // namespace

Json merge_map(Json original, Json patch, const MergeSchema* schema, Mode mode)
{
  if (const auto directive = patch.find(directive_key); directive != patch.end()) {
    if (*directive == "delete") return Json::object();
    if (*directive != "replace") {
      throw unknown_type(*directive, patch);
    }
    patch.erase(directive);
    return patch;
  }
  if (!original.is_object()) original = Json::object();
  obey_retain_keys(original, patch, mode);
  obey_orders(original, patch, schema, mode);
  for (auto& [name, value] : patch.items()) {
    if (!name.starts_with(deletion_prefix)) {
      merge_member(original, name, value, schema, mode);
    } else if (mode == Mode::combine) {
      original[name] = value;
    } else {
      const auto list = original.find(after_prefix(name, deletion_prefix, "primitive list"));
      if (list != original.end() && list->is_array() && value.is_array()) delete_scalars(*list, value);
    }
  }
  return original;
}

}  // namespace kubexx::detail::strategic
