// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "apply/typed.hpp"

namespace kubexx::apiserver::apply {
namespace {

/// How values differ at one place, and below it.
struct Delta {
  Comparison below;
  bool removed = false, modified = false, added = false;

  [[nodiscard]] bool same() const { return !removed && !modified && !added && below.same(); }

  void merge(Delta&& other)
  {
    removed = removed || other.removed;
    modified = modified || other.modified;
    added = added || other.added;
    below.removed = unite(below.removed, other.below.removed);
    below.modified = unite(below.modified, other.below.modified);
    below.added = unite(below.added, other.below.added);
  }
};

Delta compare_at(const Json* before, const Json* after, const Type& type);

bool nothing(const FieldSet& set)
{
  return set.members.empty() && set.children.empty();
}

void add(FieldSet& to, const PathElement& element, FieldSet&& below, bool self)
{
  if (self) to.members.push_back(element);
  if (!nothing(below)) to.children.push_back({element, std::move(below)});
}

void add(Comparison& to, const PathElement& element, Delta&& delta)
{
  add(to.removed, element, std::move(delta.below.removed), delta.removed);
  add(to.modified, element, std::move(delta.below.modified), delta.modified);
  add(to.added, element, std::move(delta.below.added), delta.added);
}

const Json* only(const Json* value, bool wanted)
{
  return wanted && value != nullptr && !value->empty() ? value : nullptr;
}

void compare_maps(const Json* before, const Json* after, const Atom& atom, Comparison& out)
{
  static const Json nothing = Json::object();
  const auto& left = before == nullptr ? nothing : *before;
  const auto& right = after == nullptr ? nothing : *after;
  auto x = left.begin();
  auto y = right.begin();
  while (x != left.end() || y != right.end()) {
    const int place = x == left.end() ? 1 : y == right.end() ? -1 : x.key().compare(y.key());
    const auto& name = place <= 0 ? x.key() : y.key();
    auto delta = compare_at(place <= 0 ? &*x : nullptr, place >= 0 ? &*y : nullptr, atom.member(name));
    if (!delta.same()) add(out, PathElement::field(name), std::move(delta));
    if (place <= 0) ++x;
    if (place >= 0) ++y;
  }
}

bool same_items(const std::vector<const Json*>& a, const std::vector<const Json*>& b)
{
  if (a.size() != b.size()) return false;
  for (std::size_t place = 0; place < a.size(); ++place) {
    if (!equal_values(*a[place], *b[place])) return false;
  }
  return true;
}

Delta compare_items(const std::vector<const Json*>& before, const std::vector<const Json*>& after, const Type& type)
{
  const auto first = [](const std::vector<const Json*>& items) { return items.empty() ? nullptr : items.front(); };
  Delta delta;
  if (before.size() <= 1 && after.size() <= 1) return compare_at(first(before), first(after), type);
  if (before.size() >= 2 && after.size() >= 2) {
    delta.modified = !same_items(before, after);
  } else if (before.size() >= 2) {
    if (!after.empty()) delta = compare_at(nullptr, first(after), type);
    delta.removed = true;
  } else {
    if (!before.empty()) delta = compare_at(first(before), nullptr, type);
    delta.added = true;
  }
  return delta;
}

void compare_lists(const Json* before, const Json* after, const Atom& atom, Comparison& out)
{
  if (before != nullptr && after != nullptr && *before == *after) return;
  std::map<PathElement, std::pair<std::vector<const Json*>, std::vector<const Json*>>> items;
  std::string problem;
  for (const auto* list : {before, after}) {
    if (list == nullptr) continue;
    for (const auto& item : *list) {
      const auto element = item_element(atom, item, problem);
      if (!element) throw TypeError(problem);
      auto& both = items[*element];
      (list == before ? both.first : both.second).push_back(&item);
    }
  }
  const auto type = atom.element();
  for (const auto& [element, both] : items) add(out, element, compare_items(both.first, both.second, type));
}

/// As the kind of value that `atom` is. Sets `leaf` when that is one value.
Delta compare_as(const Json* before, const Json* after, const Atom& atom, bool& leaf)
{
  Delta delta;
  const bool scalar = !atom.map && atom.scalar.has_value();
  const auto fits = [&](const Json* value) {
    return value != nullptr && (atom.map ? value->is_object() : value->is_array());
  };
  const auto* left = only(before, fits(before));
  const auto* right = only(after, fits(after));
  const bool one_value = atom.map ? atom.atomic_map : !atom.associative;
  leaf = scalar || one_value || (left == nullptr && right == nullptr);
  if (leaf) {
    delta.added = before == nullptr;
    delta.removed = before != nullptr && after == nullptr;
    delta.modified = before != nullptr && after != nullptr && !equal_values(*before, *after);
  } else if (atom.map) {
    compare_maps(left, right, atom, delta.below);
  } else {
    compare_lists(left, right, atom, delta.below);
  }
  return delta;
}

Delta compare_at(const Json* before, const Json* after, const Type& type)
{
  const auto atom = type.resolve();
  const auto left = atom.for_value(before);
  const auto right = atom.for_value(after);
  bool leaf = false;
  Delta delta;
  if (after == nullptr) {
    delta = compare_as(before, after, left, leaf);
  } else if (before == nullptr || left.same(right)) {
    delta = compare_as(before, after, right, leaf);
  } else {
    delta = compare_as(before, after, left, leaf);
    delta.merge(compare_as(before, after, right, leaf));
  }
  if (!leaf) {
    if (before == nullptr) delta.added = true;
    if (before != nullptr && after == nullptr) delta.removed = true;
  }
  return delta;
}

}  // namespace

Comparison compare(const Json& before, const Json& after, const Type& type)
{
  return std::move(compare_at(&before, &after, type).below);
}

}  // namespace kubexx::apiserver::apply
