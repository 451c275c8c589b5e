// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "kubexx/workqueue/delaying_queue.hpp"
#include "kubexx/workqueue/detail/queue_limiter.hpp"
#include "kubexx/workqueue/rate_limiter.hpp"

namespace kubexx {

/// A DelayingQueue that derives the delay of a key from its failures. Call add_rate_limited if the work on a key
/// failed, forget if it succeeded (or will not be retried), and done in either case. The records of the keys count the
/// failures, until `forget` or until RateLimiterOptions::failures_ttl has passed; the queue's lock guards the limiter.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class RateLimitingQueue : public DelayingQueue<T, Hash, Equal> {
public:
  using Limiter = RateLimiter<T, Hash, Equal>;

  /// Failures that `limiter` has already counted are kept.
  RateLimitingQueue(Limiter limiter, const QueueOptions& options, std::unique_ptr<OrderPolicy<T>> order = nullptr)
      : DelayingQueue<T, Hash, Equal>(options, std::move(order)),
        limiter_(std::move(limiter), this->keys_, this->driver_)
  {
  }

  /// Counts a failure of `item` and adds it after the delay that the limiter returns, or after `at_least` if that is
  /// longer (e.g. a server's Retry-After). Returns the delay. After a shutdown it only counts the failure.
  Duration add_rate_limited(const T& item, Trigger trigger = 0, Duration at_least = Duration::zero())
  {
    Duration waits{};
    const auto hash = this->keys_.hash(item);
    Operation operation(this->driver_);
    limiter_.expire(operation);
    const typename Queue<T, Hash, Equal>::KnownRecord record(*this, item, hash);
    limiter_.count(item, record.index, [&](Duration delay) {
      waits = delay = std::max(delay, at_least);
      operation->count_failure(record.index, delay, trigger);
      if (operation->shutting_down()) return operation->ignore(&item, delay, trigger);
      this->add_delayed(operation, record.index, delay, trigger);
    });
    return waits;
  }

  /// Resets the failures of `item`; a pending delay stays. Takes no lock while no key has failures.
  void forget(const T& item)
  {
    if (limiter_.nothing_to_forget()) return;
    const auto hash = this->keys_.hash(item);
    Operation operation(this->driver_);
    limiter_.expire(operation);
    limiter_.forget(item, this->keys_.find(item, hash));
  }

  /// Returns how often `item` was rate limited since it was last forgotten.
  [[nodiscard]] std::uint32_t num_requeues(const T& item) const
  {
    const auto hash = this->keys_.hash(item);
    Operation operation(this->driver_);
    limiter_.expire(operation);
    return limiter_.num_requeues(item, this->keys_.find(item, hash));
  }

  /// Returns the number of keys with failures; an upper bound while the failures of more than 64 keys have expired and
  /// are still to be dropped.
  [[nodiscard]] std::size_t failing() const
  {
    Operation operation(this->driver_);
    limiter_.expire(operation);
    return limiter_.failing();
  }

protected:
  using typename Queue<T, Hash, Equal>::Operation;

  template <class MakeOrder>
  RateLimitingQueue(Limiter limiter, const QueueOptions& options, detail::QueueState::Entries entries,
                    const MakeOrder& make_order)
      : DelayingQueue<T, Hash, Equal>(options, entries, make_order),
        limiter_(std::move(limiter), this->keys_, this->driver_)
  {
  }

  mutable detail::QueueLimiter<T, Hash, Equal> limiter_;
};

}  // namespace kubexx
