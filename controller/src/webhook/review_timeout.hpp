// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "kubexx/base/clock.hpp"

namespace kubexx::detail {

/// How long the client waits for the answer: `?timeout=10s` of the target. nullopt without it, or if it is not a
/// positive duration. At most 30 s, the limit of an API server.
[[nodiscard]] std::optional<Duration> named_timeout(std::string_view target);
/// The same; `usual`, by default that of an admission webhook, in place of nullopt.
[[nodiscard]] Duration review_timeout(std::string_view target, Duration usual = std::chrono::seconds(10));

}  // namespace kubexx::detail
