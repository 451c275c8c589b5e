// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "kubexx/workqueue/detail/record_table.hpp"

namespace kubexx::detail {

/// The pending delays of a table's records, earliest first, equal times in call order. A shortened delay is a second
/// entry; the first one is then stale: its stamp is no longer that of the record. Stale entries never outnumber the
/// others by much: every change looks for some, a bounded number at a time. Not thread safe.
class DelayHeap {
public:
  explicit DelayHeap(RecordTable& records) : records_(records) {}

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return count_ - stale_; }
  /// Stale ones included.
  [[nodiscard]] std::size_t entries() const noexcept { return count_; }
  /// When the first delay ends, or sooner. Precondition: not empty.
  [[nodiscard]] SteadyTime earliest() const noexcept { return node(0).ready; }

  /// Room for one set(), which then cannot fail.
  void make_room();
  /// Sets or shortens the delay of a record. Strong guarantee.
  void set(RecordIndex index, SteadyTime ready);

  /// Removes the first entry and ends the delay of its record; kNoRecord: the entry was stale. Precondition: not
  /// empty.
  RecordIndex pop() noexcept;
  /// Ends the delay of a delayed record.
  void cancel(RecordIndex index) noexcept;

  /// Shows the delayed records to `visit`, in order, until it returns false. Looks at `most` entries at most, stale
  /// ones included, in O(most * log most), and changes nothing.
  void walk(std::size_t most, const std::function<bool(RecordIndex)>& visit) const;

private:
  struct Node {
    SteadyTime ready{};
    RecordIndex record = kNoRecord;
    std::uint32_t stamp = 0;
  };
  // Blocks, so that a million nodes neither move nor leave room for two. Children lie in one cache line.
  static constexpr std::size_t kBlockBits = 10;
  static constexpr std::size_t kChildren = 4;
  struct alignas(kChildren * sizeof(Node)) Block {
    std::array<Node, std::size_t{1} << kBlockBits> nodes;
  };

  [[nodiscard]] Node& node(std::size_t index) noexcept
  {
    const std::size_t place = index + kChildren - 1;
    return blocks_[place >> kBlockBits]->nodes[place & ((std::size_t{1} << kBlockBits) - 1)];
  }
  [[nodiscard]] const Node& node(std::size_t index) const noexcept { return const_cast<DelayHeap*>(this)->node(index); }

  // Stamps wrap around: of two, the later is less than half the circle ahead.
  [[nodiscard]] static bool before(const Node& left, const Node& right) noexcept
  {
    if (left.ready != right.ready) return left.ready < right.ready;
    return static_cast<std::int32_t>(left.stamp - right.stamp) < 0;
  }
  [[nodiscard]] bool stale(const Node& node) const noexcept
  {
    const Record& record = records_[node.record];
    return !record.delayed || record.stamp != node.stamp;
  }
  void sift_up(std::size_t hole, Node moved) noexcept;
  void sift_down(std::size_t hole, Node moved) noexcept;
  void remove_top() noexcept;
  void remove(std::size_t index) noexcept;
  void remove_stale_tops() noexcept;
  /// Removes some stale entries: at the top, and elsewhere if they are many.
  void sweep() noexcept;

  RecordTable& records_;
  std::vector<std::unique_ptr<Block>> blocks_;  ///< a heap of kChildren per node; blocks are never given back
  std::size_t count_ = 0;                       ///< of nodes
  std::size_t stale_ = 0;                       ///< how many of them are stale; not all, unless there are none
  std::size_t swept_ = 0;                       ///< nodes before it are to be looked at next
  std::uint32_t stamp_ = 0;                     ///< of the last set
};

}  // namespace kubexx::detail
