// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"

namespace kubexx {

/// How long to wait before the next try, from the number of tries that failed so far: the limiters of
/// k8s.io/client-go/util/workqueue without their maps and locks. A value; a copy starts with the state of the original
/// (only a token bucket has one). Not thread safe.
class RetryPolicy {
public:
  /// base * 2^failures, at most `max`; never overflows. Negative durations count as zero.
  [[nodiscard]] static RetryPolicy exponential(Duration base, Duration max);
  /// `fast` for the first `fast_tries` failures, then `slow`.
  [[nodiscard]] static RetryPolicy fast_slow(Duration fast, Duration slow, std::uint32_t fast_tries);
  /// Over all keys, `burst` at once and then `per_second` each second: the reservations of golang.org/x/time/rate. With
  /// burst 0 or, once the burst is used up, per_second 0 the delay is Duration::max(). Throws std::invalid_argument for
  /// a rate that is negative or not a number; infinity means no limit.
  [[nodiscard]] static RetryPolicy token_bucket(double per_second, std::uint32_t burst);
  /// The longest of the delays of all `parts`, each of which is asked every time. Without parts: zero.
  [[nodiscard]] static RetryPolicy max_of(std::vector<RetryPolicy> parts);
  /// `inner`, at most `max`.
  [[nodiscard]] static RetryPolicy with_max_wait(RetryPolicy inner, Duration max);
  /// Any function of (failures so far, now). It is copied with the policy.
  [[nodiscard]] static RetryPolicy custom(std::function<Duration(std::uint32_t failures, SteadyTime now)> function);

  RetryPolicy(const RetryPolicy& other);
  RetryPolicy(RetryPolicy&& other) noexcept;
  RetryPolicy& operator=(const RetryPolicy& other);
  RetryPolicy& operator=(RetryPolicy&& other) noexcept;
  ~RetryPolicy();

  /// The delay before the try that follows `failures` + 1 failures. Never negative, except from a custom function.
  [[nodiscard]] Duration next(std::uint32_t failures, SteadyTime now);
  /// False when the failures of a key make no difference (a token bucket alone): nobody need count them.
  [[nodiscard]] bool counts_failures() const noexcept;
  /// True when the time makes a difference.
  [[nodiscard]] bool needs_time() const noexcept;

  /// What the implementations derive from.
  class Node;

private:
  explicit RetryPolicy(std::unique_ptr<Node> node) noexcept;
  std::unique_ptr<Node> node_;
};

/// A limiter that keeps its own state per key: for users whose delays depend on the key itself. Called under the lock
/// of its queue.
template <class T>
class CustomRateLimiter {
public:
  virtual ~CustomRateLimiter() = default;
  /// Counts a failure and says how long to wait.
  [[nodiscard]] virtual Duration when(const T& item, SteadyTime now) = 0;
  virtual void forget(const T& item) = 0;
  [[nodiscard]] virtual std::uint32_t num_requeues(const T& item) const = 0;
};

/// client-go's TypedRateLimiter: a RetryPolicy and the failures of each key, or a CustomRateLimiter. A move-only value
/// without lock or thread. The count of a key is kept until `forget`.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class RateLimiter {
public:
  // A policy, or a custom limiter, is a limiter. NOLINTNEXTLINE(google-explicit-constructor)
  RateLimiter(RetryPolicy policy) : policy_(std::move(policy)), counts_(std::make_unique<Counts>()) {}
  template <std::derived_from<CustomRateLimiter<T>> Custom>
  RateLimiter(  // NOLINT(google-explicit-constructor)
      std::unique_ptr<Custom> custom)
      : policy_(RetryPolicy::max_of({})), custom_(std::move(custom))
  {
  }

  /// Counts a failure of `item` and says how long to wait; `now` is only looked at if the policy needs the time.
  [[nodiscard]] Duration when(const T& item, SteadyTime now)
  {
    if (custom_) return custom_->when(item, now);
    if (!policy_.counts_failures()) return policy_.next(0, now);
    detail::Record& record = (*counts_)[counts_->find_or_insert(item, counts_->hash(item))];
    const Duration delay = policy_.next(record.failures, now);
    if (record.failures != UINT32_MAX) ++record.failures;
    return delay;
  }

  /// The same with the time of `clock`.
  [[nodiscard]] Duration when(const T& item, const Clock& clock) { return when(item, clock.now()); }

  void forget(const T& item)
  {
    if (custom_) return custom_->forget(item);
    const auto index = counts_->find(item, counts_->hash(item));
    if (index == detail::kNoRecord) return;
    (*counts_)[index].failures = 0;
    counts_->erase(index);
  }

  [[nodiscard]] std::uint32_t num_requeues(const T& item) const
  {
    if (custom_) return custom_->num_requeues(item);
    const auto index = counts_->find(item, counts_->hash(item));
    return index == detail::kNoRecord ? 0 : (*counts_)[index].failures;
  }

  /// The policy, if it is all that this limiter is: no custom one, and no key was counted yet. Otherwise null.
  [[nodiscard]] RetryPolicy* fresh_policy() noexcept { return !custom_ && counts_->size() == 0 ? &policy_ : nullptr; }

private:
  using Counts = detail::KeyTable<T, Hash, Equal>;
  RetryPolicy policy_;
  std::unique_ptr<Counts> counts_;  ///< null with custom_
  std::unique_ptr<CustomRateLimiter<T>> custom_;
};

/// 5 ms * 2^failures up to 1000 s for each key: what controller-runtime gives its queue.
[[nodiscard]] RetryPolicy default_controller_retry_policy();
/// The same and, over all keys, 10 per second with bursts of 100: client-go's DefaultTypedControllerRateLimiter.
[[nodiscard]] RetryPolicy default_client_go_retry_policy();
/// 1 ms * 2^failures up to 1000 s for each key: client-go's DefaultTypedItemBasedRateLimiter.
[[nodiscard]] RetryPolicy default_item_retry_policy();

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
