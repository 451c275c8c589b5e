// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "kubexx/base/asio.hpp"

namespace kubexx {

/// Notices when an executor does not run what is posted to it, because something blocks all its threads. It posts to it
/// once in a tick, from an executor that is not watched. Only ticks count, each as two at most, so that a process that
/// was stopped for an hour (SIGSTOP, a suspended machine) has not been blocked for an hour. Thread safe.
class ExecutorWatch : public std::enable_shared_from_this<ExecutorWatch> {
public:
  /// It is logged after so long, and again whenever that time has doubled.
  static constexpr Duration kReportAfter = std::chrono::seconds(2);
  static constexpr Duration kTick = std::chrono::seconds(1);

  /// `limit`: after so long problem() says so; zero: never. `holders` says what may hold it; called without a lock.
  ExecutorWatch(asio::any_io_executor watched, const Runtime& on, Duration limit, std::function<std::string()> holders);

  /// Watches until `stop` is requested. Runs on the executor of `on`.
  [[nodiscard]] static awaitable<void> run(std::shared_ptr<ExecutorWatch> self, std::stop_token stop);
  /// "the executor has not run for 61s: …", once the limit has passed and until it runs again or the watch has ended.
  [[nodiscard]] std::optional<std::string> problem() const;

private:
  void tick(Duration passed, bool answered);

  const asio::any_io_executor watched_;
  const Runtime runtime_;
  const Duration limit_;
  const std::function<std::string()> holders_;
  // Of run():
  Duration blocked_{};
  Duration next_report_ = kReportAfter;

  mutable std::mutex mutex_;
  std::optional<std::string> problem_;  // guarded by mutex_
};

}  // namespace kubexx
