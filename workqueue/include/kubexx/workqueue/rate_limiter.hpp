// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/retry_policy.hpp"

namespace kubexx {

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
    if (!custom_) throw std::invalid_argument("kubexx RateLimiter: the custom limiter is null");
  }

  /// Counts a failure of `item` and says how long to wait; `now` is only looked at if the policy needs the time. If a
  /// user's function, hashing or copying throws, or memory runs out, nothing was counted.
  [[nodiscard]] Duration when(const T& item, SteadyTime now)
  {
    if (custom_) return custom_->when(item, now);
    if (!policy_.counts_failures()) return policy_.next(0, now);
    const auto hash = counts_->hash(item);
    const Counted counted(*counts_, counts_->find_or_insert(item, hash));
    const Duration delay = policy_.next(counted.record.failures, now, hash);
    if (counted.record.failures != UINT32_MAX) ++counted.record.failures;
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
  /// A record for the time of one count; it goes again if nothing was counted.
  struct Counted {
    Counted(Counts& counts, detail::RecordIndex which) : owner(counts), index(which), record(counts[which]) {}
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    ~Counted()
    {
      if (record.failures == 0) owner.erase(index);
    }
    Counts& owner;
    const detail::RecordIndex index;
    detail::Record& record;
  };

  RetryPolicy policy_;
  std::unique_ptr<Counts> counts_;  ///< null with custom_
  std::unique_ptr<CustomRateLimiter<T>> custom_;
};

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
