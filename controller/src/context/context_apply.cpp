// SPDX-License-Identifier: Apache-2.0
// Server-side apply by a reconciler.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "context/controller_services.hpp"
#include "kubexx/apimachinery/merge_schema.hpp"
#include "kubexx/controller/context.hpp"

namespace kubexx {

namespace {

using nlohmann::json;
using Strategy = MergeSchema::Field::Strategy;

bool holds(const json& present, const json& wanted, const MergeSchema::Field& field);

bool holds_members(const json& present, const json& wanted, const MergeSchema* schema)
{
  for (const auto& [name, value] : wanted.items()) {
    const auto found = present.find(name);
    if (found == present.end()) return false;
    if (!holds(*found, value, schema == nullptr ? MergeSchema::Field() : schema->field(name))) return false;
  }
  return true;
}

// Whether `of` is the element that `wanted` is, by the keys of its list.
bool is_element(const json& of, const json& wanted, const MergeSchema::Field& field)
{
  if (!of.is_object() || !wanted.is_object()) return of == wanted;
  const auto same = [&](const std::string& key) { return of.value(key, json()) == wanted.value(key, json()); };
  return field.list_keys.empty() ? same(field.merge_key) : std::ranges::all_of(field.list_keys, same);
}

bool holds_elements(const json& present, const json& wanted, const MergeSchema::Field& field)
{
  MergeSchema::Field inside;
  inside.value = field.value;
  if (field.strategy != Strategy::merge) {
    // Who applies the list owns all of it: another element, or another order, is a change.
    return std::equal(present.begin(), present.end(), wanted.begin(), wanted.end(),
                      [&](const json& of, const json& one) { return holds(of, one, inside); });
  }
  return std::all_of(wanted.begin(), wanted.end(), [&](const json& one) {
    return std::any_of(present.begin(), present.end(),
                       [&](const json& of) { return is_element(of, one, field) && holds(of, one, inside); });
  });
}

// Whether an object has every value of what was applied to it.
bool holds(const json& present, const json& wanted, const MergeSchema::Field& field)
{
  if (wanted.is_object() && present.is_object()) return holds_members(present, wanted, field.value.get());
  if (wanted.is_array() && present.is_array()) return holds_elements(present, wanted, field);
  return present == wanted;
}

bool holds(const Object& present, const Object& wanted)
{
  const auto schema = builtin_merge_schema(wanted.api_version(), wanted.kind());
  return holds_members(present.json(), wanted.json(), schema.get());
}

bool have_one_controller(const Object& one, const Object& other)
{
  const auto first = one.controller_owner();
  const auto second = other.controller_owner();
  return first && second && first->uid == second->uid;
}

}  // namespace

// What an apply is to send, and where it is noted.
struct Context::Apply {
  Object wanted, unchanged;  // the second is empty unless there is nothing to send
  PatchOptions options;
  Applies::Place place;

  void note(Applies& applies, const Object& answer) const
  {
    if (!options.dry_run) applies.note(place, answer.uid(), wanted.bytes());
  }
};

PatchOptions Context::taking_over()
{
  PatchOptions options;
  options.force = true;
  return options;
}

Context::Apply Context::prepared(const ResourceType& type, Object wanted, std::optional<PatchOptions> options) const
{
  const ObjectKey key = wanted.key();
  const std::optional<KindCache> cache = services()->find(type, cluster());
  const bool may_be_there = cache && cache->informer().is_watched(key.namespace_);
  const Object present = may_be_there ? cache->get(key) : Object();

  Apply apply;
  if (options) {
    apply.options = std::move(*options);
  } else {
    apply.options.force = have_one_controller(present, wanted);
  }
  if (apply.options.field_manager.empty()) apply.options.field_manager = services()->controller;
  apply.place = {cluster(), type.group_resource() + "/" + type.version + " " + key.to_string() + " " +
                                apply.options.field_manager};
  apply.wanted = std::move(wanted);
  const bool known = present && !apply.options.dry_run &&
                     services()->applies.was_last(apply.place, present.uid(), apply.wanted.bytes());
  if (known && holds(present, apply.wanted)) apply.unchanged = present;
  return apply;
}

Context::Applied Context::apply_object(const ResourceType& type, Object wanted,
                                       std::optional<PatchOptions> options) const
{
  const Apply apply = prepared(type, std::move(wanted), std::move(options));
  if (apply.unchanged) return {apply.unchanged, false};
  Object answer = client().apply(type, apply.wanted, apply.options);
  apply.note(services()->applies, answer);
  return {std::move(answer), true};
}

awaitable<Context::Applied> Context::async_apply_object(ResourceType type, Object wanted,
                                                        std::optional<PatchOptions> options) const
{
  const Apply apply = prepared(type, std::move(wanted), std::move(options));
  if (apply.unchanged) co_return Applied(apply.unchanged, false);
  Object answer = co_await client().async_apply(type, apply.wanted, apply.options);
  apply.note(services()->applies, answer);
  co_return Applied(std::move(answer), true);
}

}  // namespace kubexx
