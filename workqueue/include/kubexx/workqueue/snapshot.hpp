// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/options.hpp"
#include "kubexx/workqueue/queue.hpp"

namespace kubexx {

/// The state of one key in a queue. The flags are those of the rule in queue.hpp; none is set for a key that only has
/// failures.
struct QueueEntryState {
  bool queued = false;
  bool processing = false;
  bool delayed = false;
  std::uint32_t failures = 0;              ///< since it was last forgotten; 0 with a CustomRateLimiter
  Trigger triggers = 0;                    ///< of the adds since its last dispatch, including those of a pending delay
  int priority = 0;                        ///< in a PriorityQueue, while queued or delayed
  std::optional<SteadyTime> due;           ///< when its delay ends; while delayed
  std::optional<Duration> queued_for;      ///< how long it has been queued; while queued, if known
  std::optional<Duration> processing_for;  ///< how long it has been processed; while processing, if known
};

/// One key of a snapshot.
template <class T>
struct QueueEntry {
  T key;
  QueueEntryState state;
};

/// Numbers of keys in a queue. A key with two flags counts twice.
struct QueueTotals {
  SteadyTime at{};  ///< the time on the queue's clock
  bool shutting_down = false;
  std::size_t keys = 0;  ///< all keys that the queue knows
  std::size_t processing = 0;
  std::size_t ready = 0;  ///< queued and not processing
  std::size_t delayed = 0;
  std::size_t failing = 0;  ///< with failures; 0 with a CustomRateLimiter
  std::size_t dropped = 0;  ///< dropped by a shutdown
};

/// The keys and totals of a queue at one time.
template <class T>
struct QueueSnapshot {
  QueueTotals totals;
  std::vector<QueueEntry<T>> entries;  ///< totals.keys - entries.size() keys were left out
};

/// The state of a queue at one moment, for a debug page: keys that are processing (oldest dispatch first), then ready
/// keys (in the order in which they became ready, which is the dispatch order unless the queue has its own order), then
/// delayed keys (first due first), then keys that only have failures (longest first). Lists at most `limit` of each; a
/// key with several flags appears under the first of these that applies. The order is that of the operations, never
/// that of hashes.
///
/// Needs QueueOptions::introspection or metrics: without them no times are recorded, and keys that are processing or
/// only have failures are counted but not listed. Holds the queue's lock for a time that depends only on `limit`, not
/// on the number of keys. Therefore it may list fewer than `limit` delayed keys if many of the first ones are also
/// queued or processing, or had their delay shortened. Keys are copied under the lock; if that throws, or memory runs
/// out, there is no effect. Thread safe.
template <class T, class Hash, class Equal>
[[nodiscard]] QueueSnapshot<T> snapshot(const Queue<T, Hash, Equal>& queue, std::size_t limit = 100)
{
  QueueSnapshot<T> result;
  queue.driver().snapshot(limit, result.totals, [&result](const void* key, const QueueEntryState& state) {
    result.entries.push_back({*static_cast<const T*>(key), state});
  });
  return result;
}

/// Returns the state of one key, or nullopt if the queue does not know the key. Its times need
/// QueueOptions::introspection or metrics. Thread safe.
template <class T, class Hash, class Equal>
[[nodiscard]] std::optional<QueueEntryState> state_of(const Queue<T, Hash, Equal>& queue, const T& key)
{
  std::optional<QueueEntryState> found;
  queue.look_up(
      key, [&found](const detail::QueueState& state, detail::RecordIndex index) { found = state.state_of(index); });
  return found;
}

}  // namespace kubexx
