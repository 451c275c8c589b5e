// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/patch.hpp"

namespace kubexx {

/// Returns a JSON patch (RFC 6902) that turns exactly `from` into `to`, and does not mention what they have in common:
/// "[]" if they are the same value. It names places in lists by their index, so it fits no other object than `from`;
/// make_patch makes patches for objects that others may change. For the answers of mutating webhooks.
///
/// In a list whose elements are objects with different names ("name"), the patch adds and removes elements; in other
/// lists it changes elements in place, and adds or removes them at the end.
[[nodiscard]] Patch make_json_patch(const Object& from, const Object& to);
[[nodiscard]] Patch make_json_patch(JsonView from, JsonView to);

}  // namespace kubexx
