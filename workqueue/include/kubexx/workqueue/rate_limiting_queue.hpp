// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "kubexx/workqueue/delaying_queue.hpp"
#include "kubexx/workqueue/rate_limiter.hpp"

namespace kubexx {

/// A DelayingQueue that decides the delay of a key by its failures: add_rate_limited when work on a key failed, forget
/// when it succeeded (or will not be tried again); done in any case. The counts of a limiter made from a RetryPolicy
/// are kept with the keys; the queue's lock covers the limiter.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class RateLimitingQueue : public DelayingQueue<T, Hash, Equal> {
public:
  using Limiter = RateLimiter<T, Hash, Equal>;

  RateLimitingQueue(Limiter limiter, const QueueOptions& options, std::unique_ptr<OrderPolicy<T>> order = nullptr)
      : DelayingQueue<T, Hash, Equal>(options, std::move(order)),
        limiter_(std::move(limiter)),
        policy_(limiter_.fresh_policy())
  {
  }

  /// Counts a failure of `item` and adds it after the delay that the limiter says. After a shutdown it only counts.
  void add_rate_limited(const T& item, Cause cause = 0)
  {
    const auto hash = this->keys_.hash(item);
    detail::AfterUnlock after;
    const std::lock_guard lock(this->core_.mutex);
    this->core_.promote(after);
    const typename Queue<T, Hash, Equal>::KnownRecord record(*this, item, hash);
    const Duration delay = next_delay(item, record.index);
    this->core_.note(QueueOperation::rate_limited, record.index, delay, cause);
    if (this->core_.shutting_down()) return this->core_.note_ignored(&item, delay, cause);
    this->add_after_locked(record.index, delay, cause, after);
  }

  /// Resets the failures of `item`; a pending delay stays.
  void forget(const T& item)
  {
    const auto hash = this->keys_.hash(item);
    detail::AfterUnlock after;
    const std::lock_guard lock(this->core_.mutex);
    this->core_.promote(after);
    if (!policy_) limiter_.forget(item);
    const auto index = this->keys_.find(item, hash);
    if (index == detail::kNoRecord) return;
    this->keys_[index].failures = 0;
    this->core_.note(QueueOperation::forgotten, index);
    this->core_.release_if_idle(index);
  }

  /// How often `item` was rate limited since it was last forgotten.
  [[nodiscard]] std::uint32_t num_requeues(const T& item) const
  {
    const auto hash = this->keys_.hash(item);
    const std::lock_guard lock(this->core_.mutex);
    if (!policy_) return limiter_.num_requeues(item);
    const auto index = this->keys_.find(item, hash);
    return index == detail::kNoRecord ? 0 : this->keys_[index].failures;
  }

private:
  Duration next_delay(const T& item, detail::RecordIndex index)
  {
    if (!policy_) return limiter_.when(item, this->core_.clock().now());
    detail::Record& record = this->keys_[index];
    const SteadyTime now = policy_->needs_time() ? this->core_.clock().now() : SteadyTime{};
    const Duration delay = policy_->next(record.failures, now, record.hash);
    if (policy_->counts_failures() && record.failures != UINT32_MAX) ++record.failures;
    return delay;
  }

  Limiter limiter_;
  RetryPolicy* policy_;  ///< of limiter_, if its counts can live in the records; otherwise null
};

}  // namespace kubexx
