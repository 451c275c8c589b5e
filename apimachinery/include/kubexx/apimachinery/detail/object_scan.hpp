// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx::detail {

/// Where a part of an object is in its bytes; absent if `begin` is 0, because the first byte is the brace.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  [[nodiscard]] bool present() const noexcept { return begin != 0; }
  [[nodiscard]] std::string_view in(std::string_view bytes) const noexcept
  {
    return present() ? bytes.substr(begin, end - begin) : std::string_view();
  }
};

/// The result of one pass over an object's bytes. Spans of text exclude the quotes.
struct ObjectHeader {
  Span api_version, kind, name, namespace_, uid, resource_version;  // text
  Span metadata, labels, annotations, owners, finalizers, spec, status;
  std::int64_t generation = 0;
  bool deleting = false;
  bool escaped = false;  ///< a header text or an owner reference must be decoded: JsonScanner::Text::escaped
};

/// An object inside a larger text: its bytes, its header (spans relative to its own first byte) and the part to cut out
/// for managedFields.
struct ScannedObject {
  std::string_view bytes;
  ObjectHeader header;
  /// The member with its comma; absent if there is no such member, or more than one.
  Span managed_fields;
};

/// Checks and passes the object at the scanner. If a name occurs more than once, the last member counts. Throws
/// ObjectError for invalid JSON and for header fields of the wrong type.
[[nodiscard]] ScannedObject scan_object(JsonScanner& scanner);

/// Makes an Object from a scanned one; copies the bytes.
[[nodiscard]] Object make_object(const ScannedObject& scanned, const Object::ParseOptions& options);

/// Returns what can be read of an unreadable object, from text that may not be JSON: its apiVersion, kind, name,
/// namespace, uid and resourceVersion, and nothing else. Empty if it has no name.
[[nodiscard]] Object identity_of(std::string_view text, const Object::ParseOptions& options);

/// Returns the bytes and the header of `object`, as views into it, so that make_object can restore it without another
/// scan. The result has no `managed_fields`; an object made from the other members is `object` in every respect.
/// Precondition: `object` is not empty.
[[nodiscard]] ScannedObject scanned_of(const Object& object);

/// The metadata of a list.
struct ListHeader {
  std::string resource_version;
  std::string continue_;
  std::int64_t remaining_item_count = 0;
  bool sharded = false;  ///< the server has applied the shard selector
};

using OnItem = std::function<void(const ScannedObject&)>;
/// Gets the text of an unreadable item and its problem, with the number of the item.
using OnUnreadable = std::function<void(std::string_view text, const std::string& problem)>;

/// Scans the body of a list once and passes on item by item; builds no tree. An unreadable item is skipped by its
/// brackets; without `on_unreadable` it is an error. Throws ObjectError.
ListHeader scan_list(std::string_view body, const OnItem& on_item, const OnUnreadable& on_unreadable = {});

}  // namespace kubexx::detail
