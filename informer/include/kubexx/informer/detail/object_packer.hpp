// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/informer/store.hpp"

namespace kubexx {
class ObjectCodec;
}

namespace kubexx::detail {

/// How a compressed store keeps objects. A packed one is an Object that answers namespace, name, uid and
/// resourceVersion, and whose bytes are compressed JSON behind those; anything else needs `whole`. What is packed is
/// compressed with a dictionary of the store's first objects, so nothing is packed before there are enough of them, and
/// an object that would not become smaller never is. Thread safe.
///
/// Whoever holds packed objects shares the packer, too: it has the dictionary.
class ObjectPacker {
public:
  /// What the objects that a dictionary is made of must hold, at least (Object::memory). With less, dictionary and
  /// contexts of zstd would need what compression saves.
  static constexpr std::size_t default_enough = std::size_t{512} << 10;

  explicit ObjectPacker(std::size_t enough = default_enough);
  ~ObjectPacker();
  ObjectPacker(const ObjectPacker&) = delete;
  ObjectPacker& operator=(const ObjectPacker&) = delete;

  [[nodiscard]] std::size_t enough() const noexcept { return enough_; }
  /// There is a dictionary.
  [[nodiscard]] bool ready() const noexcept { return ready_.load(std::memory_order_acquire); }
  /// Makes the dictionary, unless there is one or these are too few.
  void learn(const std::vector<Object>& objects);
  /// `packed`, for an item of a list that is not complete yet: learns from the items as soon as they are enough.
  [[nodiscard]] Object packed_item(Object item);
  /// The list has ended, or broken off.
  void forget_items();

  /// What to keep of `object`, which may be packed already: itself when there is no dictionary yet or it would not
  /// become smaller.
  [[nodiscard]] Object packed(const Object& object) const;
  /// The object that was packed, byte for byte; `kept` itself when it is not packed. Throws std::runtime_error when
  /// that fails.
  [[nodiscard]] Object whole(const Object& kept) const;
  [[nodiscard]] Delta whole(Delta delta) const;

  /// Bytes of the dictionary and what zstd needs, without the objects.
  [[nodiscard]] std::size_t memory() const;

private:
  void learn_locked(const std::vector<Object>& objects);

  const std::size_t enough_;
  std::mutex mutex_;
  std::vector<Object> items_;                 // guarded by mutex_; of unfinished lists, until there is a dictionary
  std::size_t item_bytes_ = 0;                // guarded by mutex_; of items_
  std::unique_ptr<const ObjectCodec> codec_;  // set once, before ready_
  std::atomic<bool> ready_ = false;
};

}  // namespace kubexx::detail
