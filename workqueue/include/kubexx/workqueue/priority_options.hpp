// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

/// Of keys that can wait for those that something has just happened to: the initial list, a resync.
inline constexpr int low_priority = -100;

/// How PriorityQueue::add_with adds.
struct AddOptions {
  Duration after{};  ///< add later; zero or less: now
  bool rate_limited =
      false;  ///< count a failure and wait as the limiter says; if `after` is not zero, the smaller counts
  int priority = 0;
  Cause cause = 0;
  Duration at_least{};  ///< with rate_limited: the delay is no shorter (a server's Retry-After)
};

/// Beyond its priorities, what decides about the order.
template <class T>
struct PriorityOptions {
  /// A key that has been ready for so long is overdue. None: keys of low priority may wait for ever. The default is
  /// longer than working off an initial list usually takes, so that it does not delay what happens meanwhile. Zero or
  /// less: all keys come in the order in which they became ready.
  std::optional<Duration> max_wait = std::chrono::minutes(5);
  /// Within a priority the groups take turns; keys with the same number are one group. `group_of(key.namespace_)` is
  /// the usual one. Empty: no groups. Called under the queue's lock, when a key that is neither queued nor waiting is
  /// added: it must be short and must not call the queue.
  std::function<std::uint64_t(const T&)> group = {};
};

/// The number of a named group.
[[nodiscard]] inline std::uint64_t group_of(std::string_view name)
{
  return std::hash<std::string_view>()(name);
}

}  // namespace kubexx
