// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/detail/failures.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/retry_policy.hpp"

namespace kubexx {

namespace detail {
template <class T, class Hash, class Equal>
class QueueLimiter;
}

/// A limiter that keeps its own state per key: for users whose delays depend on the key itself. Called under the lock
/// of its queue; its exceptions are passed on.
template <class T>
class CustomRateLimiter {
public:
  virtual ~CustomRateLimiter() = default;
  /// Counts a failure and returns the delay.
  [[nodiscard]] virtual Duration when(const T& item, SteadyTime now) = 0;
  virtual void forget(const T& item) = 0;
  [[nodiscard]] virtual std::uint32_t num_requeues(const T& item) const = 0;
  /// Returns the number of keys with failures, or 0 if it is not known.
  [[nodiscard]] virtual std::size_t failing() const { return 0; }
};

/// How long a limiter keeps failures, and how it hashes the keys.
struct RateLimiterOptions {
  /// The failures of a key are dropped this long after the last of them, as if by `forget`; in a queue only once the
  /// key is also neither queued nor processing nor delayed. So a worker that does not always call `forget` leaks
  /// nothing. Twice the longest delay is what k8s.io/client-go/util/flowcontrol's Backoff uses. Zero or negative:
  /// failures are kept until `forget`. There is no thread: the next operation on the limiter drops them.
  Duration failures_ttl = Duration::zero();
  /// Seeds the hash of the limiter's keys, so that nobody who chooses them can make them collide. A queue has its own
  /// seed (QueueOptions::random). Null: the same hashes everywhere.
  Random* random = nullptr;
};

/// client-go's TypedRateLimiter: a RetryPolicy with the failures of each key, or a CustomRateLimiter. A move-only value
/// without a lock or a thread. Counts up to 2^32 - 1 failures of a key; further ones make no difference.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class RateLimiter {
public:
  // Implicit: a policy, or a custom limiter, is a limiter.
  RateLimiter(RetryPolicy policy, RateLimiterOptions options = {})  // NOLINT(google-explicit-constructor)
      : policy_(std::move(policy)), counts_(std::make_unique<Counts>(options.random))
  {
    counts_->failures.live_for(options.failures_ttl);
  }
  /// Throws std::invalid_argument if `custom` is null.
  template <std::derived_from<CustomRateLimiter<T>> Custom>
  RateLimiter(std::unique_ptr<Custom> custom)  // NOLINT(google-explicit-constructor)
      : policy_(RetryPolicy::max_of({})), custom_(std::move(custom))
  {
    if (!custom_) throw std::invalid_argument("kubexx RateLimiter: the custom limiter is null");
  }

  /// Counts a failure of `item` and returns the delay; `now` matters only if the policy needs the time or failures
  /// expire. If a user's function, hashing or copying throws, or memory runs out, nothing is counted.
  [[nodiscard]] Duration when(const T& item, SteadyTime now)
  {
    if (custom_) return custom_->when(item, now);
    if (!policy_.counts_failures()) return policy_.next(0, now);
    expire(now);
    const auto hash = counts_->keys.hash(item);
    const Known known(*counts_, counts_->keys.find_or_insert(item, hash));
    counts_->failures.reserve(known.index);
    const std::uint32_t spread = policy_.spreads() ? counts_->keys.stable_hash(item) : 0;
    const Duration delay = policy_.next(counts_->keys[known.index].failures, now, spread);
    counts_->failures.count(known.index, now);
    return delay;
  }

  /// The same with the current time of `clock`.
  [[nodiscard]] Duration when(const T& item, const Clock& clock) { return when(item, clock.now()); }

  /// Drops the failures of the key.
  void forget(const T& item)
  {
    if (custom_) return custom_->forget(item);
    const auto index = counts_->keys.find(item, counts_->keys.hash(item));
    if (index == detail::kNoRecord) return;
    counts_->failures.forget(index);
    counts_->keys.erase(index);
  }

  /// Returns how often the key has failed.
  [[nodiscard]] std::uint32_t num_requeues(const T& item) const
  {
    if (custom_) return custom_->num_requeues(item);
    const auto index = counts_->keys.find(item, counts_->keys.hash(item));
    return index == detail::kNoRecord ? 0 : counts_->keys[index].failures;
  }

  /// Returns the number of keys with failures.
  [[nodiscard]] std::size_t failing() const { return custom_ ? custom_->failing() : counts_->failures.size(); }

  /// Drops the failures whose time to live is over at `now`; `when` does so too.
  void expire(SteadyTime now) noexcept
  {
    if (custom_) return;
    while (counts_->failures.first_expired(now)) counts_->keys.erase(counts_->failures.drop_first());
  }

private:
  friend class detail::QueueLimiter<T, Hash, Equal>;
  struct Counts {
    explicit Counts(Random* random) : keys(random == nullptr ? detail::HashSeed() : detail::HashSeed(random->next())) {}
    detail::KeyTable<T, Hash, Equal> keys;
    detail::Failures failures{keys};
  };
  /// A record during one count; it is erased at the end if nothing was counted.
  struct Known {
    Known(Counts& counts, detail::RecordIndex which) : owner(counts), index(which) {}
    Known(const Known&) = delete;
    Known& operator=(const Known&) = delete;
    ~Known()
    {
      if (owner.keys[index].failures == 0) owner.keys.erase(index);
    }
    Counts& owner;
    const detail::RecordIndex index;
  };

  RetryPolicy policy_;
  std::unique_ptr<Counts> counts_;  ///< null with custom_
  std::unique_ptr<CustomRateLimiter<T>> custom_;
};

/// The policies of the same names (retry_policy.hpp) as limiters.
template <class T>
[[nodiscard]] RateLimiter<T> default_controller_rate_limiter()
{
  return default_controller_retry_policy();
}
template <class T>
[[nodiscard]] RateLimiter<T> default_client_go_rate_limiter()
{
  return default_client_go_retry_policy();
}
template <class T>
[[nodiscard]] RateLimiter<T> default_item_rate_limiter()
{
  return default_item_retry_policy();
}

}  // namespace kubexx
