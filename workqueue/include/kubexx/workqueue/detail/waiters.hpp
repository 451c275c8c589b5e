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
#include "kubexx/workqueue/detail/effects.hpp"
#include "kubexx/workqueue/detail/spin_mutex.hpp"
#include "kubexx/workqueue/detail/waiter.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

/// A queue as its waiters see it: things that become ready through an operation, or when their time comes. Called with
/// the queue's lock held.
class WaitSource {
public:
  /// Makes due things ready.
  virtual void promote() = 0;
  /// The number of ready things, as far as it is known; not zero if there is any.
  [[nodiscard]] virtual std::size_t ready() noexcept = 0;
  /// When the next thing will be due, or earlier. May be nullopt while something is ready: it is called again after the
  /// last ready thing has been taken.
  [[nodiscard]] virtual std::optional<SteadyTime> next_due() noexcept = 0;
  /// True after the shutdown: a take no longer waits for things to become ready.
  [[nodiscard]] virtual bool closed() const noexcept = 0;
  /// Takes the first ready thing to the `place` of the caller. Precondition: something is ready. If it throws, the
  /// thing stays where it was.
  virtual void take_to(void* place) = 0;

protected:
  ~WaitSource() = default;
};

/// The threads and coroutines that wait for a queue. Decides which of them are woken, and which one watches the clock.
///
/// Waking. A woken thread will run; a woken coroutine runs only if its executor does. So if a thread waits, a ready
/// thing is offered to a thread. Only one thread is woken at a time; when it tries, it wakes the next one if more is
/// ready, so that no herd of threads runs for things that the first one takes. While no thread waits or has been woken,
/// a ready thing is offered to one waiting coroutine of every executor: the first to run takes it, and a stalled
/// executor withholds nothing from the others. An offer to a coroutine counts until somebody takes something.
///
/// The clock. One of the waiting threads, the leader, waits no longer than until something is due. While only
/// coroutines wait, a timer of the clock does that. Without waiters the clock is not watched.
///
/// The lock is that of the queue. Members marked [lock] require it; Effects are declared before it.
class Waiters {
public:
  Waiters(SpinMutex& mutex, Clock& clock, WaitSource& source);
  Waiters(const Waiters&) = delete;
  Waiters& operator=(const Waiters&) = delete;

  /// [lock] True if there is a waiter that was not woken.
  [[nodiscard]] bool any() const noexcept { return waiting_ != 0; }
  /// [lock] Call it at the end of everything that may have made something ready, or due earlier.
  void notify(Effects& effects) noexcept
  {
    if (waiting_ != 0) [[unlikely]]
      notify_waiting(effects);
  }
  /// [lock] Call it when ready things were taken.
  void taken(std::size_t count = 1) noexcept
  {
    if (promised_) [[unlikely]]
      withdraw(count);
  }
  /// [lock] The source is closed: wakes at most `most` waiters. Returns true if there are more.
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

  /// [lock] Takes a thing to `place` and returns `none`; waits for it without the lock. Otherwise returns why not:
  /// `stop` wins over a ready thing, a ready thing over `closed` and `deadline`.
  EmptyReason take(std::unique_lock<SpinMutex>& lock, Effects& effects, const std::stop_token& stop,
                   std::optional<SteadyTime> deadline, void* place);

  /// Ends a closed queue, without the lock: waits for the threads inside, and detaches the coroutines from the queue.
  void detach();

private:
  friend class AsyncWaiter;

  /// The target of the timer's callback, which may run while the queue is being destroyed.
  struct TimerTarget {
    std::mutex mutex;
    Waiters* waiters;  ///< guarded by mutex; null once the queue is gone
  };

  EmptyReason attempt(const std::stop_token& stop, void* place);
  /// For coroutines; takes the lock.
  EmptyReason take_or_wait(AsyncWaiter& waiter, const std::stop_token& stop, void* place);
  void abandon(AsyncWaiter& waiter);
  ExecutorGroup& group_of(const void* executor);

  void wait(std::unique_lock<SpinMutex>& lock, const std::shared_ptr<ThreadWaiter>& waiter,
            std::optional<SteadyTime> deadline, const std::stop_token& stop);
  void add(WaiterList& list, std::shared_ptr<Waiter> waiter) noexcept;
  /// Takes the waiter out of its list; true if it had been woken.
  bool leave(ThreadWaiter& waiter) noexcept;
  bool leave(AsyncWaiter& waiter) noexcept;
  void wake(ThreadWaiter& waiter, Effects& effects) noexcept;
  void wake(ExecutorGroup& group, Effects& effects) noexcept;

  void notify_waiting(Effects& effects) noexcept;
  void offer(std::size_t ready, Effects& effects) noexcept;
  void withdraw(std::size_t count) noexcept;
  void watch_clock(Effects& effects) noexcept;
  /// The timer stays armed when the last coroutine takes a thing, because it will probably wait again soon. Returns
  /// false if memory runs out.
  [[nodiscard]] bool arm_timer(SteadyTime when, Effects& effects) noexcept;
  void disarm_timer(Effects& effects) noexcept;
  void on_timer(Effects& effects);

  SpinMutex& mutex_;
  Clock& clock_;
  WaitSource& source_;
  const std::shared_ptr<TimerTarget> timer_target_;

  // All below is guarded by mutex_.
  std::size_t waiting_ = 0;                           ///< waiters in threads_ and in the `waiting` lists of groups_
  WaiterList threads_;                                ///< not woken
  std::size_t woken_threads_ = 0;                     ///< woken, and have not tried again yet
  ThreadWaiter* leader_ = nullptr;                    ///< one of threads_, or null
  std::list<ExecutorGroup> groups_;                   ///< kept for the next coroutine when empty
  bool promised_ = false;                             ///< some group's `promised` is not zero
  Timer timer_;                                       ///< watches the clock for waiting coroutines
  std::optional<SteadyTime> timer_at_;                ///< when timer_ fires, until it has
  std::vector<std::shared_ptr<ThreadWaiter>> spare_;  ///< for reuse
  std::size_t blocked_ = 0;                           ///< threads that have not left
  std::condition_variable_any left_;                  ///< blocked_ became 0
};

}  // namespace kubexx::detail
