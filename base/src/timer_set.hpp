// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "kubexx/base/clock.hpp"

namespace kubexx::detail {

/// The timers of a clock, in the order of their times and equal times in call order, and the callback that runs now.
/// Guarded by the clock's mutex: every member is called with it held, and where it is handed in as `lock`, callbacks
/// run and are destroyed without it.
class TimerSet {
public:
  struct Key {
    SteadyTime when;
    std::uint64_t order = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  /// Throws without having added anything.
  Key add(SteadyTime when, std::function<void()> callback)
  {
    const Key key{when, ++order_};
    pending_.emplace(key, std::move(callback));
    return key;
  }

  /// The first that is due.
  [[nodiscard]] std::optional<Key> first() const
  {
    return pending_.empty() ? std::nullopt : std::optional(pending_.begin()->first);
  }

  /// Runs the first one. There must be one.
  void run_first(std::unique_lock<std::mutex>& lock)
  {
    const auto first = pending_.begin();
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

  /// Drops a timer, or waits until its callback has run; not on the thread that runs callbacks, `runner`, where it is
  /// that callback that asks. `lock` may be released on return.
  void cancel(std::unique_lock<std::mutex>& lock, const Key& key, std::thread::id runner)
  {
    if (const auto found = pending_.find(key); found != pending_.end()) {
      const auto dropped = std::move(found->second);
      pending_.erase(found);
      lock.unlock();
      return;
    }
    if (std::this_thread::get_id() == runner) return;
    ran_.wait(lock, [&] { return !running_ || *running_ != key; });
  }

  /// Drops all that is pending; `lock` is released on return.
  void clear(std::unique_lock<std::mutex>& lock)
  {
    const auto dropped = std::exchange(pending_, {});
    lock.unlock();
  }

private:
  std::map<Key, std::function<void()>> pending_;
  std::uint64_t order_ = 0;
  std::optional<Key> running_;
  std::condition_variable ran_;  // `running_` was reset
};

/// A timer of a clock whose Impl has `cancel(Key)`, and which may be gone before it.
template <class Impl>
class TimerRegistration final : public Timer::Registration {
public:
  explicit TimerRegistration(std::weak_ptr<Impl> clock) : clock_(std::move(clock)) {}
  void set(const TimerSet::Key& key) noexcept { key_ = key; }
  void cancel() noexcept override
  {
    if (const auto clock = clock_.lock()) clock->cancel(key_);
  }

private:
  std::weak_ptr<Impl> clock_;
  TimerSet::Key key_{};
};

/// What call_at of a clock does with `add`, which sets a timer of `clock` or throws. What can fail besides comes
/// before: a timer that was set without a Timer to own it would run after its caller's end.
template <class Impl, class Add>
Timer set_timer(const std::shared_ptr<Impl>& clock, const Add& add)
{
  auto registration = std::make_shared<TimerRegistration<Impl>>(clock);
  registration->set(add());
  return Timer(std::move(registration));
}

}  // namespace kubexx::detail
