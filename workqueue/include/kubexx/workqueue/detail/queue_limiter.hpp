// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "kubexx/workqueue/detail/queue_core.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/rate_limiter.hpp"

namespace kubexx::detail {

/// A RateLimiter inside a queue: its counts are in the queue's own records. A custom one counts by itself. All members
/// want the queue's lock.
template <class T, class Hash, class Equal>
class QueueLimiter {
public:
  using Keys = KeyTable<T, Hash, Equal>;

  QueueLimiter(RateLimiter<T, Hash, Equal> limiter, Keys& keys, QueueCore& core)
      : keys_(keys),
        core_(core),
        policy_(std::move(limiter.policy_)),
        custom_(std::move(limiter.custom_)),
        counts_failures_(policy_.counts_failures()),
        needs_time_(policy_.needs_time())
  {
    if (!custom_) take_over(limiter.counts_->keys, limiter.counts_->failures);
  }

  /// Drops the failures whose time to live is over. Part of every operation below.
  void expire()
  {
    if (core_.failures.expire()) core_.expire_failures();
  }

  /// Counts a failure of `item`, whose record is `index`, and calls `add` with how long to wait. If anything throws,
  /// nothing was counted, except by a custom limiter.
  template <class Add>
  void count(const T& item, RecordIndex index, const Add& add)
  {
    const std::uint32_t before = keys_[index].failures;
    const Duration delay = when(item, index);
    try {
      add(delay);
    } catch (...) {
      core_.take_back_failure(index, before);
      throw;
    }
  }

  /// Without the lock: forget would change nothing, whatever the key.
  [[nodiscard]] bool nothing_to_forget() const noexcept { return !custom_ && core_.nothing_to_forget(); }

  /// The key, whose record is `index` if it has one, has no failures any more.
  void forget(const T& item, RecordIndex index)
  {
    if (custom_) custom_->forget(item);
    if (index != kNoRecord) core_.forget(index);
  }

  [[nodiscard]] std::uint32_t num_requeues(const T& item, RecordIndex index) const
  {
    if (custom_) return custom_->num_requeues(item);
    return index == kNoRecord ? 0 : keys_[index].failures;
  }

  [[nodiscard]] std::size_t failing() const { return custom_ ? custom_->failing() : core_.failures.size(); }

private:
  Duration when(const T& item, RecordIndex index)
  {
    if (custom_) return custom_->when(item, core_.clock().now());
    const SteadyTime now = needs_time_ || core_.failures.expire() ? core_.clock().now() : SteadyTime{};
    const Record& record = keys_[index];
    const std::uint32_t failures = record.failures;
    const Duration delay = policy_.next(failures, now, record.hash);
    if (counts_failures_) core_.set_failures(index, failures + 1, now);
    return delay;
  }

  /// What a limiter counted before it came here.
  void take_over(const Keys& counted, const Failures& failures)
  {
    core_.failures.live_for(failures.ttl());
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
      core_.set_failures(mine, counted[index].failures, failures.expire() ? failures.failed_at(index) : SteadyTime{});
    }
  }

  Keys& keys_;
  QueueCore& core_;
  RetryPolicy policy_;  ///< not asked with custom_
  std::unique_ptr<CustomRateLimiter<T>> custom_;
  const bool counts_failures_;  ///< as policy_ says
  const bool needs_time_;
};

}  // namespace kubexx::detail
