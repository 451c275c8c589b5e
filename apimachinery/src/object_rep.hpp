// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/apimachinery/json_view.hpp"

namespace kubexx::detail {

/// What an Object points to: one allocation with a short header, where the parts of the object lie, its bytes, and, if
/// there are any, the texts that are written with escapes. A cache holds one per object, so every byte counts: in an
/// object of less than 64 KiB a part is kept in four bytes instead of eight.
class ObjectRep {
public:
  /// The parts that are kept.
  enum Part : unsigned {
    api_version,
    kind,
    name,
    namespace_,
    uid,
    resource_version,
    metadata,
    labels,
    annotations,
    owners,
    finalizers,
    spec,
    status,
    part_count
  };

  /// Room for `size` bytes, which the caller writes to `data()` before anybody else sees it; then `decode_escapes` when
  /// `header.escaped`. The spans of `header` are those in these bytes.
  [[nodiscard]] static ObjectRep* make(const ObjectHeader& header, std::uint32_t size);

  ObjectRep(const ObjectRep&) = delete;
  ObjectRep& operator=(const ObjectRep&) = delete;

  [[nodiscard]] char* data() noexcept { return reinterpret_cast<char*>(this) + bytes_at(wide_); }
  [[nodiscard]] std::string_view bytes() const noexcept
  {
    return {reinterpret_cast<const char*>(this) + bytes_at(wide_), size_};
  }
  [[nodiscard]] std::int64_t generation() const noexcept { return generation_; }
  [[nodiscard]] bool deleting() const noexcept { return deleting_; }
  [[nodiscard]] ObjectHeader header() const noexcept;
  /// The bytes of a part, a text without its quotes; empty when it is absent.
  [[nodiscard]] std::string_view raw(Part part) const noexcept
  {
    const Span place = span(part);
    return place.present() ? std::string_view(bytes().data() + place.begin, place.end - place.begin)
                           : std::string_view();
  }
  /// The text of a part.
  [[nodiscard]] std::string_view text(Part part) const noexcept { return escaped_ ? decoded(raw(part)) : raw(part); }
  /// The text of a string that lies in bytes(), header text or part of an owner reference.
  [[nodiscard]] std::string_view text(JsonView string) const noexcept;
  /// Of the allocation, with what the allocator adds.
  [[nodiscard]] std::size_t memory() const noexcept;

  void decode_escapes();
  void add_reference() const noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() const noexcept;

private:
  // By where the content of a text begins in bytes(). Kubernetes writes no escapes there, so there are none.
  using Decoded = std::vector<std::pair<std::uint32_t, std::string>>;

  ObjectRep(const ObjectHeader& header, std::uint32_t size, bool wide);
  ~ObjectRep() = default;

  static constexpr std::size_t bytes_at(bool wide) noexcept
  {
    return sizeof(ObjectRep) + std::size_t{part_count} * 2 * (wide ? sizeof(std::uint32_t) : sizeof(std::uint16_t));
  }
  template <class Offset>
  [[nodiscard]] Span read_span(Part part) const noexcept
  {
    Offset ends[2];
    std::memcpy(ends, reinterpret_cast<const char*>(this + 1) + part * sizeof ends, sizeof ends);
    return {ends[0], ends[1]};
  }
  [[nodiscard]] Span span(Part part) const noexcept
  {
    return wide_ ? read_span<std::uint32_t>(part) : read_span<std::uint16_t>(part);
  }
  // The text whose content is `raw`, a part of bytes().
  [[nodiscard]] std::string_view decoded(std::string_view raw) const noexcept;
  // Behind the bytes, present when `escaped_`.
  [[nodiscard]] const Decoded* decoded_texts() const noexcept;
  void set_decoded_texts(const Decoded* texts) noexcept;
  [[nodiscard]] std::size_t allocated() const noexcept
  {
    return bytes_at(wide_) + size_ + (escaped_ ? sizeof(std::uintptr_t) : 0);
  }

  mutable std::atomic<std::uint32_t> references_{0};
  const std::uint32_t size_;  // of the bytes
  const std::int64_t generation_;
  const bool deleting_, escaped_;
  const bool wide_;  // spans of 32-bit offsets
};

}  // namespace kubexx::detail
