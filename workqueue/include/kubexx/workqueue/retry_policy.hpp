// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// How long to wait before the next try, from the number of tries that failed so far: the limiters of
/// k8s.io/client-go/util/workqueue without their maps and locks. A value; a copy starts with the state of the original
/// (only a token bucket, and a user's function, have one). One that was moved from may only be assigned to, copied or
/// destroyed. Not thread safe.
///
/// Delays never overflow: what is longer than Duration::max() is Duration::max(), which means never. Negative durations
/// among the parameters count as zero. What a user's function throws is passed on; parts that were asked before it keep
/// what they did (a token bucket its reservation).
class RetryPolicy {
public:
  /// base * 2^failures, at most `max`; always `max` if `base` is longer, always zero if `base` is zero.
  [[nodiscard]] static RetryPolicy exponential(Duration base, Duration max);
  /// `fast` for the first `fast_tries` failures, then `slow`, even if that is the shorter one.
  [[nodiscard]] static RetryPolicy fast_slow(Duration fast, Duration slow, std::uint32_t fast_tries);
  /// Over all keys, a burst of `burst` and then `per_second` each second: the reservations of golang.org/x/time/rate.
  /// With burst 0 or, once the burst is used up, per_second 0 the delay is Duration::max(). Throws
  /// std::invalid_argument for a rate that is negative or not a number; infinity means no limit. Time that goes back
  /// gives no tokens.
  [[nodiscard]] static RetryPolicy token_bucket(double per_second, std::uint32_t burst);

  /// Spreads the delays of `inner` by key, so that keys that failed together are not tried together: each is longer by
  /// a part of itself between 0 and `factor`. The part is a function of `seed`, the key and its failures alone, the
  /// same on every run; take the seed from a Random to make processes differ. Never shorter than what `inner` says, so
  /// a rate is kept; to keep a limit, jitter what is limited to max / (1 + factor): with_max_wait around a jitter
  /// brings those at the limit together again. Throws std::invalid_argument for a factor that is negative or not
  /// finite.
  [[nodiscard]] static RetryPolicy jittered(RetryPolicy inner, double factor, std::uint64_t seed);
  /// `inner`, at most `max`.
  [[nodiscard]] static RetryPolicy with_max_wait(RetryPolicy inner, Duration max);

  /// The longest, the shortest of the delays of all `parts`, each of which is asked every time. Without parts: zero.
  [[nodiscard]] static RetryPolicy max_of(std::vector<RetryPolicy> parts);
  [[nodiscard]] static RetryPolicy min_of(std::vector<RetryPolicy> parts);
  /// Any other function of the delays of all `parts`, in their order. It is copied with the policy, called under the
  /// lock of the queue, and must not call the queue. Throws std::invalid_argument if it is empty.
  [[nodiscard]] static RetryPolicy combined(std::vector<RetryPolicy> parts,
                                            std::function<Duration(std::span<const Duration> delays)> function);
  /// Any function of (failures so far, now), under the same terms.
  [[nodiscard]] static RetryPolicy custom(std::function<Duration(std::uint32_t failures, SteadyTime now)> function);

  RetryPolicy(const RetryPolicy& other);
  RetryPolicy(RetryPolicy&& other) noexcept;
  RetryPolicy& operator=(const RetryPolicy& other);
  RetryPolicy& operator=(RetryPolicy&& other) noexcept;
  ~RetryPolicy();

  /// The delay before the try that follows `failures` + 1 failures; `key` tells keys apart, a hash of them. Never
  /// negative, except from a user's function, where negative means immediately.
  [[nodiscard]] Duration next(std::uint32_t failures, SteadyTime now, std::uint64_t key = 0);
  /// False when the failures of a key make no difference (a token bucket alone), so they need not be counted.
  [[nodiscard]] bool counts_failures() const noexcept;
  /// True when the time makes a difference.
  [[nodiscard]] bool needs_time() const noexcept;
  /// True when the key makes a difference.
  [[nodiscard]] bool spreads() const noexcept;

  /// What the implementations derive from.
  class Node;

private:
  explicit RetryPolicy(std::unique_ptr<Node> node) noexcept;
  std::unique_ptr<Node> node_;  ///< null: moved from
};

/// 5 ms * 2^failures up to 1000 s for each key: what controller-runtime gives its queue.
[[nodiscard]] RetryPolicy default_controller_retry_policy();
/// The same and, over all keys, 10 per second with bursts of 100: client-go's DefaultTypedControllerRateLimiter.
[[nodiscard]] RetryPolicy default_client_go_retry_policy();
/// 1 ms * 2^failures up to 1000 s for each key: client-go's DefaultTypedItemBasedRateLimiter.
[[nodiscard]] RetryPolicy default_item_retry_policy();

}  // namespace kubexx
