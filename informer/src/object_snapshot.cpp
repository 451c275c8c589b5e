// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/object_snapshot.hpp"

#include <algorithm>
#include <utility>

#include "kubexx/informer/detail/object_packer.hpp"
#include "kubexx/informer/detail/object_set.hpp"

namespace kubexx {

namespace {

detail::ObjectChunks one_chunk(std::vector<Object> objects)
{
  if (objects.empty()) return {};
  const boost::intrusive_ptr<detail::ObjectChunk> chunk(new detail::ObjectChunk);
  chunk->objects = std::move(objects);
  return {chunk};
}

}  // namespace

ObjectSnapshot::ObjectSnapshot(std::vector<Object> objects) : chunks_(one_chunk(std::move(objects)))
{
  if (!chunks_.empty()) end_ = size_ = chunks_.front()->objects.size();
}

ObjectSnapshot::ObjectSnapshot(detail::ObjectChunks chunks, std::size_t begin, std::size_t end)
    : chunks_(std::move(chunks)), begin_(begin), end_(end)
{
  for (const auto& chunk : chunks_) size_ += chunk->objects.size();
  if (!chunks_.empty()) size_ -= begin_ + (chunks_.back()->objects.size() - end_);
}

const Object& ObjectSnapshot::const_iterator::whole() const
{
  if (!whole_) whole_ = packer_->whole(kept());
  return whole_;
}

ObjectSnapshot ObjectSnapshot::read_with(Packer packer) &&
{
  packer_ = std::move(packer);
  return std::move(*this);
}

ObjectSnapshot ObjectSnapshot::of(std::vector<Object> kept) const
{
  return ObjectSnapshot(std::move(kept)).read_with(packer_);
}

ObjectSnapshot::const_iterator ObjectSnapshot::end() const noexcept
{
  if (chunks_.empty() || end_ == chunks_.back()->objects.size()) return {chunks_.end(), 0, packer_.get()};
  return {std::prev(chunks_.end()), end_, packer_.get()};
}

Object ObjectSnapshot::operator[](std::size_t number) const
{
  auto chunk = chunks_.begin();
  for (number += begin_; number >= (*chunk)->objects.size(); ++chunk) number -= (*chunk)->objects.size();
  return *const_iterator(chunk, number, packer_.get());
}

ObjectSnapshot ObjectSnapshot::page(std::size_t limit, const ObjectKey& after) const
{
  const auto passed = [&](const Object& object) { return detail::key_of(object) <= detail::key_of(after); };
  std::vector<Object> objects;
  const_iterator at = begin();
  if (after != ObjectKey()) {
    auto chunk = chunks_.begin();
    while (chunk != chunks_.end() && std::next(chunk) != chunks_.end() && passed((*chunk)->objects.back())) ++chunk;
    if (chunk != chunks_.begin()) at = const_iterator(chunk, 0, packer_.get());
    while (at != end() && passed(at.kept())) ++at;
  }
  for (; at != end() && objects.size() < limit; ++at) objects.push_back(at.kept());
  return of(std::move(objects));
}

ObjectSnapshot ObjectSnapshot::where(const std::function<bool(const Object&)>& selects) const
{
  std::vector<Object> objects;
  for (auto at = begin(); at != end(); ++at) {
    if (selects(*at)) objects.push_back(at.kept());
  }
  return of(std::move(objects));
}

}  // namespace kubexx
