// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/events.hpp"
#include "kubexx/controller/kind_cache.hpp"
#include "kubexx/controller/mapper.hpp"
#include "kubexx/controller/predicate.hpp"
#include "kubexx/controller/reconciler.hpp"
#include "kubexx/workqueue/options.hpp"
#include "kubexx/workqueue/rate_limiter.hpp"

namespace kubexx {

/// The zero value is the default.
struct ControllerOptions {
  std::string name;         ///< required; the `controller` label of metrics and logs
  std::size_t workers = 1;  ///< keys reconciled at the same time
  /// How long a key waits after a failure. Default: 5 ms, doubled with each failure, at most 1000 s.
  std::optional<RateLimiter<Request>> limiter;
  /// After this long the context's stop token is requested; zero: never. What does not look at it goes on.
  Duration reconcile_timeout{};
  QueueObserver<Request> queue_observer;  ///< sees every step of the queue, for traces
};

/// What a controller is doing, for readiness, logs and tests.
struct ControllerStatus {
  std::string name;
  bool started = false;
  bool running = false;                  ///< the workers have been started
  std::vector<std::string> waiting_for;  ///< watches that have not synced yet, each with its failure if it has one
  std::size_t queued = 0, active = 0;
};

/// Watches kinds, queues the keys that their events stand for, and calls the reconciler for them, with as many
/// coroutine workers as asked for. One key is never reconciled twice at the same time. Workers start when every watch
/// has synced and every object of the first lists has reached the queue. Usually made by ControllerBuilder and owned by
/// a Manager; usable without. A copyable handle; thread safe.
class Controller {
public:
  /// Throws std::invalid_argument for an empty name, no workers or no reconciler.
  Controller(Client client, EventRecorder events, ControllerOptions options, Reconciler reconciler);

  /// Reads `kind`, and queues what `map` gives for each of its events that pass `predicates`. Without a `map` the kind
  /// is only read. Before start(); throws std::logic_error afterwards. Whoever owns the KindCache starts its informer.
  void watch(KindCache kind, Mapper map, std::vector<Predicate> predicates = {}) const;
  /// Queues a key from any other source.
  void enqueue(Request request) const;

  /// Starts to wait for the watches, and then the workers. Returns at once. Once.
  void start() const;

  /// Bounds of async_stop.
  struct StopLimits {
    SteadyTime drain;  ///< until then the queue is worked off; then what waits is dropped and stop tokens are requested
    SteadyTime end;    ///< until then reconciles that run are waited for
  };
  /// Refuses new keys, works off what is queued, ends the workers and leaves the watches. False when a reconcile still
  /// ran at `end`: it is left alone, and its controller lives until it returns.
  [[nodiscard]] awaitable<bool> async_stop(StopLimits limits) const;

  [[nodiscard]] const std::string& name() const noexcept;
  [[nodiscard]] ControllerStatus status() const;
  /// The requests being reconciled at this moment.
  [[nodiscard]] std::vector<Request> active() const;

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
