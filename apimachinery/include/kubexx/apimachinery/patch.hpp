// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// The media types that PATCH takes (API concepts, "HTTP PATCH"): JSON merge patch (RFC 7386), JSON patch (RFC 6902),
/// strategic merge patch (built-in kinds alone) and server-side apply.
enum class PatchType { merge, json, strategic, apply };

/// A patch and what it is, which must travel together: the same text means something else as another type. A value.
struct Patch {
  // The constructors make this no aggregate: g++ 12 destroys a temporary aggregate inside a co_await expression twice.
  Patch(PatchType of_type, std::string text) : type(of_type), body(std::move(text)) {}
  /// A text alone is a JSON merge patch.
  Patch(std::string text) : body(std::move(text)) {}
  Patch(std::string_view text) : body(text) {}
  Patch(const char* text) : body(text) {}

  /// Whether it changes nothing: what `make_patch` makes of two equal objects.
  [[nodiscard]] bool empty() const noexcept { return body == "{}"; }
  friend bool operator==(const Patch&, const Patch&) = default;

  PatchType type = PatchType::merge;
  std::string body;
};

/// The patch that turns `from` into `to` on the server and preserves what others have changed since `from` was read:
/// - It holds only the differences. It names metadata.uid, so that the server refuses it (409) for another object
///   of the same name.
/// - For a built-in kind it is a strategic merge patch, in which elements of lists are added, changed and deleted by
///   their merge keys: two writers who each add a finalizer, a condition or a container both succeed.
/// - Where a list has to be replaced as a whole (every list of a custom resource; of a built-in kind, lists without a
///   merge key, like a container's `args`, or with an ambiguous one, like its ports), it is a JSON merge patch with the
///   resourceVersion of `from`. If the object has changed meanwhile, the server answers with a conflict (is_conflict),
///   and the caller starts again from the newer object. A conflict that leaves a reconciler is retried without an
///   error.
///
/// Throws std::invalid_argument when the resourceVersion is needed and `from` has none (it was not read from a server),
/// and for what a JSON merge patch cannot say: a null that is set, as in a member of type nlohmann::json.
[[nodiscard]] Patch make_patch(const Object& from, const Object& to);

}  // namespace kubexx
