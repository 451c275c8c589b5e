// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/manual_clock.hpp"

#include <algorithm>
#include <condition_variable>
#include <list>
#include <thread>
#include <vector>

#include "timer_set.hpp"

namespace kubexx {

using detail::TimerSet;

namespace {

constexpr SteadyTime kSteadyStart{std::chrono::seconds(1)};

// One thread inside wait_until. The advancing thread may only touch `mutex` and `cv` while `in_use` counts it.
struct Waiter {
  std::mutex* mutex = nullptr;
  std::condition_variable_any* cv = nullptr;
  std::optional<SteadyTime> deadline;
  int in_use = 0;
};

}  // namespace

class ManualClock::Impl {
public:
  explicit Impl(WallTime wall_start) : wall_start_(wall_start) {}

  SteadyTime now() const
  {
    const std::lock_guard lock(mutex_);
    return now_;
  }

  WallTime wall_now() const
  {
    const std::lock_guard lock(mutex_);
    return wall_start_ + (now_ - kSteadyStart);
  }

  TimerSet::Key add(SteadyTime when, std::function<void()> callback)
  {
    const std::lock_guard lock(mutex_);
    return timers_.add(when, std::move(callback));
  }

  void cancel(const TimerSet::Key& key)
  {
    std::unique_lock lock(mutex_);
    timers_.cancel(lock, key, runner_);
  }

  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                  std::optional<SteadyTime> deadline, std::stop_token stop)
  {
    std::list<Waiter>::iterator self;
    {
      const std::lock_guard guard(mutex_);
      if (deadline && *deadline <= now_) return;
      self = waiters_.insert(waiters_.end(), Waiter{lock.mutex(), &cv, deadline, 0});
    }
    if (stop.stop_possible()) {
      bool woken = false;
      cv.wait(lock, std::move(stop), [&woken] { return std::exchange(woken, true); });
    } else {
      cv.wait(lock);
    }
    // The advancing thread locks our caller's mutex to notify, so it must be free while we wait for that to end.
    lock.unlock();
    {
      std::unique_lock guard(mutex_);
      notified_.wait(guard, [&] { return self->in_use == 0; });
      waiters_.erase(self);
    }
    lock.lock();
  }

  void advance(Duration step)
  {
    const std::lock_guard one_at_a_time(advancing_);
    advance_to(saturating_add(now(), step));
  }

  bool advance_to_next()
  {
    const std::lock_guard one_at_a_time(advancing_);
    const auto due = next_due();
    if (due) advance_to(*due);
    return due.has_value();
  }

  std::optional<SteadyTime> next_due() const
  {
    const std::lock_guard lock(mutex_);
    std::optional<SteadyTime> due;
    if (const auto first = timers_.first()) due = first->when;
    for (const auto& waiter : waiters_) {
      if (waiter.deadline && *waiter.deadline > now_ && (!due || *waiter.deadline < *due)) due = waiter.deadline;
    }
    return due;
  }

  std::size_t waiting() const
  {
    const std::lock_guard lock(mutex_);
    return waiters_.size();
  }

private:
  // With advancing_ held.
  void advance_to(SteadyTime target)
  {
    std::unique_lock lock(mutex_);
    runner_ = std::this_thread::get_id();
    for (auto first = timers_.first(); first && first->when <= target; first = timers_.first()) {
      now_ = std::max(now_, first->when);
      timers_.run_first(lock);
    }
    now_ = std::max(now_, target);
    runner_ = {};
    wake(lock);
  }

  void wake(std::unique_lock<std::mutex>& lock)
  {
    std::vector<Waiter*> due;
    due.reserve(waiters_.size());  // nothing may fail between here and the end: a waiter in use is never left
    for (auto& waiter : waiters_) {
      if (waiter.deadline && *waiter.deadline <= now_) {
        ++waiter.in_use;
        due.push_back(&waiter);
      }
    }
    lock.unlock();
    for (auto* waiter : due) {
      const std::lock_guard user(*waiter->mutex);
      waiter->cv->notify_all();
    }
    lock.lock();
    for (auto* waiter : due) --waiter->in_use;
    notified_.notify_all();
  }

  mutable std::mutex mutex_;
  std::mutex advancing_;              // held by the thread inside advance; taken before mutex_
  std::condition_variable notified_;  // a waiter is in use no more
  TimerSet timers_;                   // guarded by mutex_
  std::list<Waiter> waiters_;         // guarded by mutex_
  std::thread::id runner_;            // guarded by mutex_; the thread inside advance
  SteadyTime now_ = kSteadyStart;     // guarded by mutex_
  const WallTime wall_start_;
};

ManualClock::ManualClock() : ManualClock(std::chrono::sys_days{std::chrono::January / 1 / 2026}) {}
ManualClock::ManualClock(WallTime wall_start) : impl_(std::make_shared<Impl>(wall_start)) {}
ManualClock::~ManualClock() = default;

SteadyTime ManualClock::now() const noexcept
{
  return impl_->now();
}
WallTime ManualClock::wall_now() const noexcept
{
  return impl_->wall_now();
}

Timer ManualClock::call_at(SteadyTime when, std::function<void()> callback)
{
  return detail::set_timer(impl_, [&] { return impl_->add(when, std::move(callback)); });
}

void ManualClock::wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                             std::optional<SteadyTime> deadline, std::stop_token stop)
{
  impl_->wait_until(lock, cv, deadline, std::move(stop));
}

void ManualClock::advance(Duration step)
{
  if (step >= Duration::zero()) impl_->advance(step);
}

std::optional<SteadyTime> ManualClock::next_due() const
{
  return impl_->next_due();
}

bool ManualClock::advance_to_next()
{
  return impl_->advance_to_next();
}

std::size_t ManualClock::waiting_threads() const
{
  return impl_->waiting();
}

}  // namespace kubexx
