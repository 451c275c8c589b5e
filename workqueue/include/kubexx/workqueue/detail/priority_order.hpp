// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/index_heap.hpp"
#include "kubexx/workqueue/detail/index_list.hpp"
#include "kubexx/workqueue/detail/lane.hpp"
#include "kubexx/workqueue/detail/lane_ring.hpp"
#include "kubexx/workqueue/detail/overdue_lanes.hpp"
#include "kubexx/workqueue/detail/ready_order.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"

namespace kubexx::detail {

/// The order of PriorityQueue; its header has the rule. Each priority in use is a level, each of its groups a lane. The
/// lanes of a level that have ready records form a ring and take turns; the levels that have such lanes form a heap.
/// For the bound on waiting there is a list of all ready records, longest ready first, and, with groups, the ages of
/// the lanes. Steps take O(1), plus O(log levels) when a level enters or leaves the heap, O(log n) for n records that
/// returned from processing with an old number, and O(log lanes) with groups and a bound. Memory for records, lanes and
/// levels is kept and reused: a steady state allocates nothing. Not thread safe.
class PriorityOrder final : public ReadyOrder {
public:
  struct Options {
    Clock* clock = nullptr;                                    ///< read only with max_wait
    std::optional<Duration> max_wait = {};                     ///< nullopt: no bound
    std::function<std::uint64_t(const void* key)> group = {};  ///< empty: all keys are in one group
  };
  PriorityOrder(const RecordTable& records, Options options);

  void admit(RecordIndex index, std::int32_t priority) override;
  void push(RecordIndex index, ReadyReason why, std::optional<SteadyTime> since) override;
  void hold_back(RecordIndex index) override;
  void touch(RecordIndex /*index*/, ReadyReason /*why*/) override {}
  Next pop() override;
  void remove(RecordIndex index) noexcept override;
  [[nodiscard]] RecordIndex oldest() const noexcept override { return ages_.first(); }
  [[nodiscard]] RecordIndex newer(RecordIndex index) const noexcept override { return ages_.after(index); }
  [[nodiscard]] std::int32_t priority(RecordIndex index) const override;

  /// The number of priorities that it keeps data for.
  [[nodiscard]] std::size_t levels() const noexcept { return level_keys_.size(); }
  /// The number of queued records of a priority, including those that are processing.
  [[nodiscard]] std::size_t queued(std::int32_t priority) const;

private:
  using LevelIndex = std::uint32_t;
  static constexpr LevelIndex kNoLevel = 0xffffffffU;
  /// Unused lanes are kept while there are at most this many lanes, so that groups that come and go allocate nothing.
  static constexpr std::size_t kSpareLanes = 256;

  struct Level {
    std::int32_t priority = 0;
    LaneRing ring;  ///< the lanes with ready records
    std::size_t lanes = 0;
    std::size_t queued = 0;  ///< records, including those that are processing
  };
  struct GroupLane {
    Lane ready;
    LevelIndex level = kNoLevel;
    std::size_t users = 0;  ///< records that are queued or delayed
  };
  struct LaneKey {
    std::uint64_t group;
    std::int32_t priority;
    bool operator==(const LaneKey&) const = default;
  };
  struct LaneHash {
    std::uint64_t operator()(const LaneKey& key) const noexcept
    {
      return key.group ^ (static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.priority)) << 32U);
    }
  };
  struct PriorityHash {
    std::uint64_t operator()(std::int32_t priority) const noexcept { return static_cast<std::uint32_t>(priority); }
  };

  struct Higher {
    const std::vector<Level>& levels;
    bool operator()(LevelIndex one, LevelIndex other) const noexcept
    {
      return levels[one].priority > levels[other].priority;
    }
  };

  [[nodiscard]] bool bounds_groups() const noexcept { return bound_ && options_.group; }
  Level& level_of(const LaneNode& node) noexcept { return levels_[lanes_[node.lane].level]; }
  LaneIndex find_lane(const LaneKey& key);
  LevelIndex find_level(std::int32_t priority);
  void release(LaneIndex lane) noexcept;

  // A ready record enters or leaves its lane; then the lane may enter or leave the ring of its level, and the level the
  // heap.
  void enter(RecordIndex index) noexcept;
  void leave(RecordIndex index) noexcept;
  void first_changed(LaneIndex lane) noexcept;
  /// Returns an overdue record to dispatch instead of `regular`, which is next by priority, or kNoRecord.
  RecordIndex overdue(RecordIndex regular);
  RecordIndex overdue_of_groups();

  const RecordTable& records_;
  const Options options_;
  const std::optional<Duration> bound_;  ///< max_wait, clamped so that no time overflows
  LaneNodes nodes_;                      ///< by record
  std::uint64_t number_ = 0;             ///< the last number assigned
  KeyTable<LaneKey, LaneHash, std::equal_to<>> lane_keys_;
  std::vector<GroupLane> lanes_;  ///< by index in lane_keys_
  LaneRing::Links links_;         ///< by lane, for the rings of all levels
  KeyTable<std::int32_t, PriorityHash, std::equal_to<>> level_keys_;
  std::vector<Level> levels_;                  ///< by index in level_keys_
  IndexHeap<Higher> active_{Higher{levels_}};  ///< levels with ready records
  IndexList ages_;                             ///< the ready records, longest ready first
  OverdueLanes overdue_;                       ///< only with groups and a bound
  bool overdue_went_ = false;                  ///< with groups: the last dispatch was for overdue groups
};

}  // namespace kubexx::detail
