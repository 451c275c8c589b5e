// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/record_table.hpp"

#include <algorithm>
#include <stdexcept>

namespace kubexx::detail {

namespace {

constexpr std::size_t round_up(std::size_t size, std::size_t alignment)
{
  return (size + alignment - 1) / alignment * alignment;
}

constexpr std::size_t kFirstSlots = 16;
constexpr std::uint32_t kFirstShift = 32 - 4;

}  // namespace

RecordTable::RecordTable(KeyType type)
    : type_(type),
      key_offset_(round_up(sizeof(Record), type.alignment)),
      alignment_(std::max(alignof(Record), type.alignment)),
      stride_(round_up(key_offset_ + type.size, alignment_)),
      slots_(kFirstSlots),
      shift_(kFirstShift)
{
}

RecordTable::~RecordTable()
{
  for (RecordIndex index = 0; index < high_water_; ++index) {
    if (type_.recycle || (*this)[index].in_use) type_.destroy(key(index));
  }
}

RecordIndex RecordTable::reserve(bool& fresh)
{
  if ((size_ + 1) * 4 > slots_.size() * 3) grow();
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

void RecordTable::link(RecordIndex index, std::uint32_t hash) noexcept
{
  if (index == high_water_) {
    ::new (at(index)) Record;
    ++high_water_;
  } else {
    free_ = (*this)[index].next;
  }
  Record& record = (*this)[index];
  record.hash = hash;
  record.in_use = 1;
  place(slots_, home(hash), {hash, index});
  ++size_;
}

void RecordTable::erase(RecordIndex index) noexcept
{
  Record& record = (*this)[index];
  std::size_t hole = home(record.hash);
  while (slots_[hole].record != index) hole = after(hole);
  // What follows without a gap moves up, unless it would come to lie before its home.
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t next = after(hole); slots_[next].record != kNoRecord; next = after(next)) {
    if (((next - home(slots_[next].hash)) & mask) < ((next - hole) & mask)) continue;
    slots_[hole] = slots_[next];
    hole = next;
  }
  slots_[hole] = Slot{};
  if (!type_.recycle) type_.destroy(key(index));
  record.in_use = 0;
  record.causes = 0;
  record.delayed_causes = 0;
  record.next = free_;
  free_ = index;
  --size_;
}

void RecordTable::place(std::vector<Slot>& slots, std::size_t from, Slot slot) noexcept
{
  while (slots[from].record != kNoRecord) from = (from + 1) & (slots.size() - 1);
  slots[from] = slot;
}

void RecordTable::grow()
{
  std::vector<Slot> larger(slots_.size() * 2);
  --shift_;
  for (const Slot& slot : slots_) {
    if (slot.record != kNoRecord) place(larger, home(slot.hash), slot);
  }
  slots_.swap(larger);
}

}  // namespace kubexx::detail
