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

/// The order of PriorityQueue, whose rule is in its header. Each priority in use is a level, each group of it a lane;
/// the lanes of a level that have ready records form a ring and take turns; the levels that have such lanes form a
/// heap. For the bound on waiting there is a list of all ready records, the longest ready first, and with groups the
/// ages of the lanes. Steps cost O(1) beside O(log levels) when a level comes or goes, O(log) of the records that came
/// back from processing with an old number, and with groups and a bound O(log lanes). What records, lanes and levels
/// need is kept for the next ones: a steady state allocates nothing. Not thread safe.
class PriorityOrder final : public ReadyOrder {
public:
  struct Options {
    Clock* clock = nullptr;                                    ///< asked only with max_wait
    std::optional<Duration> max_wait = {};                     ///< none: no bound
    std::function<std::uint64_t(const void* key)> group = {};  ///< empty: all keys are of one group
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

  /// How many priorities something is kept of.
  [[nodiscard]] std::size_t levels() const noexcept { return level_keys_.size(); }
  /// How many records of a priority are queued, those in processing included.
  [[nodiscard]] std::size_t queued(std::int32_t priority) const;

private:
  using LevelIndex = std::uint32_t;
  static constexpr LevelIndex kNoLevel = 0xffffffffU;
  /// So many lanes are kept although nothing needs them.
  static constexpr std::size_t kSpareLanes = 256;

  struct Level {
    std::int32_t priority = 0;
    LaneRing ring;  ///< the lanes with ready records
    std::size_t lanes = 0;
    std::size_t queued = 0;  ///< records, those in processing included
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

  // A ready record enters and leaves its lane, a lane the ring of its level, a level the heap of levels.
  void enter(RecordIndex index) noexcept;
  void leave(RecordIndex index) noexcept;
  void first_changed(LaneIndex lane) noexcept;
  /// An overdue record to be dispatched in place of `regular`, which is next by priority; kNoRecord: none.
  RecordIndex overdue(RecordIndex regular);
  RecordIndex overdue_of_groups();

  const RecordTable& records_;
  const Options options_;
  const std::optional<Duration> bound_;  ///< max_wait within what can be reckoned with
  LaneNodes nodes_;                      ///< by record
  std::uint64_t number_ = 0;             ///< the last one given
  KeyTable<LaneKey, LaneHash, std::equal_to<>> lane_keys_;
  std::vector<GroupLane> lanes_;  ///< by index in lane_keys_
  LaneRing::Links links_;         ///< by lane, of the rings of the levels
  KeyTable<std::int32_t, PriorityHash, std::equal_to<>> level_keys_;
  std::vector<Level> levels_;                  ///< by index in level_keys_
  IndexHeap<Higher> active_{Higher{levels_}};  ///< those with ready records
  IndexList ages_;                             ///< the ready records, the longest ready first
  OverdueLanes overdue_;                       ///< only with groups and a bound
  bool overdue_went_ = false;                  ///< with groups: the last dispatch was for overdue ones
};

}  // namespace kubexx::detail
