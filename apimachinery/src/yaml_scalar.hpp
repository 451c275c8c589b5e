// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kubexx::detail {

/// What JSON cannot hold, but YAML takes for a number: ".inf", "-.inf", ".nan" and the like.
[[nodiscard]] bool is_special_number(std::string_view text);

}  // namespace kubexx::detail
