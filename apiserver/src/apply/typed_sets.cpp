// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "apply/typed.hpp"

namespace kubexx::apiserver::apply {
namespace {

/// The members at and below one place.
struct Below {
  FieldSet set;
  bool self = false;
};

Below fields_of(const Json& value, const Type& type);

void add(FieldSet& to, PathElement element, Below&& below, bool member)
{
  if (member || below.self) to.members.push_back(element);
  if (!below.set.members.empty() || !below.set.children.empty()) {
    to.children.push_back({std::move(element), std::move(below.set)});
  }
}

FieldSet fields_of_list(const Json& list, const Atom& atom)
{
  FieldSet out;
  std::map<PathElement, const Json*> items;  // null: several items are the same
  std::string problem;
  for (const auto& item : list) {
    auto element = item_element(atom, item, problem);
    if (!element) continue;
    const auto [place, fresh] = items.emplace(std::move(*element), &item);
    if (!fresh) place->second = nullptr;
  }
  const auto type = atom.element();
  for (const auto& [element, item] : items) {
    add(out, element, item == nullptr ? Below() : fields_of(*item, type), true);
  }
  return out;
}

FieldSet fields_of_map(const Json& map, const Atom& atom)
{
  FieldSet out;
  for (const auto& [name, value] : map.items()) {
    const bool nothing = value.is_null() || (value.is_object() && value.empty());
    add(out, PathElement::field(name), fields_of(value, atom.member(name)), nothing || !atom.declares(name));
  }
  return out;
}

Below fields_of(const Json& value, const Type& type)
{
  const auto atom = type.resolve().for_value(&value);
  Below below;
  if (atom.map) {
    below.self = atom.atomic_map;
    if (!atom.atomic_map && value.is_object()) below.set = fields_of_map(value, atom);
  } else if (atom.scalar) {
    below.self = true;
  } else if (atom.list) {
    below.self = !atom.associative;
    if (atom.associative && value.is_array()) below.set = fields_of_list(value, atom);
  }
  return below;
}

/// Walks a set beside its type, and finds what became one value.
class Reconciler {
public:
  FieldSet whole;  ///< the paths

  void visit(const FieldSet* set, const Type& type, bool one_value)
  {
    const auto atom = type.resolve();
    if (atom.map) {
      if (atom.anything()) return;
      if (!one_value && atom.atomic_map) {
        if (set != nullptr && set->size() > 0) found();
        return;
      }
    } else if (atom.scalar || !atom.list) {
      return;
    } else if (!one_value && !atom.associative) {
      found();
      return;
    }
    if (set == nullptr) return;
    for (const auto& node : set->children) {
      if (!set->has_member(node.element)) step(*set, node.element, atom, false);
    }
    for (const auto& member : set->members) step(*set, member, atom, true);
  }

private:
  void step(const FieldSet& set, const PathElement& element, const Atom& atom, bool member)
  {
    const bool named = element.kind == PathElement::Kind::field;
    const auto type = !atom.map ? atom.element() : atom.member(named ? element.name : std::string());
    if (type.none()) return;
    const auto* below = set.child(element);
    path_.push_back(&element);
    visit(below, type, member && below == nullptr);
    path_.pop_back();
  }

  void found()
  {
    Path path;
    for (const auto* element : path_) path.push_back(*element);
    whole.insert(path);
  }

  std::vector<const PathElement*> path_;
};

}  // namespace

FieldSet to_field_set(const Json& value, const Type& type)
{
  return fields_of(value, type).set;
}

FieldSet with_named_fields(FieldSet set, const Type& type)
{
  const auto atom = type.resolve();
  FieldSet out;
  out.members = std::move(set.members);
  out.children.reserve(set.children.size());
  for (auto& node : set.children) {
    const bool named = node.element.kind == PathElement::Kind::field;
    if (named && atom.map && atom.declares(node.element.name)) out.members.push_back(node.element);
    Type below;
    if (named && atom.map) {
      below = atom.member(node.element.name);
    } else if (node.element.kind == PathElement::Kind::key && atom.list) {
      below = atom.element();
    }
    out.children.push_back({std::move(node.element), with_named_fields(std::move(node.set), below)});
  }
  out.sort();
  return out;
}

std::optional<FieldSet> reconcile(const FieldSet& set, const Type& type)
{
  Reconciler reconciler;
  reconciler.visit(&set, type, false);
  if (reconciler.whole.empty()) return std::nullopt;
  return unite(recursive_difference(set, reconciler.whole), reconciler.whole);
}

}  // namespace kubexx::apiserver::apply
