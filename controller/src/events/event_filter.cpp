// SPDX-License-Identifier: Apache-2.0
#include "events/event_filter.hpp"

#include <algorithm>

namespace kubexx {

EventFilter::EventFilter(Limits limits) : limits_(limits), similar_(limits.capacity), spent_(limits.capacity) {}

bool EventFilter::combines(const EventKey& group, std::string_view note, SteadyTime now)
{
  Similar& similar = similar_[group];
  if (now - similar.last > limits_.similar_within) similar = Similar();
  similar.last = now;
  const auto hash = std::max<std::uint64_t>(EventKey{note}.first, 1);
  if (similar.note == hash) return false;
  std::vector<std::uint64_t> none;
  auto& others = similar.others ? *similar.others : none;
  if (std::find(others.begin(), others.end(), hash) != others.end()) return false;
  const std::size_t known = others.size() + (similar.note != 0 ? 1 : 0);
  if (known + 1 >= limits_.similar) return true;
  if (similar.note == 0) {
    similar.note = hash;
    return false;
  }
  if (!similar.others) similar.others = std::make_unique<std::vector<std::uint64_t>>();
  similar.others->push_back(hash);
  return false;
}

bool EventFilter::admits(const EventKey& object, SteadyTime now)
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
