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

/// Where a part of an object lies in its bytes; absent when `begin` is 0, because the first byte is the brace.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  [[nodiscard]] bool present() const noexcept { return begin != 0; }
  [[nodiscard]] std::string_view in(std::string_view bytes) const noexcept
  {
    return present() ? bytes.substr(begin, end - begin) : std::string_view();
  }
};

/// What one pass over an object's bytes learns. Spans of text exclude the quotes.
struct ObjectHeader {
  Span api_version, kind, name, namespace_, uid, resource_version;  // text
  Span metadata, labels, annotations, owners, finalizers, spec, status;
  std::int64_t generation = 0;
  bool deleting = false;
  bool escaped = false;  ///< some header text or an owner reference is not its own text: JsonScanner::Text::escaped
};

/// An object inside a larger text: its bytes, header (spans relative to its own first byte) and where managedFields
/// would be cut out.
struct ScannedObject {
  std::string_view bytes;
  ObjectHeader header;
  /// The member with the comma that goes with it; absent when there is none, or more than one.
  Span managed_fields;
};

/// Checks and passes the object at the scanner. Of members with one name the last one counts. Throws ObjectError for
/// bad JSON and for header fields whose type does not fit.
[[nodiscard]] ScannedObject scan_object(JsonScanner& scanner);

/// Makes the Object of what was scanned; copies the bytes.
[[nodiscard]] Object make_object(const ScannedObject& scanned, const Object::ParseOptions& options);

/// What can be told of an object that cannot be read, from text that is perhaps no JSON: its apiVersion, kind, name,
/// namespace, uid and resourceVersion, and nothing else. Empty when it has no name.
[[nodiscard]] Object identity_of(std::string_view text, const Object::ParseOptions& options);

/// What making the object again of its bytes needs, so that they need not be scanned once more; views into it. An
/// object of these fields, without the managed ones, is `object` in every respect. Precondition: it is not empty.
[[nodiscard]] ScannedObject scanned_of(const Object& object);

/// What a list body says of itself.
struct ListHeader {
  std::string resource_version;
  std::string continue_;
  std::int64_t remaining_item_count = 0;
  bool sharded = false;  ///< the server has applied the shard selector
};

using OnItem = std::function<void(const ScannedObject&)>;
/// Gets the text of an item that cannot be read, and what is wrong with it, with its number.
using OnUnreadable = std::function<void(std::string_view text, const std::string& problem)>;

/// Walks a list body once, handing out item by item; builds no tree. An item that cannot be read is passed over by its
/// brackets; without `on_unreadable` it is an error. Throws ObjectError.
ListHeader scan_list(std::string_view body, const OnItem& on_item, const OnUnreadable& on_unreadable = {});

}  // namespace kubexx::detail
