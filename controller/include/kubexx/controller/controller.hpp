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
  std::string name;         ///< required; the `controller` label of metrics and logs
  std::size_t workers = 1;  ///< keys reconciled at the same time
  /// How long a key waits after a failure. Default: 5 ms, doubled with each consecutive failure, at most 1000 s.
  std::optional<RateLimiter<Request>> limiter;
  /// After this time the context's stop token is requested, and a coroutine is cancelled (what it waits for ends with
  /// operation_aborted); zero: never. A function that does not check the token continues.
  Duration reconcile_timeout{};
  /// A reconcile that runs for so long is logged, and again whenever that time has doubled, and counted in
  /// kubexx_controller_stuck_reconciles while it runs. Zero: never.
  Duration stuck_after = std::chrono::seconds(60);
  /// When an event queues the key of a running reconcile, ends that one as its timeout would, because it looks at a
  /// state that is out of date; the key comes back immediately, and that counts as no failure. Events of what the
  /// reconcile itself wrote end nothing. Not twice in a row, so that a key which never rests is reconciled all the
  /// same. For coroutines, and functions that check the token.
  bool cancel_superseded = false;
  /// After so many failures in a row (Result::requeue and conflicts count too) the next error gives the key up: it
  /// rests until something changes, and its failures are forgotten. nullopt: it is tried for ever.
  std::optional<std::uint32_t> max_retries;
  /// Called when a key is given up, to report it in a status, for example: Context::failure() is what the last try
  /// failed with. The events of what it writes do not queue the key. Its Result is ignored; what it throws is logged.
  /// Empty: nothing is called.
  Reconciler on_give_up;
  /// Keys are dispatched by priority: those of the first list and of `every` have low_priority, others 0, and a key
  /// keeps its priority when it is tried again. nullopt: in the order in which they were added.
  std::optional<PriorityOptions<Request>> priorities;
  /// Every key of the kind that is reconciled is queued so often, give or take a tenth, as far as the predicates of its
  /// watch would let the object through if it were added; zero: never.
  Duration every{};
  /// Whether it works only while this replica leads (ManagerOptions::leader_election).
  bool needs_leader = true;
  /// What keeps the last reconciles of each key, for explain(); null: they are not kept.
  std::shared_ptr<FlightRecorder> recorder;
  /// Whether keys whose reconciles trigger each other are reported and held back (docs/controller.md, "Keys that
  /// trigger themselves").
  bool hot_loop_guard = true;
  /// Whether that is also a Warning event about the object. The builder allows it where writes_events() declares
  /// events.
  bool hot_loop_events = true;
  QueueObserver<Request> queue_observer;  ///< sees every step of the queue, for traces
};

/// The state of a controller, for readiness, logs and tests.
struct ControllerStatus {
  std::string name;
  bool started = false;
  bool warm = false;                     ///< every watch has synced, and its objects have reached the queue
  bool running = false;                  ///< the workers have been started
  std::vector<std::string> waiting_for;  ///< watches that have not synced yet, each with its failure if it has one
  std::size_t queued = 0, active = 0;
};

/// Whether a controller waits for a kind that the API server does not have.
enum class Presence : std::uint8_t {
  required,
  optional,     ///< it starts without; the kind's objects reach it if its CRD is installed later
  not_awaited,  ///< it starts without, whatever keeps the watch from its first list; reads throw NotSynced until then
};

class EventSource;

/// One watch of a controller, made by Controller::watch. A copyable handle, which need not be kept: destroying it does
/// nothing. Thread safe.
class ControllerWatch {
public:
  explicit ControllerWatch(const std::shared_ptr<EventSource>& source);

  /// Ends it, at any time. Once it returns, none of its events queues a key, and its predicates and mapper are not
  /// called any more; a call that runs on another thread is waited for, so do not hold a lock that they take; a mapper
  /// may end its own watch. Keys that are queued stay, and workers do not wait for its first list. The controller gives
  /// its KindCache back: reads throw NotWatched unless another of its watches has the kind, and an informer that nobody
  /// holds any more ends (Manager::cache). Idempotent.
  void remove() const;

private:
  std::weak_ptr<EventSource> source_;  // the controller keeps it
};

/// Watches kinds, queues the keys that their events map to, and calls the reconciler for each key with
/// ControllerOptions::workers coroutines. One key is never reconciled twice at the same time. Workers start when every
/// watch has synced and every object of the first lists has reached the queue. Usually made by ControllerBuilder and
/// owned by a Manager; usable without either. A copyable handle; thread safe.
class Controller {
public:
  /// Throws std::invalid_argument for an empty name, no workers or no reconciler.
  Controller(Client client, EventRecorder events, ControllerOptions options, Reconciler reconciler);

  /// Reads `kind`, and queues the keys that `map` returns for each event that passes `predicates`. Without a `map` the
  /// kind is only read. At any time: workers wait for what was watched before start(), and a later watch begins at
  /// once. Throws std::logic_error when the controller is stopping. The owner of the KindCache starts its informer.
  ControllerWatch watch(KindCache kind, Mapper map, std::vector<Predicate> predicates = {},
                        Presence presence = Presence::required) const;
  /// Queues what is sent to the channel from now on; `map` makes keys of the objects.
  void watch(const EventChannel& channel, Mapper map) const;
  /// Makes an index of `kind` that CacheReader::by_index knows as `name`: by what lies at a JSON pointer
  /// (index_by_pointer; controllers of one cache share it), or by a function. A later one of the same name replaces it
  /// for the readers of this controller.
  void index(const KindCache& kind, std::string name, std::string pointer) const;
  void index(const KindCache& kind, std::string name, IndexFunction function) const;
  /// Queues a key from any other source.
  void enqueue(Request request) const;
  /// Makes each of the two know what the other writes, so that the report of a loop can name it. A manager does so for
  /// its controllers. Before the start of this one.
  void share_writes(const Controller& with) const;

  /// Another cluster, whose keys have its name: CacheReader::in reads its caches (KindCache::Options::cluster), and
  /// Context::in writes with `client`. Keys of a cluster that is not known are dropped when they come up. Replaces one
  /// of that name.
  void add_cluster(std::string name, Client client, EventRecorder events) const;
  /// Forgets it: its caches can be read no more, its keys are dropped, and its reconciles are asked to stop. Its
  /// watches are removed by their handles.
  void remove_cluster(std::string_view name) const;

  /// Starts the watches, which fill the queue, and no worker: for a replica that stands by. Idempotent.
  void warm_up() const;
  /// Starts the watches, and the workers as soon as these have synced. Returns without waiting. Call it once.
  void start() const;

  /// Bounds of async_stop.
  struct StopLimits {
    SteadyTime drain;  ///< the queue drains until then; then waiting keys are dropped and stop tokens are requested
    SteadyTime end;    ///< running reconciles are awaited until then
  };
  /// Refuses new keys, drains the queue, ends the workers and unsubscribes from the watches. False when a reconcile was
  /// still running at `end`: it continues, and keeps its controller alive until it returns.
  [[nodiscard]] awaitable<bool> async_stop(StopLimits limits) const;

  [[nodiscard]] const std::string& name() const noexcept;
  [[nodiscard]] bool needs_leader() const noexcept;
  [[nodiscard]] ControllerStatus status() const;
  /// Why `key` is reconciled, or is not. Its mappers are called for events of other kinds that predicates filtered.
  [[nodiscard]] Explanation explain(Request key) const;
  /// The requests being reconciled at this moment.
  [[nodiscard]] std::vector<Request> active() const;
  /// Those of them that are coroutines and wait for no API call: when the executor does not run, one of them may hold
  /// it.
  [[nodiscard]] std::vector<Request> on_executor() const;

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
