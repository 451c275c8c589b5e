// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/waiters.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace kubexx::detail {

Waiters::Waiters(SpinMutex& mutex, Clock& clock, WaitSource& source)
    : mutex_(mutex), clock_(clock), source_(source), timer_target_(std::make_shared<TimerTarget>())
{
  timer_target_->waiters = this;
}

// Whom to wake.

void Waiters::notify_waiting(Effects& effects) noexcept
{
  if (const std::size_t ready = source_.ready()) offer(ready, effects);
  if (waiting_ != 0 && woken_threads_ == 0) watch_clock(effects);  // a thread that comes sees to it
}

void Waiters::offer(std::size_t ready, Effects& effects) noexcept
{
  if (woken_threads_ != 0) return;  // it offers the rest when it comes
  if (!threads_.empty()) {
    // The leader is the last to go.
    Waiter* chosen = threads_.front();
    if (chosen == leader_ && chosen->next) chosen = chosen->next;
    return wake(static_cast<ThreadWaiter&>(*chosen), effects);
  }
  for (ExecutorGroup& group : groups_) {
    while (group.promised < ready && !group.waiting.empty()) wake(group, effects);
  }
}

void Waiters::withdraw(std::size_t count) noexcept
{
  promised_ = false;
  for (ExecutorGroup& group : groups_) {
    group.promised -= std::min(count, group.promised);
    if (group.promised != 0) promised_ = true;
  }
}

void Waiters::wake(ThreadWaiter& waiter, Effects& effects) noexcept
{
  effects.wake(threads_.remove(waiter));
  --waiting_;
  if (&waiter == leader_) leader_ = nullptr;
  waiter.woken = true;
  ++woken_threads_;
}

void Waiters::wake(ExecutorGroup& group, Effects& effects) noexcept
{
  std::shared_ptr<Waiter> waiter = group.waiting.remove(*group.waiting.front());
  --waiting_;
  effects.wake(waiter);
  group.woken.push_back(std::move(waiter));
  ++group.promised;
  promised_ = true;
}

bool Waiters::close(std::size_t most, Effects& effects) noexcept
{
  disarm_timer(effects);
  for (; most != 0 && !threads_.empty(); --most) wake(static_cast<ThreadWaiter&>(*threads_.front()), effects);
  for (ExecutorGroup& group : groups_) {
    for (; most != 0 && !group.waiting.empty(); --most) wake(group, effects);
  }
  return waiting_ != 0;
}

// Who watches the clock.

void Waiters::watch_clock(Effects& effects) noexcept
{
  const auto due = source_.next_due();
  if (!due) return;
  if (threads_.empty()) {
    // Without memory for it, one that waits comes back and tries again.
    if (!arm_timer(*due, effects)) {
      wake(*std::find_if(groups_.begin(), groups_.end(), [](const auto& group) { return !group.waiting.empty(); }),
           effects);
    }
    return;
  }
  if (leader_ && leader_->watched_until <= *due) return;
  if (!leader_) leader_ = static_cast<ThreadWaiter*>(threads_.back());
  leader_->watched_until = *due;
  effects.wake(leader_->self);
}

bool Waiters::arm_timer(SteadyTime when, Effects& effects) noexcept
{
  if (timer_at_ && *timer_at_ <= when) return true;
  try {
    effects.reserve_timer();
    Timer timer = clock_.call_at(when, [target = timer_target_] {
      Effects of_timer;
      const std::lock_guard alive(target->mutex);
      if (target->waiters) target->waiters->on_timer(of_timer);
    });
    std::swap(timer, timer_);
    timer_at_ = when;
    effects.cancel(std::move(timer));
    return true;
  } catch (...) {
    return false;
  }
}

void Waiters::disarm_timer(Effects& effects) noexcept
{
  if (!timer_at_) return;
  try {
    effects.reserve_timer();
  } catch (const std::bad_alloc&) {
    return;  // it will find nothing to do
  }
  effects.cancel(std::move(timer_));
  timer_at_.reset();
}

void Waiters::on_timer(Effects& effects)
{
  const BackoffLock lock(mutex_);
  timer_at_.reset();
  source_.promote();
  notify(effects);
}

// Threads.

EmptyReason Waiters::attempt(const std::stop_token& stop, void* place)
{
  source_.promote();
  if (stop.stop_requested()) return EmptyReason::stopped;
  if (source_.ready() != 0) {
    source_.take_to(place);
    return EmptyReason::none;
  }
  return source_.closed() ? EmptyReason::shut_down : EmptyReason::empty;
}

EmptyReason Waiters::take(std::unique_lock<SpinMutex>& lock, Effects& effects, const std::stop_token& stop,
                          std::optional<SteadyTime> deadline, void* place)
{
  if (spare_.empty()) {
    spare_.reserve(blocked_ + 1);  // so that their return cannot fail
    spare_.push_back(std::make_shared<ThreadWaiter>());
  }
  struct Leave {
    ~Leave()
    {
      of.spare_.push_back(std::move(waiter));
      of.notify(effects);
    }
    Waiters& of;
    Effects& effects;
    std::shared_ptr<ThreadWaiter> waiter;
  } const leave{*this, effects, std::move(spare_.back())};
  spare_.pop_back();
  const Blocked blocked(*this);
  for (;;) {
    const EmptyReason why = attempt(stop, place);
    if (why != EmptyReason::empty) return why;
    if (deadline && *deadline <= clock_.now()) return EmptyReason::deadline;
    if (effects.pending()) {
      lock.unlock();
      effects.run();
      lock.lock();
    } else {
      wait(lock, leave.waiter, deadline, stop);
    }
  }
}

void Waiters::wait(std::unique_lock<SpinMutex>& lock, const std::shared_ptr<ThreadWaiter>& waiter,
                   std::optional<SteadyTime> deadline, const std::stop_token& stop)
{
  add(threads_, waiter);
  std::optional<SteadyTime> until = deadline;
  if (const auto due = leader_ ? std::nullopt : source_.next_due()) {
    leader_ = waiter.get();
    leader_->watched_until = *due;
    until = deadline ? std::min(*deadline, *due) : *due;
  }
  struct Leave {
    ~Leave() { of.leave(waiter); }
    Waiters& of;
    ThreadWaiter& waiter;
  } const leave{*this, *waiter};
  waiter->sleeper.sleep(lock, clock_, until, stop);
}

void Waiters::add(WaiterList& list, std::shared_ptr<Waiter> waiter) noexcept
{
  list.push_back(std::move(waiter));
  ++waiting_;
}

bool Waiters::leave(ThreadWaiter& waiter) noexcept
{
  if (waiter.list) {
    threads_.remove(waiter);
    --waiting_;
  }
  if (leader_ == &waiter) leader_ = nullptr;
  if (waiter.woken) --woken_threads_;
  return std::exchange(waiter.woken, false);
}

// Coroutines.

ExecutorGroup& Waiters::group_of(const void* executor)
{
  ExecutorGroup* unused = nullptr;
  for (ExecutorGroup& group : groups_) {
    if (group.executor == executor) return group;
    if (group.waiting.empty() && group.woken.empty()) unused = &group;
  }
  if (!unused) return groups_.emplace_back(executor);
  unused->executor = executor;
  unused->promised = 0;
  return *unused;
}

bool Waiters::leave(AsyncWaiter& waiter) noexcept
{
  if (!waiter.list) return false;
  const bool woken = waiter.list == &waiter.group_->woken;
  waiter.list->remove(waiter);
  if (!woken) --waiting_;
  return woken;
}

EmptyReason Waiters::take_or_wait(AsyncWaiter& waiter, const std::stop_token& stop, void* place)
{
  Effects effects;
  const BackoffLock lock(mutex_);
  const bool woken = leave(waiter);
  ExecutorGroup& group = group_of(waiter.executor_);
  EmptyReason why = EmptyReason::empty;
  struct Leave {
    ~Leave()
    {
      // An offer that it does not accept, also because it throws, is made to others.
      if (woken && why != EmptyReason::none && group.promised != 0) --group.promised;
      of.notify(effects);
    }
    Waiters& of;
    Effects& effects;
    ExecutorGroup& group;
    const bool woken;
    const EmptyReason& why;
  } const at_end{*this, effects, group, woken, why};
  why = attempt(stop, place);
  if (why == EmptyReason::empty) {
    waiter.group_ = &group;
    add(group.waiting, waiter.shared_from_this());
  }
  if (why == EmptyReason::stopped && !any()) disarm_timer(effects);
  return why;
}

void Waiters::abandon(AsyncWaiter& waiter)
{
  Effects effects;
  const BackoffLock lock(mutex_);
  if (leave(waiter) && waiter.group_->promised != 0) --waiter.group_->promised;
  notify(effects);
  if (!any()) disarm_timer(effects);
}

void Waiters::detach()
{
  Timer timer;
  {
    std::unique_lock lock(mutex_);
    left_.wait(lock, [this] { return blocked_ == 0; });
    timer = std::move(timer_);
  }
  for (;;) {
    std::shared_ptr<Waiter> one;
    {
      const BackoffLock lock(mutex_);
      for (ExecutorGroup& group : groups_) {
        WaiterList& list = group.waiting.empty() ? group.woken : group.waiting;
        if (list.empty()) continue;
        one = list.remove(*list.front());
        break;
      }
    }
    if (!one) break;
    auto& coroutine = static_cast<AsyncWaiter&>(*one);
    const std::lock_guard alive(coroutine.alive_);
    coroutine.waiters_ = nullptr;
  }
  timer.cancel();
  const std::lock_guard alive(timer_target_->mutex);
  timer_target_->waiters = nullptr;
}

EmptyReason AsyncWaiter::take_or_wait(const std::stop_token& stop, void* place)
{
  const std::lock_guard alive(alive_);
  if (!waiters_) return EmptyReason::shut_down;
  const EmptyReason why = waiters_->take_or_wait(*this, stop, place);
  if (why != EmptyReason::empty) waiters_ = nullptr;
  return why;
}

void AsyncWaiter::abandon()
{
  const std::lock_guard alive(alive_);
  if (waiters_ && group_) waiters_->abandon(*this);
  waiters_ = nullptr;
}

}  // namespace kubexx::detail
