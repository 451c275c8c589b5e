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

/// Namespace and name, by which objects are ordered. A view.
using KeyView = std::pair<std::string_view, std::string_view>;
[[nodiscard]] inline KeyView key_of(const Object& object)
{
  return {object.namespace_(), object.name()};
}
[[nodiscard]] inline KeyView key_of(const ObjectKey& key)
{
  return {key.namespace_, key.name};
}

/// Well spread over its 32 bits.
[[nodiscard]] inline std::uint32_t hash_of(KeyView key, const HashSeed& seed = {}) noexcept
{
  const std::uint64_t state = hash_into(0, key.first.data(), key.first.size(), seed);
  return hash_end(hash_into(state, key.second.data(), key.second.size(), seed), seed);
}

/// Objects ordered by namespace and name, one for each key, in chunks: 12 to 24 bytes for an object. The order looks
/// into the objects' own bytes; a look-up does so for one object alone, because memory that is scattered is what it
/// costs: the chunk is found by the last keys of all, the object by its mark. Lists share the chunks; one that is
/// shared is copied before it changes. A value; any number of threads may read it or make lists, while no thread
/// changes it. A change that runs out of memory throws and changes nothing.
class ObjectSet {
public:
  /// Objects in a chunk, at most.
  static constexpr std::size_t chunk_size = 128;

  ObjectSet() = default;
  /// Precondition: sorted, one object for a key.
  explicit ObjectSet(const std::vector<Object>& objects);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// The object of that key, valid until the next change; null when there is none.
  [[nodiscard]] const Object* find(KeyView key) const;
  /// Adds `object`, or puts it in the place of the one of its key.
  void put(Object object);
  /// False when there was none.
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

  // The place of the first object whose key is not `before`; past the last one: {pieces_.size(), 0}.
  template <class Before>
  [[nodiscard]] Place first_not(Before before) const;
  // The place of that key's object; past the last one when there is none.
  [[nodiscard]] Place place_of(KeyView key) const;
  // The chunk, shared with no list.
  ObjectChunk& own(std::size_t chunk);
  void insert(Place place, Object object);
  void split(std::size_t chunk);
  // Takes the objects of the next chunk into this one, when both have few.
  void join(std::size_t chunk);
  [[nodiscard]] ObjectSnapshot between(Place first, Place last) const;

  std::vector<Piece> pieces_;  // none is empty
  std::size_t size_ = 0;
};

}  // namespace kubexx::detail
