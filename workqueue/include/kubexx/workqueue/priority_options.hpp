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

/// The priority of keys that can wait behind those of recent changes: keys of the initial list and of a resync.
inline constexpr int low_priority = -100;

/// Options of PriorityQueue::add_with.
struct AddOptions {
  Duration after{};           ///< the delay; zero or less: now
  bool rate_limited = false;  ///< count a failure and use the limiter's delay, or `after` if it is shorter and not zero
  int priority = 0;
  Trigger trigger = 0;
  Duration at_least{};  ///< with rate_limited: the minimum delay (e.g. a server's Retry-After)
};

/// Options that determine the order in addition to the priorities.
template <class T>
struct PriorityOptions {
  /// A key that has been ready for this time is overdue. nullopt: keys of low priority may wait for ever. Zero or less:
  /// keys are dispatched in the order in which they became ready. The default is longer than processing an initial list
  /// usually takes: new changes wait for the whole overdue backlog.
  std::optional<Duration> max_wait = std::chrono::minutes(5);
  /// Within a priority the groups take turns; keys with the same number form a group. `group_of(key.namespace_)` is the
  /// usual choice. Empty: no groups. Called under the queue's lock when a key that is neither queued nor waiting is
  /// added: it must be short and must not call the queue.
  std::function<std::uint64_t(const T&)> group = {};
};

/// Returns the number of a named group.
[[nodiscard]] inline std::uint64_t group_of(std::string_view name)
{
  return std::hash<std::string_view>()(name);
}

}  // namespace kubexx
