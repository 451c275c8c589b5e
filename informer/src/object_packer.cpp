// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/detail/object_packer.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "object_codec.hpp"

namespace kubexx::detail {

namespace {

// In front of what is packed; JSON begins with a brace.
constexpr char kMark = '\x01';

bool is_packed(const Object& object)
{
  return object.bytes().starts_with(kMark);
}

std::size_t memory_of(const std::vector<Object>& objects)
{
  std::size_t bytes = 0;
  for (const auto& object : objects) bytes += object.memory();
  return bytes;
}

}  // namespace

ObjectPacker::ObjectPacker(std::size_t enough) : enough_(enough) {}
ObjectPacker::~ObjectPacker() = default;

void ObjectPacker::learn(const std::vector<Object>& objects)
{
  if (ready()) return;
  const std::lock_guard lock(mutex_);
  learn_locked(objects);
}

void ObjectPacker::learn_locked(const std::vector<Object>& objects)
{
  if (ready() || memory_of(objects) < enough_) return;
  std::vector<std::string_view> samples;
  samples.reserve(objects.size());
  for (const auto& object : objects) samples.push_back(object.bytes());
  codec_ = std::make_unique<const ObjectCodec>(samples);
  ready_.store(true, std::memory_order_release);
  items_ = {};
}

Object ObjectPacker::packed_item(Object item)
{
  if (!ready()) {
    const std::lock_guard lock(mutex_);
    if (!ready()) {
      item_bytes_ += item.memory();
      items_.push_back(item);
      if (item_bytes_ >= enough_) learn_locked(items_);
    }
  }
  return packed(item);
}

void ObjectPacker::forget_items()
{
  if (ready()) return;
  std::vector<Object> items;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  items_.swap(items);
  item_bytes_ = 0;
}

Object ObjectPacker::packed(const Object& object) const
{
  if (!ready() || !object || is_packed(object)) return object;
  std::string bytes(1, kMark);
  const auto add = [&bytes](std::string_view text) {
    if (text.empty()) return Span{};
    const auto begin = static_cast<std::uint32_t>(bytes.size());
    bytes.append(text);
    return Span{begin, static_cast<std::uint32_t>(bytes.size())};
  };
  ScannedObject parts;
  parts.header.name = add(object.name());
  parts.header.namespace_ = add(object.namespace_());
  parts.header.uid = add(object.uid());
  parts.header.resource_version = add(object.resource_version());
  bytes += codec_->compressed(object.bytes());
  parts.bytes = bytes;
  if (bytes.size() >= object.bytes().size()) return object;
  return make_object(parts, {});
}

Object ObjectPacker::whole(const Object& kept) const
{
  if (!kept || !is_packed(kept)) return kept;
  const std::size_t begin =
      1 + kept.name().size() + kept.namespace_().size() + kept.uid().size() + kept.resource_version().size();
  Object object;
  codec_->decompress(kept.bytes().substr(begin),
                     [&](std::string_view json) { object = Object::parse(json, {.keep_managed_fields = true}); });
  return object;
}

Delta ObjectPacker::whole(Delta delta) const
{
  delta.object = whole(delta.object);
  delta.old = whole(delta.old);
  return delta;
}

std::size_t ObjectPacker::memory() const
{
  return ready() ? codec_->memory() : 0;
}

}  // namespace kubexx::detail
