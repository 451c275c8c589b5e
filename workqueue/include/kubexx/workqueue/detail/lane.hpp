// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/side_table.hpp"

namespace kubexx::detail {

using LaneIndex = std::uint32_t;
inline constexpr LaneIndex kNoLane = 0xffffffffU;

/// The place of a record in the order by priority; meaningful while the record is queued or delayed.
struct LaneNode {
  std::uint64_t number = 0;        ///< orders the keys of its priority, lowest first; while queued
  SteadyTime since{};              ///< when it became ready; while ready, with a bound on waiting
  LaneIndex lane = kNoLane;        ///< its priority and group
  RecordIndex left = kNoRecord;    ///< while ready: the previous in the lane's list, or a child in its heap
  RecordIndex right = kNoRecord;   ///< while ready: the next in the list, or the other child
  RecordIndex parent = kNoRecord;  ///< while in the heap
  std::uint8_t rank = 0;           ///< while in the heap: length of the path to the right end of its tree
  bool in_heap = false;            ///< while ready: in the heap rather than in the list
};
using LaneNodes = SideTable<LaneNode>;

/// The ready records of one priority and group, by number. A record with the highest number is appended to a list. Only
/// a record that returns from processing with its old number may be too low for that; it goes to a leftist heap.
/// Insertion, first() and removal take O(1) in the list and O(log size) in the heap, in the worst case.
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
