// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "kubexx/base/log.hpp"

namespace kubexx::testing {

/// Keeps the last warnings and errors of an operator, and hands every line on. Thread safe.
class KeptLog final : public LogSink {
public:
  /// `next`: null, or gets every line.
  explicit KeptLog(std::shared_ptr<LogSink> next) : next_(std::move(next)) {}

  [[nodiscard]] bool enabled(LogLevel level) const noexcept override;
  void write(const LogLine& line) noexcept override;
  /// A line each, the oldest first.
  [[nodiscard]] std::string text() const;

private:
  const std::shared_ptr<LogSink> next_;
  mutable std::mutex mutex_;
  std::deque<std::string> lines_;  // guarded by mutex_
};

}  // namespace kubexx::testing
