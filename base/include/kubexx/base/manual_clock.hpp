// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// A clock that moves only in `advance` and `advance_to_next`, for tests and simulation. `advance` runs the callbacks
/// that become due, on the calling thread and in the order of their times (equal times in call order), each with
/// `now()` at its own time. Then it wakes the threads in `wait_until` whose deadline has passed. Callbacks may set new
/// timers; these run in the same `advance` if they are due. Thread safe; concurrent `advance` calls are serialised. Do
/// not call `advance` from a callback.
class ManualClock final : public Clock {
public:
  /// Starts at steady time zero plus one second. The default wall time is 2026-01-01T00:00:00Z.
  ManualClock();
  explicit ManualClock(WallTime wall_start);
  ~ManualClock() override;
  ManualClock(const ManualClock&) = delete;
  ManualClock& operator=(const ManualClock&) = delete;

  [[nodiscard]] SteadyTime now() const noexcept override;
  [[nodiscard]] WallTime wall_now() const noexcept override;
  [[nodiscard]] Timer call_at(SteadyTime when, std::function<void()> callback) override;
  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                  std::optional<SteadyTime> deadline, std::stop_token stop) override;

  /// Moves time forward. Ignores a negative step.
  void advance(Duration step);

  /// Returns the time of the earliest pending timer or blocked deadline. A timer's time may lie in the past.
  [[nodiscard]] std::optional<SteadyTime> next_due() const;

  /// Moves to `next_due()` and runs what is due then. Returns false if nothing is pending.
  bool advance_to_next();

  /// Returns the number of threads inside `wait_until`, so that a test can check that its other thread really waits.
  [[nodiscard]] std::size_t waiting_threads() const;

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
