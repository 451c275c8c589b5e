// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/detail/object_set.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

namespace kubexx::detail {

namespace {

using Objects = std::vector<Object>;

std::ptrdiff_t offset(std::size_t at)
{
  return static_cast<std::ptrdiff_t>(at);
}

// For one object more.
void make_room(ObjectChunk& chunk)
{
  const std::size_t size = chunk.objects.size();
  if (size < chunk.objects.capacity() && size < chunk.marks.capacity()) return;
  const std::size_t room = std::clamp(2 * size, std::size_t{1}, ObjectSet::chunk_size);
  chunk.objects.reserve(room);
  chunk.marks.reserve(room);
}

void append(ObjectChunk& chunk, Object object)
{
  make_room(chunk);
  chunk.marks.push_back(hash_of(key_of(object)));
  chunk.objects.push_back(std::move(object));
}

// The objects from number `from` on, once more behind those of `to`.
void append_end(const ObjectChunk& chunk, std::size_t from, ObjectChunk& to)
{
  const std::size_t size = to.objects.size() + chunk.objects.size() - from;
  to.objects.reserve(size);
  to.marks.reserve(size);
  to.objects.insert(to.objects.end(), chunk.objects.begin() + offset(from), chunk.objects.end());
  to.marks.insert(to.marks.end(), chunk.marks.begin() + offset(from), chunk.marks.end());
}

}  // namespace

ObjectSet::ObjectSet(const std::vector<Object>& objects) : size_(objects.size())
{
  pieces_.reserve((size_ + chunk_size - 1) / chunk_size);
  for (auto from = objects.begin(); from != objects.end();) {
    const auto to = from + std::min(std::distance(from, objects.end()), offset(chunk_size));
    const boost::intrusive_ptr<ObjectChunk> chunk(new ObjectChunk);
    chunk->objects.assign(from, to);
    chunk->marks.reserve(chunk->objects.size());
    for (; from != to; ++from) chunk->marks.push_back(hash_of(key_of(*from)));
    pieces_.push_back({chunk, chunk->objects.back().key()});
  }
}

template <class Before>
ObjectSet::Place ObjectSet::first_not(Before before) const
{
  const auto piece =
      std::partition_point(pieces_.begin(), pieces_.end(), [&](const Piece& one) { return before(key_of(one.last)); });
  if (piece == pieces_.end()) return {pieces_.size(), 0};
  const Objects& objects = piece->chunk->objects;
  const auto at = std::partition_point(objects.begin(), objects.end(),
                                       [&](const Object& object) { return before(key_of(object)); });
  return {static_cast<std::size_t>(piece - pieces_.begin()), static_cast<std::size_t>(at - objects.begin())};
}

ObjectSet::Place ObjectSet::place_of(KeyView key) const
{
  const Place none{pieces_.size(), 0};
  const auto piece =
      std::partition_point(pieces_.begin(), pieces_.end(), [&](const Piece& one) { return key_of(one.last) < key; });
  if (piece == pieces_.end()) return none;
  const ObjectChunk& chunk = *piece->chunk;
  const std::uint32_t mark = hash_of(key);
  for (auto at = chunk.marks.begin(); (at = std::find(at, chunk.marks.end(), mark)) != chunk.marks.end(); ++at) {
    const auto number = static_cast<std::size_t>(at - chunk.marks.begin());
    if (key_of(chunk.objects[number]) == key) return {static_cast<std::size_t>(piece - pieces_.begin()), number};
  }
  return none;
}

const Object* ObjectSet::find(KeyView key) const
{
  const Place place = place_of(key);
  return place.chunk < pieces_.size() ? &pieces_[place.chunk].chunk->objects[place.at] : nullptr;
}

ObjectChunk& ObjectSet::own(std::size_t chunk)
{
  auto& mine = pieces_[chunk].chunk;
  if (mine->use_count() > 1) mine.reset(new ObjectChunk(*mine));
  return *mine;
}

void ObjectSet::put(Object object)
{
  const KeyView key = key_of(object);
  const Place place = place_of(key);
  if (place.chunk < pieces_.size()) {
    own(place.chunk).objects[place.at] = std::move(object);
  } else {
    insert(first_not([&](KeyView one) { return one < key; }), std::move(object));
  }
}

// Here and below: first all that needs memory, then what changes.
void ObjectSet::insert(Place place, Object object)
{
  ObjectKey key = object.key();
  if (place.chunk == pieces_.size()) {  // behind all: what comes sorted fills its chunks
    if (pieces_.empty() || pieces_.back().chunk->objects.size() == chunk_size) {
      const boost::intrusive_ptr<ObjectChunk> chunk(new ObjectChunk);
      append(*chunk, std::move(object));
      pieces_.push_back({chunk, std::move(key)});
    } else {
      append(own(pieces_.size() - 1), std::move(object));
      pieces_.back().last = std::move(key);
    }
    ++size_;
    return;
  }
  if (pieces_[place.chunk].chunk->objects.size() == chunk_size) {
    split(place.chunk);
    const std::size_t half = pieces_[place.chunk].chunk->objects.size();
    if (place.at > half) place = {place.chunk + 1, place.at - half};
  }
  ObjectChunk& chunk = own(place.chunk);
  make_room(chunk);
  const bool last = place.at == chunk.objects.size();
  chunk.marks.insert(chunk.marks.begin() + offset(place.at), hash_of(key_of(key)));
  chunk.objects.insert(chunk.objects.begin() + offset(place.at), std::move(object));
  if (last) pieces_[place.chunk].last = std::move(key);
  ++size_;
}

void ObjectSet::split(std::size_t chunk)
{
  const boost::intrusive_ptr<ObjectChunk> upper(new ObjectChunk);
  ObjectChunk& lower = own(chunk);
  const std::size_t half = lower.objects.size() / 2;
  ObjectKey last = lower.objects[half - 1].key();
  append_end(lower, half, *upper);
  pieces_.insert(pieces_.begin() + offset(chunk) + 1, Piece{upper, pieces_[chunk].last});
  lower.objects.erase(lower.objects.begin() + offset(half), lower.objects.end());
  lower.marks.erase(lower.marks.begin() + offset(half), lower.marks.end());
  pieces_[chunk].last = std::move(last);
}

bool ObjectSet::erase(KeyView key)
{
  const Place place = place_of(key);
  if (place.chunk == pieces_.size()) return false;
  ObjectChunk& chunk = own(place.chunk);
  const std::size_t size = chunk.objects.size();
  if (size == 1) {
    pieces_.erase(pieces_.begin() + offset(place.chunk));
    if (pieces_.empty()) pieces_.shrink_to_fit();
    --size_;
    return true;
  }
  const bool last = place.at == size - 1;
  ObjectKey before = last ? chunk.objects[size - 2].key() : ObjectKey();
  chunk.objects.erase(chunk.objects.begin() + offset(place.at));
  chunk.marks.erase(chunk.marks.begin() + offset(place.at));
  if (last) pieces_[place.chunk].last = std::move(before);
  --size_;
  try {
    join(place.chunk);
    if (place.chunk > 0) join(place.chunk - 1);
  } catch (const std::bad_alloc&) {  // small chunks are no error
  }
  return true;
}

void ObjectSet::join(std::size_t chunk)
{
  if (chunk + 1 == pieces_.size()) return;
  const ObjectChunk& next = *pieces_[chunk + 1].chunk;
  if (pieces_[chunk].chunk->objects.size() + next.objects.size() > chunk_size / 2) return;
  append_end(next, 0, own(chunk));
  pieces_[chunk].last = std::move(pieces_[chunk + 1].last);
  pieces_.erase(pieces_.begin() + offset(chunk) + 1);
}

ObjectSnapshot ObjectSet::list() const
{
  return between({0, 0}, {pieces_.size(), 0});
}

ObjectSnapshot ObjectSet::list(std::string_view namespace_) const
{
  return between(first_not([&](KeyView one) { return one.first < namespace_; }),
                 first_not([&](KeyView one) { return one.first <= namespace_; }));
}

ObjectSnapshot ObjectSet::between(Place first, Place last) const
{
  if (first.chunk == last.chunk && first.at == last.at) return {};
  if (last.at == 0) {
    --last.chunk;
    last.at = pieces_[last.chunk].chunk->objects.size();
  }
  ObjectChunks chunks;
  chunks.reserve(last.chunk - first.chunk + 1);
  for (std::size_t number = first.chunk; number <= last.chunk; ++number) chunks.push_back(pieces_[number].chunk);
  return {std::move(chunks), first.at, last.at};
}

std::size_t ObjectSet::memory() const noexcept
{
  std::size_t bytes = pieces_.capacity() * sizeof(Piece);
  for (const auto& [chunk, last] : pieces_) {
    bytes += sizeof(ObjectChunk) + chunk->objects.capacity() * sizeof(Object) +
             chunk->marks.capacity() * sizeof(std::uint32_t) + last.namespace_.capacity() + last.name.capacity();
  }
  return bytes;
}

}  // namespace kubexx::detail
