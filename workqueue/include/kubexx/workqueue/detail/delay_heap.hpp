// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kubexx/workqueue/detail/record_table.hpp"

namespace kubexx::detail {

/// The pending delays of a table's records, earliest first, equal times in call order. A shortened delay is a second
/// entry; the first one is then stale: its stamp is no longer that of the record. The top is never stale, and stale
/// entries never outnumber the others by much. Not thread safe.
class DelayHeap {
public:
  explicit DelayHeap(RecordTable& records) : records_(records) {}

  [[nodiscard]] bool empty() const noexcept { return nodes_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size() - stale_; }
  /// Precondition of both: not empty.
  [[nodiscard]] SteadyTime earliest() const noexcept { return nodes_.front().ready; }
  [[nodiscard]] RecordIndex first() const noexcept { return nodes_.front().record; }

  /// Sets or shortens the delay of a record. Strong guarantee.
  void set(RecordIndex index, SteadyTime ready);

  /// Ends the delay of first().
  void pop() noexcept;

private:
  struct Node {
    SteadyTime ready;
    RecordIndex record;
    std::uint32_t stamp;
  };

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
  void sift_up(std::size_t hole, Node node) noexcept;
  void sift_down(std::size_t hole, Node node) noexcept;
  void remove_top() noexcept;
  void compact() noexcept;

  RecordTable& records_;
  std::vector<Node> nodes_;  ///< a heap of four children per node
  std::size_t stale_ = 0;    ///< how many of nodes_ are stale
  std::uint32_t stamp_ = 0;  ///< of the last set
};

}  // namespace kubexx::detail
