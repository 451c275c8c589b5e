// SPDX-License-Identifier: Apache-2.0
#include "apply/typed.hpp"

namespace kubexx::apiserver::apply {
namespace {

Json keep(const Json& value, const FieldSet& items, const Type& type, bool extract);

bool any_below(const FieldSet* set)
{
  return set != nullptr && !set->empty();
}

Json keep_items(const Json& list, const FieldSet& items, const Atom& atom, bool extract)
{
  Json out = Json::array();
  const auto type = atom.element();
  std::string problem;
  for (const auto& item : list) {
    const auto element = item_element(atom, item, problem);
    const bool named = element && items.has_member(*element);
    const auto* below = element ? items.child(*element) : nullptr;
    if (extract ? !named && !any_below(below) : named) continue;
    out.push_back(any_below(below) ? keep(item, *below, type, extract) : item);
  }
  return out.empty() ? Json() : out;
}

Json keep_members(const Json& map, const FieldSet& items, const Atom& atom, bool extract)
{
  Json out = Json::object();
  for (const auto& [name, value] : map.items()) {
    const auto element = PathElement::field(name);
    if (items.has_member(element)) {
      if (extract) out[name] = keep(value, items, atom.member(name), extract);
      continue;
    }
    const auto* below = items.child(element);
    if (any_below(below)) {
      out[name] = keep(value, *below, atom.member(name), extract);
    } else if (!extract) {
      out[name] = value;
    }
  }
  return out.empty() ? Json() : out;
}

/// As upstream: null for what is left empty, and for what is one value and is not extracted.
Json keep(const Json& value, const FieldSet& items, const Type& type, bool extract)
{
  const auto atom = type.resolve().for_value(&value);
  if (!atom.map && atom.scalar) return value;
  if (!(atom.map ? value.is_object() : value.is_array())) return nullptr;
  const bool one_value = atom.map ? atom.atomic_map : !atom.associative;
  if (value.empty() || one_value) return extract ? value : Json();
  return atom.map ? keep_members(value, items, atom, extract) : keep_items(value, items, atom, extract);
}

}  // namespace

Json remove_items(const Json& value, const FieldSet& items, const Type& type)
{
  return keep(value, items, type, false);
}

Json extract_items(const Json& value, const FieldSet& items, const Type& type)
{
  return keep(value, items, type, true);
}

}  // namespace kubexx::apiserver::apply
