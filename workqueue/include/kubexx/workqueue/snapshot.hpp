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

/// What a queue knows of one key. The flags are those of the rule in queue.hpp; none of them is set for a key of which
/// only failures are known.
struct QueueEntryState {
  bool queued = false;
  bool processing = false;
  bool delayed = false;
  std::uint32_t failures = 0;              ///< since it was last forgotten; 0 with a CustomRateLimiter
  Cause causes = 0;                        ///< of the adds since its last dispatch, those of a pending delay too
  int priority = 0;                        ///< in a PriorityQueue; while queued or delayed
  std::optional<SteadyTime> due;           ///< when its delay ends; while delayed
  std::optional<Duration> queued_for;      ///< how long it has been queued; while queued, if it is known
  std::optional<Duration> processing_for;  ///< how long it has been processed; while processing, if known
};

template <class T>
struct QueueEntry {
  T key;
  QueueEntryState state;
};

/// How many keys a queue has. A key with two flags counts twice.
struct QueueTotals {
  SteadyTime at{};  ///< the queue's clock
  bool shutting_down = false;
  std::size_t keys = 0;  ///< that it knows at all
  std::size_t processing = 0;
  std::size_t ready = 0;  ///< queued and not processing
  std::size_t delayed = 0;
  std::size_t failing = 0;  ///< with failures; 0 with a CustomRateLimiter
  std::size_t dropped = 0;  ///< that a shutdown discarded
};

template <class T>
struct QueueSnapshot {
  QueueTotals totals;
  std::vector<QueueEntry<T>> entries;  ///< totals.keys - entries.size() keys were left out
};

/// A queue at one moment, for a debug page: what is being processed (the oldest dispatch first), then ready (in the
/// order in which it became so, which is that of the dispatches unless the queue has an order of its own), then delayed
/// (the first to be due first), then of which only failures are known (the longest so first). At most `limit` of each
/// of the four; a key with several flags is among the first of these that apply. The order is that of the operations,
/// never that of hashes.
///
/// Needs QueueOptions::introspection or metrics: without them no times are kept, and what is processing or only failed
/// is counted but not listed. Taken under the queue's lock, for a time that depends on `limit` alone, however many keys
/// there are; for that, fewer delayed keys than `limit` may be listed when many of the first ones are also queued or
/// processing, or had their delay shortened. Keys are copied under the lock; if that throws, or memory runs out,
/// nothing has happened. Thread safe.
template <class T, class Hash, class Equal>
[[nodiscard]] QueueSnapshot<T> snapshot(const Queue<T, Hash, Equal>& queue, std::size_t limit = 100)
{
  QueueSnapshot<T> result;
  queue.driver().snapshot(limit, result.totals, [&result](const void* key, const QueueEntryState& state) {
    result.entries.push_back({*static_cast<const T*>(key), state});
  });
  return result;
}

/// What the queue knows of one key; nullopt when it knows none of that name. Its times and failures need what
/// snapshot() needs. Thread safe.
template <class T, class Hash, class Equal>
[[nodiscard]] std::optional<QueueEntryState> state_of(const Queue<T, Hash, Equal>& queue, const T& key)
{
  std::optional<QueueEntryState> found;
  queue.look_up(
      key, [&found](const detail::QueueState& state, detail::RecordIndex index) { found = state.state_of(index); });
  return found;
}

}  // namespace kubexx
