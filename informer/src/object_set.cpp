// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/detail/object_set.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace kubexx::detail {

namespace {

using Objects = std::vector<Object>;

std::ptrdiff_t offset(std::size_t at)
{
  return static_cast<std::ptrdiff_t>(at);
}

std::uint32_t mark_of(KeyView key)
{
  const std::hash<std::string_view> hash;
  return static_cast<std::uint32_t>(hash(key.second) * 31 + hash(key.first));
}

void append(ObjectChunk& chunk, Object object)
{
  chunk.marks.push_back(mark_of(key_of(object)));
  chunk.objects.push_back(std::move(object));
}

// Moves the objects from number `from` on to the end of `to`.
void move_end(ObjectChunk& chunk, std::size_t from, ObjectChunk& to)
{
  const auto objects = chunk.objects.begin() + offset(from);
  to.objects.insert(to.objects.end(), std::make_move_iterator(objects), std::make_move_iterator(chunk.objects.end()));
  chunk.objects.erase(objects, chunk.objects.end());
  const auto marks = chunk.marks.begin() + offset(from);
  to.marks.insert(to.marks.end(), marks, chunk.marks.end());
  chunk.marks.erase(marks, chunk.marks.end());
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
    for (; from != to; ++from) chunk->marks.push_back(mark_of(key_of(*from)));
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
  const std::uint32_t mark = mark_of(key);
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

void ObjectSet::note_last(std::size_t chunk)
{
  auto& [objects, last] = pieces_[chunk];
  const KeyView key = key_of(objects->objects.back());
  last.namespace_ = key.first;
  last.name = key.second;
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

void ObjectSet::insert(Place place, Object object)
{
  ++size_;
  if (place.chunk == pieces_.size()) {  // behind all: what comes sorted fills its chunks
    if (pieces_.empty() || pieces_.back().chunk->objects.size() == chunk_size) {
      pieces_.push_back({boost::intrusive_ptr<ObjectChunk>(new ObjectChunk), {}});
    }
    append(own(pieces_.size() - 1), std::move(object));
    note_last(pieces_.size() - 1);
    return;
  }
  if (pieces_[place.chunk].chunk->objects.size() == chunk_size) {
    split(place.chunk);
    const std::size_t half = pieces_[place.chunk].chunk->objects.size();
    if (place.at > half) place = {place.chunk + 1, place.at - half};
  }
  ObjectChunk& chunk = own(place.chunk);
  const bool last = place.at == chunk.objects.size();
  chunk.marks.insert(chunk.marks.begin() + offset(place.at), mark_of(key_of(object)));
  chunk.objects.insert(chunk.objects.begin() + offset(place.at), std::move(object));
  if (last) note_last(place.chunk);
}

void ObjectSet::split(std::size_t chunk)
{
  const boost::intrusive_ptr<ObjectChunk> upper(new ObjectChunk);
  ObjectChunk& lower = own(chunk);
  move_end(lower, lower.objects.size() / 2, *upper);
  pieces_.insert(pieces_.begin() + offset(chunk) + 1, {upper, std::move(pieces_[chunk].last)});
  note_last(chunk);
}

bool ObjectSet::erase(KeyView key)
{
  const Place place = place_of(key);
  if (place.chunk == pieces_.size()) return false;
  --size_;
  ObjectChunk& chunk = own(place.chunk);
  chunk.objects.erase(chunk.objects.begin() + offset(place.at));
  chunk.marks.erase(chunk.marks.begin() + offset(place.at));
  if (chunk.objects.empty()) {
    pieces_.erase(pieces_.begin() + offset(place.chunk));
    if (pieces_.empty()) pieces_.shrink_to_fit();
  } else {
    if (place.at == chunk.objects.size()) note_last(place.chunk);
    join(place.chunk);
    if (place.chunk > 0) join(place.chunk - 1);
  }
  return true;
}

void ObjectSet::join(std::size_t chunk)
{
  if (chunk + 1 == pieces_.size()) return;
  const Objects& next = pieces_[chunk + 1].chunk->objects;
  if (pieces_[chunk].chunk->objects.size() + next.size() > chunk_size / 2) return;
  move_end(own(chunk + 1), 0, own(chunk));
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
