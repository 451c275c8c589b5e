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
#include "kubexx/base/detail/hash_bytes.hpp"
#include "kubexx/workqueue/key_hash.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

/// Identifies a record of one table; stable while the record is in use, then reused.
using RecordIndex = std::uint32_t;
inline constexpr RecordIndex kNoRecord = 0xffffffffU;

/// Everything that a queue knows about one key, which is stored behind it. A record is in the table while one of its
/// flags is set or failures > 0.
struct Record {
  SteadyTime ready{};                 ///< when the delay ends; while delayed
  RecordIndex next = kNoRecord;       ///< while ready: the next ready key; while not in use: the next free record
  std::uint32_t hash = 0;             ///< mixed
  std::uint32_t failures = 0;         ///< since the last forget
  std::uint32_t stamp = 0;            ///< of its valid entry in the delay heap; while delayed
  Trigger triggers = 0;               ///< of the adds since the last dispatch
  std::uint32_t dispatches : 28 = 0;  ///< number of dispatches, so that an old lease cannot end a new one
  std::uint32_t queued : 1 = 0;       ///< to be dispatched (again); in the ready list unless processing
  std::uint32_t processing : 1 = 0;   ///< dispatched and not done
  std::uint32_t delayed : 1 = 0;      ///< an add_after is pending
  std::uint32_t in_use : 1 = 0;       ///< the key is constructed and in the hash table

  [[nodiscard]] bool busy() const noexcept { return queued || processing || delayed; }
  [[nodiscard]] bool idle() const noexcept { return !busy() && failures == 0; }
};
// A million delayed keys pay for every byte; data that few keys need is in side tables by index.
static_assert(sizeof(Record) == 32);

/// Records by key: a slab of reusable records with stable addresses, under a hash table with open addressing. This
/// class does not depend on the type of the key. The hash table is in the order of the hashes, so that it can grow
/// piecemeal, by two fifths: the insertions that follow copy a large table to its successor, a few hundred slots each,
/// in the order of the hashes, and hashes that are already copied are looked up there. Growing touches no record. Not
/// thread safe.
class RecordTable {
public:
  struct KeyType {
    std::size_t size;
    std::size_t alignment;
    void (*destroy)(void* key) noexcept;
    bool recycle;  ///< keep the key object of an unused record, for assignment
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
  [[nodiscard]] void* key(Record& record) noexcept { return reinterpret_cast<std::byte*>(&record) + key_offset_; }
  [[nodiscard]] const void* key(RecordIndex index) const noexcept
  {
    return static_cast<const std::byte*>(at(index)) + key_offset_;
  }

  /// Takes the record out of the table and destroys its key, or keeps the key for reuse.
  void erase(RecordIndex index) noexcept;
  /// A hint that `index` will be erased soon. Always inlined: g++ drops calls of functions without side effects.
  [[gnu::always_inline]] void prefetch(RecordIndex index) const noexcept { prefetch_hash((*this)[index].hash); }
  /// The same for a hash that will be looked up soon.
  [[gnu::always_inline]] void prefetch_hash(std::uint32_t hash) const noexcept
  {
    const Slots& slots = slots_for(hash);
    __builtin_prefetch(&slots[slots.home(hash)], 1);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Every index below it has been in use.
  [[nodiscard]] RecordIndex high_water() const noexcept { return high_water_; }

  /// The number of records and slots that were handled in bulk since it was last set to zero: the measure of one hold
  /// of the lock.
  std::uint32_t touched = 0;

protected:
  struct Slot {
    std::uint32_t hash;
    RecordIndex record;  ///< kNoRecord: empty
  };
  static constexpr Slot kEmpty{0, kNoRecord};

  /// A hash table: a record is at the home of its hash, or behind it with no empty slot in between.
  class Slots {
  public:
    Slots() = default;
    explicit Slots(std::size_t count) : slots_(std::make_unique_for_overwrite<Slot[]>(count)), count_(count) {}

    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] Slot& operator[](std::size_t at) noexcept { return slots_[at]; }
    [[nodiscard]] const Slot& operator[](std::size_t at) const noexcept { return slots_[at]; }
    [[nodiscard]] std::size_t home(std::uint32_t hash) const noexcept
    {
      return static_cast<std::size_t>((std::uint64_t{hash} * count_) >> 32U);
    }
    [[nodiscard]] std::size_t after(std::size_t at) const noexcept { return at + 1 == count_ ? 0 : at + 1; }
    /// The number of `after` steps from one slot to the other.
    [[nodiscard]] std::size_t distance(std::size_t from, std::size_t to) const noexcept
    {
      return to >= from ? to - from : to + count_ - from;
    }
    void clear(std::size_t from, std::size_t to) noexcept;
    /// Precondition: the record is not in the table, and some slot is empty.
    void insert(Slot slot) noexcept;
    /// Precondition: the record is in the table.
    void erase(std::uint32_t hash, RecordIndex record) noexcept;

  private:
    std::unique_ptr<Slot[]> slots_;
    std::size_t count_ = 0;
  };

  /// The table in which a record with this hash is, or belongs.
  [[nodiscard]] const Slots& slots_for(std::uint32_t hash) const noexcept
  {
    if (old_.count() != 0 && !moved(hash)) [[unlikely]]
      return old_;
    return slots_;
  }
  /// Makes room in the hash table for one more record; may move slots. Strong guarantee.
  void make_room()
  {
    if (size_ >= limit_) [[unlikely]]
      grow();
  }
  /// Returns the record that the next insertion gets. Sets `fresh` to true if no key was ever constructed there.
  [[nodiscard]] RecordIndex reserve(bool& fresh);
  /// Puts the reserved record, whose key has been constructed, into use. `empty` is the slot at which the search for
  /// the key ended, after make_room.
  void link(RecordIndex index, std::uint32_t hash, Slot& empty) noexcept;

private:
  static constexpr std::uint32_t kChunkBits = 8;
  static constexpr RecordIndex kInChunk = (1U << kChunkBits) - 1;
  /// A table of up to kSlotsAtOnce slots is copied in one step. For a larger one, each insertion first clears
  /// kSlotsCleared of the new slots; when all are clear, each insertion copies kSlotsAtOnce. Both are less work than
  /// one hold of the lock may do (QueueState::kMostTouched).
  static constexpr std::size_t kSlotsAtOnce = 512;
  static constexpr std::size_t kSlotsCleared = 2048;
  /// Clearing this many slots, one cache line, counts as touching one.
  static constexpr std::size_t kSlotsInALine = 8;

  struct FreeChunk {
    std::size_t alignment;
    void operator()(std::byte* memory) const noexcept { ::operator delete(memory, std::align_val_t(alignment)); }
  };

  [[nodiscard]] void* at(RecordIndex index) const noexcept
  {
    return chunks_[index >> kChunkBits].get() + (index & kInChunk) * stride_;
  }
  [[nodiscard]] bool moved(std::uint32_t hash) const noexcept
  {
    return old_.distance(first_moved_, old_.home(hash)) < moved_;
  }
  void grow();
  void begin_move() noexcept;
  void move_slots(std::size_t most) noexcept;

  const KeyType type_;
  const std::size_t key_offset_;
  const std::size_t alignment_;
  const std::size_t stride_;
  std::vector<std::unique_ptr<std::byte, FreeChunk>> chunks_;
  Slots slots_;
  Slots next_;                   ///< successor of slots_, while it is being cleared
  std::size_t cleared_ = 0;      ///< slots of next_ that are clear, counted from the first
  Slots old_;                    ///< predecessor of slots_, while it is being copied
  std::size_t first_moved_ = 0;  ///< the first slot of old_ to be copied; the slot before it is empty
  std::size_t moved_ = 0;        ///< number of slots from there on that were copied and are empty
  RecordIndex high_water_ = 0;
  RecordIndex free_ = kNoRecord;  ///< first of the unused records
  std::size_t size_ = 0;          ///< records in use, each with a slot
  std::size_t limit_;             ///< maximum of size_ before slots_ grows: four fifths of the slots; 0 while it grows
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
  explicit KeyTable(HashSeed seed = {}) : KeyTable(Hash(), Equal(), seed) {}
  explicit KeyTable(Hash hash, Equal equal = Equal(), HashSeed seed = {})
      : RecordTable(KeyType{sizeof(T), alignof(T), &destroy_key<T>, recycle_key_storage<T>}),
        hash_(std::move(hash)),
        equal_(std::move(equal)),
        seed_(seed)
  {
  }

  /// The hash that places the key in the table: seeded, so that nobody who chooses the keys can predict it.
  [[nodiscard]] std::uint32_t hash(const T& item) const { return hash(item, seed_); }
  /// The same in every process, for results that others can see.
  [[nodiscard]] std::uint32_t stable_hash(const T& item) const { return hash(item, HashSeed()); }

  [[nodiscard]] const T& key_at(RecordIndex index) const noexcept
  {
    return *std::launder(static_cast<const T*>(key(index)));
  }

  [[nodiscard]] RecordIndex find(const T& item, std::uint32_t hash) const { return search(item, hash).first; }

  /// Strong guarantee: if copying `item` throws, nothing changes.
  [[nodiscard, gnu::always_inline]] RecordIndex find_or_insert(const T& item, std::uint32_t hash)
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
    link(index, hash, const_cast<Slot&>(*empty));
    return index;
  }

private:
  [[nodiscard]] std::uint32_t hash(const T& item, const HashSeed& seed) const
  {
    if constexpr (std::is_same_v<Hash, std::hash<std::string>>) {
      return hash_bytes(item.data(), item.size(), seed);
    } else if constexpr (std::is_same_v<Hash, std::hash<T>> && HasKeyText<T>) {
      return hash_text(item, seed);
    } else {
      return spread(hash_(item), seed);  // std::hash may return the number itself
    }
  }

  [[nodiscard]] bool equal(const T& left, const T& right) const
  {
    if constexpr (std::is_same_v<Equal, std::equal_to<std::string>>) {
      return left.size() == right.size() && equal_bytes(left.data(), right.data(), left.size());
    } else {
      return equal_(left, right);
    }
  }

  /// Returns the record of `item` and its slot, or kNoRecord and the slot for it.
  [[nodiscard, gnu::always_inline]] std::pair<RecordIndex, const Slot*> search(const T& item, std::uint32_t hash) const
  {
    const Slots& slots = slots_for(hash);
    for (std::size_t at = slots.home(hash);; at = slots.after(at)) {
      const Slot& candidate = slots[at];
      if (candidate.record == kNoRecord) return {kNoRecord, &candidate};
      if (candidate.hash == hash && equal(key_at(candidate.record), item)) return {candidate.record, &candidate};
    }
  }

  Hash hash_;
  Equal equal_;
  const HashSeed seed_;
};

}  // namespace kubexx::detail
