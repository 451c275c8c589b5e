// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/metrics.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx {

/// Why a key was added: a set of bits whose meaning the user of the queue decides. The causes of all the adds that one
/// dispatch answers are united in its lease. 0 is "no cause" and costs nothing.
using Cause = std::uint32_t;

/// What a queue is made of. `clock` is required and outlives the queue; a constructor throws std::invalid_argument
/// without it or when the metrics provider gives no series, and what the provider throws.
struct QueueOptions {
  std::string name = {};   ///< the `name` label of the metrics; without a name there are none
  Clock* clock = nullptr;  ///< delays, deadlines and ages
  /// Seeds the hash of the keys, so that whoever chooses their names cannot make them collide; asked once, by the
  /// constructor. Null: the same hash in every queue. No order that anyone can see depends on it.
  Random* random = nullptr;
  MetricsProvider* metrics = nullptr;  ///< null: no metrics; outlives the queue
  bool introspection = false;          ///< keep what snapshot() wants to know; metrics do that too
  MetricLabels labels = {};            ///< labels of every series beyond `name`
  MetricLabels depth_labels = {};      ///< labels of workqueue_depth beyond those
  /// Upper bounds of the two duration histograms in seconds; empty: client-go's ten (1e-8 * 10^k).
  std::vector<double> duration_buckets = {};
};

/// Why a `get` came back without a key.
enum class EmptyReason {
  none,       ///< it did not: there is a lease
  empty,      ///< nothing is ready; only try_get says so
  shut_down,  ///< the queue is shutting down and nothing is ready
  stopped,    ///< the stop token was triggered; keys may be ready
  deadline,   ///< nothing was ready until the deadline
};

/// How a drain ended.
enum class DrainResult {
  drained,    ///< nothing is queued or processing
  shut_down,  ///< shut_down() cancelled the drain
  stopped,    ///< the stop token was triggered
  deadline,   ///< the deadline came first
};

/// What happened inside a queue, as an observer sees it.
enum class QueueOperation : std::uint8_t {
  added,         ///< a key that was not queued now is (possibly while it is processed)
  touched,       ///< added again while queued and not processing: nothing changes
  collapsed,     ///< added again while processing and queued: nothing changes
  ignored,       ///< an add, of any form, after shutdown
  delayed,       ///< add_after set or shortened the delay of a key
  delay_kept,    ///< add_after with a later time than the pending one: nothing changes
  due,           ///< a delay ended (in a PriorityQueue an add may end it); `added`, `touched` or `collapsed` follows
  rate_limited,  ///< a failure was counted; what add_after does with `delay` follows
  forgotten,     ///< failures reset, by forget or because their time to live is over
  dispatched,    ///< get
  done,          ///< the key is no longer processing
  returned,      ///< a key added while processing goes to the tail of the ready ones
  dropped,       ///< a delayed key (in a PriorityQueue a queued one, too) that a shutdown discards
  drain_begun,   ///< no key
  shut_down,     ///< no key
};

/// One step of a queue, in the exact order in which the steps happened.
template <class T>
struct QueueEvent {
  QueueOperation operation{};
  const T* key = nullptr;      ///< valid during the call; null for drain_begun and shut_down
  Duration delay{};            ///< of delayed, delay_kept, rate_limited
  Cause causes = 0;            ///< of the key, after the step; of dispatched: those the lease carries
  std::uint32_t failures = 0;  ///< of the key, after the step
  std::size_t ready = 0;       ///< keys that a get would find, after the step
  SteadyTime at{};             ///< the clock
};

/// Sees every step of a queue: introspection, and the trace of a simulation. Called under the queue's lock: it must be
/// short and must not call the queue. What it throws is ignored. An operation that throws may have shown a failure that
/// it took back.
template <class T>
using QueueObserver = std::function<void(const QueueEvent<T>&)>;

/// Whether a queue keeps the memory of a finished key (a string's capacity) for the next key that takes its record, so
/// that a steady state allocates nothing. Otherwise a key is destroyed as soon as the queue forgets it. Specialise it
/// for value types that consist of strings.
template <class T>
inline constexpr bool recycle_key_storage = false;
template <>
inline constexpr bool recycle_key_storage<std::string> = true;
template <>
inline constexpr bool recycle_key_storage<ObjectKey> = true;

}  // namespace kubexx
