// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// In order of importance. `off` is only a threshold: no line has it.
enum class LogLevel { trace, debug, info, warn, error, off };

/// One key and value of a log line. A value type; it copies strings. An integer above the range of std::int64_t is kept
/// as the string of its digits.
struct LogField {
  using Value = std::variant<std::string, std::int64_t, double, bool, Duration>;
  std::string key;
  Value value;

  LogField(std::string_view k, std::string_view v) : key(k), value(std::string(v)) {}
  LogField(std::string_view k, const char* v) : key(k), value(std::string(v)) {}
  LogField(std::string_view k, const std::string& v) : key(k), value(v) {}
  LogField(std::string_view k, bool v) : key(k), value(v) {}
  template <std::integral I>
  LogField(std::string_view k, I v) : key(k), value(integer(v))
  {
  }
  LogField(std::string_view k, double v) : key(k), value(v) {}
  /// Deleted: a pointer would be logged as "true".
  template <class T>
    requires(!std::same_as<std::remove_cv_t<T>, char>)
  LogField(std::string_view k, T* v) = delete;
  template <class Rep, class Period>
  LogField(std::string_view k, std::chrono::duration<Rep, Period> v)
      : key(k), value(std::chrono::duration_cast<Duration>(v))
  {
  }

private:
  template <std::integral I>
  static Value integer(I v)
  {
    if (!std::in_range<std::int64_t>(v)) return std::to_string(v);
    return static_cast<std::int64_t>(v);
  }
};

/// One line, as passed to a sink. The data that it refers to is valid only during the call.
struct LogLine {
  LogLevel level = LogLevel::info;
  std::string_view message = {};
  std::span<const LogField> fields = {};
  /// The time of the runtime's clock, virtual in a simulation; nullopt: the Log belongs to no runtime.
  std::optional<WallTime> time = {};
};

/// The destination of log lines. Implement it with the logger of your program; console_log.hpp has the
/// default. Thread safe. Secrets never reach a sink.
class LogSink {
public:
  virtual ~LogSink() = default;
  /// Whether lines of this level are wanted; `write` is not called for others.
  [[nodiscard]] virtual bool enabled(LogLevel level) const noexcept = 0;
  /// Must not throw.
  virtual void write(const LogLine& line) noexcept = 0;
};

/// A cheap handle to a sink, with fields that every line carries. Copyable; thread safe. A default-constructed Log
/// drops everything.
class Log {
public:
  Log() = default;
  explicit Log(std::shared_ptr<LogSink> sink) : sink_(std::move(sink)) {}

  /// Returns a Log whose lines also carry `fields`, after the fields of this one.
  [[nodiscard]] Log with(std::initializer_list<LogField> fields) const;
  /// Returns a Log whose lines carry the time of `clock`, which must outlive every copy. A runtime applies this to the
  /// Log that it is constructed with.
  [[nodiscard]] Log with_clock(const Clock& clock) const;
  [[nodiscard]] bool enabled(LogLevel level) const noexcept { return sink_ && sink_->enabled(level); }

  /// Writes one line with the fields of this Log, then those of the call.
  void write(LogLevel level, std::string_view message, std::initializer_list<LogField> fields = {}) const;
  void trace(std::string_view message, std::initializer_list<LogField> fields = {}) const
  {
    write(LogLevel::trace, message, fields);
  }
  void debug(std::string_view message, std::initializer_list<LogField> fields = {}) const
  {
    write(LogLevel::debug, message, fields);
  }
  void info(std::string_view message, std::initializer_list<LogField> fields = {}) const
  {
    write(LogLevel::info, message, fields);
  }
  void warn(std::string_view message, std::initializer_list<LogField> fields = {}) const
  {
    write(LogLevel::warn, message, fields);
  }
  void error(std::string_view message, std::initializer_list<LogField> fields = {}) const
  {
    write(LogLevel::error, message, fields);
  }

private:
  std::shared_ptr<LogSink> sink_;
  std::shared_ptr<const std::vector<LogField>> context_;  // null: no fields
  const Clock* clock_ = nullptr;                          // null outside a runtime
};

}  // namespace kubexx
