// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/waiters.hpp"
#include "kubexx/workqueue/options.hpp"
#include "kubexx/workqueue/timer_queue/detail/timer_wheel.hpp"

namespace kubexx::detail {

/// A TimerQueue without the type of its values, which are known by their slots. Members marked [lock] want the lock
/// held; `Effects` are declared before the lock.
class TimerCore final : private WaitSource {
public:
  using Slot = TimerWheel::Slot;
  static constexpr Slot kNone = TimerWheel::kNone;

  /// What one who waits does with the first due slot, and the next ones: [lock]. When it throws, a slot that it did
  /// not take stays.
  class Consumer {
  public:
    virtual void consume(Slot first) = 0;

  protected:
    ~Consumer() = default;
  };

  explicit TimerCore(Clock& clock) : wheel(clock.now()), clock_(clock), waiters_(mutex, clock, *this), now_(clock.now())
  {
  }
  TimerCore(const TimerCore&) = delete;
  TimerCore& operator=(const TimerCore&) = delete;

  BackoffMutex mutex;
  TimerWheel wheel;  ///< [lock]

  /// A shutdown drops so many values with one hold of the lock, and wakes so many of those who wait.
  static constexpr std::size_t kMostMoved = 256;

  /// [lock] Until the shutdown, which decides what is due and what is dropped.
  void read_clock() noexcept
  {
    if (!closed_) now_ = clock_.now();
  }
  /// [lock] The first slot if it was due when the clock was read.
  [[nodiscard]] Slot first_due() noexcept { return wheel.first(now_); }
  /// [lock] The first slot if it is due.
  [[nodiscard]] Slot find_due() noexcept
  {
    const Slot slot = first_due();
    if (slot != kNone || wheel.size() == 0) return slot;
    read_clock();
    return first_due();
  }
  /// [lock] `delay` from now.
  [[nodiscard]] SteadyTime after(Duration delay) noexcept
  {
    read_clock();
    return saturating_add(now_, delay);
  }
  /// [lock] A time was set, or a slot put back: wakes whom it concerns.
  void notify(Effects& effects) noexcept
  {
    if (!waiters_.any()) return;
    read_clock();
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
                   std::optional<SteadyTime> deadline, Consumer& consumer)
  {
    return waiters_.take(lock, effects, stop, deadline, &consumer);
  }
  /// Without the lock. Closes the queue and takes out some of the slots that were not due then: a chain of them, for
  /// their values to be destroyed. To be called until there are no `more`, also by one who finds the queue closed.
  [[nodiscard]] Slot close_some(bool& more);
  /// Where coroutines wait, whose `place` is a Consumer*.
  [[nodiscard]] Waiters& waiters() noexcept { return waiters_; }

private:
  void promote() override { read_clock(); }
  [[nodiscard]] std::size_t ready() noexcept override { return first_due() != kNone ? 1 : 0; }
  [[nodiscard]] std::optional<SteadyTime> next_due() noexcept override
  {
    return closed_ ? std::nullopt : wheel.next_after(now_);
  }
  void take_to(void* place) override { static_cast<Consumer*>(place)->consume(first_due()); }

  Clock& clock_;
  Waiters waiters_;
  SteadyTime now_;       ///< when the clock was read
  bool closed_ = false;  ///< what was not due at now_ is dropped
  std::size_t dropped_ = 0;
};

}  // namespace kubexx::detail
