// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string_view>

#include "kubexx/base/log.hpp"

namespace kubexx {

/// The form of a line.
enum class LogFormat : std::uint8_t {
  /// One line: `2026-01-02T03:04:05.678Z info  message key=value key2="two words"`. Control characters and bytes that
  /// are not UTF-8 are written as \n or \x1b, so that no text can forge a line or control a terminal.
  text,
  /// For collectors: one object per line with ts, level, msg and the fields. Durations are in seconds; NaN and infinity
  /// are null. Of several fields with the same key the last one counts. A field named ts, level or msg is written as
  /// `fields.ts` and so on.
  json,
};

/// The zero value is the default.
struct ConsoleLogOptions {
  LogFormat format = LogFormat::text;
  LogLevel level = LogLevel::info;  ///< lines below it are dropped before anything is formatted
  std::ostream* out = nullptr;      ///< default: standard error. Must outlive the sink
};

/// The default sink. Writes complete lines with the time of the runtime's clock (outside a runtime: the system clock).
/// Lines from `warn` upwards are flushed immediately, all others at the latest when the sink is destroyed (standard
/// error is not buffered). A line that the stream does not accept is lost; the next one is tried again. Thread safe.
[[nodiscard]] std::shared_ptr<LogSink> make_console_log(const ConsoleLogOptions& options = {});

/// Parses "text" or "json"; nullopt for anything else.
[[nodiscard]] std::optional<LogFormat> parse_log_format(std::string_view text);

}  // namespace kubexx
