// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/base/detail/hash_bytes.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/informer/object_snapshot.hpp"

namespace kubexx::detail {

/// Namespace and name: the sort key of objects. A view.
using KeyView = std::pair<std::string_view, std::string_view>;
[[nodiscard]] inline KeyView key_of(const Object& object)
{
  return {object.namespace_(), object.name()};
}
[[nodiscard]] inline KeyView key_of(const ObjectKey& key)
{
  return {key.namespace_, key.name};
}

/// All 32 bits are well distributed.
[[nodiscard]] inline std::uint32_t hash_of(KeyView key, const HashSeed& seed = {}) noexcept
{
  const std::uint64_t state = hash_into(0, key.first.data(), key.first.size(), seed);
  return hash_end(hash_into(state, key.second.data(), key.second.size(), seed), seed);
}

/// Objects ordered by namespace and name, one per key, in chunks: 12 to 24 bytes per object. Sort keys are read from
/// the objects' own bytes. A lookup reads the bytes of a single object, because access to scattered memory is its main
/// cost: it finds the chunk by the last key of each chunk, and the object by its mark (a hash of the key). Lists share
/// the chunks; a shared chunk is copied before it changes. A value; any number of threads may read it or make lists
/// while no thread changes it. A change that runs out of memory throws and changes nothing.
class ObjectSet {
public:
  /// The most objects in a chunk.
  static constexpr std::size_t chunk_size = 128;

  ObjectSet() = default;
  /// Precondition: sorted, one object per key.
  explicit ObjectSet(const std::vector<Object>& objects);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// Returns the object with that key, valid until the next change; null if there is none.
  [[nodiscard]] const Object* find(KeyView key) const;
  /// Adds `object`, or replaces the object with the same key.
  void put(Object object);
  /// Returns false if there was none.
  bool erase(KeyView key);
  [[nodiscard]] ObjectSnapshot list() const;
  [[nodiscard]] ObjectSnapshot list(std::string_view namespace_) const;
  /// Bytes of the chunks, without the objects.
  [[nodiscard]] std::size_t memory() const noexcept;

private:
  struct Place {
    std::size_t chunk = 0;
    std::size_t at = 0;  // in the chunk
  };

  struct Piece {
    boost::intrusive_ptr<ObjectChunk> chunk;
    ObjectKey last;  // of its last object
  };

  // The place of the first object whose key is not `before`; if there is none, {pieces_.size(), 0}.
  template <class Before>
  [[nodiscard]] Place first_not(Before before) const;
  // The place of the object with that key; if there is none, {pieces_.size(), 0}.
  [[nodiscard]] Place place_of(KeyView key) const;
  // Returns the chunk, not shared with any list.
  ObjectChunk& own(std::size_t chunk);
  void insert(Place place, Object object);
  void split(std::size_t chunk);
  // Moves the objects of the next chunk into this one if both have few.
  void join(std::size_t chunk);
  [[nodiscard]] ObjectSnapshot between(Place first, Place last) const;

  std::vector<Piece> pieces_;  // none is empty
  std::size_t size_ = 0;
};

}  // namespace kubexx::detail
