// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

class IndexedStore;
namespace detail {
class ObjectPacker;
/// A chunk of a sorted sequence of objects, never empty. A chunk that is shared is not changed.
struct ObjectChunk : boost::intrusive_ref_counter<ObjectChunk> {
  std::vector<Object> objects;
  std::vector<std::uint32_t> marks;  ///< in chunks of the store: the hash of each object's key
};
using ObjectChunks = std::vector<boost::intrusive_ptr<const ObjectChunk>>;
}  // namespace detail

/// A list of objects, sorted by namespace and name, as they were when the list was made: later changes of the store do
/// not reach it. It shares the store's chunks, so it costs one pointer per hundred objects or so, and nothing per
/// object. A value type; as thread safe as a std::vector.
///
/// The list of a compressed store decompresses objects one at a time, when they are read. A reference from an iterator
/// is then valid until that iterator moves or is destroyed, and an iterator belongs to one thread.
class ObjectSnapshot {
public:
  /// A forward iterator over the objects.
  class const_iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Object;
    using difference_type = std::ptrdiff_t;
    using pointer = const Object*;
    using reference = const Object&;

    const_iterator() = default;
    reference operator*() const { return packer_ == nullptr ? kept() : whole(); }
    pointer operator->() const { return &**this; }
    const_iterator& operator++()
    {
      if (++at_ == (*chunk_)->objects.size()) {
        ++chunk_;
        at_ = 0;
      }
      if (packer_ != nullptr) whole_ = Object();
      return *this;
    }
    const_iterator operator++(int)
    {
      const_iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const const_iterator& a, const const_iterator& b)
    {
      return a.chunk_ == b.chunk_ && a.at_ == b.at_;
    }

  private:
    friend class ObjectSnapshot;
    const_iterator(detail::ObjectChunks::const_iterator chunk, std::size_t at, const detail::ObjectPacker* packer)
        : chunk_(chunk), at_(at), packer_(packer)
    {
    }
    [[nodiscard]] const Object& kept() const { return (*chunk_)->objects[at_]; }
    [[nodiscard]] const Object& whole() const;
    detail::ObjectChunks::const_iterator chunk_{};
    std::size_t at_ = 0;  // in *chunk_
    const detail::ObjectPacker* packer_ = nullptr;
    mutable Object whole_;  // with a packer: the current object, once it has been read
  };
  using iterator = const_iterator;
  using value_type = Object;
  using size_type = std::size_t;
  using const_reference = const Object&;

  ObjectSnapshot() = default;
  ObjectSnapshot(const ObjectSnapshot&) = default;
  ObjectSnapshot& operator=(const ObjectSnapshot&) = default;
  /// `other` is empty afterwards.
  ObjectSnapshot(ObjectSnapshot&& other) noexcept { swap(other); }
  ObjectSnapshot& operator=(ObjectSnapshot&& other) noexcept
  {
    ObjectSnapshot(std::move(other)).swap(*this);
    return *this;
  }
  ~ObjectSnapshot() = default;
  /// Precondition: sorted by namespace and name.
  explicit ObjectSnapshot(std::vector<Object> objects);
  /// The objects from position `begin` in the first chunk up to position `end` in the last chunk, exclusive.
  /// Precondition: both chunks have objects in that range, and `end` is 0 only if there are no chunks.
  ObjectSnapshot(detail::ObjectChunks chunks, std::size_t begin, std::size_t end);

  [[nodiscard]] const_iterator begin() const noexcept { return {chunks_.begin(), begin_, packer_.get()}; }
  [[nodiscard]] const_iterator end() const noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// Precondition: `number` < size(). Takes time proportional to the chunks before it: to visit all objects, iterate.
  [[nodiscard]] Object operator[](std::size_t number) const;
  [[nodiscard]] Object front() const { return *begin(); }
  /// Returns at most `limit` objects, the first whose keys follow `after`: the next page of this same list. The empty
  /// key is before all others.
  [[nodiscard]] ObjectSnapshot page(std::size_t limit, const ObjectKey& after = {}) const;
  /// Returns the objects for which `selects` returns true.
  [[nodiscard]] ObjectSnapshot where(const std::function<bool(const Object&)>& selects) const;

private:
  friend class IndexedStore;
  using Packer = std::shared_ptr<const detail::ObjectPacker>;
  void swap(ObjectSnapshot& other) noexcept
  {
    chunks_.swap(other.chunks_);
    std::swap(begin_, other.begin_);
    std::swap(end_, other.end_);
    std::swap(size_, other.size_);
    packer_.swap(other.packer_);
  }
  [[nodiscard]] ObjectSnapshot read_with(Packer packer) &&;
  [[nodiscard]] ObjectSnapshot of(std::vector<Object> kept) const;

  detail::ObjectChunks chunks_;
  std::size_t begin_ = 0;  // in the first chunk
  std::size_t end_ = 0;    // in the last chunk; past the last object
  std::size_t size_ = 0;
  Packer packer_;  // null: the objects are not compressed
};

}  // namespace kubexx
