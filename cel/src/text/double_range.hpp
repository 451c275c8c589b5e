// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kubexx::cel::detail {

/// Of a number that std::from_chars found beyond a double's range: true if it is too large, false if it is too close to
/// zero, which Go reads as zero. `number` has no sign; in `hex` it has no 0x and its exponent is behind a p.
[[nodiscard]] bool is_too_large(std::string_view number, bool hex = false);

}  // namespace kubexx::cel::detail
