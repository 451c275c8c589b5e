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

void RecordTable::link(RecordIndex index, std::uint32_t hash, std::size_t empty) noexcept
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
  slots_[empty] = {hash, index};
  ++size_;
}

void RecordTable::erase(RecordIndex index) noexcept
{
  const auto distance = [this](std::size_t from, std::size_t to) {
    return to >= from ? to - from : to + slots_.size() - from;
  };
  Record& record = (*this)[index];
  std::size_t hole = home(record.hash);
  while (slots_[hole].record != index) hole = after(hole);
  // What follows without a gap moves up, unless it would come to lie before its home.
  for (std::size_t next = after(hole); slots_[next].record != kNoRecord; next = after(next)) {
    if (distance(home(slots_[next].hash), next) < distance(hole, next)) continue;
    slots_[hole] = slots_[next];
    hole = next;
  }
  slots_[hole] = Slot{};
  if (!type_.recycle) type_.destroy(key(index));
  record.in_use = 0;
  record.causes = 0;
  record.next = free_;
  free_ = index;
  --size_;
}

void RecordTable::grow()
{
  // By two fifths: of a table that grows so, at least 57 % of the slots are in use.
  const std::size_t count = slots_.size() + slots_.size() * 2 / 5;
  std::vector<Slot> larger(count);
  for (const Slot& slot : slots_) {
    if (slot.record == kNoRecord) continue;
    std::size_t at = home(slot.hash, count);
    while (larger[at].record != kNoRecord) at = at + 1 == count ? 0 : at + 1;
    larger[at] = slot;
  }
  slots_.swap(larger);
  limit_ = limit_of(count);
}

}  // namespace kubexx::detail
