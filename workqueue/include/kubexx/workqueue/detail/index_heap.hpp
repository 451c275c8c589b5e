// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kubexx::detail {

/// A heap of indexes that are below a bound, the first by `Before` on top; any of them can be moved or removed.
/// Operations take O(log size). Not thread safe.
template <class Before>
class IndexHeap {
public:
  explicit IndexHeap(Before before) : before_(std::move(before)) {}

  /// Makes room for the indexes below `bound`, so that push cannot fail.
  void reserve(std::size_t bound)
  {
    if (positions_.size() < bound) positions_.resize(bound, kNowhere);
    heap_.reserve(positions_.capacity());
  }

  [[nodiscard]] std::size_t size() const noexcept { return heap_.size(); }
  [[nodiscard]] bool contains(std::uint32_t index) const noexcept { return positions_[index] != kNowhere; }
  /// Precondition: not empty.
  [[nodiscard]] std::uint32_t top() const noexcept { return heap_.front(); }

  /// Precondition: not in the heap, and there is room.
  void push(std::uint32_t index) noexcept
  {
    heap_.push_back(index);
    place(heap_.size() - 1, index);
    sift(heap_.size() - 1);
  }

  /// Precondition: in the heap.
  void remove(std::uint32_t index) noexcept
  {
    const std::size_t hole = std::exchange(positions_[index], kNowhere);
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (last == index) return;
    place(hole, last);
    sift(hole);
  }

  /// Call it after the order of an index has changed. Precondition: in the heap.
  void moved(std::uint32_t index) noexcept { sift(positions_[index]); }

private:
  static constexpr std::uint32_t kNowhere = 0xffffffffU;

  void place(std::size_t position, std::uint32_t index) noexcept
  {
    heap_[position] = index;
    positions_[index] = static_cast<std::uint32_t>(position);
  }

  void sift(std::size_t position) noexcept
  {
    const std::uint32_t index = heap_[position];
    for (; position != 0 && before_(index, heap_[(position - 1) / 2]); position = (position - 1) / 2) {
      place(position, heap_[(position - 1) / 2]);
    }
    for (std::size_t child = 2 * position + 1; child < heap_.size(); child = 2 * position + 1) {
      if (child + 1 < heap_.size() && before_(heap_[child + 1], heap_[child])) ++child;
      if (!before_(heap_[child], index)) break;
      place(position, heap_[child]);
      position = child;
    }
    place(position, index);
  }

  Before before_;
  std::vector<std::uint32_t> heap_;       ///< the children of node n are 2n + 1 and 2n + 2
  std::vector<std::uint32_t> positions_;  ///< by index
};

}  // namespace kubexx::detail
