// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/system_clock.hpp"

#include <condition_variable>
#include <thread>

#include "kubexx/base/detail/thread_name.hpp"
#include "timer_set.hpp"

namespace kubexx {

using detail::TimerSet;

class SystemClock::Impl {
public:
  ~Impl() = default;

  void stop()
  {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
    std::unique_lock lock(mutex_);  // a Timer that outlives the clock may be cancelled just now
    timers_.clear(lock);
  }

  // Throws without having set the timer.
  TimerSet::Key add(SteadyTime when, std::function<void()> callback, const std::shared_ptr<Impl>& self)
  {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable()) {
      thread_ = std::thread([self] { self->run(); });
      runner_ = thread_.get_id();
    }
    const auto key = timers_.add(when, std::move(callback));
    if (timers_.first() == key) changed_.notify_all();
    return key;
  }

  void cancel(const TimerSet::Key& key)
  {
    std::unique_lock lock(mutex_);
    timers_.cancel(lock, key, runner_);
  }

private:
  void run()
  {
    detail::name_this_thread("kubexx-clock");
    std::unique_lock lock(mutex_);
    while (!stopping_) {
      const auto first = timers_.first();
      if (!first) {
        changed_.wait(lock);
      } else if (first->when > std::chrono::steady_clock::now()) {
        changed_.wait_until(lock, first->when);
      } else {
        timers_.run_first(lock);
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  TimerSet timers_;         // guarded by mutex_
  bool stopping_ = false;   // guarded by mutex_
  std::thread thread_;      // started under mutex_
  std::thread::id runner_;  // guarded by mutex_; of thread_, which is joined without the mutex
};

SystemClock::SystemClock() : impl_(std::make_shared<Impl>()) {}
SystemClock::~SystemClock()
{
  impl_->stop();
}

SteadyTime SystemClock::now() const noexcept
{
  return std::chrono::time_point_cast<Duration>(std::chrono::steady_clock::now());
}

WallTime SystemClock::wall_now() const noexcept
{
  return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

Timer SystemClock::call_at(SteadyTime when, std::function<void()> callback)
{
  return detail::set_timer(impl_, [&] { return impl_->add(when, std::move(callback), impl_); });
}

void SystemClock::wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                             std::optional<SteadyTime> deadline, std::stop_token stop)
{
  // One wait, woken by the stop as well; a predicate that flips makes the standard's loop return after one wake-up.
  bool woken = false;
  const auto once = [&woken] { return std::exchange(woken, true); };
  if (deadline && *deadline != SteadyTime::max()) {
    if (stop.stop_possible()) {
      cv.wait_until(lock, std::move(stop), *deadline, once);
    } else {
      cv.wait_until(lock, *deadline);
    }
  } else if (stop.stop_possible()) {
    cv.wait(lock, std::move(stop), once);
  } else {
    cv.wait(lock);
  }
}

}  // namespace kubexx
