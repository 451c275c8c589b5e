// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/system_clock.hpp"

#include <map>
#include <thread>

namespace kubexx {

namespace {

struct Key {
  SteadyTime when;
  std::uint64_t order = 0;
  friend auto operator<=>(const Key&, const Key&) = default;
};

}  // namespace

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
    pending_.clear();
  }

  Key add(SteadyTime when, std::function<void()> callback, const std::shared_ptr<Impl>& self)
  {
    const std::lock_guard lock(mutex_);
    const Key key{when, ++order_};
    const bool first = pending_.empty() || key < pending_.begin()->first;
    pending_.emplace(key, std::move(callback));
    if (!thread_.joinable()) {
      thread_ = std::thread([self] { self->run(); });
    } else if (first) {
      changed_.notify_all();
    }
    return key;
  }

  void cancel(const Key& key)
  {
    std::unique_lock lock(mutex_);
    if (auto found = pending_.find(key); found != pending_.end()) {
      auto dropped = std::move(found->second);  // destroyed after the lock is released
      pending_.erase(found);
      lock.unlock();
      return;
    }
    if (std::this_thread::get_id() == thread_.get_id()) return;
    ran_.wait(lock, [&] { return !running_ || *running_ != key; });
  }

private:
  void run()
  {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
      if (pending_.empty()) {
        changed_.wait(lock);
        continue;
      }
      const auto first = pending_.begin();
      if (first->first.when > std::chrono::steady_clock::now()) {
        changed_.wait_until(lock, first->first.when);
        continue;
      }
      running_ = first->first;
      auto callback = std::move(first->second);
      pending_.erase(first);
      lock.unlock();
      callback();
      callback = nullptr;
      lock.lock();
      running_.reset();
      ran_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable ran_;
  std::map<Key, std::function<void()>> pending_;  // guarded by mutex_
  std::uint64_t order_ = 0;                       // guarded by mutex_
  std::optional<Key> running_;                    // guarded by mutex_; the callback that runs now
  bool stopping_ = false;                         // guarded by mutex_
  std::thread thread_;                            // started under mutex_
};

namespace {

template <class Impl>
class SystemRegistration final : public Timer::Registration {
public:
  SystemRegistration(std::weak_ptr<Impl> clock, Key key) : clock_(std::move(clock)), key_(key) {}
  void cancel() noexcept override
  {
    if (auto clock = clock_.lock()) clock->cancel(key_);
  }

private:
  std::weak_ptr<Impl> clock_;
  Key key_;
};

}  // namespace

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
  const Key key = impl_->add(when, std::move(callback), impl_);
  return Timer(std::make_shared<SystemRegistration<Impl>>(impl_, key));
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
