// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// Time that moves only by `advance`: for tests and simulation. `advance` runs the callbacks that fall due, in the
/// order of their times (equal times in call order), each with `now()` at its own time, on the calling thread, and
/// wakes the threads in `wait_until` whose deadline has come. Callbacks may set new timers, which run in the same
/// `advance` when they are due. Thread safe; concurrent `advance` calls are serialised; not to be called from a
/// callback.
class ManualClock final : public Clock {
public:
  /// Starts at steady time zero plus one second, and 2026-01-01T00:00:00Z on the wall by default.
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

  /// Moves time forward; a negative step is ignored.
  void advance(Duration step);

  /// The time of the earliest pending timer or blocked deadline, which may lie in the past.
  [[nodiscard]] std::optional<SteadyTime> next_due() const;

  /// Moves to `next_due()` and runs what is due there. False when nothing is pending.
  bool advance_to_next();

  /// How many threads are inside `wait_until`; lets a test know that its other thread really waits.
  [[nodiscard]] std::size_t waiting_threads() const;

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
