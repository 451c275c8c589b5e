// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// Computes the delay before the next try from the number of failed tries: the limiters of
/// k8s.io/client-go/util/workqueue without their maps and locks. A value type. A copy starts with the state of the
/// original (only a token bucket and a user's function have state). A moved-from policy may only be assigned to, copied
/// or destroyed. Not thread safe.
///
/// Delays never overflow: delays longer than Duration::max() become Duration::max(), which means never. Negative
/// durations among the parameters count as zero. Exceptions of a user's function are passed on; parts that were called
/// before it keep their changes (e.g. a token bucket its reservation).
class RetryPolicy {
public:
  /// base * 2^failures, at most `max`; always `max` if `base` is longer, always zero if `base` is zero.
  [[nodiscard]] static RetryPolicy exponential(Duration base, Duration max);
  /// `fast` for the first `fast_tries` failures, then `slow`, even if that is shorter.
  [[nodiscard]] static RetryPolicy fast_slow(Duration fast, Duration slow, std::uint32_t fast_tries);
  /// For all keys together, a burst of `burst` and then `per_second` each second: the reservations of
  /// golang.org/x/time/rate. With burst 0 or, once the burst is used up, per_second 0 the delay is Duration::max(). An
  /// infinite rate means no limit. Time that goes backwards adds no tokens. Throws std::invalid_argument if the rate is
  /// negative or not a number.
  [[nodiscard]] static RetryPolicy token_bucket(double per_second, std::uint32_t burst);

  /// Spreads the delays of `inner` by key, so that keys that failed together are not retried together: each delay is
  /// extended by a fraction of itself between 0 and `factor`. The fraction depends only on `seed`, the key and its
  /// failures, and is the same on every run; take the seed from a Random to make processes differ. A delay is never
  /// shorter than that of `inner`, so a rate is kept. To keep a maximum, jitter delays that are limited to max / (1 +
  /// factor): with_max_wait around a jitter would bring the delays at the maximum together again. Throws
  /// std::invalid_argument if the factor is negative or not finite.
  [[nodiscard]] static RetryPolicy jittered(RetryPolicy inner, double factor, std::uint64_t seed);
  /// `inner`, at most `max`.
  [[nodiscard]] static RetryPolicy with_max_wait(RetryPolicy inner, Duration max);

  /// The longest (max_of) or shortest (min_of) delay of all `parts`, each of which is called every time. Without parts:
  /// zero.
  [[nodiscard]] static RetryPolicy max_of(std::vector<RetryPolicy> parts);
  [[nodiscard]] static RetryPolicy min_of(std::vector<RetryPolicy> parts);
  /// `function(delays)`, with one delay per part, in the order of `parts`. The function is copied with the policy,
  /// called under the lock of the queue, and must not call the queue. Throws std::invalid_argument if it is empty.
  [[nodiscard]] static RetryPolicy combined(std::vector<RetryPolicy> parts,
                                            std::function<Duration(std::span<const Duration> delays)> function);
  /// `function(failures, now)`, on the same terms; `failures` is the number before the current failure.
  [[nodiscard]] static RetryPolicy custom(std::function<Duration(std::uint32_t failures, SteadyTime now)> function);

  RetryPolicy(const RetryPolicy& other);
  RetryPolicy(RetryPolicy&& other) noexcept;
  RetryPolicy& operator=(const RetryPolicy& other);
  RetryPolicy& operator=(RetryPolicy&& other) noexcept;
  ~RetryPolicy();

  /// Returns the delay before the try that follows `failures` + 1 failures; `key` is a hash that distinguishes keys.
  /// Never negative, unless a user's function returns a negative delay, which means immediately.
  [[nodiscard]] Duration next(std::uint32_t failures, SteadyTime now, std::uint64_t key = 0);
  /// False if the failures of a key make no difference (only a token bucket), so they need not be counted.
  [[nodiscard]] bool counts_failures() const noexcept;
  /// True if the time makes a difference.
  [[nodiscard]] bool needs_time() const noexcept;
  /// True if the key makes a difference.
  [[nodiscard]] bool spreads() const noexcept;

  /// The base class of the implementations.
  class Node;

private:
  explicit RetryPolicy(std::unique_ptr<Node> node) noexcept;
  std::unique_ptr<Node> node_;  ///< null: moved from
};

/// 5 ms * 2^failures up to 1000 s, per key: the default of controller-runtime's queues.
[[nodiscard]] RetryPolicy default_controller_retry_policy();
/// The same and, for all keys together, 10 per second with bursts of 100: client-go's
/// DefaultTypedControllerRateLimiter.
[[nodiscard]] RetryPolicy default_client_go_retry_policy();
/// 1 ms * 2^failures up to 1000 s, per key: client-go's DefaultTypedItemBasedRateLimiter.
[[nodiscard]] RetryPolicy default_item_retry_policy();

}  // namespace kubexx
