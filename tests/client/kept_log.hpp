// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "kubexx/base/log.hpp"

namespace kubexx::test {

/// Keeps what is logged, at every level. Thread safe.
class KeptLog final : public LogSink {
public:
  bool enabled(LogLevel /*level*/) const noexcept override { return true; }
  void write(const LogLine& line) noexcept override
  {
    const std::lock_guard lock(mutex_);
    text_ += line.message;
    for (const LogField& field : line.fields) {
      text_ += ' ' + field.key + '=';
      if (const auto* value = std::get_if<std::string>(&field.value)) text_ += *value;
    }
    text_ += '\n';
  }
  std::string text() const
  {
    const std::lock_guard lock(mutex_);
    return text_;
  }

private:
  mutable std::mutex mutex_;
  std::string text_;  // guarded by mutex_
};

}  // namespace kubexx::test
