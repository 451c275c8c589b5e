// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "kubexx/controller/request.hpp"
#include "kubexx/workqueue/priority_queue.hpp"

namespace kubexx {

/// The queue of a controller: fair, or by priority where the controller asks for that. Only then do priorities count.
/// Thread safe.
class ReconcileQueue {
public:
  /// `priorities`: nullopt for a fair queue.
  ReconcileQueue(RateLimiter<Request> limiter, const QueueOptions& options,
                 std::optional<PriorityOptions<Request>> priorities)
  {
    if (!priorities) {
      queue_ = std::make_shared<RateLimitingQueue<Request>>(std::move(limiter), options);
      return;
    }
    auto queue = std::make_shared<PriorityQueue<Request>>(std::move(limiter), options, std::move(*priorities));
    by_priority_ = queue.get();
    queue_ = std::move(queue);
  }

  void add(const Request& request, Cause cause, int priority)
  {
    if (by_priority_ == nullptr) return queue_->add(request, cause);
    by_priority_->add_with(request, {.priority = priority, .cause = cause});
  }
  void add_all(const std::vector<Request>& requests, Cause cause, int priority)
  {
    if (by_priority_ == nullptr) return queue_->add_all(requests, cause);
    by_priority_->add_with(requests, {.priority = priority, .cause = cause});
  }
  void add_after(const Request& request, Duration delay, Cause cause, int priority)
  {
    if (by_priority_ == nullptr) return queue_->add_after(request, delay, cause);
    by_priority_->add_with(request, {.after = delay, .priority = priority, .cause = cause});
  }
  /// RateLimitingQueue::add_rate_limited.
  Duration add_rate_limited(const Request& request, Cause cause, Duration at_least, int priority)
  {
    if (by_priority_ == nullptr) return queue_->add_rate_limited(request, cause, at_least);
    return by_priority_->add_with(request,
                                  {.rate_limited = true, .priority = priority, .cause = cause, .at_least = at_least});
  }

  /// Everything else that the two have in common.
  RateLimitingQueue<Request>& operator*() const noexcept { return *queue_; }
  RateLimitingQueue<Request>* operator->() const noexcept { return queue_.get(); }

private:
  std::shared_ptr<RateLimitingQueue<Request>> queue_;  // destroyed as what it was made: it has no virtual destructor
  PriorityQueue<Request>* by_priority_ = nullptr;      // null: *queue_ is fair
};

}  // namespace kubexx
