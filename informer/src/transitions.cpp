// SPDX-License-Identifier: Apache-2.0
#include "transitions.hpp"

#include <utility>

namespace kubexx {

using Type = Transition::Type;

std::optional<Transition> transition_of(const Delta& delta)
{
  Transition transition;
  switch (delta.type) {
    case Delta::Type::list_started:
    case Delta::Type::list_done:
      return std::nullopt;
    case Delta::Type::applied:
      transition.type = delta.old ? Type::updated : Type::added;
      transition.initial = delta.initial;
      break;
    case Delta::Type::deleted:
      transition.type = Type::deleted;
      transition.final_state_unknown = delta.final_state_unknown;
      break;
  }
  transition.old = delta.old;
  transition.object = delta.object;
  return transition;
}

namespace {

// What was thrown for it was reported when it came.
bool was_selected(const Object& object, const std::function<bool(const Object&)>& selects)
{
  try {
    return object && selects(object);
  } catch (...) {
    return false;
  }
}

}  // namespace

SelectedTransitions selected(std::span<const Transition> transitions, const std::function<bool(const Object&)>& selects,
                             bool again)
{
  SelectedTransitions result;
  auto& seen = result.transitions;
  const Object& before = transitions.front().old;
  Object given = was_selected(before, selects) ? before : Object();  // what the handler has after `seen`
  const auto remove = [&](Object last, bool final_state_unknown) {
    seen.push_back({Type::deleted, false, final_state_unknown, given, std::move(last)});
    given = Object();
  };
  for (const auto& one : transitions) {
    const bool gone = one.type == Type::deleted;
    bool selected = false;
    try {
      selected = (!gone || given) && selects(one.object);
    } catch (...) {
      if (again && !gone && &one == &transitions.back()) throw;
      result.failure = std::current_exception();
      if (again && !gone) continue;
    }
    const bool is = selected && !gone;
    if (given && !is) {
      remove(selected ? one.object : given, one.final_state_unknown);
    } else if (given && given.uid() != one.object.uid()) {
      remove(given, true);
    }
    if (!is) continue;
    seen.push_back({given ? Type::updated : Type::added, one.initial, false, given, one.object});
    given = one.object;
  }
  return result;
}

void Transitions::append(Transition next, std::size_t most)
{
  if (!many_) {
    auto many = std::make_unique<Many>();
    many->all.reserve(2);
    many->all.push_back(std::move(first_));
    many->all.push_back(std::move(next));
    many_ = std::move(many);
    return;
  }
  if (many_->all.size() >= most) {
    many_->all.erase(many_->all.begin() + 1, many_->all.end());
    many_->lost = true;
  }
  many_->all.push_back(std::move(next));
}

void Transitions::append(const Transitions& later)
{
  for (const auto& next : later.view()) append(next);
  if (later.lost()) many_->lost = true;
}

bool Transitions::fold(Transition next)
{
  Transition& last = many_ ? many_->all.back() : first_;
  if (last.type == Type::deleted) {
    if (next.type != Type::deleted) append(std::move(next));
    return true;
  }
  if (next.type != Type::deleted) {
    last.object = std::move(next.object);
    return true;
  }
  if (last.type == Type::updated) {
    last.type = Type::deleted;
    last.object = std::move(next.object);
    last.final_state_unknown = next.final_state_unknown;
    return true;
  }
  if (!many_) return false;
  first_ = std::move(many_->all.front());  // a deletion; the object that was added after it came and went
  many_.reset();
  return true;
}

std::span<const Transition> Transitions::view() const noexcept
{
  if (many_) return many_->all;
  return {&first_, 1};
}

}  // namespace kubexx
