// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kubexx {

/// An error text of an API server without the values that it quotes, which may be secret: `Invalid value: "hunter2":
/// must be shorter` becomes `Invalid value: "…": must be shorter`. A value that is no string or number goes together
/// with the rest of the text.
[[nodiscard]] std::string without_values(std::string text);

}  // namespace kubexx
