// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace kubexx::testing {

/// Says on stderr, once and in real time, that a function of the operator does not return: in a simulation nothing else
/// runs meanwhile, so one that waits to be asked to stop waits for ever, and the test would hang without a word.
class FunctionWatch {
public:
  using Tell = void (*)(const char* text);
  explicit FunctionWatch(std::chrono::steady_clock::duration patience = std::chrono::seconds(10), Tell tell = nullptr)
      : patience_(patience), tell_(tell)
  {
  }

  /// A function begins or ends, on the thread of the simulation.
  void begin();
  void end() noexcept;

private:
  void watch(const std::stop_token& stop);

  const std::chrono::steady_clock::duration patience_;
  const Tell tell_;  // in place of stderr
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<std::chrono::steady_clock::time_point> since_;  // guarded by mutex_; empty: none runs
  std::jthread thread_;                                         // from the first function on
};

}  // namespace kubexx::testing
