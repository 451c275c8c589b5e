// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/apimachinery/patch.hpp"

/// Patches made from a part of an object: from a projection in a cache, or from metadata only.
namespace kubexx::detail {

/// Whether a patch from `part` might replace something that `part` does not hold: then it must be made with the object
/// from the server.
[[nodiscard]] bool needs_live(const Object& part, const Object& to);
/// Like make_patch, with the full object, as the server has it, in `live`. A value that the patch replaces as a whole
/// must be the same in `part` and `live`; otherwise throws std::invalid_argument, which names the member that `part`
/// holds only in part. If the object has changed since `part` was read, the server refuses such a patch with a
/// conflict.
[[nodiscard]] Patch make_patch_of_part(const Object& part, const Object& to, const Object& live);

}  // namespace kubexx::detail
