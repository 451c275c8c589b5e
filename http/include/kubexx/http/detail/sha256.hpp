// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kubexx::detail {

/// The SHA-256 of `text` as 64 hexadecimal digits, in lower case.
[[nodiscard]] std::string sha256_hex(std::string_view text);

}  // namespace kubexx::detail
