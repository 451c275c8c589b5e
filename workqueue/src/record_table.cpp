// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/record_table.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kubexx::detail {

namespace {

constexpr std::size_t round_up(std::size_t size, std::size_t alignment)
{
  return (size + alignment - 1) / alignment * alignment;
}

constexpr std::size_t kFirstSlots = 16;

constexpr std::size_t limit_of(std::size_t slots)
{
  return slots - slots / 5;
}

}  // namespace

RecordTable::RecordTable(KeyType type)
    : type_(type),
      key_offset_(round_up(sizeof(Record), type.alignment)),
      alignment_(std::max(alignof(Record), type.alignment)),
      stride_(round_up(key_offset_ + type.size, alignment_)),
      slots_(kFirstSlots),
      limit_(limit_of(kFirstSlots))
{
  slots_.clear(0, kFirstSlots);
}

RecordTable::~RecordTable()
{
  for (RecordIndex index = 0; index < high_water_; ++index) {
    if (type_.recycle || (*this)[index].in_use) type_.destroy(key(index));
  }
}

RecordIndex RecordTable::reserve(bool& fresh)
{
  fresh = free_ == kNoRecord;
  if (!fresh) return free_;
  if (high_water_ == kNoRecord) throw std::length_error("kubexx workqueue: more than 2^32 - 1 keys");
  if (high_water_ >> kChunkBits == chunks_.size()) {
    auto* memory = static_cast<std::byte*>(::operator new(stride_ << kChunkBits, std::align_val_t(alignment_)));
    std::unique_ptr<std::byte, FreeChunk> chunk(memory, FreeChunk{alignment_});
    chunks_.push_back(std::move(chunk));
  }
  return high_water_;
}

void RecordTable::link(RecordIndex index, std::uint32_t hash, Slot& empty) noexcept
{
  void* const place = at(index);
  if (index == high_water_) {
    ::new (place) Record;
    ++high_water_;
  } else {
    free_ = std::launder(static_cast<Record*>(place))->next;
  }
  Record& record = *std::launder(static_cast<Record*>(place));
  record.hash = hash;
  record.in_use = 1;
  empty = {hash, index};
  ++size_;
}

[[gnu::always_inline]] inline void RecordTable::Slots::erase(std::uint32_t hash, RecordIndex record) noexcept
{
  std::size_t hole = home(hash);
  while (slots_[hole].record != record) hole = after(hole);
  // What follows without a gap moves up, unless it would come to lie before its home.
  for (std::size_t next = after(hole); slots_[next].record != kNoRecord; next = after(next)) {
    if (distance(home(slots_[next].hash), next) < distance(hole, next)) continue;
    slots_[hole] = slots_[next];
    hole = next;
  }
  slots_[hole] = kEmpty;
}

void RecordTable::erase(RecordIndex index) noexcept
{
  Record& record = (*this)[index];
  const_cast<Slots&>(slots_for(record.hash)).erase(record.hash, index);
  if (!type_.recycle) type_.destroy(key(index));
  record.in_use = 0;
  record.triggers = 0;
  record.next = free_;
  free_ = index;
  --size_;
}

void RecordTable::grow()
{
  // By two fifths: of a table that grows so, at least 57 % of the slots are in use.
  const std::size_t count = slots_.count() + slots_.count() * 2 / 5;
  if (slots_.count() <= kSlotsAtOnce) {
    next_ = Slots(count);
    next_.clear(0, count);
    begin_move();
    move_slots(kSlotsAtOnce);
  } else if (old_.count() != 0) {
    move_slots(kSlotsAtOnce);
  } else if (next_.count() == 0) {
    next_ = Slots(count);
    cleared_ = 0;
    limit_ = 0;  // every insertion does a piece
  } else {
    const std::size_t to = std::min(cleared_ + kSlotsCleared, next_.count());
    next_.clear(cleared_, to);
    touched += static_cast<std::uint32_t>((to - cleared_) / kSlotsInALine);
    cleared_ = to;
    if (to == next_.count()) begin_move();
  }
}

void RecordTable::begin_move() noexcept
{
  old_ = std::exchange(slots_, std::exchange(next_, Slots()));
  std::size_t empty = 0;
  while (old_[empty].record != kNoRecord) ++empty;
  first_moved_ = old_.after(empty);
  moved_ = 0;
}

void RecordTable::move_slots(std::size_t most) noexcept
{
  // Stops at an empty slot only: what belongs before it does not lie behind it. What lies behind the end belongs
  // before it.
  for (std::size_t steps = 1;; ++steps) {
    Slot& from = old_[(first_moved_ + moved_) % old_.count()];
    ++moved_;
    const bool empty = from.record == kNoRecord;
    if (!empty) {
      slots_.insert(from);
      from = kEmpty;
      ++touched;
    }
    if (!empty) continue;
    if (moved_ >= old_.count()) break;
    if (steps >= most) return;
  }
  old_ = Slots();
  limit_ = limit_of(slots_.count());
}

void RecordTable::Slots::clear(std::size_t from, std::size_t to) noexcept
{
  for (; from < to; ++from) slots_[from] = kEmpty;
}

void RecordTable::Slots::insert(Slot slot) noexcept
{
  std::size_t at = home(slot.hash);
  while (slots_[at].record != kNoRecord) at = after(at);
  slots_[at] = slot;
}

}  // namespace kubexx::detail
