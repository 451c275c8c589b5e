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

/// A DelayingQueue that decides the delay of a key by its failures: add_rate_limited when work on a key failed, forget
/// when it succeeded (or will not be tried again); done in any case. The failures are kept with the keys, until
/// `forget` or until RateLimiterOptions::failures_ttl is over; the queue's lock covers the limiter.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class RateLimitingQueue : public DelayingQueue<T, Hash, Equal> {
public:
  using Limiter = RateLimiter<T, Hash, Equal>;

  /// What the limiter has counted already goes on counting.
  RateLimitingQueue(Limiter limiter, const QueueOptions& options, std::unique_ptr<OrderPolicy<T>> order = nullptr)
      : DelayingQueue<T, Hash, Equal>(options, std::move(order)),
        limiter_(std::move(limiter), this->keys_, this->driver_)
  {
  }

  /// Counts a failure of `item` and adds it after the delay that the limiter says, or after `at_least` if that is
  /// longer (a server's Retry-After). Returns the delay. After a shutdown it only counts.
  Duration add_rate_limited(const T& item, Cause cause = 0, Duration at_least = Duration::zero())
  {
    Duration waits{};
    const auto hash = this->keys_.hash(item);
    Operation operation(this->driver_);
    limiter_.expire(operation);
    const typename Queue<T, Hash, Equal>::KnownRecord record(*this, item, hash);
    limiter_.count(item, record.index, [&](Duration delay) {
      waits = delay = std::max(delay, at_least);
      operation->count_failure(record.index, delay, cause);
      if (operation->shutting_down()) return operation->ignore(&item, delay, cause);
      this->add_delayed(operation, record.index, delay, cause);
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

  /// How often `item` was rate limited since it was last forgotten.
  [[nodiscard]] std::uint32_t num_requeues(const T& item) const
  {
    const auto hash = this->keys_.hash(item);
    Operation operation(this->driver_);
    limiter_.expire(operation);
    return limiter_.num_requeues(item, this->keys_.find(item, hash));
  }

  /// How many keys have failures; an upper bound while those of more than a hundred keys have expired.
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
