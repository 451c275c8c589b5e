// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "kubexx/base/clock.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx::detail {

/// How long the Retry-After header asks to wait (RFC 9110 §10.2.3): a number of seconds, or a date in one of HTTP's
/// three forms (client-go understands no date). Between zero and a day; nullopt without one, or for anything else.
[[nodiscard]] std::optional<Duration> retry_after_of(const Headers& headers, WallTime now);

/// Such a number of seconds, which a Status may hold, too.
[[nodiscard]] std::optional<Duration> retry_after_seconds(std::optional<std::int64_t> seconds) noexcept;

}  // namespace kubexx::detail
