// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/side_table.hpp"

namespace kubexx::detail {

using LaneIndex = std::uint32_t;
inline constexpr LaneIndex kNoLane = 0xffffffffU;

/// What the order by priorities knows of one record; meaningful while the record is queued or delayed.
struct LaneNode {
  std::uint64_t number = 0;        ///< its place among the keys of its priority: the lower, the sooner; while queued
  SteadyTime since{};              ///< since when it is ready; while ready, with a bound on waiting
  LaneIndex lane = kNoLane;        ///< its priority and group
  RecordIndex left = kNoRecord;    ///< while ready: the one before in the lane's list, or a child in its heap
  RecordIndex right = kNoRecord;   ///< while ready: the one after in the list, or the other child
  RecordIndex parent = kNoRecord;  ///< while in the heap
  std::uint8_t rank = 0;           ///< while in the heap: length of the way to the right end of its tree
  bool in_heap = false;            ///< while ready: in the heap, not in the list
};
using LaneNodes = SideTable<LaneNode>;

/// The ready records of one priority and group by number. A number that is the greatest so far goes to the end of a
/// list. Only one that comes back from processing with its old number may be too low for that: such go to a leftist
/// heap. Insertion, first() and removal cost O(1) in the list and O(log of the heap) otherwise, at worst.
class Lane {
public:
  [[nodiscard]] bool empty() const noexcept { return head_ == kNoRecord && root_ == kNoRecord; }
  /// The record with the lowest number. Precondition: not empty.
  [[nodiscard]] RecordIndex first(const LaneNodes& nodes) const noexcept;
  void insert(LaneNodes& nodes, RecordIndex index) noexcept;
  void remove(LaneNodes& nodes, RecordIndex index) noexcept;

private:
  static RecordIndex merge(LaneNodes& nodes, RecordIndex one, RecordIndex other) noexcept;
  void remove_from_heap(LaneNodes& nodes, RecordIndex index) noexcept;

  RecordIndex head_ = kNoRecord;
  RecordIndex tail_ = kNoRecord;
  RecordIndex root_ = kNoRecord;
};

}  // namespace kubexx::detail
