// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/overdue_lanes.hpp"

namespace kubexx::detail {

void OverdueLanes::reserve(std::size_t bound)
{
  if (entries_.size() < bound) entries_.resize(bound);
  if (links_.size() < bound) links_.resize(bound);
  waiting_.reserve(bound);
}

void OverdueLanes::set(LaneIndex lane, const LaneNode& first) noexcept
{
  Entry& entry = entries_[lane];
  entry.since = first.since;
  entry.number = first.number;
  if (takes_turns(lane)) return;
  waiting_.contains(lane) ? waiting_.moved(lane) : waiting_.push(lane);
}

void OverdueLanes::remove(LaneIndex lane) noexcept
{
  takes_turns(lane) ? ring_.remove(links_, lane) : waiting_.remove(lane);
}

void OverdueLanes::join(SteadyTime latest) noexcept
{
  if (waiting_.size() == 0 || entries_[waiting_.top()].since > latest) return;
  const LaneIndex lane = waiting_.top();
  waiting_.remove(lane);
  ring_.push_back(links_, lane);
}

LaneIndex OverdueLanes::next(SteadyTime latest) noexcept
{
  if (ring_.empty()) return kNoLane;
  const LaneIndex lane = ring_.turn();
  if (entries_[lane].since > latest) {
    ring_.remove(links_, lane);
    waiting_.push(lane);
    return kNoLane;
  }
  ring_.pass(links_);
  return lane;
}

}  // namespace kubexx::detail
