// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kubexx::cel::detail {

/// Tells apart the two reasons for which std::from_chars finds a number out of a double's range. Returns true if it is
/// too large, and false if it is too close to zero, which Go reads as zero. `number` has no sign. With `hex` it has no
/// 0x, and its exponent follows a p.
[[nodiscard]] bool is_too_large(std::string_view number, bool hex = false);

}  // namespace kubexx::cel::detail
