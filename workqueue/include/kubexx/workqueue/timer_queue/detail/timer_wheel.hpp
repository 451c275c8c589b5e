// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/timer_queue/timer_handle.hpp"

namespace kubexx::detail {

/// Times with slots, earliest first, equal times in the order in which they were set. A slot is free, pending (it has a
/// place in the order) or out (in use, without a place). What is not after the current tick (a millisecond) lies in a
/// heap; what is after it lies in the buckets of a wheel of 64 per level, at the level of the highest digit in which
/// its tick differs from the current one, and comes down when its bucket's turn comes: setting and removing a time cost
/// the same however many there are. The current tick never runs ahead of a time that was asked for. Not thread safe.
class TimerWheel {
public:
  using Slot = std::uint32_t;
  static constexpr Slot kNone = 0xffffffffU;

  /// `first_generation` is for tests.
  explicit TimerWheel(SteadyTime now, std::uint32_t first_generation = 1) noexcept;

  /// Pending slots.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// The free slot that the next `add` takes. Makes room for it. Throws std::bad_alloc or, with 2^31 - 1 slots,
  /// std::length_error; then nothing has changed.
  [[nodiscard]] Slot reserve();
  /// Makes the reserved slot pending.
  TimerHandle add(SteadyTime at) noexcept;

  /// The pending slot that the handle names, or kNone.
  [[nodiscard]] Slot find(TimerHandle handle) const noexcept;
  /// Sets another time, as if it were added now. Pending.
  void reset(Slot slot, SteadyTime at) noexcept;
  /// Pending, then out.
  void remove(Slot slot) noexcept;
  /// Out, then pending where it was: before equal times that were set later.
  void put_back(Slot slot) noexcept;
  /// Out, then free: no handle names it any more.
  void release(Slot slot) noexcept;

  /// The first of the pending slots if its time has come by `now`, or kNone.
  [[nodiscard]] Slot first(SteadyTime now) noexcept;
  /// The first time if it comes after `now`; a time that was there before, if that was removed or reset. None if one is
  /// due, or nothing is pending.
  [[nodiscard]] std::optional<SteadyTime> next_after(SteadyTime now) noexcept;

  /// Takes out, for good, some of those whose time comes after `now`, handling `most` at most: a chain of slots that no
  /// handle names any more. Until there are no `more` the time stays the same, and no times are set.
  [[nodiscard]] Slot remove_after(SteadyTime now, std::size_t most, bool& more) noexcept;
  [[nodiscard]] Slot chained(Slot slot) const noexcept { return entries_[slot].next; }

private:
  using Tick = std::uint64_t;
  static constexpr std::size_t kLevels = 8;  ///< of six bits: enough for the 44 of a tick
  static constexpr std::size_t kDigitBits = 6;
  static constexpr std::size_t kDigits = 1U << kDigitBits;
  static constexpr std::uint32_t kInHeap = 0x80000000U;
  static constexpr std::uint32_t kOut = 0x7fffffffU;

  struct Entry {
    SteadyTime at{};
    std::uint64_t order = 0;     ///< of setting: decides between equal times
    Slot next = kNone;           ///< in the bucket; while free, in the list of free slots
    Slot previous = kNone;       ///< in the bucket
    std::uint32_t where = kOut;  ///< number of the bucket; kInHeap and the place in it; kOut
    std::uint32_t generation;
  };
  struct Node {
    SteadyTime at;
    Slot slot;
  };
  struct Bucket {
    Slot first = kNone;
    SteadyTime earliest{};  ///< none in it is earlier, while it is not empty
  };
  [[nodiscard]] static Tick tick_of(SteadyTime at) noexcept;
  [[nodiscard]] bool before(const Node& left, const Node& right) const noexcept
  {
    if (left.at != right.at) return left.at < right.at;
    return entries_[left.slot].order < entries_[right.slot].order;
  }
  void link(Slot slot) noexcept;
  void unlink(Slot slot) noexcept;
  void place(std::size_t hole, const Node& node) noexcept;
  void sift_up(std::size_t hole, Node node) noexcept;
  void sift_down(std::size_t hole, Node node) noexcept;
  void remove_node(std::size_t hole) noexcept;
  /// If the first time of the wheel may come by `tick`, empties its bucket into the heap and lower levels. Otherwise
  /// false.
  bool turn(Tick tick) noexcept;
  /// The number of the first bucket that is not empty.
  [[nodiscard]] std::optional<std::uint32_t> first_bucket() const noexcept;

  std::vector<Entry> entries_;  ///< by slot
  std::vector<Node> heap_;      ///< four children per node; has the capacity for all slots
  std::size_t unseen_ = 0;      ///< places of heap_ that remove_after has yet to look at; all, before
  std::array<Bucket, kLevels * kDigits> buckets_;
  std::array<std::uint64_t, kLevels>
      occupied_{};  ///< which buckets of a level are not empty: all after the current tick
  Tick current_;
  Slot free_ = kNone;
  std::size_t size_ = 0;
  std::uint64_t order_ = 0;
  const std::uint32_t first_generation_;
};

}  // namespace kubexx::detail
