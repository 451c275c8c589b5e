// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/detail/object_set.hpp"

#include <algorithm>
#include <iterator>
#include <new>

namespace kubexx::detail {

namespace {

using Objects = std::vector<Object>;

std::ptrdiff_t offset(std::size_t at)
{
  return static_cast<std::ptrdiff_t>(at);
}

}  // namespace

ObjectSet::ObjectSet(const std::vector<Object>& objects) : size_(objects.size())
{
  chunks_.reserve((size_ + chunk_size - 1) / chunk_size);
  for (auto from = objects.begin(); from != objects.end();) {
    const auto to = from + std::min(std::distance(from, objects.end()), offset(chunk_size));
    const boost::intrusive_ptr<ObjectChunk> chunk(new ObjectChunk);
    chunk->objects.assign(from, to);
    chunks_.push_back(chunk);
    from = to;
  }
}

template <class Before>
ObjectSet::Place ObjectSet::first_not(Before before) const
{
  const auto chunk = std::partition_point(chunks_.begin(), chunks_.end(),
                                          [&](const auto& one) { return before(one->objects.back()); });
  if (chunk == chunks_.end()) return {chunks_.size(), 0};
  const Objects& objects = (*chunk)->objects;
  const auto at = std::partition_point(objects.begin(), objects.end(), before);
  return {static_cast<std::size_t>(chunk - chunks_.begin()), static_cast<std::size_t>(at - objects.begin())};
}

bool ObjectSet::holds(Place place, KeyView key) const
{
  return place.chunk < chunks_.size() && key_of(chunks_[place.chunk]->objects[place.at]) == key;
}

const Object* ObjectSet::find(KeyView key) const
{
  const Place place = first_not([&](const Object& object) { return key_of(object) < key; });
  return holds(place, key) ? &chunks_[place.chunk]->objects[place.at] : nullptr;
}

ObjectChunk& ObjectSet::own(std::size_t chunk)
{
  auto& mine = chunks_[chunk];
  if (mine->use_count() > 1) mine.reset(new ObjectChunk(*mine));
  return *mine;
}

void ObjectSet::put(Object object)
{
  const KeyView key = key_of(object);
  const Place place = first_not([&](const Object& one) { return key_of(one) < key; });
  if (holds(place, key)) {
    own(place.chunk).objects[place.at] = std::move(object);
  } else {
    insert(place, std::move(object));
  }
}

void ObjectSet::insert(Place place, Object object)
{
  if (place.chunk == chunks_.size()) {  // behind all: what comes sorted fills its chunks
    if (chunks_.empty() || chunks_.back()->objects.size() == chunk_size) {
      const boost::intrusive_ptr<ObjectChunk> chunk(new ObjectChunk);
      chunk->objects.push_back(std::move(object));
      chunks_.push_back(chunk);
    } else {
      own(chunks_.size() - 1).objects.push_back(std::move(object));
    }
    ++size_;
    return;
  }
  if (chunks_[place.chunk]->objects.size() == chunk_size) {
    split(place.chunk);
    const std::size_t half = chunks_[place.chunk]->objects.size();
    if (place.at > half) place = {place.chunk + 1, place.at - half};
  }
  Objects& objects = own(place.chunk).objects;
  objects.insert(objects.begin() + offset(place.at), std::move(object));
  ++size_;
}

void ObjectSet::split(std::size_t chunk)
{
  const boost::intrusive_ptr<ObjectChunk> upper(new ObjectChunk);
  Objects& lower = own(chunk).objects;
  const auto middle = lower.begin() + offset(lower.size() / 2);
  upper->objects.assign(middle, lower.end());
  chunks_.insert(chunks_.begin() + offset(chunk) + 1, upper);
  lower.erase(middle, lower.end());
}

bool ObjectSet::erase(KeyView key)
{
  const Place place = first_not([&](const Object& object) { return key_of(object) < key; });
  if (!holds(place, key)) return false;
  Objects& objects = own(place.chunk).objects;
  objects.erase(objects.begin() + offset(place.at));
  --size_;
  if (objects.empty()) {
    chunks_.erase(chunks_.begin() + offset(place.chunk));
    if (chunks_.empty()) chunks_.shrink_to_fit();
    return true;
  }
  try {
    join(place.chunk);
    if (place.chunk > 0) join(place.chunk - 1);
  } catch (const std::bad_alloc&) {  // small chunks are no error
  }
  return true;
}

void ObjectSet::join(std::size_t chunk)
{
  if (chunk + 1 == chunks_.size()) return;
  const Objects& next = chunks_[chunk + 1]->objects;
  if (chunks_[chunk]->objects.size() + next.size() > chunk_size / 2) return;
  Objects& objects = own(chunk).objects;
  objects.insert(objects.end(), next.begin(), next.end());
  chunks_.erase(chunks_.begin() + offset(chunk) + 1);
}

ObjectSnapshot ObjectSet::list() const
{
  return between({0, 0}, {chunks_.size(), 0});
}

ObjectSnapshot ObjectSet::list(std::string_view namespace_) const
{
  return between(first_not([&](const Object& object) { return object.namespace_() < namespace_; }),
                 first_not([&](const Object& object) { return object.namespace_() <= namespace_; }));
}

ObjectSnapshot ObjectSet::between(Place first, Place last) const
{
  if (first.chunk == last.chunk && first.at == last.at) return {};
  if (last.at == 0) {
    --last.chunk;
    last.at = chunks_[last.chunk]->objects.size();
  }
  const auto begin = chunks_.begin() + offset(first.chunk);
  return {ObjectChunks(begin, chunks_.begin() + offset(last.chunk) + 1), first.at, last.at};
}

std::size_t ObjectSet::memory() const noexcept
{
  std::size_t bytes = chunks_.capacity() * sizeof(chunks_.front());
  for (const auto& chunk : chunks_) bytes += sizeof(ObjectChunk) + chunk->objects.capacity() * sizeof(Object);
  return bytes;
}

}  // namespace kubexx::detail
