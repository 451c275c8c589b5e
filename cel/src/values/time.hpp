// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kubexx/cel/detail/value.hpp"

namespace kubexx::cel::detail {

/// Of RFC 3339 within the years 1 to 9999.
[[nodiscard]] std::optional<Timestamp> parse_date_time(const std::string& text);
/// "2024-02-29".
[[nodiscard]] std::optional<Timestamp> parse_date(const std::string& text);
/// As Go's time.ParseDuration.
[[nodiscard]] std::optional<Span> parse_duration(const std::string& text);
/// Likewise, and "3 days" and the like, as the format duration allows.
[[nodiscard]] std::optional<Span> parse_format_duration(const std::string& text);

[[nodiscard]] bool in_range(std::int64_t unix_seconds);
[[nodiscard]] std::string timestamp_text(const Timestamp& time);
[[nodiscard]] std::string span_text(Span span);

/// `time` later by `sign` times `nanos`.
[[nodiscard]] Value shift(const Timestamp& time, std::int64_t nanos, int sign);
[[nodiscard]] Value between(const Timestamp& later, const Timestamp& earlier);

/// Seconds east of UTC of "+02:00", "-5:30", and the problem when it is none in Go's words.
[[nodiscard]] std::optional<std::int64_t> fixed_offset(std::string_view zone, std::string& problem);
/// Go's strconv.Atoi.
[[nodiscard]] std::optional<std::int64_t> parse_int(std::string_view text, std::string& problem);

}  // namespace kubexx::cel::detail
