// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/event_channel.hpp"
#include "kubexx/controller/event_recorder.hpp"
#include "kubexx/controller/explanation.hpp"
#include "kubexx/controller/kind_cache.hpp"
#include "kubexx/controller/mapper.hpp"
#include "kubexx/controller/predicate.hpp"
#include "kubexx/controller/reconciler.hpp"
#include "kubexx/workqueue/options.hpp"
#include "kubexx/workqueue/priority_options.hpp"
#include "kubexx/workqueue/rate_limiter.hpp"

namespace kubexx {

/// The zero value is the default.
struct ControllerOptions {
  std::string name = {};    ///< required; the `controller` label of metrics and logs
  std::size_t workers = 1;  ///< keys reconciled at the same time
  /// How long a key waits after a failure. Default: 5 ms, doubled with each consecutive failure, at most 1000 s.
  std::optional<RateLimiter<Request>> limiter = {};
  /// After this time the context's stop token is requested, and a coroutine is cancelled (the operation that it awaits
  /// ends with operation_aborted); zero: never. A function that does not check the token continues.
  Duration reconcile_timeout{};
  /// A reconcile that runs for this long is logged, again each time that its duration has doubled, and counted in
  /// kubexx_controller_stuck_reconciles while it runs. Zero: never.
  Duration stuck_after = std::chrono::seconds(60);
  /// If an event adds the key of a running reconcile, ends that reconcile as its timeout would, because it works on a
  /// stale state. The key is processed again immediately, and this does not count as a failure. Events of the
  /// reconcile's own writes do not end it. Never twice in a row, so that a key that changes continuously is reconciled,
  /// too. For coroutines, and functions that check the token.
  bool cancel_superseded = false;
  /// After this many failures in a row (Result::requeue and conflicts count, too) the next error gives the key up: it
  /// waits for the next trigger, and its failures are reset. nullopt: it is retried for ever.
  std::optional<std::uint32_t> max_retries = {};
  /// Called when a key is given up, e.g. to report it in a status: Context::failure() is the error of the last try. The
  /// events of its writes do not enqueue the key. Its Result is ignored; exceptions are logged. Empty: nothing is
  /// called.
  Reconciler on_give_up = {};
  /// Dispatches keys by priority: keys of the first list and of `every` have low_priority, others 0, and a key keeps
  /// its priority when it is retried. nullopt: in the order in which they were added.
  std::optional<PriorityOptions<Request>> priorities = {};
  /// Every key of the reconciled kind is enqueued once per this time, give or take a tenth, if the predicates of its
  /// watch would pass an add of the object; zero: never.
  Duration every{};
  /// Whether the controller works only while this replica leads (ManagerOptions::leader_election).
  bool needs_leader = true;
  /// Records the last reconciles of each key for explain(); null: they are not recorded.
  std::shared_ptr<FlightRecorder> recorder = {};
  /// Whether keys whose reconciles trigger each other are reported and held back (docs/guides/controller.md, "Keys that
  /// trigger themselves").
  bool hot_loop_guard = true;
  /// Whether this report is also a Warning event about the object. The builder allows it only if writes_events()
  /// declares events.
  bool hot_loop_events = true;
  QueueObserver<Request> queue_observer = {};  ///< sees every step of the queue, for traces
};

/// The state of a controller, for readiness, logs and tests.
struct ControllerStatus {
  std::string name;
  bool started = false;
  bool warm = false;                     ///< every watch has synced, and the keys of its objects have been added
  bool running = false;                  ///< the workers have been started
  std::vector<std::string> waiting_for;  ///< watches that have not synced yet, each with its error if it has one
  std::size_t queued = 0, active = 0;
};

/// Whether a controller waits for a kind that the API server does not have.
enum class Presence : std::uint8_t {
  required,
  optional,     ///< it starts without the kind; its objects arrive if the CRD is installed later
  not_awaited,  ///< it never waits for the first list of the watch; reads throw NotSynced until then
};

class EventSource;

/// One watch of a controller, created by Controller::watch. A copyable handle, which need not be kept: destroying it
/// has no effect. Thread safe.
class ControllerWatch {
public:
  explicit ControllerWatch(const std::shared_ptr<EventSource>& source);

  /// Ends the watch, at any time. After this returns, events of the watch no longer enqueue keys, and its predicates
  /// and mapper are no longer called. Waits for a call of them that runs on another thread, so do not hold a lock that
  /// they take; a mapper may end its own watch. Queued keys stay, and workers do not wait for the first list of the
  /// watch. The controller drops its KindCache: reads throw NotWatched unless another of its watches has the kind, and
  /// an informer without handles ends (Manager::cache). Idempotent.
  void remove() const;

private:
  std::weak_ptr<EventSource> source_;  // the controller keeps it
};

/// Watches kinds, enqueues the keys that their events map to, and calls the reconciler for each key with
/// ControllerOptions::workers coroutines. A key is never reconciled twice at the same time. Workers start when every
/// watch has synced and the keys of all objects of the first lists have been added. Usually created by
/// ControllerBuilder and owned by a Manager; usable without either. A copyable handle; thread safe.
class Controller {
public:
  /// Throws std::invalid_argument for an empty name, no workers, no reconciler, or a negative duration.
  Controller(Client client, EventRecorder events, ControllerOptions options, Reconciler reconciler);

  /// Makes `kind` readable, and enqueues the keys that `map` returns for each event that passes `predicates`. Without a
  /// `map` the kind is only read. May be called at any time: workers wait for the watches that were added before
  /// start(), and a later watch begins immediately. Throws std::logic_error if the controller is stopping. The owner of
  /// the KindCache starts its informer.
  ControllerWatch watch(KindCache kind, Mapper map, std::vector<Predicate> predicates = {},
                        Presence presence = Presence::required) const;
  /// Enqueues the keys that are sent to the channel from now on, and the keys that `map` returns for objects.
  void watch(const EventChannel& channel, Mapper map) const;
  /// Adds an index of `kind` that CacheReader::by_index knows as `name`: by the value at a JSON pointer
  /// (index_by_pointer; controllers of one cache share it), or by a function. A later index with the same name replaces
  /// it for the readers of this controller.
  void index(const KindCache& kind, std::string name, std::string pointer) const;
  void index(const KindCache& kind, std::string name, IndexFunction function) const;
  /// Enqueues a key from any other source.
  void enqueue(Request request) const;
  /// Shares the records of writes between the two controllers, so that the report of a hot loop can name the other one.
  /// A manager does this for its controllers. Call it before this controller starts.
  void share_writes(const Controller& with) const;

  /// Adds another cluster, whose keys have its name: CacheReader::in reads its caches (KindCache::Options::cluster),
  /// and Context::in writes with `client`. Keys of an unknown cluster are dropped when they are dispatched. Replaces a
  /// cluster with the same name.
  void add_cluster(std::string name, Client client, EventRecorder events) const;
  /// Removes a cluster: its caches can no longer be read, its keys are dropped, and its reconciles are asked to stop.
  /// Remove its watches with their handles.
  void remove_cluster(std::string_view name) const;

  /// Starts the watches, which fill the queue, but no workers: for a standby. Idempotent.
  void warm_up() const;
  /// Starts the watches, and the workers as soon as the watches have synced. Returns without waiting. Call it
  /// once: throws std::logic_error if it was called before. Has no effect after a stop.
  void start() const;

  /// Limits of async_stop.
  struct StopLimits {
    SteadyTime drain;  ///< the queue drains until then; then its keys are dropped and stop tokens are requested
    SteadyTime end;    ///< running reconciles are awaited until then; an earlier `end` also ends the drain
  };
  /// Refuses new keys, drains the queue, ends the workers and unsubscribes from the watches. Returns false if a
  /// reconcile was still running at `end`: it continues, and keeps its controller alive until it returns.
  [[nodiscard]] awaitable<bool> async_stop(StopLimits limits) const;
  /// The blocking form. Throws std::logic_error if called from a thread of the runtime's executor, and RuntimeStopped.
  bool stop(StopLimits limits) const;

  [[nodiscard]] const std::string& name() const noexcept;
  [[nodiscard]] bool needs_leader() const noexcept;
  [[nodiscard]] ControllerStatus status() const;
  /// Explains why `key` is reconciled or not. Calls mappers for events of other kinds that predicates filtered.
  [[nodiscard]] Explanation explain(Request key) const;
  /// The requests that are being reconciled.
  [[nodiscard]] std::vector<Request> active() const;
  /// The active requests whose reconciles are coroutines and do not wait for an API call: if the executor does not run,
  /// one of them may block it.
  [[nodiscard]] std::vector<Request> on_executor() const;

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
