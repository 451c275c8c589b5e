// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/backoff_mutex.hpp"
#include "kubexx/workqueue/detail/effects.hpp"
#include "kubexx/workqueue/detail/waiter.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

/// A queue as those who wait for it see it: things that somebody makes ready, or that become ready when their time
/// comes. Called with the queue's lock held.
class WaitSource {
public:
  /// Makes ready what is due.
  virtual void promote() = 0;
  /// How many things are ready, as far as it knows; not zero if any is.
  [[nodiscard]] virtual std::size_t ready() noexcept = 0;
  /// When the next thing will be due, or sooner. While something is ready it may know of none: whoever takes the last
  /// ready thing asks again.
  [[nodiscard]] virtual std::optional<SteadyTime> next_due() noexcept = 0;
  /// Nothing will become ready any more.
  [[nodiscard]] virtual bool closed() const noexcept = 0;
  /// Takes the first of the ready things, of which there is one, to the `place` of the one who asked. When it throws,
  /// the thing stays where it was.
  virtual void take_to(void* place) = 0;

protected:
  ~WaitSource() = default;
};

/// The threads and coroutines that wait for a queue: whom to wake, and who watches the clock.
///
/// Whom to wake. A thread that was woken will run; a coroutine that was woken runs if its executor does. So a ready
/// thing is offered to a thread if one waits: one thread at a time, which wakes the next one if more is ready when it
/// comes (no herd runs for what the first to come takes). While no thread waits or is on its way, it is offered to one
/// waiting coroutine of every executor: whichever runs first takes it, and a stalled executor keeps nothing from the
/// others. An offer that was made to a coroutine counts until somebody takes something.
///
/// Who watches the clock. One of the waiting threads, the leader, waits no longer than until something is due; while
/// only coroutines wait, a timer of the clock does that. While there are no waiters, the clock is not watched.
///
/// The lock is that of the queue; members marked [lock] want it held; Effects are declared before the lock.
class Waiters {
public:
  Waiters(BackoffMutex& mutex, Clock& clock, WaitSource& source);
  Waiters(const Waiters&) = delete;
  Waiters& operator=(const Waiters&) = delete;

  /// [lock] Somebody waits who was not woken.
  [[nodiscard]] bool any() const noexcept { return waiting_ != 0; }
  /// [lock] At the end of everything that may have made something ready, or something due sooner.
  void notify(Effects& effects) noexcept
  {
    if (waiting_ != 0) [[unlikely]]
      notify_waiting(effects);
  }
  /// [lock] Somebody took a ready thing.
  void taken(std::size_t count = 1) noexcept
  {
    if (promised_) [[unlikely]]
      withdraw(count);
  }
  /// [lock] The source is closed: wakes at most so many of those who wait. True if there are more.
  bool close(std::size_t most, Effects& effects) noexcept;

  /// [lock] A thread inside the queue, for which detach() waits.
  class Blocked {
  public:
    explicit Blocked(Waiters& waiters) noexcept : waiters_(waiters) { ++waiters_.blocked_; }
    Blocked(const Blocked&) = delete;
    Blocked& operator=(const Blocked&) = delete;
    ~Blocked()
    {
      if (--waiters_.blocked_ == 0) waiters_.left_.notify_all();
    }

  private:
    Waiters& waiters_;
  };

  /// [lock] Takes a thing to `place`, waiting for it without the lock: none. Otherwise why not: `stop` wins over a
  /// ready thing, a ready thing over `closed` and `deadline`.
  EmptyReason take(std::unique_lock<BackoffMutex>& lock, Effects& effects, const std::stop_token& stop,
                   std::optional<SteadyTime> deadline, void* place);

  /// The end of a closed queue, without the lock: waits for the threads inside, tells the coroutines that it is gone.
  void detach();

private:
  friend class AsyncWaiter;

  /// What the timer's callback refers to: it may run while the queue goes.
  struct TimerTarget {
    std::mutex mutex;
    Waiters* waiters;  ///< guarded by mutex; null once the queue is gone
  };

  EmptyReason attempt(const std::stop_token& stop, void* place);
  /// Of coroutines, with the lock taken here.
  EmptyReason take_or_wait(AsyncWaiter& waiter, const std::stop_token& stop, void* place);
  void abandon(AsyncWaiter& waiter);
  ExecutorGroup& group_of(const void* executor);

  void wait(std::unique_lock<BackoffMutex>& lock, const std::shared_ptr<ThreadWaiter>& waiter,
            std::optional<SteadyTime> deadline, const std::stop_token& stop);
  void add(WaiterList& list, std::shared_ptr<Waiter> waiter) noexcept;
  /// Takes it out of its list; true if it had been woken.
  bool leave(ThreadWaiter& waiter) noexcept;
  bool leave(AsyncWaiter& waiter) noexcept;
  void wake(ThreadWaiter& waiter, Effects& effects) noexcept;
  void wake(ExecutorGroup& group, Effects& effects) noexcept;

  void notify_waiting(Effects& effects) noexcept;
  void offer(std::size_t ready, Effects& effects) noexcept;
  void withdraw(std::size_t count) noexcept;
  void watch_clock(Effects& effects) noexcept;
  /// It stays armed when the last of the coroutines takes a thing, which is likely to wait again soon. False: no
  /// memory.
  [[nodiscard]] bool arm_timer(SteadyTime when, Effects& effects) noexcept;
  void disarm_timer(Effects& effects) noexcept;
  void on_timer(Effects& effects);

  BackoffMutex& mutex_;
  Clock& clock_;
  WaitSource& source_;
  const std::shared_ptr<TimerTarget> timer_target_;

  // All below is guarded by mutex_.
  std::size_t waiting_ = 0;                           ///< waiters in threads_ and in the `waiting` of groups
  WaiterList threads_;                                ///< not woken
  std::size_t woken_threads_ = 0;                     ///< not back yet
  ThreadWaiter* leader_ = nullptr;                    ///< of threads_, if any
  std::list<ExecutorGroup> groups_;                   ///< kept for the next coroutine when empty
  bool promised_ = false;                             ///< some group's `promised` is not zero
  Timer timer_;                                       ///< watches the clock for waiting coroutines
  std::optional<SteadyTime> timer_at_;                ///< when timer_ fires, until it has
  std::vector<std::shared_ptr<ThreadWaiter>> spare_;  ///< to be used again
  std::size_t blocked_ = 0;                           ///< threads that have not left
  std::condition_variable_any left_;                  ///< blocked_ became 0
};

}  // namespace kubexx::detail
