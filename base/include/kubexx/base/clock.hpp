// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace kubexx {

/// The type of every duration in kubexx.
using Duration = std::chrono::nanoseconds;

/// A point on the monotonic axis of one Clock. Do not compare points of two clocks. Under a ManualClock it is virtual.
using SteadyTime = std::chrono::time_point<std::chrono::steady_clock, Duration>;

/// A point in civil time (UTC): Lease, Event and condition times, token expiry, Retry-After dates.
using WallTime = std::chrono::time_point<std::chrono::system_clock, Duration>;

/// Returns `at + delay`, clamped to the representable range instead of overflowing. `delay` may be negative.
[[nodiscard]] constexpr SteadyTime saturating_add(SteadyTime at, Duration delay) noexcept
{
  const auto base = at.time_since_epoch();
  if (delay > Duration::zero() && base > Duration::max() - delay) return SteadyTime::max();
  if (delay < Duration::zero() && base < Duration::min() - delay) return SteadyTime::min();
  return at + delay;
}

class Clock;

/// Owns one pending callback of a Clock. After it is destroyed or cancelled, the callback does not start. If the
/// callback is already running, `cancel` and the destructor wait for it, unless the caller is that callback itself. A
/// Timer may outlive its clock. Distinct Timers are independent; one Timer is not thread safe.
class Timer {
public:
  /// Implemented by each Clock. `cancel` blocks while the callback runs on another thread.
  class Registration {
  public:
    virtual ~Registration() = default;
    /// After it has returned, the callback does not run.
    virtual void cancel() noexcept = 0;
  };

  Timer() noexcept = default;
  explicit Timer(std::shared_ptr<Registration> registration) noexcept : registration_(std::move(registration)) {}
  Timer(Timer&& other) noexcept = default;
  Timer& operator=(Timer&& other) noexcept
  {
    if (this != &other) {
      cancel();
      registration_ = std::move(other.registration_);
    }
    return *this;
  }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer() { cancel(); }

  /// Ends the timer: after it has returned, the callback does not run. Blocks while it runs on another thread.
  void cancel() noexcept
  {
    if (auto registration = std::exchange(registration_, nullptr)) registration->cancel();
  }

private:
  std::shared_ptr<Registration> registration_;
};

/// The only source of time. Library code never reads a clock, sleeps or sets a timer in any other way, so a test or a
/// simulation controls the time. Thread safe: every member may be called from any thread.
class Clock {
public:
  virtual ~Clock() = default;

  /// Monotonic; for deadlines, delays and durations.
  [[nodiscard]] virtual SteadyTime now() const noexcept = 0;

  /// Civil time; may jump. Use it only for times that are written to or read from the outside.
  [[nodiscard]] virtual WallTime wall_now() const noexcept = 0;

  /// Calls `callback` once, at `when` or as soon as possible afterwards (immediately if `when` has passed), on a thread
  /// of the clock and never inside this call. The callback must be short, must not block and must not throw: post
  /// longer work to an executor. Callbacks with the same `when` run in the order of the calls.
  [[nodiscard]] virtual Timer call_at(SteadyTime when, std::function<void()> callback) = 0;

  /// Waits on `cv` until it is notified, `deadline` has passed or `stop` is requested. Spurious wake-ups are possible:
  /// test the condition in a loop. `lock` is held on entry and on return. Throws no exceptions of its own.
  virtual void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                          std::optional<SteadyTime> deadline, std::stop_token stop) = 0;

protected:
  Clock() = default;
  Clock(const Clock&) = default;
  Clock& operator=(const Clock&) = default;
};

}  // namespace kubexx
