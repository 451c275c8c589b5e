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

/// A TimerQueue without the type of its values, which are identified by their slots. Members marked [lock] require the
/// lock; `Effects` are declared before the lock.
class TimerCore final : private WaitSource {
public:
  using Slot = TimerWheel::Slot;
  static constexpr Slot kNone = TimerWheel::kNone;

  /// How a waiter takes the first due slot, and those after it: [lock]. If it throws, a slot that it has not taken
  /// stays in the queue.
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

  SpinMutex mutex;
  TimerWheel wheel;  ///< [lock]

  /// At most this many values are dropped, and at most this many waiters woken, by a shutdown in one hold of the lock.
  static constexpr std::size_t kMostMoved = 256;

  /// [lock] Reads the clock until the shutdown; its time decides which values are due and which are dropped.
  void read_clock() noexcept
  {
    if (!closed_) now_ = clock_.now();
  }
  /// [lock] The first slot if it was due when the clock was last read, or kNone.
  [[nodiscard]] Slot first_due() noexcept { return wheel.first(now_); }
  /// [lock] The first slot if it is due now, or kNone.
  [[nodiscard]] Slot find_due() noexcept
  {
    const Slot slot = first_due();
    if (slot != kNone || wheel.size() == 0) return slot;
    read_clock();
    return first_due();
  }
  /// [lock] The time `delay` from now.
  [[nodiscard]] SteadyTime after(Duration delay) noexcept
  {
    read_clock();
    return saturating_add(now_, delay);
  }
  /// [lock] Wakes waiters after a time was set or a slot was put back.
  void notify(Effects& effects) noexcept
  {
    if (!waiters_.any()) return;
    read_clock();
    waiters_.notify(effects);
  }

  /// [lock] Why a take that does not wait returned nothing.
  [[nodiscard]] EmptyReason why_empty() const noexcept { return closed_ ? EmptyReason::shut_down : EmptyReason::empty; }
  /// [lock]
  [[nodiscard]] bool closed() const noexcept override { return closed_; }
  /// [lock] The number of values that the shutdown dropped.
  [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }

  /// [lock] Waiters::take.
  EmptyReason take(std::unique_lock<SpinMutex>& lock, Effects& effects, const std::stop_token& stop,
                   std::optional<SteadyTime> deadline, Consumer& consumer)
  {
    return waiters_.take(lock, effects, stop, deadline, &consumer);
  }
  /// Called without the lock. Closes the queue and takes out some of the slots that were not due then; returns them as
  /// a chain, for their values to be destroyed. Call it until `more` is false, even if the queue is closed already.
  [[nodiscard]] Slot close_some(bool& more);
  /// Where coroutines wait; their `place` is a Consumer*.
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
  SteadyTime now_;       ///< when the clock was last read
  bool closed_ = false;  ///< values that were not due at now_ are dropped
  std::size_t dropped_ = 0;
};

}  // namespace kubexx::detail
