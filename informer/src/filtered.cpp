// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/filtered.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace kubexx {

namespace {

using Selects = std::function<bool(const Object&)>;
using Type = Transition::Type;

// What a transition is for somebody who sees the selected objects alone; nullopt: nothing.
std::optional<Transition> seen_through(const Transition& transition, const Selects& selects)
{
  Transition seen = transition;
  if (transition.type == Type::deleted) {
    if (!selects(transition.old ? transition.old : transition.object)) return std::nullopt;
    return seen;
  }
  const bool was = transition.old && selects(transition.old);
  const bool is = selects(transition.object);
  if (!was && !is) return std::nullopt;
  if (!is) {
    seen.type = Type::deleted;
    seen.object = transition.old;
  } else if (!was) {
    seen.type = Type::added;
    seen.old = Object();
  }
  return seen;
}

}  // namespace

EventHandler filtered(EventHandler handler, Selects selects)
{
  const auto inner = std::make_shared<const EventHandler>(std::move(handler));
  EventHandler outer;
  outer.retry = inner->retry;
  outer.name = inner->name;
  if (inner->on_event) {
    outer.on_event = [inner, selects](const ObjectEvent& event) {
      std::vector<Transition> seen;
      for (const auto& transition : event.transitions) {
        if (auto one = seen_through(transition, selects)) seen.push_back(std::move(*one));
      }
      if (!seen.empty()) inner->on_event({seen, event.transitions_lost, event.failures});
    };
    return outer;
  }
  const auto call = [inner, selects](const Transition& transition) {
    const auto seen = seen_through(transition, selects);
    if (!seen) return;
    if (seen->type == Type::added) {
      if (inner->on_add) inner->on_add(seen->object, seen->initial);
    } else if (seen->type == Type::updated) {
      if (inner->on_update) inner->on_update(seen->old, seen->object);
    } else if (inner->on_delete) {
      inner->on_delete(seen->object, seen->final_state_unknown);
    }
  };
  outer.on_add = [call](const Object& object, bool initial) { call({Type::added, initial, false, {}, object}); };
  outer.on_update = [call](const Object& old, const Object& now) { call({Type::updated, false, false, old, now}); };
  outer.on_delete = [call](const Object& last, bool final_state_unknown) {
    call({Type::deleted, false, final_state_unknown, last, last});
  };
  return outer;
}

}  // namespace kubexx
