// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// The media types of PATCH (API concepts, "HTTP PATCH"): JSON merge patch (RFC 7386), JSON patch (RFC 6902), strategic
/// merge patch (only built-in kinds) and server-side apply.
enum class PatchType { merge, json, strategic, apply };

/// A patch and its type, which belong together: the same text has another meaning as another type. A value type.
struct Patch {
  // With constructors this is not an aggregate: g++ 12 destroys a temporary aggregate in a co_await expression twice.
  Patch(PatchType of_type, std::string text) : type(of_type), body(std::move(text)) {}
  /// Text without a type is a JSON merge patch.
  Patch(std::string text) : body(std::move(text)) {}
  Patch(std::string_view text) : body(text) {}
  Patch(const char* text) : body(text) {}

  /// Whether it changes nothing, like the result of `make_patch` for two equal objects.
  [[nodiscard]] bool empty() const noexcept { return body == "{}"; }
  friend bool operator==(const Patch&, const Patch&) = default;

  PatchType type = PatchType::merge;
  std::string body;
};

/// Returns the patch that turns `from` into `to` on the server and preserves what others have changed since `from` was
/// read:
/// - It contains only the differences. It names metadata.uid, so that the server refuses it (409) for another object
///   with the same name.
/// - For a built-in kind it is a strategic merge patch, which adds, changes and deletes list elements by their merge
///   keys: two writers who each add a finalizer, a condition or a container both succeed.
/// - If a list has to be replaced as a whole (every list of a custom resource; in a built-in kind, lists without a
///   merge key, like a container's `args`, or with an ambiguous one, like its ports), it is a JSON merge patch with the
///   resourceVersion of `from`. If the object has changed in the meantime, the server returns a conflict (is_conflict),
///   and the caller starts again from the newer object. If a reconciler throws the conflict, its key is requeued
///   without an error.
///
/// Throws std::invalid_argument if the resourceVersion is needed and `from` has none (it was not read from a server),
/// and for a change that a JSON merge patch cannot express: a null that is set, e.g. in a member of type
/// nlohmann::json.
[[nodiscard]] Patch make_patch(const Object& from, const Object& to);

}  // namespace kubexx
