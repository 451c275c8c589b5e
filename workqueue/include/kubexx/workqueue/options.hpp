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

/// Why a key was added: a set of bits whose meaning the user of the queue defines. A lease carries the triggers of all
/// adds that led to its dispatch, combined. 0 means no trigger and costs nothing.
using Trigger = std::uint32_t;

/// Options of a queue. `clock` is required and must outlive the queue. A constructor throws std::invalid_argument
/// without a clock or if the metrics provider returns no series; exceptions of the provider are passed on.
struct QueueOptions {
  std::string name = {};   ///< the `name` label of the metrics; without a name there are none
  Clock* clock = nullptr;  ///< for delays, deadlines and ages
  /// Seeds the hash of the keys, so that nobody who chooses their names can make them collide. Used once, by the
  /// constructor. Null: the same hash in every queue. No visible order depends on it.
  Random* random = nullptr;
  MetricsProvider* metrics = nullptr;  ///< null: no metrics; must outlive the queue
  bool introspection = false;          ///< record what snapshot() needs; metrics do so too
  MetricLabels labels = {};            ///< labels of every series, in addition to `name`
  MetricLabels depth_labels = {};      ///< labels of workqueue_depth, in addition to those
  /// Upper bounds of the two duration histograms, in seconds; empty: client-go's ten (1e-8 * 10^k).
  std::vector<double> duration_buckets = {};
};

/// Why a `get` returned without a key.
enum class EmptyReason {
  none,       ///< it did not: it returned a lease
  empty,      ///< nothing is ready; only calls that do not wait return this
  shut_down,  ///< the queue is shutting down and nothing is ready
  stopped,    ///< the stop token was triggered; keys may be ready
  deadline,   ///< nothing was ready before the deadline
};

/// How a drain ended.
enum class DrainResult {
  drained,    ///< nothing is queued or processing
  shut_down,  ///< shut_down() cancelled the drain
  stopped,    ///< the stop token was triggered
  deadline,   ///< the deadline came first
};

/// The kind of a step, as observers see it.
enum class QueueOperation : std::uint8_t {
  added,         ///< a key that was not queued now is (possibly while processing)
  touched,       ///< added again while queued and not processing: no flag changes
  collapsed,     ///< added again while processing and queued: no flag changes
  ignored,       ///< an add of any form, after a shutdown
  delayed,       ///< add_after set or shortened the delay of a key
  delay_kept,    ///< add_after with a time not before the pending one: nothing changes
  due,           ///< a delay ended (in a PriorityQueue an add may end it); `added`, `touched` or `collapsed` follows
  rate_limited,  ///< a failure was counted; the step of an add_after with `delay` follows
  forgotten,     ///< failures were reset, by forget or because their time to live is over
  dispatched,    ///< get
  done,          ///< the key is no longer processing
  returned,      ///< a key that was added while processing is ready again
  dropped,       ///< a shutdown dropped a delayed key (in a PriorityQueue also a queued one)
  drain_begun,   ///< has no key
  shut_down,     ///< has no key
};

/// One step of a queue. An observer sees the steps in the exact order in which they happened.
template <class T>
struct QueueEvent {
  QueueOperation operation{};
  const T* key = nullptr;      ///< valid during the call; null for drain_begun and shut_down
  Duration delay{};            ///< of delayed, delay_kept, rate_limited and ignored
  Trigger triggers = 0;        ///< of the key, after the step; of dispatched: those of the lease
  std::uint32_t failures = 0;  ///< of the key, after the step
  std::size_t ready = 0;       ///< keys that a get could take, after the step
  SteadyTime at{};             ///< the time on the queue's clock
};

/// Called for every step of a queue: for introspection, and for the trace of a simulation. Called under the queue's
/// lock: it must be short and must not call the queue. Its exceptions are ignored. An operation that throws may have
/// reported a failure that it then took back.
template <class T>
using QueueObserver = std::function<void(const QueueEvent<T>&)>;

/// Whether a queue keeps the memory of a finished key (e.g. a string's capacity) for the next key that uses its record,
/// so that a steady state allocates nothing. Otherwise a key is destroyed as soon as the queue no longer knows it.
/// Specialise it for value types that consist of strings.
template <class T>
inline constexpr bool recycle_key_storage = false;
template <>
inline constexpr bool recycle_key_storage<std::string> = true;
template <>
inline constexpr bool recycle_key_storage<ObjectKey> = true;

}  // namespace kubexx
