// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/index_heap.hpp"
#include "kubexx/workqueue/detail/lane.hpp"
#include "kubexx/workqueue/detail/lane_ring.hpp"

namespace kubexx::detail {

/// The lanes with ready records, by the age of their first record. Lanes whose first record is too old take turns. Each
/// dispatch lets one lane join them, which is enough, because it serves at most one. Not thread safe.
class OverdueLanes {
public:
  OverdueLanes() = default;
  OverdueLanes(const OverdueLanes&) = delete;
  OverdueLanes& operator=(const OverdueLanes&) = delete;

  /// Makes room for the lanes below `bound`.
  void reserve(std::size_t bound);
  /// Sets the first record of a lane, which has changed.
  void set(LaneIndex lane, const LaneNode& first) noexcept;
  /// Removes a lane that no longer has ready records.
  void remove(LaneIndex lane) noexcept;

  /// Lets the longest waiting lane take turns, if its first record has been ready since `latest` or longer.
  void join(SteadyTime latest) noexcept;
  /// Returns the lane whose turn it is, or kNoLane if there is none or its first record became ready after `latest`. In
  /// the latter case the lane no longer takes turns.
  [[nodiscard]] LaneIndex next(SteadyTime latest) noexcept;

private:
  struct Entry {
    SteadyTime since{};
    std::uint64_t number = 0;
  };
  struct Older {
    const std::vector<Entry>& entries;
    bool operator()(LaneIndex one, LaneIndex other) const noexcept
    {
      const auto age = [](const Entry& entry) { return std::tuple(entry.since, entry.number); };
      return age(entries[one]) < age(entries[other]);
    }
  };

  [[nodiscard]] bool takes_turns(LaneIndex lane) const noexcept { return links_[lane].next != kNoLane; }

  std::vector<Entry> entries_;                 ///< by lane
  IndexHeap<Older> waiting_{Older{entries_}};  ///< lanes that do not take turns
  LaneRing ring_;                              ///< lanes that take turns
  LaneRing::Links links_;
};

}  // namespace kubexx::detail
