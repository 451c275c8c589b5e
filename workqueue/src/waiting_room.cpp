// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/waiting_room.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "kubexx/workqueue/detail/patient_mutex.hpp"

namespace kubexx::detail {

void AfterUnlock::run_all() noexcept
{
  const auto rest = std::exchange(rest_, nullptr);
  if (rest) rest->timers.clear();
  if (const auto woken = std::exchange(first_, nullptr)) woken->wake();
  if (!rest) return;
  for (const auto& woken : rest->woken) woken->wake();
  for (const auto& callback : rest->callbacks) {
    try {
      callback(rest->result);
    } catch (...) {  // NOLINT(bugprone-empty-catch): nobody could do anything about it
    }
  }
}

void AfterUnlock::wake_too(std::shared_ptr<Waiter> waiter) noexcept
{
  try {
    rest().woken.push_back(waiter);
  } catch (const std::bad_alloc&) {
    waiter->wake();  // with the lock, which it will have to wait for
  }
}

void AfterUnlock::call(std::unique_ptr<Rest> callbacks, DrainResult result) noexcept
{
  if (!callbacks) return;
  if (!rest_) {
    rest_ = std::move(callbacks);
  } else {
    rest_->callbacks = std::move(callbacks->callbacks);
  }
  rest_->result = result;
}

EmptyReason WaitingRoom::attempt(AfterUnlock& after, const std::stop_token& stop, void* place)
{
  {
    const Taker taker(*this);
    awaited_.promote(after);
  }
  if (stop.stop_requested()) return EmptyReason::stopped;
  if (awaited_.any_ready()) {
    awaited_.take_to(place);
    return EmptyReason::none;
  }
  return awaited_.closed() ? EmptyReason::shut_down : EmptyReason::empty;
}

EmptyReason WaitingRoom::take(std::unique_lock<PatientMutex>& lock, AfterUnlock& after, const std::stop_token& stop,
                              std::optional<SteadyTime> deadline, void* place)
{
  if (spare_.empty()) {
    spare_.reserve(visits_ + 1);  // so that their return cannot fail
    spare_.push_back(std::make_shared<ThreadWaiter>());
  }
  std::shared_ptr<ThreadWaiter> waiter = std::move(spare_.back());
  spare_.pop_back();
  const Visit visit(*this);
  EmptyReason why = EmptyReason::empty;
  try {
    for (;;) {
      why = attempt(after, stop, place);
      if (why != EmptyReason::empty) break;
      if (deadline && *deadline <= clock_.now()) {
        why = EmptyReason::deadline;
        break;
      }
      if (after.pending()) {
        lock.unlock();
        after.run();
        lock.lock();
      } else {
        wait(lock, waiter, deadline, stop);
      }
    }
  } catch (...) {
    spare_.push_back(std::move(waiter));
    pass_on(after);
    throw;
  }
  spare_.push_back(std::move(waiter));
  pass_on(after);
  return why;
}

void WaitingRoom::wait(std::unique_lock<PatientMutex>& lock, const std::shared_ptr<ThreadWaiter>& waiter,
                       std::optional<SteadyTime> deadline, const std::stop_token& stop)
{
  waiters_.push_back(waiter);
  std::optional<SteadyTime> until = deadline;
  if (const auto due = watcher_ ? std::nullopt : awaited_.next_due()) {
    watcher_ = waiter.get();
    watcher_->watched_until = *due;
    until = deadline ? std::min(*deadline, *due) : *due;
  }
  struct Leave {
    ~Leave() { room.leave_list(*waiter); }
    WaitingRoom& room;
    const std::shared_ptr<ThreadWaiter>& waiter;
  } const leave{*this, waiter};
  waiter->sleeper.sleep(lock, clock_, until, stop);
}

void WaitingRoom::leave_list(Waiter& waiter) noexcept
{
  if (waiter.linked) waiters_.remove(waiter);
  if (waiter.signalled) --signalled_;
  waiter.signalled = false;
  if (watcher_ == &waiter) watcher_ = nullptr;
}

void WaitingRoom::wake(Waiter& waiter, AfterUnlock& after) noexcept
{
  after.wake(waiter.self);
  if (&waiter == watcher_) watcher_ = nullptr;
  waiters_.remove(waiter);
  waiter.signalled = true;
  ++signalled_;
}

void WaitingRoom::wake_for_ready(AfterUnlock& after) noexcept
{
  if (signalled_ != 0 || !awaited_.any_ready()) return;
  // The one that watches the time is the last to go.
  Waiter* chosen = waiters_.front();
  if (chosen == watcher_ && chosen->next) chosen = chosen->next;
  wake(*chosen, after);
}

void WaitingRoom::close(AfterUnlock& after) noexcept
{
  disarm_timer(after);
  while (occupied()) wake(*waiters_.front(), after);
}

void WaitingRoom::appoint(AfterUnlock& after) noexcept
{
  const auto due = awaited_.next_due();
  if (!due) return;
  if (waiters_.threads() == 0) {
    // Without memory for it, one who waits comes back and tries again.
    if (!arm_timer(*due, after)) wake(*waiters_.front(), after);
    return;
  }
  if (watcher_ && watcher_->watched_until <= *due) return;
  Waiter* chosen = watcher_ ? watcher_ : waiters_.back();
  while (!chosen->thread) chosen = chosen->previous;
  after.wake(chosen->self);
  watcher_ = chosen;
  watcher_->watched_until = *due;
}

bool WaitingRoom::arm_timer(SteadyTime when, AfterUnlock& after) noexcept
{
  if (timer_at_ && *timer_at_ <= when) return true;
  try {
    after.reserve_timer();
    Timer timer = clock_.call_at(when, [this] { look(); });
    std::swap(timer, timer_);
    timer_at_ = when;
    after.drop(std::move(timer));
    return true;
  } catch (...) {
    return false;
  }
}

void WaitingRoom::disarm_timer(AfterUnlock& after) noexcept
{
  if (!timer_at_) return;
  try {
    after.reserve_timer();
  } catch (const std::bad_alloc&) {
    return;  // it will find nothing to do
  }
  after.drop(std::move(timer_));
  timer_at_.reset();
}

void WaitingRoom::look()
{
  AfterUnlock after;
  const std::lock_guard lock(mutex_);
  timer_at_.reset();
  awaited_.promote(after);
  pass_on(after);
}

EmptyReason WaitingRoom::take_or_wait(const std::shared_ptr<AsyncWaiter>& waiter, bool back,
                                      const std::stop_token& stop, void* place)
{
  AfterUnlock after;
  const PatientLock lock(mutex_);
  if (back) leave_list(*waiter);
  const EmptyReason why = attempt(after, stop, place);
  if (why == EmptyReason::empty) {
    if (!back) async_.push_back(waiter);
    waiters_.push_back(waiter);
  } else if (back) {
    std::erase(async_, waiter);
  }
  pass_on(after);
  if (why == EmptyReason::stopped && !occupied()) disarm_timer(after);
  return why;
}

void WaitingRoom::abandon(AsyncWaiter& waiter)
{
  AfterUnlock after;
  const std::lock_guard lock(mutex_);
  leave_list(waiter);
  std::erase_if(async_, [&waiter](const auto& other) { return other.get() == &waiter; });
  pass_on(after);
  if (!occupied()) disarm_timer(after);
}

void WaitingRoom::vacate()
{
  std::vector<std::shared_ptr<AsyncWaiter>> coroutines;
  Timer timer;
  {
    std::unique_lock lock(mutex_);
    left_.wait(lock, [this] { return visits_ == 0; });
    coroutines.swap(async_);
    timer = std::move(timer_);
  }
  for (const auto& coroutine : coroutines) {
    const std::lock_guard alive(coroutine->alive_);
    coroutine->room_ = nullptr;
  }
  timer.cancel();
}

EmptyReason AsyncWaiter::take_or_wait(const std::stop_token& stop, void* place)
{
  const std::lock_guard alive(alive_);
  if (!room_) return EmptyReason::shut_down;
  const EmptyReason why = room_->take_or_wait(shared_from_this(), std::exchange(back_, true), stop, place);
  if (why != EmptyReason::empty) room_ = nullptr;
  return why;
}

void AsyncWaiter::abandon()
{
  const std::lock_guard alive(alive_);
  if (room_ && back_) room_->abandon(*this);
  room_ = nullptr;
}

}  // namespace kubexx::detail
