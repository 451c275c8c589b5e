// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/timer_queue/detail/timer_wheel.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace kubexx::detail {

namespace {
constexpr std::size_t kChildren = 4;
constexpr int kTickBits = 20;  // of nanoseconds
}  // namespace

TimerWheel::Tick TimerWheel::tick_of(SteadyTime at) noexcept
{
  // The earliest of all times is tick 0.
  return (static_cast<Tick>(at.time_since_epoch().count()) ^ (Tick{1} << 63U)) >> kTickBits;
}

TimerWheel::TimerWheel(SteadyTime now, std::uint32_t first_generation) noexcept
    : current_(tick_of(now)), first_generation_(first_generation)
{
}

TimerWheel::Slot TimerWheel::reserve()
{
  if (free_ != kNone) return free_;
  const std::size_t slots = entries_.size();
  if (slots == kOut) throw std::length_error("kubexx TimerQueue: too many values");
  if (heap_.capacity() == slots) heap_.reserve(std::max<std::size_t>(16, slots * 2));
  entries_.push_back({.generation = first_generation_});
  free_ = static_cast<Slot>(slots);
  return free_;
}

TimerHandle TimerWheel::add(SteadyTime at) noexcept
{
  const Slot slot = free_;
  Entry& entry = entries_[slot];
  free_ = entry.next;
  entry.at = at;
  entry.order = ++order_;
  link(slot);
  return {slot, entry.generation};
}

TimerWheel::Slot TimerWheel::find(TimerHandle handle) const noexcept
{
  if (!handle || handle.slot_ >= entries_.size()) return kNone;
  const Entry& entry = entries_[handle.slot_];
  return entry.generation == handle.generation_ && entry.where != kOut ? handle.slot_ : kNone;
}

void TimerWheel::reset(Slot slot, SteadyTime at) noexcept
{
  unlink(slot);
  entries_[slot].at = at;
  entries_[slot].order = ++order_;
  link(slot);
}

void TimerWheel::remove(Slot slot) noexcept
{
  unlink(slot);
}

void TimerWheel::put_back(Slot slot) noexcept
{
  link(slot);
}

void TimerWheel::release(Slot slot) noexcept
{
  Entry& entry = entries_[slot];
  // A slot whose generations are used up is not used again, so that no old handle names a new value.
  if (++entry.generation == 0) return;
  entry.next = free_;
  free_ = slot;
}

TimerWheel::Slot TimerWheel::first(SteadyTime now) noexcept
{
  if (heap_.empty()) {
    if (size_ == 0) return kNone;
    const Tick tick = tick_of(now);
    while (heap_.empty() && turn(tick)) {
    }
  }
  return heap_.empty() || heap_.front().at > now ? kNone : heap_.front().slot;
}

std::optional<SteadyTime> TimerWheel::next_after(SteadyTime now) noexcept
{
  if (first(now) != kNone) return std::nullopt;
  if (!heap_.empty()) return heap_.front().at;
  const auto number = first_bucket();
  return number ? std::optional(buckets_[*number].earliest) : std::nullopt;
}

TimerWheel::Slot TimerWheel::remove_after(SteadyTime now, std::size_t most, bool& more) noexcept
{
  while (turn(tick_of(now))) {
  }
  Slot chain = kNone;
  const auto take_out = [&](Slot slot) {
    unlink(slot);
    ++entries_[slot].generation;
    entries_[slot].next = std::exchange(chain, slot);
  };
  // What is still in a bucket comes after now.
  for (auto bucket = first_bucket(); most != 0 && bucket; bucket = first_bucket(), --most) {
    take_out(buckets_[*bucket].first);
  }
  // From the last place of the heap to the first: what is moved to a place is looked at once more.
  unseen_ = std::min(unseen_, heap_.size());
  for (; most != 0 && unseen_ != 0; --most) {
    if (const Node node = heap_[unseen_ - 1]; node.at > now) {
      take_out(node.slot);
      unseen_ = std::min(unseen_, heap_.size());
    } else {
      --unseen_;
    }
  }
  more = most == 0;
  return chain;
}

void TimerWheel::link(Slot slot) noexcept
{
  ++size_;
  Entry& entry = entries_[slot];
  const Tick tick = tick_of(entry.at);
  if (tick <= current_) {
    const Node node{entry.at, slot};
    heap_.push_back(node);
    sift_up(heap_.size() - 1, node);
    return;
  }
  const auto level = static_cast<std::size_t>(std::bit_width(tick ^ current_) - 1) / kDigitBits;
  const std::size_t digit = (tick >> (level * kDigitBits)) % kDigits;
  entry.where = static_cast<std::uint32_t>(level * kDigits + digit);
  Bucket& bucket = buckets_[entry.where];
  if (bucket.first == kNone || entry.at < bucket.earliest) bucket.earliest = entry.at;
  entry.previous = kNone;
  entry.next = bucket.first;
  if (bucket.first != kNone) entries_[bucket.first].previous = slot;
  bucket.first = slot;
  occupied_[level] |= std::uint64_t{1} << digit;
}

void TimerWheel::unlink(Slot slot) noexcept
{
  --size_;
  Entry& entry = entries_[slot];
  const std::uint32_t where = std::exchange(entry.where, kOut);
  if (where & kInHeap) return remove_node(where & ~kInHeap);
  Bucket& bucket = buckets_[where];
  (entry.previous == kNone ? bucket.first : entries_[entry.previous].next) = entry.next;
  if (entry.next != kNone) entries_[entry.next].previous = entry.previous;
  if (bucket.first == kNone) occupied_[where / kDigits] &= ~(std::uint64_t{1} << (where % kDigits));
}

std::optional<std::uint32_t> TimerWheel::first_bucket() const noexcept
{
  for (std::size_t level = 0; level < kLevels; ++level) {
    if (occupied_[level] == 0) continue;
    return static_cast<std::uint32_t>(level * kDigits) + static_cast<std::uint32_t>(std::countr_zero(occupied_[level]));
  }
  return std::nullopt;
}

bool TimerWheel::turn(Tick tick) noexcept
{
  const auto number = first_bucket();
  if (!number) {
    current_ = std::max(current_, tick);
    return false;
  }
  // The digits above the bucket's level are those of the current tick, the ones below are 0.
  const std::size_t shift = (*number / kDigits) * kDigitBits;
  const Tick start = ((current_ >> (shift + kDigitBits)) << kDigitBits | *number % kDigits) << shift;
  if (start > tick) {
    current_ = std::max(current_, tick);
    return false;
  }
  // Straight to the first time in it, so that a few times do not go down level by level.
  const Tick first = std::max(start, tick_of(buckets_[*number].earliest));
  if (first > tick) return false;
  current_ = first;
  Slot slot = std::exchange(buckets_[*number].first, kNone);
  occupied_[*number / kDigits] &= occupied_[*number / kDigits] - 1;
  while (slot != kNone) {
    const Slot next = entries_[slot].next;
    --size_;
    link(slot);
    slot = next;
  }
  return true;
}

void TimerWheel::place(std::size_t hole, const Node& node) noexcept
{
  heap_[hole] = node;
  entries_[node.slot].where = kInHeap | static_cast<std::uint32_t>(hole);
}

void TimerWheel::sift_up(std::size_t hole, Node node) noexcept
{
  unseen_ = std::max(unseen_, hole + 1);  // it may bring one down to there
  while (hole != 0) {
    const std::size_t parent = (hole - 1) / kChildren;
    if (!before(node, heap_[parent])) break;
    place(hole, heap_[parent]);
    hole = parent;
  }
  place(hole, node);
}

void TimerWheel::sift_down(std::size_t hole, Node node) noexcept
{
  for (;;) {
    const std::size_t first = hole * kChildren + 1;
    if (first >= heap_.size()) break;
    std::size_t best = first;
    const std::size_t last = std::min(first + kChildren, heap_.size());
    for (std::size_t child = first + 1; child < last; ++child) {
      if (before(heap_[child], heap_[best])) best = child;
    }
    if (!before(heap_[best], node)) break;
    place(hole, heap_[best]);
    hole = best;
  }
  place(hole, node);
}

void TimerWheel::remove_node(std::size_t hole) noexcept
{
  const Node last = heap_.back();
  heap_.pop_back();
  if (hole == heap_.size()) return;
  if (hole != 0 && before(last, heap_[(hole - 1) / kChildren])) {
    sift_up(hole, last);
  } else {
    sift_down(hole, last);
  }
}

}  // namespace kubexx::detail
