// SPDX-License-Identifier: Apache-2.0
#include "object_rep.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <new>

namespace kubexx::detail {

namespace {

constexpr std::string_view owner_texts[] = {"apiVersion", "kind", "name", "uid"};

// In the order of ObjectRep::Part.
constexpr std::array<Span ObjectHeader::*, ObjectRep::part_count> kParts{
    &ObjectHeader::api_version, &ObjectHeader::kind,       &ObjectHeader::name,
    &ObjectHeader::namespace_,  &ObjectHeader::uid,        &ObjectHeader::resource_version,
    &ObjectHeader::metadata,    &ObjectHeader::labels,     &ObjectHeader::annotations,
    &ObjectHeader::owners,      &ObjectHeader::finalizers, &ObjectHeader::spec,
    &ObjectHeader::status};

template <class Offset>
void write_spans(char* to, const ObjectHeader& header)
{
  for (const auto part : kParts) {
    const Span span = header.*part;
    const Offset ends[] = {static_cast<Offset>(span.begin), static_cast<Offset>(span.end)};
    std::memcpy(to, ends, sizeof ends);
    to += sizeof ends;
  }
}

}  // namespace

void intrusive_ptr_add_ref(const ObjectRep* rep) noexcept
{
  rep->add_reference();
}

void intrusive_ptr_release(const ObjectRep* rep) noexcept
{
  rep->release();
}

ObjectRep* ObjectRep::make(const ObjectHeader& header, std::uint32_t size)
{
  const bool wide = size > std::numeric_limits<std::uint16_t>::max();
  const std::size_t decoded = header.escaped ? sizeof(std::uintptr_t) : 0;
  void* const place = ::operator new(bytes_at(wide) + size + decoded);
  return new (place) ObjectRep(header, size, wide);
}

ObjectRep::ObjectRep(const ObjectHeader& header, std::uint32_t size, bool wide)
    : size_(size), generation_(header.generation), deleting_(header.deleting), escaped_(header.escaped), wide_(wide)
{
  char* const spans = reinterpret_cast<char*>(this + 1);
  if (wide) {
    write_spans<std::uint32_t>(spans, header);
  } else {
    write_spans<std::uint16_t>(spans, header);
  }
  if (!escaped_) return;
  set_decoded_texts(nullptr);
}

void ObjectRep::release() const noexcept
{
  if (references_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  delete decoded_texts();
  this->~ObjectRep();
  ::operator delete(const_cast<ObjectRep*>(this));
}

ObjectHeader ObjectRep::header() const noexcept
{
  ObjectHeader header;
  for (unsigned part = 0; part < part_count; ++part) header.*kParts[part] = span(static_cast<Part>(part));
  header.generation = generation_;
  header.deleting = deleting_;
  header.escaped = escaped_;
  return header;
}

const ObjectRep::Decoded* ObjectRep::decoded_texts() const noexcept
{
  if (!escaped_) return nullptr;
  std::uintptr_t address = 0;
  std::memcpy(&address, bytes().data() + size_, sizeof address);
  return reinterpret_cast<const Decoded*>(address);  // NOLINT(performance-no-int-to-ptr): it may be unaligned there
}

void ObjectRep::set_decoded_texts(const Decoded* texts) noexcept
{
  const auto address = reinterpret_cast<std::uintptr_t>(texts);
  std::memcpy(data() + size_, &address, sizeof address);
}

void ObjectRep::decode_escapes()
{
  auto texts = std::make_unique<Decoded>();
  const auto add = [&](std::string_view raw) {
    if (is_literal(raw)) return;
    texts->emplace_back(static_cast<std::uint32_t>(raw.data() - bytes().data()), unescape(raw));
  };
  for (const Part part : {api_version, kind, name, namespace_, uid, resource_version}) add(raw(part));
  for (auto owner = JsonView(raw(owners)).children(); owner.next();) {
    for (const std::string_view member : owner_texts) {
      const auto value = owner.value().member(member);
      if (value.type() == JsonView::Type::string) add(value.bytes().substr(1, value.bytes().size() - 2));
    }
  }
  set_decoded_texts(texts.release());
}

std::string_view ObjectRep::decoded(std::string_view raw) const noexcept
{
  const Decoded* const texts = decoded_texts();
  if (texts == nullptr || raw.empty()) return raw;
  const auto begin = static_cast<std::uint32_t>(raw.data() - bytes().data());
  for (const auto& [at, text] : *texts) {
    if (at == begin) return text;
  }
  return raw;
}

std::string_view ObjectRep::text(JsonView string) const noexcept
{
  if (string.type() != JsonView::Type::string) return {};
  return decoded(string.bytes().substr(1, string.bytes().size() - 2));
}

std::size_t ObjectRep::memory() const noexcept
{
  constexpr std::size_t unit = 2 * sizeof(void*);  // the allocator's, with one word of its own in front
  std::size_t size = (allocated() + sizeof(void*) + unit - 1) / unit * unit;
  if (const Decoded* const texts = decoded_texts()) {
    size += sizeof(Decoded);
    for (const auto& [at, text] : *texts) size += sizeof(at) + sizeof(text) + text.size();
  }
  return size;
}

}  // namespace kubexx::detail
