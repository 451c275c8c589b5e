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
/// place in the order) or out (in use, without a place). Times up to the current tick (2^20 ns, about a millisecond)
/// are in a heap, which orders them exactly. Later times are in the buckets of a wheel, 64 per level, at the level of
/// the highest base-64 digit in which their tick differs from the current one, and move down when the turn of their
/// bucket comes. So setting and removing a time costs the same however many there are. The current tick never runs
/// ahead of the times that callers ask for. Not thread safe.
class TimerWheel {
public:
  using Slot = std::uint32_t;
  static constexpr Slot kNone = 0xffffffffU;

  /// `first_generation` is for tests.
  explicit TimerWheel(SteadyTime now, std::uint32_t first_generation = 1) noexcept;

  /// The number of pending slots.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Returns the free slot that the next `add` takes, after making room for it. Throws std::bad_alloc or, with 2^31 - 1
  /// slots, std::length_error; then nothing has changed.
  [[nodiscard]] Slot reserve();
  /// Makes the reserved slot pending.
  TimerHandle add(SteadyTime at) noexcept;

  /// Returns the pending slot that the handle identifies, or kNone.
  [[nodiscard]] Slot find(TimerHandle handle) const noexcept;
  /// Sets another time, as if the slot were added now. Precondition: pending.
  void reset(Slot slot, SteadyTime at) noexcept;
  /// From pending to out.
  void remove(Slot slot) noexcept;
  /// From out to pending, at its former place: before equal times that were set later.
  void put_back(Slot slot) noexcept;
  /// From out to free: no handle identifies the slot any longer.
  void release(Slot slot) noexcept;

  /// Returns the first pending slot if its time is not after `now`, otherwise kNone.
  [[nodiscard]] Slot first(SteadyTime now) noexcept;
  /// Returns the first time if it is after `now`, or an earlier one that was removed or reset. nullopt if a slot is due
  /// or none is pending.
  [[nodiscard]] std::optional<SteadyTime> next_after(SteadyTime now) noexcept;

  /// Takes out, for good, some of the slots whose time is after `now`, looking at no more than `most`. Returns them as
  /// a chain of slots that no handle identifies any longer. Until `more` is false, `now` must stay the same and no time
  /// may be set.
  [[nodiscard]] Slot remove_after(SteadyTime now, std::size_t most, bool& more) noexcept;
  [[nodiscard]] Slot chained(Slot slot) const noexcept { return entries_[slot].next; }

private:
  using Tick = std::uint64_t;
  static constexpr std::size_t kLevels = 8;  ///< of six bits: enough for the 44 bits of a tick
  static constexpr std::size_t kDigitBits = 6;
  static constexpr std::size_t kDigits = 1U << kDigitBits;
  static constexpr std::uint32_t kInHeap = 0x80000000U;
  static constexpr std::uint32_t kOut = 0x7fffffffU;

  struct Entry {
    SteadyTime at{};
    std::uint64_t order = 0;     ///< rises with each time that is set: decides between equal times
    Slot next = kNone;           ///< in the bucket; while free, in the list of free slots
    Slot previous = kNone;       ///< in the bucket
    std::uint32_t where = kOut;  ///< number of the bucket; kInHeap and the index in the heap; kOut
    std::uint32_t generation;
  };
  struct Node {
    SteadyTime at;
    Slot slot;
  };
  struct Bucket {
    Slot first = kNone;
    SteadyTime earliest{};  ///< no time in it is earlier, while it is not empty
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
  /// Empties the first bucket into the heap and lower levels if one of its times may have come by `tick`. Otherwise
  /// returns false.
  bool turn(Tick tick) noexcept;
  /// The number of the first bucket that is not empty.
  [[nodiscard]] std::optional<std::uint32_t> first_bucket() const noexcept;

  std::vector<Entry> entries_;  ///< by slot
  std::vector<Node> heap_;      ///< four children per node; has capacity for all slots
  std::size_t unseen_ = 0;      ///< indexes of heap_ below it have yet to be checked by remove_after
  std::array<Bucket, kLevels * kDigits> buckets_;
  std::array<std::uint64_t, kLevels> occupied_{};  ///< by level: buckets that are not empty, all after the current tick
  Tick current_;
  Slot free_ = kNone;
  std::size_t size_ = 0;
  std::uint64_t order_ = 0;
  const std::uint32_t first_generation_;
};

}  // namespace kubexx::detail
