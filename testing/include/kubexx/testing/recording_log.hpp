// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/log.hpp"

namespace kubexx::testing {

/// A sink that keeps what is logged, for tests that read it: `Runtime::log = Log(std::make_shared<RecordingLog>())`.
/// A line is `level message key=value key=value`. Values are written without quotes; a duration is a whole
/// number of its largest unit ("20ms", "1500ms", "2s"). Thread safe.
class RecordingLog final : public LogSink {
public:
  /// The selection and the form of the lines.
  struct Options {
    LogLevel least = LogLevel::trace;    ///< of the lines that are kept
    std::shared_ptr<LogSink> next = {};  ///< also gets every line of a level that it enables, kept or not
    std::size_t max_lines = std::numeric_limits<std::size_t>::max();  ///< the oldest lines make room
    bool times = false;  ///< a line begins with its time, if it has one: `2026-01-01T00:00:00.000000Z info …`
  };
  RecordingLog();
  explicit RecordingLog(Options options);

  [[nodiscard]] bool enabled(LogLevel level) const noexcept override;
  /// Without memory the line is lost.
  void write(const LogLine& line) noexcept override;

  /// The kept lines, the oldest first.
  [[nodiscard]] std::vector<std::string> lines() const;
  /// The number of lines that contain all `parts`.
  [[nodiscard]] std::size_t count(std::initializer_list<std::string_view> parts) const;
  /// All lines, each with a line break.
  [[nodiscard]] std::string text() const;
  /// Drops the kept lines.
  void clear();
  /// Changes `Options::least`.
  void set_least(LogLevel least) noexcept { least_ = least; }

private:
  const Options options_;
  std::atomic<LogLevel> least_;
  mutable std::mutex mutex_;
  std::deque<std::string> lines_;  // guarded by mutex_
};

}  // namespace kubexx::testing
