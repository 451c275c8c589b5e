// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/detail/object_packer.hpp"

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "object_codec.hpp"

namespace kubexx::detail {

namespace {

// In front of what is packed; JSON begins with a brace.
constexpr char kMark = '\x01';
constexpr std::size_t kSamples = 200;  // at most

bool is_packed(const Object& object)
{
  return object.bytes().starts_with(kMark);
}

// What is compressed: where the parts of the object lie, so that nobody scans it again, then its JSON. A part is given
// by how far it lies behind the one before and by its length, which objects of one shape have in common.
using Numbers = std::array<std::uint32_t, 30>;

std::array<Span*, 13> parts_of(ObjectHeader& header)
{
  return {&header.api_version, &header.kind,   &header.metadata, &header.name,        &header.namespace_,
          &header.uid,         &header.labels, &header.owners,   &header.annotations, &header.resource_version,
          &header.finalizers,  &header.spec,   &header.status};
}

std::string text_of(const Object& object)
{
  ScannedObject scanned = scanned_of(object);
  Numbers numbers{};
  std::size_t at = 0;
  std::uint32_t before = 0;
  for (const Span* part : parts_of(scanned.header)) {
    numbers[at++] = part->begin - before;
    numbers[at++] = part->end - part->begin;
    before = part->begin;
  }
  const auto generation = static_cast<std::uint64_t>(scanned.header.generation);
  numbers[at++] = static_cast<std::uint32_t>(generation);
  numbers[at++] = static_cast<std::uint32_t>(generation >> 32);
  numbers[at++] = scanned.header.deleting ? 1 : 0;
  numbers[at++] = scanned.header.escaped ? 1 : 0;
  std::string text(sizeof numbers + scanned.bytes.size(), '\0');
  std::memcpy(text.data(), numbers.data(), sizeof numbers);
  scanned.bytes.copy(text.data() + sizeof numbers, scanned.bytes.size());
  return text;
}

Object object_of(std::string_view text)
{
  Numbers numbers{};
  if (text.size() < sizeof numbers) throw std::runtime_error("a compressed object cannot be read: it is too short");
  std::memcpy(numbers.data(), text.data(), sizeof numbers);
  ScannedObject scanned;
  scanned.bytes = text.substr(sizeof numbers);
  std::size_t at = 0;
  std::uint32_t before = 0;
  for (Span* part : parts_of(scanned.header)) {
    part->begin = before + numbers[at++];
    part->end = part->begin + numbers[at++];
    before = part->begin;
  }
  scanned.header.generation =
      static_cast<std::int64_t>(numbers[at] | static_cast<std::uint64_t>(numbers[at + 1]) << 32);
  scanned.header.deleting = numbers[at + 2] != 0;
  scanned.header.escaped = numbers[at + 3] != 0;
  return make_object(scanned, {});
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
  std::vector<std::string> samples;
  const std::size_t step = 1 + objects.size() / kSamples;
  for (std::size_t at = 0; at < objects.size(); at += step) samples.push_back(text_of(objects[at]));
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
  bytes += codec_->compressed(text_of(object));
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
  codec_->decompress(kept.bytes().substr(begin), [&](std::string_view text) { object = object_of(text); });
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
