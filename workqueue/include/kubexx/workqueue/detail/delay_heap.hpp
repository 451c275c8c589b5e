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

/// The pending delays of a table's records, earliest first, equal times in call order. Shortening a delay adds a second
/// entry and makes the first one stale: its stamp differs from that of the record. (Moving an entry would write to a
/// record in every step, a cache miss each.) Stale entries never outnumber the others by much: every change looks for
/// some, with a bounded number of steps. Not thread safe.
class DelayHeap {
public:
  explicit DelayHeap(RecordTable& records) : records_(records) {}

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return count_ - stale_; }
  /// The number of entries, including stale ones.
  [[nodiscard]] std::size_t entries() const noexcept { return count_; }
  /// When the first delay ends, or earlier. Precondition: not empty.
  [[nodiscard]] SteadyTime earliest() const noexcept { return node(0).ready; }

  /// Makes room for one set(), which then cannot fail.
  void make_room();
  /// Sets or shortens the delay of a record. Strong guarantee.
  void set(RecordIndex index, SteadyTime ready);

  /// Removes the first entry and ends the delay of its record. Returns kNoRecord if the entry was stale. Precondition:
  /// not empty.
  RecordIndex pop() noexcept;
  /// Ends the delay of a delayed record.
  void cancel(RecordIndex index) noexcept;

  /// Calls `visit` for the delayed records, in order, until it returns false. Looks at no more than `most` entries,
  /// including stale ones, in O(most * log most), and changes nothing.
  void walk(std::size_t most, const std::function<bool(RecordIndex)>& visit) const;

private:
  struct Node {
    SteadyTime ready{};
    RecordIndex record = kNoRecord;
    std::uint32_t stamp = 0;
  };
  // In blocks, so that a million nodes neither move nor leave room for two million. The children of a node share a
  // cache line.
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

  // Stamps wrap around: the later of two is less than half the range ahead.
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
  /// Removes some stale entries: at the top, and also elsewhere if more than half of all entries are stale.
  void sweep() noexcept;

  RecordTable& records_;
  std::vector<std::unique_ptr<Block>> blocks_;  ///< a heap with kChildren per node; blocks are never freed
  std::size_t count_ = 0;                       ///< number of nodes
  std::size_t stale_ = 0;                       ///< number of stale nodes; not all, unless there are none
  std::size_t swept_ = 0;                       ///< sweep() continues with the node before it
  std::uint32_t stamp_ = 0;                     ///< of the last set()
};

}  // namespace kubexx::detail
