// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

class Waiter;

/// The actions of an operation after it has released the queue's lock; declare it before the lock. Mostly there are
/// none, which costs almost nothing. No action is lost if memory runs out. Effects refer to nothing in the queue, which
/// may be gone when they run.
class Effects {
public:
  Effects() = default;
  Effects(const Effects&) = delete;
  Effects& operator=(const Effects&) = delete;
  ~Effects() { run(); }

  struct DrainCallback {
    std::uint64_t number;
    std::function<void(DrainResult)> call;
  };
  /// Rare actions. The callbacks of a drain wait in a Rest, so that calling them needs no memory.
  struct Rest {
    std::vector<std::shared_ptr<Waiter>> woken;
    std::vector<Timer> timers;
    std::list<DrainCallback> callbacks;
    DrainResult result = DrainResult::drained;
  };

  void wake(std::shared_ptr<Waiter> waiter) noexcept
  {
    if (!content_) content_.emplace();
    if (!content_->first) {
      content_->first = std::move(waiter);
    } else {
      wake_too(std::move(waiter));
    }
  }
  /// Makes room for one more timer, so that `cancel` cannot fail.
  void reserve_timer() { rest().timers.reserve(rest().timers.size() + 1); }
  /// Cancels a timer without the lock, because cancelling waits for the timer's callback, which takes the lock.
  void cancel(Timer timer) noexcept { content_->rest->timers.push_back(std::move(timer)); }
  /// Null: no callbacks. Exceptions of a callback are ignored.
  void call(std::unique_ptr<Rest> callbacks, DrainResult result) noexcept;

  [[nodiscard]] bool pending() const noexcept { return content_.has_value(); }
  /// Call it without the lock.
  void run() noexcept
  {
    if (pending()) [[unlikely]]
      run_all();
  }

private:
  struct Content {
    std::shared_ptr<Waiter> first;  ///< to be woken
    std::unique_ptr<Rest> rest;
  };

  Rest& rest()
  {
    if (!content_ || !content_->rest) {
      auto rest = std::make_unique<Rest>();
      if (!content_) content_.emplace();
      content_->rest = std::move(rest);
    }
    return *content_->rest;
  }
  void wake_too(std::shared_ptr<Waiter> waiter) noexcept;
  void run_all() noexcept;

  std::optional<Content> content_;  ///< optional, so that an operation without effects pays only for one flag
};

}  // namespace kubexx::detail
