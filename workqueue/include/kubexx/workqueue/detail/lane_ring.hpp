// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kubexx/workqueue/detail/lane.hpp"

namespace kubexx::detail {

/// The position of a lane in a ring. A lane with a `next`, which may be the lane itself, is in a ring.
struct LaneLinks {
  LaneIndex previous = kNoLane;
  LaneIndex next = kNoLane;
};

/// Lanes that take turns. The links are in a vector by lane, which rings without a common lane may share.
class LaneRing {
public:
  using Links = std::vector<LaneLinks>;

  [[nodiscard]] bool empty() const noexcept { return turn_ == kNoLane; }
  /// The lane whose turn it is. Precondition: not empty.
  [[nodiscard]] LaneIndex turn() const noexcept { return turn_; }
  /// Ends the turn of that lane.
  void pass(const Links& links) noexcept { turn_ = links[turn_].next; }

  /// Adds a lane whose turn comes after those of all others. Precondition: it is in no ring.
  void push_back(Links& links, LaneIndex lane) noexcept
  {
    if (empty()) {
      links[lane] = {lane, lane};
      turn_ = lane;
      return;
    }
    links[lane] = {links[turn_].previous, turn_};
    links[links[lane].previous].next = lane;
    links[turn_].previous = lane;
  }

  /// Precondition: it is in this ring.
  void remove(Links& links, LaneIndex lane) noexcept
  {
    const LaneLinks mine = links[lane];
    links[mine.previous].next = mine.next;
    links[mine.next].previous = mine.previous;
    if (turn_ == lane) turn_ = mine.next == lane ? kNoLane : mine.next;
    links[lane] = {};
  }

private:
  LaneIndex turn_ = kNoLane;
};

}  // namespace kubexx::detail
