// SPDX-License-Identifier: Apache-2.0
#include "events/event_filter.hpp"

#include <algorithm>
#include <functional>

namespace kubexx {

EventFilter::EventFilter(Limits limits) : limits_(limits), similar_(limits.capacity), spent_(limits.capacity) {}

bool EventFilter::combines(const std::string& group, const std::string& note, SteadyTime now)
{
  Similar& similar = similar_[group];
  if (now - similar.last > limits_.similar_within) similar.notes.clear();
  similar.last = now;
  const std::size_t hash = std::hash<std::string>()(note);
  if (similar.notes.contains(hash)) return false;
  if (similar.notes.size() + 1 >= limits_.similar) return true;
  similar.notes.insert(hash);
  return false;
}

bool EventFilter::admits(const std::string& object, SteadyTime now)
{
  Spent& spent = spent_[object];
  if (spent.events > 0 && limits_.refill > Duration::zero()) {
    const auto refilled = static_cast<std::size_t>((now - spent.since) / limits_.refill);
    spent.since += limits_.refill * static_cast<Duration::rep>(refilled);
    spent.events -= std::min(spent.events, refilled);
  }
  if (spent.events == 0) spent.since = now;
  if (spent.events >= limits_.burst) return false;
  ++spent.events;
  return true;
}

}  // namespace kubexx
