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

constexpr std::uint32_t kFirstBuckets = 16;

}  // namespace

RecordTable::RecordTable(KeyType type)
    : type_(type),
      key_offset_(round_up(sizeof(Record), type.alignment)),
      alignment_(std::max(alignof(Record), type.alignment)),
      stride_(round_up(key_offset_ + type.size, alignment_)),
      buckets_(kFirstBuckets, kNoRecord),
      half_(kFirstBuckets / 2)
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
  if (size_ >= buckets_.size()) {
    buckets_.push_back(kNoRecord);
    split();
  }
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
    free_ = (*this)[index].chain;
  }
  Record& record = (*this)[index];
  record.hash = hash;
  record.in_use = 1;
  RecordIndex& head = buckets_[bucket_of(hash)];
  record.chain = head;
  head = index;
  ++size_;
}

void RecordTable::erase(RecordIndex index) noexcept
{
  Record& record = (*this)[index];
  RecordIndex* link_to = &buckets_[bucket_of(record.hash)];
  while (*link_to != index) link_to = &(*this)[*link_to].chain;
  *link_to = record.chain;
  if (!type_.recycle) type_.destroy(key(index));
  record.in_use = 0;
  record.causes = 0;
  record.delayed_causes = 0;
  record.chain = free_;
  free_ = index;
  --size_;
}

// The bucket just added takes its share of the chain of the one it splits from.
void RecordTable::split() noexcept
{
  if (buckets_.size() > 2 * std::size_t{half_}) half_ *= 2;
  const auto added = static_cast<std::uint32_t>(buckets_.size() - 1);
  RecordIndex* from = &buckets_[added & (half_ - 1)];
  RecordIndex* to = &buckets_[added];
  while (*from != kNoRecord) {
    Record& record = (*this)[*from];
    if ((record.hash & (2 * half_ - 1)) == added) {
      *to = *from;
      *from = record.chain;
      to = &record.chain;
      *to = kNoRecord;
    } else {
      from = &record.chain;
    }
  }
}

}  // namespace kubexx::detail
