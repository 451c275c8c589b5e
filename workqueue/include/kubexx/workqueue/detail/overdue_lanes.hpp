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

/// The lanes that have ready records by the age of their first one. Those for which that is too high take turns: one
/// joins them with each dispatch, because no more than one is served. Not thread safe.
class OverdueLanes {
public:
  OverdueLanes() = default;
  OverdueLanes(const OverdueLanes&) = delete;
  OverdueLanes& operator=(const OverdueLanes&) = delete;

  /// Room for the lanes below `bound`.
  void reserve(std::size_t bound);
  /// The first record of a lane, which has changed.
  void set(LaneIndex lane, const LaneNode& first) noexcept;
  /// It has no ready records any more.
  void remove(LaneIndex lane) noexcept;

  /// The longest waiting lane joins those that take turns, if its first record has been ready since `latest` or before.
  void join(SteadyTime latest) noexcept;
  /// The lane whose turn it is. None, if there is none or its first record has become ready after `latest`: then it
  /// does not take turns any more.
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
  IndexHeap<Older> waiting_{Older{entries_}};  ///< those that do not take turns
  LaneRing ring_;                              ///< the others
  LaneRing::Links links_;
};

}  // namespace kubexx::detail
