// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/spin_mutex.hpp"
#include "kubexx/workqueue/options.hpp"
#include "kubexx/workqueue/timer_queue/detail/timer_store.hpp"
#include "kubexx/workqueue/timer_queue/timer_handle.hpp"
#include "kubexx/workqueue/timer_queue/timer_stream.hpp"

namespace kubexx {

/// Values that can be taken once their time has come, in the order of the times, equal times in push order. Equal
/// values stay separate: there is no key, so nothing is merged, processing or done. T must be movable; it need not be
/// copyable, hashable or comparable.
///
///   push(value, at)      a past `at` means due immediately, before due values with a later time; SteadyTime::max() is
///                        effectively never due
///   push(value, delay)   at = now + delay; the delay may be negative, or too long for the clock (then: never)
///   take, try_take       the first of all values that are due; earlier calls do not influence the order
///   cancel, reset        while the value has not been taken. After a reset the value is placed among equal times as if
///                        it had been pushed at that moment
///   shut_down            due values can still be taken and cancelled; all others are dropped, and counted. All waiters
///                        are notified. Afterwards a push destroys its value and returns an empty handle, and a reset
///                        fails
///
/// A value wakes one waiter when it becomes due, or when it is pushed with an earlier time than those that others wait
/// for. The clock is watched only while somebody waits: the queue has no thread and no periodic work. A steady state
/// allocates nothing; memory for the largest number of values is kept. A shutdown drops a few hundred values per hold
/// of the lock. Two holds may be longer: that of drain_all_due, which the caller decides on, and occasionally one that
/// sorts values that are due in the same millisecond, or within the same minutes or hours.
///
/// Thread safe. The move constructor of T, and the destructor of moved-from values, run under the queue's lock and must
/// not call the queue; dropped, cancelled and streamed values are destroyed without it. If moving throws, or memory
/// runs out, the operation has no effect, except that a value whose own move failed stays in the queue in the state
/// that the move left. The destructor shuts the queue down, waits for threads that are blocked in it and destroys the
/// remaining values; waiting coroutines are notified. No other call may be in progress.
template <class T>
class TimerQueue {
  static_assert(std::is_object_v<T> && std::is_move_constructible_v<T> && !std::is_const_v<T>);

public:
  using value_type = T;

  /// The clock must outlive the queue.
  explicit TimerQueue(Clock& clock) : store_(clock) {}
  TimerQueue(const TimerQueue&) = delete;
  TimerQueue& operator=(const TimerQueue&) = delete;

  /// Adds a value that becomes due at a time, or after a delay. Returns a handle for cancel and reset.
  TimerHandle push(T value, SteadyTime at)
  {
    detail::Effects effects;
    const detail::BackoffLock lock(core_.mutex);
    return store_.add(value, at, effects);
  }
  TimerHandle push(T value, Duration delay)
  {
    detail::Effects effects;
    const detail::BackoffLock lock(core_.mutex);
    return store_.add(value, core_.after(delay), effects);
  }

  /// Waits for a value. Returns nullopt if there is none; `why` then is shut_down (shut down with nothing due), stopped
  /// (`stop` was triggered; wins over a due value) or deadline (`deadline`, on the queue's clock, has passed; a due
  /// value wins).
  [[nodiscard]] std::optional<T> take(std::stop_token stop = {}, std::optional<SteadyTime> deadline = {},
                                      EmptyReason* why = nullptr)
  {
    std::optional<T> taken;
    EmptyReason reason = EmptyReason::none;
    {
      detail::Effects effects;
      std::unique_lock lock(core_.mutex);
      if (const Slot slot = core_.find_due(); slot != kNone && !stop.stop_requested()) {
        store_.move_out(slot, taken);
        core_.waiters().notify(effects);
      } else {
        typename detail::TimerStore<T>::SingleConsumer consumer(store_, taken);
        reason = core_.take(lock, effects, stop, deadline, consumer);
      }
    }
    if (why) *why = reason;
    return taken;
  }

  /// Returns a value if one is due.
  [[nodiscard]] std::optional<T> try_take(EmptyReason* why = nullptr)
  {
    std::optional<T> taken;
    const detail::BackoffLock lock(core_.mutex);
    const Slot slot = core_.find_due();
    if (why) *why = slot == kNone ? core_.why_empty() : EmptyReason::none;
    if (slot != kNone) store_.move_out(slot, taken);
    return taken;
  }

  /// Appends all values that are due now to `values`, in order, under one lock; returns their number. If appending one
  /// throws, the values before it are in `values` and the others in the queue.
  std::size_t drain_all_due(std::vector<T>& values)
  {
    const detail::BackoffLock lock(core_.mutex);
    core_.read_clock();
    std::size_t count = 0;
    for (Slot slot = core_.first_due(); slot != kNone; slot = core_.first_due(), ++count) {
      values.push_back(std::move(*store_.at(slot)));
      store_.free(slot);
    }
    return count;
  }
  [[nodiscard]] std::vector<T> drain_all_due()
  {
    std::vector<T> values;
    drain_all_due(values);
    return values;
  }

  /// Returns a stream of the values, each when it is due. See timer_stream.hpp.
  [[nodiscard]] TimerStream<T> stream(std::stop_token stop = {}, std::size_t buffer = 1)
  {
    return TimerStream<T>(store_, std::move(stop), buffer);
  }

  /// Removes and returns the value; nullopt if it was taken, cancelled or dropped.
  std::optional<T> cancel(TimerHandle handle)
  {
    std::optional<T> cancelled;
    const detail::BackoffLock lock(core_.mutex);
    const Slot slot = core_.wheel.find(handle);
    if (slot != kNone) store_.move_out(slot, cancelled);
    return cancelled;
  }

  /// Sets another time, sooner or later. Returns false, and changes nothing, if the value was taken, cancelled or
  /// dropped, or the queue is shut down.
  bool reset(TimerHandle handle, SteadyTime at)
  {
    detail::Effects effects;
    const detail::BackoffLock lock(core_.mutex);
    return store_.reset(handle, at, effects);
  }
  bool reset(TimerHandle handle, Duration delay)
  {
    detail::Effects effects;
    const detail::BackoffLock lock(core_.mutex);
    return store_.reset(handle, core_.after(delay), effects);
  }

  /// Returns the number of values in the queue, due or not.
  [[nodiscard]] std::size_t size() const
  {
    const detail::BackoffLock lock(core_.mutex);
    return core_.wheel.size();
  }

  /// Drops the values that are not due, and lets consumers take the others.
  void shut_down() { store_.close(); }
  [[nodiscard]] bool shutting_down() const
  {
    const detail::BackoffLock lock(core_.mutex);
    return core_.closed();
  }
  /// Returns the number of values that the shutdown dropped.
  [[nodiscard]] std::size_t dropped() const
  {
    const detail::BackoffLock lock(core_.mutex);
    return core_.dropped();
  }

  /// For the coroutine bridge.
  [[nodiscard]] detail::TimerStore<T>& store() noexcept { return store_; }

private:
  using Slot = detail::TimerCore::Slot;
  static constexpr Slot kNone = detail::TimerCore::kNone;

  mutable detail::TimerStore<T> store_;
  detail::TimerCore& core_ = store_.core;
};

/// The name before 0.2.
template <class T>
using DelayQueue = TimerQueue<T>;

}  // namespace kubexx
