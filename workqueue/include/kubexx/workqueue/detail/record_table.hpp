// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/hash_bytes.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

/// Names a record of one table; stable while the record is in use, and then used again.
using RecordIndex = std::uint32_t;
inline constexpr RecordIndex kNoRecord = 0xffffffffU;

/// All that a queue knows of one key; the key lies behind it. It is in the table while one of the flags is set or
/// failures > 0.
struct Record {
  SteadyTime ready{};              ///< when the delay ends; while delayed
  RecordIndex next = kNoRecord;    ///< next ready key, while queued and not held; next free record, while not in use
  std::uint32_t hash = 0;          ///< mixed
  std::uint32_t failures = 0;      ///< since the last forget
  std::uint32_t stamp = 0;         ///< of the one valid entry in the heap of delays; while delayed
  Cause causes = 0;                ///< of the adds since the last hand-out
  std::uint32_t handout : 28 = 0;  ///< counts hand-outs, so that an old lease cannot end a new one
  std::uint32_t queued : 1 = 0;    ///< to be handed out (again); in the ready list unless held
  std::uint32_t held : 1 = 0;      ///< handed out and not done
  std::uint32_t delayed : 1 = 0;   ///< an add_after is pending
  std::uint32_t in_use : 1 = 0;    ///< the key is constructed and in the hash table

  [[nodiscard]] bool busy() const noexcept { return queued || held || delayed; }
  [[nodiscard]] bool idle() const noexcept { return !busy() && failures == 0; }
};
// A million delayed keys pay for every byte; what few keys need lies in side tables by index.
static_assert(sizeof(Record) == 32);

/// Records by key: a slab with stable addresses, whose records are used again, under a hash table with open addressing.
/// The table's order is that of the hashes, so that growing it, by less than twice, is one pass over both; growing
/// touches no record. Not thread safe. What does not depend on the key's type.
class RecordTable {
public:
  struct KeyType {
    std::size_t size;
    std::size_t alignment;
    void (*destroy)(void* key) noexcept;
    bool recycle;  ///< keep the key object of an unused record, to be assigned to
  };

  explicit RecordTable(KeyType type);
  ~RecordTable();
  RecordTable(const RecordTable&) = delete;
  RecordTable& operator=(const RecordTable&) = delete;

  [[nodiscard]] Record& operator[](RecordIndex index) noexcept
  {
    return *std::launder(static_cast<Record*>(at(index)));
  }
  [[nodiscard]] const Record& operator[](RecordIndex index) const noexcept
  {
    return *std::launder(static_cast<const Record*>(at(index)));
  }
  [[nodiscard]] void* key(RecordIndex index) noexcept { return static_cast<std::byte*>(at(index)) + key_offset_; }
  [[nodiscard]] const void* key(RecordIndex index) const noexcept
  {
    return static_cast<const std::byte*>(at(index)) + key_offset_;
  }

  /// Takes the record out of the table and destroys or keeps its key.
  void erase(RecordIndex index) noexcept;
  /// A hint that `index` will be erased before long. Inlined at once: g++ drops calls of functions without an effect.
  [[gnu::always_inline]] void prefetch(RecordIndex index) const noexcept
  {
    __builtin_prefetch(slots_.data() + home((*this)[index].hash), 1);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Every index below it was in use once.
  [[nodiscard]] RecordIndex high_water() const noexcept { return high_water_; }

protected:
  struct Slot {
    std::uint32_t hash = 0;
    RecordIndex record = kNoRecord;
  };

  /// Where the search for a hash begins; it ends at the first empty slot.
  [[nodiscard]] std::size_t home(std::uint32_t hash) const noexcept { return home(hash, slots_.size()); }
  [[nodiscard]] std::size_t after(std::size_t slot) const noexcept { return slot + 1 == slots_.size() ? 0 : slot + 1; }
  [[nodiscard]] const Slot& slot(std::size_t index) const noexcept { return slots_[index]; }
  /// Makes room in the hash table for one more record. May move slots.
  void make_room()
  {
    if (size_ >= limit_) [[unlikely]]
      grow();
  }
  /// The record that the next insertion gets; `fresh` says that no key was ever constructed there.
  [[nodiscard]] RecordIndex reserve(bool& fresh);
  /// Takes the reserved record into use; its key is constructed. `empty` is the slot at which the search for it ended,
  /// after make_room.
  void link(RecordIndex index, std::uint32_t hash, std::size_t empty) noexcept;

private:
  static constexpr std::uint32_t kChunkBits = 8;
  static constexpr RecordIndex kInChunk = (1U << kChunkBits) - 1;

  struct FreeChunk {
    std::size_t alignment;
    void operator()(std::byte* memory) const noexcept { ::operator delete(memory, std::align_val_t(alignment)); }
  };

  [[nodiscard]] void* at(RecordIndex index) const noexcept
  {
    return chunks_[index >> kChunkBits].get() + (index & kInChunk) * stride_;
  }
  [[nodiscard]] static std::size_t home(std::uint32_t hash, std::size_t slots) noexcept
  {
    return static_cast<std::size_t>((std::uint64_t{hash} * slots) >> 32U);
  }
  void grow();

  const KeyType type_;
  const std::size_t key_offset_;
  const std::size_t alignment_;
  const std::size_t stride_;
  std::vector<std::unique_ptr<std::byte, FreeChunk>> chunks_;
  std::vector<Slot> slots_;
  RecordIndex high_water_ = 0;
  RecordIndex free_ = kNoRecord;  ///< head of the list of unused records
  std::size_t size_ = 0;          ///< records in use, each with a slot
  std::size_t limit_;             ///< of size_, before slots_ grows: four fifths of the slots
};

template <class T>
void destroy_key(void* key) noexcept
{
  static_cast<T*>(key)->~T();
}

/// A RecordTable whose keys are T.
template <class T, class Hash, class Equal>
class KeyTable : public RecordTable {
public:
  explicit KeyTable(Hash hash = Hash(), Equal equal = Equal())
      : RecordTable(KeyType{sizeof(T), alignof(T), &destroy_key<T>, recycle_key_storage<T>}),
        hash_(std::move(hash)),
        equal_(std::move(equal))
  {
  }

  /// Spreads what std::hash gives, which may be the number itself. Strings are so common that theirs is our own.
  [[nodiscard]] std::uint32_t hash(const T& item) const
  {
    if constexpr (std::is_same_v<Hash, std::hash<std::string>>) return hash_bytes(item.data(), item.size());
    const std::uint64_t plain = hash_(item);
    return static_cast<std::uint32_t>(((plain ^ (plain >> 32U)) * 0x9e3779b97f4a7c15U) >> 32U);
  }

  [[nodiscard]] const T& key_at(RecordIndex index) const noexcept
  {
    return *std::launder(static_cast<const T*>(key(index)));
  }

  [[nodiscard]] RecordIndex find(const T& item, std::uint32_t hash) const { return search(item, hash).first; }

  /// Strong guarantee: a copy of `item` that throws changes nothing.
  [[nodiscard]] RecordIndex find_or_insert(const T& item, std::uint32_t hash)
  {
    make_room();
    const auto [known, empty] = search(item, hash);
    if (known != kNoRecord) return known;
    bool fresh = false;
    const RecordIndex index = reserve(fresh);
    if constexpr (recycle_key_storage<T>) {
      if (fresh) {
        ::new (key(index)) T(item);
      } else {
        *std::launder(static_cast<T*>(key(index))) = item;
      }
    } else {
      ::new (key(index)) T(item);
    }
    link(index, hash, empty);
    return index;
  }

private:
  [[nodiscard]] bool equal(const T& left, const T& right) const
  {
    if constexpr (std::is_same_v<Equal, std::equal_to<std::string>>) {
      return left.size() == right.size() && equal_bytes(left.data(), right.data(), left.size());
    } else {
      return equal_(left, right);
    }
  }

  /// The record of `item` and its slot; without one, the slot for it.
  [[nodiscard]] std::pair<RecordIndex, std::size_t> search(const T& item, std::uint32_t hash) const
  {
    for (std::size_t at = home(hash);; at = after(at)) {
      const Slot& candidate = slot(at);
      if (candidate.record == kNoRecord) return {kNoRecord, at};
      if (candidate.hash == hash && equal(key_at(candidate.record), item)) return {candidate.record, at};
    }
  }

  Hash hash_;
  Equal equal_;
};

}  // namespace kubexx::detail
