// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kubexx::detail {

/// Some of the indexes below a bound, the first by `Before` on top; any of them can be moved or removed. Steps cost the
/// logarithm of how many there are. Not thread safe.
template <class Before>
class IndexHeap {
public:
  explicit IndexHeap(Before before) : before_(std::move(before)) {}

  /// Room for the indexes below `bound`, so that push cannot fail.
  void reserve(std::size_t bound)
  {
    if (positions_.size() < bound) positions_.resize(bound, kNowhere);
    heap_.reserve(positions_.capacity());
  }

  [[nodiscard]] std::size_t size() const noexcept { return heap_.size(); }
  [[nodiscard]] bool contains(std::uint32_t index) const noexcept { return positions_[index] != kNowhere; }
  /// Precondition: not empty.
  [[nodiscard]] std::uint32_t top() const noexcept { return heap_.front(); }

  /// Precondition: not inside, and there is room.
  void push(std::uint32_t index) noexcept
  {
    heap_.push_back(index);
    place(heap_.size() - 1, index);
    sift(heap_.size() - 1);
  }

  /// Precondition: inside.
  void remove(std::uint32_t index) noexcept
  {
    const std::size_t hole = std::exchange(positions_[index], kNowhere);
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (last == index) return;
    place(hole, last);
    sift(hole);
  }

  /// After its order has changed. Precondition: inside.
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
  std::vector<std::uint32_t> heap_;       ///< the children of the n-th are the 2n+1-th and the next one
  std::vector<std::uint32_t> positions_;  ///< by index
};

}  // namespace kubexx::detail
