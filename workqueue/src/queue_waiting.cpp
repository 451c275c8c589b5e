// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "kubexx/workqueue/detail/queue_core.hpp"
#include "queue_metrics.hpp"

// Waiting for keys, and the shutdown.
namespace kubexx::detail {

QueueCore::~QueueCore()
{
  {
    const std::lock_guard lock(mutex);
    observer = nullptr;  // what it refers to may be gone already
  }
  shut_down();
  std::vector<std::shared_ptr<AsyncWaiter>> coroutines;
  Timer timer;
  {
    std::unique_lock lock(mutex);
    left_.wait(lock, [this] { return inside_ == 0; });
    coroutines.swap(async_);
    timer = std::move(timer_);
  }
  for (const auto& coroutine : coroutines) {
    const std::lock_guard alive(coroutine->alive_);
    coroutine->core_ = nullptr;
  }
  timer.cancel();
  metrics_.reset();
}

HandOut QueueCore::try_take(EmptyReason& why)
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  promote_for_taker(after);
  why = EmptyReason::none;
  if (ready_ != 0) return pop_ready();
  why = shutting_down_ ? EmptyReason::shut_down : EmptyReason::empty;
  return {};
}

HandOut QueueCore::take(const std::stop_token& stop, std::optional<SteadyTime> deadline, EmptyReason& why)
{
  HandOut handed;
  std::shared_ptr<ThreadWaiter> waiter;
  AfterUnlock after;
  std::unique_lock lock(mutex);
  why = EmptyReason::none;
  for (;;) {
    promote_for_taker(after);
    if (stop.stop_requested()) {
      why = EmptyReason::stopped;
    } else if (ready_ != 0) {
      handed = pop_ready();
    } else if (shutting_down_) {
      why = EmptyReason::shut_down;
    } else if (deadline && *deadline <= clock_.now()) {
      why = EmptyReason::deadline;
    } else if (after.pending()) {
      lock.unlock();
      after.run();
      lock.lock();
      continue;
    } else {
      wait(lock, waiter, deadline, stop);
      continue;
    }
    break;
  }
  // What this thread does not do any more, another one must.
  signal(after);
  watch(after);
  if (waiter) {
    spare_.push_back(std::move(waiter));
    if (--inside_ == 0) left_.notify_all();
  }
  return handed;
}

void QueueCore::wait(std::unique_lock<std::mutex>& lock, std::shared_ptr<ThreadWaiter>& waiter,
                     std::optional<SteadyTime> deadline, const std::stop_token& stop)
{
  if (!waiter) {
    if (spare_.empty()) spare_.push_back(std::make_shared<ThreadWaiter>());
    waiter = std::move(spare_.back());
    spare_.pop_back();  // leaves the room that its return needs
    ++inside_;
  }
  waiters_.push_back(waiter);
  std::optional<SteadyTime> until = deadline;
  if (!watcher_ && !delays_.empty()) {
    watcher_ = waiter.get();
    watcher_->watched_until = delays_.earliest();
    until = deadline ? std::min(*deadline, watcher_->watched_until) : watcher_->watched_until;
  }
  clock_.wait_until(lock, waiter->changed, until, stop);
  leave_list(*waiter);
}

void QueueCore::leave_list(Waiter& waiter) noexcept
{
  if (waiter.linked) waiters_.remove(waiter);
  if (waiter.signalled) --signalled_;
  waiter.signalled = false;
  if (watcher_ == &waiter) watcher_ = nullptr;
}

void QueueCore::promote_for_taker(AfterUnlock& after)
{
  ++signalled_;
  promote(after);
  --signalled_;
}

void QueueCore::signal(AfterUnlock& after)
{
  while (signalled_ < ready_ && !waiters_.empty()) {
    // The one that watches the delays is the last to go.
    Waiter* chosen = waiters_.front();
    if (chosen == watcher_ && chosen->next) chosen = chosen->next;
    after.wake(chosen->self);
    if (chosen == watcher_) watcher_ = nullptr;
    waiters_.remove(*chosen);
    chosen->signalled = true;
    ++signalled_;
  }
}

void QueueCore::watch(AfterUnlock& after)
{
  if (delays_.empty() || waiters_.empty()) return;
  const SteadyTime when = delays_.earliest();
  if (waiters_.threads() == 0) {
    arm_timer(when, after);
    return;
  }
  if (watcher_ && watcher_->watched_until <= when) return;
  Waiter* chosen = watcher_ ? watcher_ : waiters_.back();
  while (!chosen->thread) chosen = chosen->previous;
  after.wake(chosen->self);
  watcher_ = chosen;
  watcher_->watched_until = when;
}

void QueueCore::arm_timer(SteadyTime when, AfterUnlock& after)
{
  if (timer_at_ && *timer_at_ <= when) return;
  Timer timer = clock_.call_at(when, [this] { look(); });
  std::swap(timer, timer_);
  timer_at_ = when;
  after.drop(std::move(timer));
}

void QueueCore::disarm_timer(AfterUnlock& after)
{
  if (timer_at_) after.drop(std::move(timer_));
  timer_at_.reset();
}

void QueueCore::look()
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  timer_at_.reset();
  promote(after);
  watch(after);
}

bool QueueCore::take_or_wait(const std::shared_ptr<AsyncWaiter>& waiter, bool back, const std::stop_token& stop,
                             HandOut& handed, EmptyReason& why)
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  if (back) leave_list(*waiter);
  promote_for_taker(after);
  why = EmptyReason::none;
  bool answered = true;
  if (stop.stop_requested()) {
    why = EmptyReason::stopped;
  } else if (ready_ != 0) {
    handed = pop_ready();
  } else if (shutting_down_) {
    why = EmptyReason::shut_down;
  } else {
    answered = false;
    if (!back) async_.push_back(waiter);
    waiters_.push_back(waiter);
  }
  if (back && answered) std::erase(async_, waiter);
  signal(after);
  watch(after);
  if (why == EmptyReason::stopped && waiters_.empty()) disarm_timer(after);
  return answered;
}

void QueueCore::abandon(AsyncWaiter& waiter)
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  leave_list(waiter);
  std::erase_if(async_, [&waiter](const auto& other) { return other.get() == &waiter; });
  signal(after);
  watch(after);
  if (waiters_.empty()) disarm_timer(after);
}

bool AsyncWaiter::take_or_wait(const std::stop_token& stop, HandOut& handed, EmptyReason& why)
{
  const std::lock_guard alive(alive_);
  if (!core_) {
    why = EmptyReason::shut_down;
    return true;
  }
  const bool answered = core_->take_or_wait(shared_from_this(), std::exchange(back_, true), stop, handed, why);
  if (answered) core_ = nullptr;
  return answered;
}

void AsyncWaiter::abandon()
{
  const std::lock_guard alive(alive_);
  if (core_ && back_) core_->abandon(*this);
  core_ = nullptr;
}

void QueueCore::begin_shutdown(AfterUnlock& after)
{
  promote(after);
  shutting_down_ = true;
  while (!delays_.empty()) {
    const RecordIndex index = delays_.first();
    delays_.pop();
    ++dropped_;
    records_[index].delayed_causes = 0;
    note(QueueOperation::dropped, index);
    release_if_idle(index);
  }
  disarm_timer(after);
  while (!waiters_.empty()) {
    Waiter& waiter = *waiters_.front();
    after.wake(waiter.self);
    waiters_.remove(waiter);
    waiter.signalled = true;
    ++signalled_;
  }
}

void QueueCore::shut_down()
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  begin_shutdown(after);
  if (observer) observer(QueueOperation::shut_down, nullptr, {}, nullptr, 0, ready_);
  ++shut_downs_;
  drained_.notify_all();
  after.call(std::exchange(when_drained_, {}), drained() ? DrainResult::drained : DrainResult::shut_down);
}

void QueueCore::begin_drain()
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  start_drain(after);
}

void QueueCore::start_drain(AfterUnlock& after)
{
  begin_shutdown(after);
  if (observer) observer(QueueOperation::drain_begun, nullptr, {}, nullptr, 0, ready_);
  tell_drained(after);
}

DrainResult QueueCore::drain(const std::stop_token& stop, std::optional<SteadyTime> deadline)
{
  AfterUnlock after;
  std::unique_lock lock(mutex);
  start_drain(after);
  const std::uint64_t before = shut_downs_;
  ++inside_;
  DrainResult result = DrainResult::drained;
  while (!drained()) {
    if (shut_downs_ != before) {
      result = DrainResult::shut_down;
    } else if (stop.stop_requested()) {
      result = DrainResult::stopped;
    } else if (deadline && *deadline <= clock_.now()) {
      result = DrainResult::deadline;
    } else if (after.pending()) {
      lock.unlock();
      after.run();
      lock.lock();
      continue;
    } else {
      clock_.wait_until(lock, drained_, deadline, stop);
      continue;
    }
    break;
  }
  if (--inside_ == 0) left_.notify_all();
  return result;
}

void QueueCore::on_drained(std::function<void(DrainResult)> callback)
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  when_drained_.push_back(std::move(callback));
  tell_drained(after);
}

void QueueCore::tell_drained(AfterUnlock& after)
{
  if (!shutting_down_ || !drained()) return;
  drained_.notify_all();
  if (!when_drained_.empty()) after.call(std::exchange(when_drained_, {}), DrainResult::drained);
}

}  // namespace kubexx::detail
