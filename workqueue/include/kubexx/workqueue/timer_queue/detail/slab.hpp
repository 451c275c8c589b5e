// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace kubexx::detail {

/// Storage for objects of type T by index, at stable addresses. Its user constructs and destroys the objects. Not
/// thread safe, except that an object may be used while others are created and destroyed.
template <class T>
class Slab {
public:
  /// Makes room for the object `index`, if there is none yet. Precondition: all smaller indexes have room. Strong
  /// guarantee.
  void* room(std::size_t index)
  {
    if (index / kInChunk == chunks_.size()) chunks_.push_back(std::make_unique_for_overwrite<Chunk>());
    return address(index);
  }
  [[nodiscard]] T* at(std::size_t index) const noexcept { return std::launder(static_cast<T*>(address(index))); }

private:
  /// About 16 KiB, but at most 256 objects.
  static constexpr std::size_t kInChunk =
      sizeof(T) >= 16384 ? 1 : std::bit_floor(sizeof(T) <= 64 ? std::size_t{256} : 16384 / sizeof(T));

  struct Chunk {
    alignas(T) std::byte bytes[sizeof(T) * kInChunk];
  };

  [[nodiscard]] void* address(std::size_t index) const noexcept
  {
    return chunks_[index / kInChunk]->bytes + index % kInChunk * sizeof(T);
  }
  std::vector<std::unique_ptr<Chunk>> chunks_;
};

}  // namespace kubexx::detail
