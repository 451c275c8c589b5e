// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/timer_wheel.hpp"
#include "kubexx/workqueue/detail/waiters.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

/// A DelayQueue without the type of its values, which are known by their slots. Members marked [lock] want the lock
/// held; `Effects` are declared before the lock.
class DelayCore final : private WaitSource {
public:
  using Slot = TimerWheel::Slot;
  static constexpr Slot kNone = TimerWheel::kNone;

  /// One who waits, and what he does with the first due slot (and the next ones) when his turn comes: [lock]. When it
  /// throws, a slot that it did not take stays.
  class Receiver {
  public:
    virtual void receive(Slot first) = 0;

  protected:
    ~Receiver() = default;
  };

  explicit DelayCore(Clock& clock) : wheel(clock.now()), clock_(clock), waiters_(mutex, clock, *this), now_(clock.now())
  {
  }
  DelayCore(const DelayCore&) = delete;
  DelayCore& operator=(const DelayCore&) = delete;

  BackoffMutex mutex;
  TimerWheel wheel;  ///< [lock]

  /// [lock] Reads the clock.
  void look() noexcept { now_ = clock_.now(); }
  /// [lock] The first slot if it was due at the last look.
  [[nodiscard]] Slot first_seen() noexcept { return wheel.first(now_); }
  /// [lock] The first slot if it is due.
  [[nodiscard]] Slot first_due() noexcept
  {
    const Slot slot = first_seen();
    if (slot != kNone || wheel.size() == 0) return slot;
    look();
    return first_seen();
  }
  /// [lock] `delay` from now.
  [[nodiscard]] SteadyTime after(Duration delay) noexcept
  {
    look();
    return saturating_add(now_, delay);
  }
  /// [lock] A time was set, or a slot put back: tells those who wait.
  void changed(Effects& effects) noexcept
  {
    if (!waiters_.any()) return;
    look();
    waiters_.notify(effects);
  }

  /// [lock] Why a take that waits for nothing got nothing.
  [[nodiscard]] EmptyReason why_empty() const noexcept { return closed_ ? EmptyReason::shut_down : EmptyReason::empty; }
  /// [lock]
  [[nodiscard]] bool closed() const noexcept override { return closed_; }
  /// [lock] Delayed values that the shutdown discarded.
  [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }

  /// [lock] Waiters::take.
  EmptyReason take(std::unique_lock<BackoffMutex>& lock, Effects& effects, const std::stop_token& stop,
                   std::optional<SteadyTime> deadline, Receiver& receiver)
  {
    return waiters_.take(lock, effects, stop, deadline, &receiver);
  }
  /// Without the lock. Closes it, and gives the chain of the slots that were not due, for their values to be destroyed;
  /// kNone the second time.
  [[nodiscard]] Slot close();
  /// Where coroutines wait; their `place` is a Receiver*.
  [[nodiscard]] Waiters& waiters() noexcept { return waiters_; }

private:
  void promote() override { look(); }
  [[nodiscard]] std::size_t ready() noexcept override { return first_seen() != kNone ? 1 : 0; }
  [[nodiscard]] std::optional<SteadyTime> next_due() noexcept override { return wheel.next_after(now_); }
  void take_to(void* place) override { static_cast<Receiver*>(place)->receive(first_seen()); }

  Clock& clock_;
  Waiters waiters_;
  SteadyTime now_;       ///< the clock at the last look
  bool closed_ = false;  ///< every slot was due when it became true
  std::size_t dropped_ = 0;
};

}  // namespace kubexx::detail
