// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/waiters.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

class AsyncWaiter;

/// What one waits for in a WaitingRoom: things that somebody makes ready, or that become ready when their time comes.
/// Called with the room's lock held.
class Awaited {
public:
  /// Makes ready what is due.
  virtual void promote(AfterUnlock& after) = 0;
  /// Something is ready since promote().
  [[nodiscard]] virtual bool any_ready() noexcept = 0;
  /// When the next thing will be due. While something is ready it may know of none: whoever takes the last ready thing
  /// asks again.
  [[nodiscard]] virtual std::optional<SteadyTime> next_due() noexcept = 0;
  /// Nothing will become ready any more.
  [[nodiscard]] virtual bool closed() const noexcept = 0;
  /// Takes the first of the ready things, of which there is one, to the `place` of the one who asked. When it throws,
  /// the thing stays where it was.
  virtual void take_to(void* place) = 0;

protected:
  ~Awaited() = default;
};

/// Where threads and coroutines wait for a queue. Who is told: a thing that becomes ready wakes the first who waits,
/// unless somebody is on his way already; whoever comes or goes, with a thing or without, wakes the next one if more is
/// ready. So nothing is ready while all sleep, and no herd runs for things that the first to come takes. Who
/// looks at the time: one of the threads (the watcher) waits no longer than until something is due; while only
/// coroutines wait, a timer of the clock looks. Nobody looks while nobody waits. The lock is that of the queue; members
/// marked [lock] want it held; `AfterUnlock` is declared before the lock.
class WaitingRoom {
public:
  WaitingRoom(PatientMutex& mutex, Clock& clock, Awaited& awaited) : mutex_(mutex), clock_(clock), awaited_(awaited) {}
  WaitingRoom(const WaitingRoom&) = delete;
  WaitingRoom& operator=(const WaitingRoom&) = delete;

  /// [lock] Somebody waits whom nobody has told yet.
  [[nodiscard]] bool occupied() const noexcept { return !waiters_.empty(); }
  /// [lock] After something became ready.
  void signal(AfterUnlock& after) noexcept
  {
    if (occupied()) wake_for_ready(after);
  }
  /// [lock] After next_due() may have become earlier.
  void watch(AfterUnlock& after) noexcept
  {
    if (occupied()) appoint(after);
  }
  /// [lock] After what one who does not wait did: what he left, others take.
  void pass_on(AfterUnlock& after) noexcept
  {
    signal(after);
    watch(after);
  }
  /// [lock] Tells everybody that it is closed.
  void close(AfterUnlock& after) noexcept;

  /// [lock] While it lives one more is on his way, so that the first thing that becomes ready wakes nobody else.
  class Taker {
  public:
    explicit Taker(WaitingRoom& room) noexcept : room_(room) { ++room_.signalled_; }
    Taker(const Taker&) = delete;
    Taker& operator=(const Taker&) = delete;
    ~Taker() { --room_.signalled_; }

  private:
    WaitingRoom& room_;
  };

  /// [lock] A thread that vacate() waits for.
  class Visit {
  public:
    explicit Visit(WaitingRoom& room) noexcept : room_(room) { ++room_.visits_; }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;
    ~Visit()
    {
      if (--room_.visits_ == 0) room_.left_.notify_all();
    }

  private:
    WaitingRoom& room_;
  };

  /// [lock] Takes a thing to `place`, waiting for it without the lock: none. Otherwise why not: `stop` wins over a
  /// ready thing, a ready thing over `closed` and `deadline`.
  EmptyReason take(std::unique_lock<PatientMutex>& lock, AfterUnlock& after, const std::stop_token& stop,
                   std::optional<SteadyTime> deadline, void* place);

  /// The end of a closed room, without the lock: waits for the threads inside, tells the coroutines that it is gone.
  void vacate();

private:
  friend class AsyncWaiter;

  EmptyReason attempt(AfterUnlock& after, const std::stop_token& stop, void* place);
  /// Of coroutines, with the lock taken here. `back`: it has waited before.
  EmptyReason take_or_wait(const std::shared_ptr<AsyncWaiter>& waiter, bool back, const std::stop_token& stop,
                           void* place);
  void abandon(AsyncWaiter& waiter);

  void wait(std::unique_lock<PatientMutex>& lock, const std::shared_ptr<ThreadWaiter>& waiter,
            std::optional<SteadyTime> deadline, const std::stop_token& stop);
  void leave_list(Waiter& waiter) noexcept;
  void wake(Waiter& waiter, AfterUnlock& after) noexcept;
  void wake_for_ready(AfterUnlock& after) noexcept;
  /// Sees to it that somebody looks at the clock when the next thing is due.
  void appoint(AfterUnlock& after) noexcept;
  /// It stays armed when the last of the coroutines gets a thing, who is likely to wait again soon. False: no memory.
  [[nodiscard]] bool arm_timer(SteadyTime when, AfterUnlock& after) noexcept;
  void disarm_timer(AfterUnlock& after) noexcept;
  void look();

  PatientMutex& mutex_;
  Clock& clock_;
  Awaited& awaited_;

  // All below is guarded by mutex_.
  WaiterList waiters_;
  std::size_t signalled_ = 0;           ///< on their way: not 0 while something is ready and somebody waits
  Waiter* watcher_ = nullptr;           ///< the waiting thread that looks at the time, if any
  Timer timer_;                         ///< looks at the time for waiting coroutines
  std::optional<SteadyTime> timer_at_;  ///< when timer_ fires, until it has
  std::vector<std::shared_ptr<ThreadWaiter>> spare_;  ///< to be used again
  std::vector<std::shared_ptr<AsyncWaiter>> async_;   ///< coroutines that may come back
  std::size_t visits_ = 0;                            ///< of threads that have not left
  std::condition_variable_any left_;                  ///< visits_ became 0
};

/// A coroutine that waits. It may outlive the room, which then tells it so. The bridge to Asio derives from it.
class AsyncWaiter : public Waiter, public std::enable_shared_from_this<AsyncWaiter> {
public:
  explicit AsyncWaiter(WaitingRoom& room) : Waiter(false), room_(&room) {}

  /// Takes a thing to `place`: none. Waits (again): empty. Otherwise why neither.
  EmptyReason take_or_wait(const std::stop_token& stop, void* place);
  /// The coroutine ends without an answer.
  void abandon();

private:
  friend class WaitingRoom;
  std::mutex alive_;   ///< taken before the lock of the room
  WaitingRoom* room_;  ///< guarded by alive_; null after the answer, and once the room is gone
  bool back_ = false;  ///< it waited before; used by the coroutine alone
};

}  // namespace kubexx::detail
