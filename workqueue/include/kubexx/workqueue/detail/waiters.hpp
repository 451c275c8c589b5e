// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/sleeper.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

/// One who waits for a key: a blocked thread or a suspended coroutine. The fields are guarded by the queue's lock.
class Waiter {
public:
  explicit Waiter(bool is_thread) noexcept : thread(is_thread) {}
  virtual ~Waiter() = default;
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

  /// Makes it look at the queue again. Called without the queue's lock, possibly when it no longer waits.
  virtual void wake() noexcept = 0;

  const bool thread;
  bool linked = false;     ///< in the list of those that nobody has signalled
  bool signalled = false;  ///< taken out of the list to fetch a key, and not back yet
  Waiter* previous = nullptr;
  Waiter* next = nullptr;
  std::shared_ptr<Waiter> self;                  ///< while linked
  SteadyTime watched_until = SteadyTime::max();  ///< of the watching thread: when it looks at the delays by itself
};

class ThreadWaiter final : public Waiter {
public:
  ThreadWaiter() : Waiter(true) {}
  void wake() noexcept override { sleeper.wake(); }
  Sleeper sleeper;
};

/// Those who wait and were not signalled, first come first. Guarded by the queue's lock.
class WaiterList {
public:
  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
  [[nodiscard]] std::size_t threads() const noexcept { return threads_; }
  [[nodiscard]] Waiter* front() const noexcept { return first_; }
  [[nodiscard]] Waiter* back() const noexcept { return last_; }

  void push_back(std::shared_ptr<Waiter> waiter) noexcept
  {
    Waiter* added = waiter.get();
    added->self = std::move(waiter);
    added->linked = true;
    added->previous = last_;
    added->next = nullptr;
    (last_ ? last_->next : first_) = added;
    last_ = added;
    if (added->thread) ++threads_;
  }

  std::shared_ptr<Waiter> remove(Waiter& waiter) noexcept
  {
    (waiter.previous ? waiter.previous->next : first_) = waiter.next;
    (waiter.next ? waiter.next->previous : last_) = waiter.previous;
    waiter.linked = false;
    if (waiter.thread) --threads_;
    return std::move(waiter.self);
  }

private:
  Waiter* first_ = nullptr;
  Waiter* last_ = nullptr;
  std::size_t threads_ = 0;
};

/// What an operation must do once it has released the queue's lock: declare it before the lock. Mostly nothing: then it
/// costs next to nothing. Nothing that it is told to do gets lost for want of memory.
class AfterUnlock {
public:
  AfterUnlock() = default;
  AfterUnlock(const AfterUnlock&) = delete;
  AfterUnlock& operator=(const AfterUnlock&) = delete;
  ~AfterUnlock() { run(); }

  struct Rest {
    std::vector<std::shared_ptr<Waiter>> woken;
    std::vector<Timer> timers;
    std::vector<std::function<void(DrainResult)>> callbacks;
    DrainResult result = DrainResult::drained;
  };

  void wake(std::shared_ptr<Waiter> waiter) noexcept
  {
    if (!first_) {
      first_ = std::move(waiter);
    } else {
      wake_too(std::move(waiter));
    }
  }
  /// Makes room for one timer more, so that `drop` cannot fail.
  void reserve_timer() { rest().timers.reserve(rest().timers.size() + 1); }
  /// Cancelling a timer waits for its callback, which wants the lock.
  void drop(Timer timer) noexcept { rest_->timers.push_back(std::move(timer)); }
  /// Null: nobody wants to be called. What a callback throws is ignored.
  void call(std::unique_ptr<Rest> callbacks, DrainResult result) noexcept;

  [[nodiscard]] bool pending() const noexcept { return first_ || rest_; }
  /// Without the lock.
  void run() noexcept
  {
    if (pending()) [[unlikely]]
      run_all();
  }

private:
  Rest& rest()
  {
    if (!rest_) rest_ = std::make_unique<Rest>();
    return *rest_;
  }
  void wake_too(std::shared_ptr<Waiter> waiter) noexcept;
  void run_all() noexcept;

  std::shared_ptr<Waiter> first_;  ///< the first to be woken
  std::unique_ptr<Rest> rest_;
};

}  // namespace kubexx::detail
