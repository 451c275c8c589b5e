// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kubexx::testing {

/// A Status of a failure. `retry_after` is in seconds.
[[nodiscard]] std::string status_json(unsigned code, std::string_view reason, std::string_view message,
                                      std::optional<int> retry_after = {});

}  // namespace kubexx::testing
