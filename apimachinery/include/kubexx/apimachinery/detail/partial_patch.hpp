// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/apimachinery/patch.hpp"

/// Patches made from a part of an object: of what a cache keeps with a projection, or of metadata alone.
namespace kubexx::detail {

/// Whether a patch from `part` might replace what it does not hold: then it must be made with what the server has.
[[nodiscard]] bool needs_live(const Object& part, const Object& to);
/// make_patch where `live` is all of the object, as the server has it. Where the patch replaces as a whole, both must
/// be the same: throws std::invalid_argument, which names the member that `part` holds in part. When the object has
/// changed since `part` was read, the patch is one that the server answers with a conflict.
[[nodiscard]] Patch make_patch_of_part(const Object& part, const Object& to, const Object& live);

}  // namespace kubexx::detail
