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
#include "kubexx/workqueue/detail/backoff_mutex.hpp"
#include "kubexx/workqueue/options.hpp"
#include "kubexx/workqueue/timer_queue/detail/timer_store.hpp"
#include "kubexx/workqueue/timer_queue/timer_handle.hpp"
#include "kubexx/workqueue/timer_queue/timer_stream.hpp"

namespace kubexx {

/// Values that can be taken when their time has come, in the order of the times, equal times in the order of the
/// pushes. Equal values are different ones: there is no key, so nothing is merged, processed or done. T is movable; it
/// need not be copyable, hashable or comparable.
///
///   push(value, at)      `at` may be past: due immediately, and before what is due with a later time. With
///                        SteadyTime::max() it is effectively never due
///   push(value, delay)   at = now + delay, which may be negative or too long for the clock (then: never)
///   take, try_take       the first of all the values that are due. Whoever asked when
///   cancel, reset        as long as the value was not taken. A value whose time was reset comes among equal times as
///                        if it had been pushed at that moment
///   shut_down            what is due can still be taken and cancelled; what is not is dropped, and counted. Everybody
///                        who waits is notified. Later, a push destroys its value and gives an empty handle, a reset
///                        fails
///
/// A value that becomes due, or is pushed sooner than those that others wait for, wakes one who waits. Time passes by
/// itself only for those who wait: the queue has no thread and no periodic work. In a steady state nothing is
/// allocated; the memory of the largest number of values is kept. A shutdown drops a few hundred values with one hold
/// of the lock. Two holds are longer: drain_all_due, of which you decide, and now and then the one in which values
/// that are due in the same millisecond, or still in the same minutes or hours, are put in order.
///
/// Thread safe. T's move constructor, and the destructor of what was moved from, run under the queue's lock and must
/// not call the queue; dropped, cancelled and streamed values are destroyed without it. If moving throws, or memory
/// runs out, the operation has not happened, except that a value whose own move failed stays in the queue as that left
/// it. The destructor shuts down, waits for threads that are blocked in here and destroys what is left; coroutines that
/// wait are notified. No other call may be in progress.
template <class T>
class TimerQueue {
  static_assert(std::is_object_v<T> && std::is_move_constructible_v<T> && !std::is_const_v<T>);

public:
  using value_type = T;

  /// The clock outlives the queue.
  explicit TimerQueue(Clock& clock) : store_(clock) {}
  TimerQueue(const TimerQueue&) = delete;
  TimerQueue& operator=(const TimerQueue&) = delete;

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

  /// Waits for a value. Without one: nullopt, and `why` says whether the queue is shut down with nothing due, `stop`
  /// was triggered (which wins over a due value) or `deadline`, on the queue's clock, has passed (a due value wins).
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

  /// A value if one is due.
  [[nodiscard]] std::optional<T> try_take(EmptyReason* why = nullptr)
  {
    std::optional<T> taken;
    const detail::BackoffLock lock(core_.mutex);
    const Slot slot = core_.find_due();
    if (why) *why = slot == kNone ? core_.why_empty() : EmptyReason::none;
    if (slot != kNone) store_.move_out(slot, taken);
    return taken;
  }

  /// Appends all that is due now to `values`, in order, in one lock; returns how many. If appending one throws, those
  /// before it are in `values` and the others in the queue.
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

  /// The values one after the other, each when it is due. See timer_stream.hpp.
  [[nodiscard]] TimerStream<T> stream(std::stop_token stop = {}, std::size_t buffer = 1)
  {
    return TimerStream<T>(store_, std::move(stop), buffer);
  }

  /// Gives the value back, unless it was taken, cancelled or dropped.
  std::optional<T> cancel(TimerHandle handle)
  {
    std::optional<T> cancelled;
    const detail::BackoffLock lock(core_.mutex);
    const Slot slot = core_.wheel.find(handle);
    if (slot != kNone) store_.move_out(slot, cancelled);
    return cancelled;
  }

  /// Gives the value another time, sooner or later. False, and nothing changes, if it was taken, cancelled or dropped,
  /// or the queue is shut down.
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

  /// How many values are in the queue, due or not.
  [[nodiscard]] std::size_t size() const
  {
    const detail::BackoffLock lock(core_.mutex);
    return core_.wheel.size();
  }

  void shut_down() { store_.close(); }
  [[nodiscard]] bool shutting_down() const
  {
    const detail::BackoffLock lock(core_.mutex);
    return core_.closed();
  }
  /// How many values the shutdown dropped.
  [[nodiscard]] std::size_t dropped() const
  {
    const detail::BackoffLock lock(core_.mutex);
    return core_.dropped();
  }

  /// For the bridge to coroutines.
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
