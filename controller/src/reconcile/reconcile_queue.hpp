// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/base/detail/error_text.hpp"
#include "kubexx/base/log.hpp"
#include "kubexx/controller/request.hpp"
#include "kubexx/workqueue/priority_queue.hpp"
#include "reconcile/kept_keys.hpp"

namespace kubexx {

/// The queue of a controller: fair, or by priority where the controller asks for that. Only then do priorities count.
/// Keys are added where nothing may be thrown, such as at the end of a reconcile: those for which the group function
/// throws are one group, and the first time is logged. A rate limiter that throws is logged, and its key comes back
/// after a second. Thread safe.
class ReconcileQueue {
public:
  /// `priorities`: nullopt for a fair queue. `log` carries the controller.
  ReconcileQueue(RateLimiter<Request> limiter, const QueueOptions& options,
                 std::optional<PriorityOptions<Request>> priorities, Log log)
      : log_(std::move(log))
  {
    if (priorities && priorities->group) {
      groups_ = std::make_shared<Groups>(std::move(priorities->group), log_);
      priorities->group = [groups = groups_](const Request& request) { return groups->of(request); };
    }
    if (priorities) max_wait_ = priorities->max_wait;
    if (!priorities) {
      queue_ = std::make_shared<RateLimitingQueue<Request>>(std::move(limiter), options);
      return;
    }
    auto queue = std::make_shared<PriorityQueue<Request>>(std::move(limiter), options, std::move(*priorities));
    by_priority_ = queue.get();
    queue_ = std::move(queue);
  }

  void add(const Request& request, Trigger trigger, int priority)
  {
    if (by_priority_ == nullptr) return queue_->add(request, trigger);
    by_priority_->add_with(request, {.priority = priority, .trigger = trigger});
    report();
  }
  void add_all(const std::vector<Request>& requests, Trigger trigger, int priority)
  {
    if (by_priority_ == nullptr) return queue_->add_all(requests, trigger);
    by_priority_->add_with(requests, {.priority = priority, .trigger = trigger});
    report();
  }
  void add_after(const Request& request, Duration delay, Trigger trigger, int priority)
  {
    if (by_priority_ == nullptr) return queue_->add_after(request, delay, trigger);
    by_priority_->add_with(request, {.after = delay, .priority = priority, .trigger = trigger});
    report();
  }
  /// RateLimitingQueue::add_rate_limited.
  Duration add_rate_limited(const Request& request, Trigger trigger, Duration at_least, int priority)
  {
    try {
      if (by_priority_ == nullptr) return queue_->add_rate_limited(request, trigger, at_least);
      const Duration delay = by_priority_->add_with(
          request, {.rate_limited = true, .priority = priority, .trigger = trigger, .at_least = at_least});
      report();
      return delay;
    } catch (...) {
      log_limiter(request, std::current_exception());
    }
    const Duration delay = std::max(kWithoutLimiter, at_least);
    add_after(request, delay, trigger, priority);
    return delay;
  }
  /// RateLimitingQueue::forget.
  void forget(const Request& request)
  {
    try {
      queue_->forget(request);
    } catch (...) {
      log_limiter(request, std::current_exception());
    }
  }
  /// RateLimitingQueue::num_requeues.
  [[nodiscard]] std::uint32_t num_requeues(const Request& request) const
  {
    try {
      return queue_->num_requeues(request);
    } catch (...) {
      log_limiter(request, std::current_exception());
    }
    return 0;
  }

  /// Where a key that waits beside the queue has its place (KeptKeys). Calls the group function.
  [[nodiscard]] KeptKeys::Place place_of(const Request& request, int priority) const
  {
    // In the order in which they came, as max_wait says.
    const bool counts = by_priority_ != nullptr && (!max_wait_ || *max_wait_ > Duration::zero());
    KeptKeys::Place place;
    if (counts) place.rank = priority;
    if (groups_) place.group = groups_->of(request);
    return place;
  }
  [[nodiscard]] std::optional<Duration> max_wait() const noexcept { return max_wait_; }

  /// Everything else that the two have in common.
  RateLimitingQueue<Request>& operator*() const noexcept { return *queue_; }
  RateLimitingQueue<Request>* operator->() const noexcept { return queue_.get(); }

private:
  static constexpr Duration kWithoutLimiter = std::chrono::seconds(1);

  void log_limiter(const Request& request, const std::exception_ptr& error) const
  {
    log_.error("the rate limiter failed", {{"key", request.to_string()}, {"error", detail::error_text(error)}});
  }

  // The user's group function.
  struct Groups {
    Groups(std::function<std::uint64_t(const Request&)> of_key, Log to)
        : function(std::move(of_key)), log(std::move(to))
    {
    }
    // Called under the queue's lock, so it does not log.
    [[nodiscard]] std::uint64_t of(const Request& request)
    {
      try {
        return function(request);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failed.exchange(true)) error = detail::error_text(std::current_exception());
      }
      return 0;
    }

    const std::function<std::uint64_t(const Request&)> function;
    const Log log;
    std::mutex mutex;
    std::string error;  // guarded by mutex; the first one
    std::atomic<bool> failed{false};
    std::atomic<bool> reported{false};
  };
  void report() const
  {
    if (!groups_ || !groups_->failed || groups_->reported.exchange(true)) return;
    std::string error;
    {
      const std::lock_guard lock(groups_->mutex);
      error = groups_->error;
    }
    groups_->log.error("the group function of the priorities failed: the keys for which it fails form one group",
                       {{"error", error}});
  }

  const Log log_;
  std::shared_ptr<Groups> groups_;                     // null: there are none
  std::optional<Duration> max_wait_;                   // PriorityOptions::max_wait
  std::shared_ptr<RateLimitingQueue<Request>> queue_;  // destroyed as what it was made: it has no virtual destructor
  PriorityQueue<Request>* by_priority_ = nullptr;      // null: *queue_ is fair
};

}  // namespace kubexx
