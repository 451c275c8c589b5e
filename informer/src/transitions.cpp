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

std::optional<Transition> selected(const Transition& transition, const std::function<bool(const Object&)>& selects)
{
  const bool was = transition.old && selects(transition.old);
  const bool is = transition.type != Type::deleted && selects(transition.object);
  // The deletion of an object that was never in the store: nobody was given it.
  const bool never_stored = transition.type == Type::deleted && !transition.old && selects(transition.object);
  if (!was && !is && !never_stored) return std::nullopt;
  Transition seen = transition;
  if (was && !is && transition.type != Type::deleted) {
    seen.type = Type::deleted;
    seen.object = transition.old;
  } else if (is && !was) {
    seen.type = Type::added;
    seen.old = Object();
  }
  return seen;
}

void Transitions::append(Transition next)
{
  if (!many_) {
    many_ = std::make_unique<Many>();
    many_->all.push_back(std::move(first_));
  } else if (many_->all.size() == ObjectEvent::max_transitions) {
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
