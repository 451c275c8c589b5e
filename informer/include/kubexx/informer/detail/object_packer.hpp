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

/// Compresses the objects of a store. A packed object is an Object with namespace, name, uid and resourceVersion;
/// compressed JSON follows them in its bytes, so any other access needs `whole`. The dictionary is made from the first
/// objects of the store, so nothing is packed before there are enough of them. An object that would not become smaller
/// stays unpacked. Thread safe.
///
/// Every holder of packed objects also shares the packer, because it has the dictionary.
class ObjectPacker {
public:
  /// The least memory of the objects that a dictionary is made from (Object::memory). With less, the dictionary and the
  /// contexts of zstd (about 0.3 MB) would need what compression saves.
  static constexpr std::size_t default_enough = std::size_t{512} << 10;

  explicit ObjectPacker(std::size_t enough = default_enough);
  ~ObjectPacker();
  ObjectPacker(const ObjectPacker&) = delete;
  ObjectPacker& operator=(const ObjectPacker&) = delete;

  [[nodiscard]] std::size_t enough() const noexcept { return enough_; }
  /// True once there is a dictionary.
  [[nodiscard]] bool ready() const noexcept { return ready_.load(std::memory_order_acquire); }
  /// Makes the dictionary, unless there is one or `objects` are too few.
  void learn(const std::vector<Object>& objects);
  /// Like `packed`, for an item of an unfinished list: makes the dictionary from the items once they are enough.
  [[nodiscard]] Object packed_item(Object item);
  /// The list is complete or has broken off.
  void forget_items();

  /// Returns the packed form of `object`, or `object` itself if it is packed already, if there is no dictionary yet, or
  /// if it would not become smaller.
  [[nodiscard]] Object packed(const Object& object) const;
  /// Returns the original object, byte for byte; `kept` itself if it is not packed. Throws std::runtime_error if
  /// decompression fails.
  [[nodiscard]] Object whole(const Object& kept) const;
  [[nodiscard]] Delta whole(Delta delta) const;

  /// Bytes of the dictionary and of the zstd contexts, without the objects.
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
