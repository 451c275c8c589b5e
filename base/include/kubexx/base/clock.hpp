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

/// Every span of time in kubexx.
using Duration = std::chrono::nanoseconds;

/// A point on the monotonic axis of one Clock. Points of two clocks do not compare. Under a ManualClock it is virtual.
using SteadyTime = std::chrono::time_point<std::chrono::steady_clock, Duration>;

/// A point in civil time (UTC): Lease, Event and condition times, token expiry, Retry-After dates.
using WallTime = std::chrono::time_point<std::chrono::system_clock, Duration>;

/// `at + delay`, clamped to the representable range instead of overflowing. Negative delays are allowed.
[[nodiscard]] constexpr SteadyTime saturating_add(SteadyTime at, Duration delay) noexcept
{
  const auto base = at.time_since_epoch();
  if (delay > Duration::zero() && base > Duration::max() - delay) return SteadyTime::max();
  if (delay < Duration::zero() && base < Duration::min() - delay) return SteadyTime::min();
  return at + delay;
}

class Clock;

/// Owns one pending callback of a Clock. Destroying or cancelling it guarantees that the callback will not start
/// afterwards; a callback that is already running is waited for, unless the caller is that callback itself.
/// A Timer may outlive its clock. Distinct Timers are independent; one Timer is not thread safe.
class Timer {
public:
  /// What a Clock implements: `cancel` blocks while the callback runs on another thread.
  class Registration {
  public:
    virtual ~Registration() = default;
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

  void cancel() noexcept
  {
    if (auto registration = std::exchange(registration_, nullptr)) registration->cancel();
  }

private:
  std::shared_ptr<Registration> registration_;
};

/// The one source of time. Library code never reads a clock, sleeps or sets a timer otherwise, so a test or a
/// simulation decides what time it is.
/// Thread safe: every member may be called from any thread.
class Clock {
public:
  virtual ~Clock() = default;

  /// Monotonic; for deadlines, delays and durations.
  [[nodiscard]] virtual SteadyTime now() const noexcept = 0;

  /// Civil time; may jump. Only for what is written to or read from the outside.
  [[nodiscard]] virtual WallTime wall_now() const noexcept = 0;

  /// Calls `callback` once, at `when` or as soon as possible after it (immediately if `when` has passed), from a thread
  /// of the clock and never from inside this call. The callback must be short, must not block and must not throw: post
  /// work to an executor. Callbacks of equal `when` run in the order of their calls.
  [[nodiscard]] virtual Timer call_at(SteadyTime when, std::function<void()> callback) = 0;

  /// Waits on `cv` until it is notified, `deadline` has come or `stop` is requested; spurious wake-ups are allowed, so
  /// the caller tests its condition in a loop. `lock` is held on entry and on return. Throws nothing of its own.
  virtual void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                          std::optional<SteadyTime> deadline, std::stop_token stop) = 0;

protected:
  Clock() = default;
  Clock(const Clock&) = default;
  Clock& operator=(const Clock&) = default;
};

}  // namespace kubexx
