// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "kubexx/workqueue/detail/queue_driver.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/rate_limiter.hpp"

namespace kubexx::detail {

/// A RateLimiter inside a queue: it counts in the queue's own records. A custom limiter counts by itself. All members
/// require the queue's lock.
template <class T, class Hash, class Equal>
class QueueLimiter {
public:
  using Keys = KeyTable<T, Hash, Equal>;

  QueueLimiter(RateLimiter<T, Hash, Equal> limiter, Keys& keys, QueueDriver& driver)
      : keys_(keys),
        driver_(driver),
        policy_(std::move(limiter.policy_)),
        custom_(std::move(limiter.custom_)),
        counts_failures_(policy_.counts_failures()),
        spreads_(policy_.spreads()),
        needs_time_(custom_ || policy_.needs_time())
  {
    if (!custom_) take_over(limiter.counts_->keys, limiter.counts_->failures);
  }

  /// Sets the time if it matters, and drops the failures whose time to live is over. Precedes every operation below.
  void expire(QueueDriver::Operation& operation)
  {
    if (!needs_time_) return;
    operation.set_time();
    operation->expire_failures();
  }

  /// Counts a failure of `item`, whose record is `index`, and calls `add` with the delay. If anything throws, nothing
  /// is counted, except by a custom limiter.
  template <class Add>
  void count(const T& item, RecordIndex index, const Add& add)
  {
    const std::uint32_t before = keys_[index].failures;
    const Duration delay = when(item, index);
    try {
      add(delay);
    } catch (...) {
      driver_.state().take_back_failure(index, before);
      throw;
    }
  }

  /// Called without the lock. True if forget would change nothing, whatever the key.
  [[nodiscard]] bool nothing_to_forget() const noexcept { return !custom_ && driver_.nothing_to_forget(); }

  /// Resets the failures of the key, whose record is `index` if it has one.
  void forget(const T& item, RecordIndex index)
  {
    if (custom_) custom_->forget(item);
    if (index != kNoRecord) driver_.state().forget(index);
  }

  [[nodiscard]] std::uint32_t num_requeues(const T& item, RecordIndex index) const
  {
    if (custom_) return custom_->num_requeues(item);
    return index == kNoRecord ? 0 : keys_[index].failures;
  }

  [[nodiscard]] std::size_t failing() const { return custom_ ? custom_->failing() : driver_.state().failures.size(); }

private:
  Duration when(const T& item, RecordIndex index)
  {
    const SteadyTime now = driver_.state().now();
    if (custom_) return custom_->when(item, now);
    const std::uint32_t failures = keys_[index].failures;
    const Duration delay = policy_.next(failures, now, spreads_ ? keys_.stable_hash(item) : 0);
    if (counts_failures_) driver_.state().set_failures(index, failures + 1);
    return delay;
  }

  /// Takes over the failures that the limiter counted before it was passed to the queue.
  void take_over(const Keys& counted, const Failures& failures)
  {
    QueueState& state = driver_.state();
    state.failures.live_for(failures.ttl());
    if (failures.expire()) needs_time_ = true;
    std::vector<RecordIndex> from;
    for (RecordIndex index = 0; index < counted.high_water(); ++index) {
      if (counted[index].failures != 0) from.push_back(index);
    }
    if (failures.expire()) {
      std::sort(from.begin(), from.end(), [&failures](RecordIndex left, RecordIndex right) {
        return std::pair(failures.failed_at(left), left) < std::pair(failures.failed_at(right), right);
      });
    }
    for (const RecordIndex index : from) {
      const T& item = counted.key_at(index);
      const RecordIndex mine = keys_.find_or_insert(item, keys_.hash(item));
      if (failures.expire()) state.set_time(failures.failed_at(index));
      state.set_failures(mine, counted[index].failures);
    }
  }

  Keys& keys_;
  QueueDriver& driver_;
  RetryPolicy policy_;  ///< not used with custom_
  std::unique_ptr<CustomRateLimiter<T>> custom_;
  const bool counts_failures_;  ///< from policy_
  const bool spreads_;          ///< from policy_
  bool needs_time_;             ///< due to policy_, custom_ or the time to live of failures
};

}  // namespace kubexx::detail
