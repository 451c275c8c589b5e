// SPDX-License-Identifier: Apache-2.0
#include "check/unify.hpp"

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

bool nullable(const Type& type)
{
  return type.kind == Kind::opaque || type.kind == Kind::object || type.kind == Kind::duration ||
         type.kind == Kind::timestamp || type.kind == Kind::null;
}

/// Whether `a` is equal to `b` or less specific.
bool less_specific(const Type& a, const Type& b)
{
  if (a.kind == Kind::dyn || a.kind == Kind::param) return true;
  if (b.kind == Kind::dyn || b.kind == Kind::param) return false;
  if (a.kind != b.kind) return false;
  if (a.kind == Kind::type) return true;
  if (a.kind != Kind::list && a.kind != Kind::map && a.kind != Kind::opaque) return same_type(a, b);
  if (a.name != b.name || a.params.size() != b.params.size()) return false;
  for (std::size_t index = 0; index < a.params.size(); ++index) {
    if (!less_specific(*a.params[index], *b.params[index])) return false;
  }
  return true;
}

template <typename Replace>
TypePtr rebuilt(const TypePtr& type, Replace replace)
{
  std::vector<TypePtr> params;
  bool changed = false;
  for (const auto& param : type->params) {
    params.push_back(replace(param));
    changed = changed || params.back() != param;
  }
  if (!changed) return type;
  auto copy = std::make_shared<Type>(*type);
  copy->params = std::move(params);
  return copy;
}

}  // namespace

TypePtr Unifier::fresh()
{
  return type_param("_var" + std::to_string(count_++));
}

bool Unifier::assignable(const TypePtr& from, const TypePtr& to)
{
  const auto size = journal_.size();
  if (assign(from, to)) return true;
  roll_back(size);
  return false;
}

bool Unifier::assignable(std::span<const TypePtr> from, std::span<const TypePtr> to)
{
  const auto size = journal_.size();
  if (assign_all(from, to)) return true;
  roll_back(size);
  return false;
}

TypePtr Unifier::substitute(const TypePtr& type, bool to_dyn) const
{
  if (type->kind == Kind::param) {
    const auto found = bindings_.find(type->name);
    if (found != bindings_.end()) return substitute(found->second, to_dyn);
    return to_dyn ? simple_type(Kind::dyn) : type;
  }
  return rebuilt(type, [&](const TypePtr& param) { return substitute(param, to_dyn); });
}

TypePtr Unifier::instantiate(const TypePtr& type, const std::map<std::string, TypePtr>& names)
{
  if (type->kind == Kind::param) {
    const auto found = names.find(type->name);
    return found == names.end() ? type : found->second;
  }
  return rebuilt(type, [&](const TypePtr& param) { return instantiate(param, names); });
}

const TypePtr& Unifier::most_general(const TypePtr& a, const TypePtr& b)
{
  return less_specific(*a, *b) ? a : b;
}

bool Unifier::assign_all(std::span<const TypePtr> from, std::span<const TypePtr> to)
{
  if (from.size() != to.size()) return false;
  for (std::size_t index = 0; index < from.size(); ++index) {
    if (!assign(from[index], to[index])) return false;
  }
  return true;
}

bool Unifier::assign(const TypePtr& from, const TypePtr& to)
{
  bool bound = false;
  if (to->kind == Kind::param) {
    if (substitutes(from, to, bound)) return true;
    if (bound) return false;
  }
  if (from->kind == Kind::param) return substitutes(to, from, bound);
  if (is_dyn_or_error(*from) || is_dyn_or_error(*to)) return true;
  if (from->kind == Kind::null) return nullable(*to);
  if (to->kind == Kind::null) return nullable(*from);
  if (from->kind != to->kind) return false;
  switch (from->kind) {
    case Kind::type:
      return true;
    case Kind::list:
    case Kind::map:
    case Kind::opaque:
      return from->name == to->name && assign_all(from->params, to->params);
    default:
      return same_type(*from, *to);
  }
}

bool Unifier::substitutes(const TypePtr& type, const TypePtr& variable, bool& bound)
{
  bound = false;
  if (type->kind == Kind::param && type->name == variable->name) {
    bound = true;
    return true;
  }
  const auto found = bindings_.find(variable->name);
  if (found != bindings_.end()) {
    bound = true;
    const auto current = found->second;
    if (same_type(*type, *current)) return true;
    if (!assign(type, current)) return false;
    const auto general = most_general(type, current);
    if (!occurs(*variable, *general)) bind(variable->name, general);
    return true;
  }
  if (occurs(*variable, *type)) return false;
  bind(variable->name, type);
  return true;
}

bool Unifier::occurs(const Type& variable, const Type& within) const
{
  if (within.kind == Kind::param) {
    if (within.name == variable.name) return true;
    const auto found = bindings_.find(within.name);
    return found != bindings_.end() && occurs(variable, *found->second);
  }
  for (const auto& param : within.params) {
    if (occurs(variable, *param)) return true;
  }
  return false;
}

void Unifier::bind(const std::string& name, TypePtr type)
{
  auto& place = bindings_[name];
  journal_.emplace_back(name, std::move(place));
  place = std::move(type);
}

void Unifier::roll_back(std::size_t size)
{
  while (journal_.size() > size) {
    auto& [name, before] = journal_.back();
    if (before) {
      bindings_[name] = std::move(before);
    } else {
      bindings_.erase(name);
    }
    journal_.pop_back();
  }
}

}  // namespace kubexx::cel::detail
