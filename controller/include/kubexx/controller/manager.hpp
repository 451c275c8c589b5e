// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/builder.hpp"
#include "kubexx/controller/controller.hpp"
#include "kubexx/controller/health.hpp"
#include "kubexx/controller/leader_election.hpp"
#include "kubexx/controller/permissions.hpp"
#include "kubexx/controller/prometheus.hpp"
#include "kubexx/controller/runnable.hpp"
#include "kubexx/http/tls.hpp"
#include "kubexx/informer/namespaces.hpp"

namespace kubexx {

/// The zero value is the default.
struct ManagerOptions {
  std::string name = "kubexx";  ///< the reporting controller of events
  std::string instance;         ///< the reporting instance of events (a pod's or host's name); default: name
  Namespaces namespaces;        ///< those that are watched; empty: all
  std::size_t workers = 1;      ///< of controllers whose builder does not say how many
  std::string metrics_address;  ///< "host:port" or ":port" of /metrics; port 0: any free one; empty: none
  std::string health_address;   ///< the same of /healthz and /readyz; may be equal to metrics_address
  /// /metrics over https; it then needs an address of its own, because the kubelet's probes are plain.
  std::optional<TlsServerConfig> metrics_tls;
  /// Asked every ten seconds for what metrics_tls is now, on the runtime's executor, so that a renewed certificate is
  /// used by new connections. What it throws is logged, and the old one stays. Empty: it is never renewed.
  std::function<TlsServerConfig()> renew_metrics_tls;
  /// /metrics only for bearer tokens whose user may get that path: a TokenReview and a SubjectAccessReview, which this
  /// program must be allowed to create. Answers are kept for a minute.
  bool metrics_token_review = false;
  /// "host:port" of /debug/why, why a key is reconciled or is not, and /debug/pprof/profile, a CPU profile; empty:
  /// none. Open to everyone on a loopback address; elsewhere to those alone whose bearer token may get the path, as for
  /// metrics_token_review.
  std::string debug_address;
  /// How much memory the last reconciles of each key may take, which /debug/why and why() tell; 0: they are not kept.
  std::size_t flight_recorder_bytes = std::size_t{4} << 20U;
  /// What /metrics shows. Default: the runtime's MetricsProvider, when it is one of these.
  const PrometheusMetrics* metrics = nullptr;
  /// Several replicas agree on the one that works; the others stand by with synced caches and filled queues. nullopt:
  /// this one works. When leadership is lost, run() ends with 1 immediately, because what still runs must not go on.
  std::optional<LeaderElectionOptions> leader_election;
  Duration drain = std::chrono::seconds(5);  ///< how long a stop drains the queues
  /// How long a stop may take in total. Reconciles and runnables get two seconds less, or half of it when that is more;
  /// the rest is for the Lease, the events and the servers.
  Duration grace = std::chrono::seconds(30);
  /// When something has blocked the runtime's executor for so long that nothing else ran on it, /healthz fails and the
  /// Lease is not renewed any more, so that the process is restarted and another replica leads. After two seconds the
  /// log names the reconciles that may be the reason. Zero: never. Found out by a manager that has probes, metrics or a
  /// leader election, on a thread of its own.
  Duration stuck_limit = std::chrono::seconds(60);
  bool read_your_writes = true;
  /// Called once for each kind and cluster before it is watched there: label selectors, namespaces, indexes, observers.
  /// `cluster` is empty for the manager's own, otherwise a name of Manager::add_cluster. Several threads may call it.
  std::function<void(const ResourceType& type, const std::string& cluster, InformerOptions& options)>
      configure_informer;
};

/// How a manager watches a kind for one user of its cache.
struct CacheUse {
  /// Metadata is enough: without whole objects, unless another use of the kind wants them and came first.
  bool metadata_only = false;
  /// The manager is ready without it while the API server does not have the kind. Every use of a cache must say so.
  Presence presence = Presence::required;
};

/// Runs controllers over shared watches, with probes and metrics, and shuts them down cleanly. There is one watch per
/// kind, however many controllers use it. Thread safe. Stop it before it is destroyed.
///
/// Controllers run on the runtime's executor. The Lease and the probes have a thread and a connection pool each
/// (threads of TaskPool::another), so a coroutine that blocks delays neither.
///
/// Start: probes and metrics, runnables of the group `servers`, watches, then each controller as soon as its own
/// watches have synced, and the other runnables when all have. A kind that is missing or forbidden delays only its own
/// controllers; /readyz?verbose and the log name it, and it is retried. With a leader election controllers start when
/// this replica leads; until then it is ready when their watches have synced.
/// Stop: queues drain, workers and runnables end, the leader's events are flushed and the Lease is given back, watches
/// end, the other events are flushed, servers close. All of it within `grace`.
class Manager {
public:
  explicit Manager(Client client);
  /// Throws std::invalid_argument for options that are wrong or do not go together.
  Manager(Client client, ManagerOptions options);
  ~Manager();
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  /// A builder whose build() adds the controller to this manager.
  [[nodiscard]] ControllerBuilder controller();
  /// Takes a controller over; after start() it is started immediately. Throws std::logic_error when there is already a
  /// controller of that name, or when the manager is stopping.
  void add(const Controller& controller);
  [[nodiscard]] bool has(std::string_view controller) const;
  /// Runs `function` beside the controllers, from the start of its group (or now, when that has started) until the
  /// manager stops. Throws std::invalid_argument for an empty name or function and a name that is taken, and
  /// std::logic_error when the manager is stopping.
  void add_runnable(std::string name, RunnableFunction function, RunnableGroup group = RunnableGroup::leader);
  /// Takes a further cluster, whose keys have this name (Request::cluster). `client` must be of the same runtime.
  /// Controllers watch there what ControllerBuilder::in_clusters says, and reach it with Context::in. Its first lists
  /// are not waited for, so a cluster that does not answer keeps nothing from the others. At any time. Throws
  /// std::invalid_argument for a name that is empty, has a colon or is taken, and std::logic_error when the manager is
  /// stopping.
  void add_cluster(std::string name, Client client);
  /// Ends what is watched there. Its keys are dropped, and its reconciles are asked to stop; they are not waited for.
  /// False when there is no such cluster.
  [[nodiscard]] awaitable<bool> async_remove_cluster(std::string name);
  /// Those that were added, sorted.
  [[nodiscard]] std::vector<std::string> clusters() const;

  /// Why each controller, or the one of this name, reconciles `key` or does not.
  [[nodiscard]] std::vector<Explanation> why(const Request& key, std::string_view controller = {}) const;

  /// What the program needs to be allowed in its own cluster, or in one of that name that is added or may be, apart
  /// from the Lease: what its controllers watch and declare to write there (ControllerBuilder::writes), and, in the own
  /// one, the reviews of metrics_token_review.
  [[nodiscard]] Permissions permissions(std::string_view cluster = {}) const;
  /// What it needs on the Lease, in the own cluster and the Lease's namespace; nothing without a leader election.
  [[nodiscard]] Permissions lease_permissions() const;
  /// Adds what the program does beside its controllers, in its runnables for example, to permissions of these clusters.
  void declare(const Permissions& needed, const Clusters& where = {});
  /// The least roles for that and for the Lease, as YAML, for the service account that the subject names. When
  /// something is needed in other clusters, the part of each begins with a comment that names it, to be applied there:
  /// those that are added or that a controller names, and, while none has been added, "each cluster that is added".
  [[nodiscard]] std::string roles(const RoleSubject& subject) const;

  /// The one cache of a kind, or of its metadata. One that is asked for before start() is started then and lives as
  /// long as the manager. One that is first asked for while the manager runs starts immediately, says nothing about
  /// readiness whatever `use` says, and ends with its last handle: those that the caller keeps, and those of the
  /// controllers that watch it (ControllerWatch::remove).
  [[nodiscard]] KindCache cache(const ResourceType& type, CacheUse use = {});

  /// The client whose writes the caches see. It works on every replica.
  [[nodiscard]] const Client& client() const noexcept;
  [[nodiscard]] const EventRecorder& events() const noexcept;
  /// The same for controllers that need the leader: their requests are refused while this replica does not lead
  /// (LeaderElector::fence). Without a leader election the same as client() and events().
  [[nodiscard]] const Client& leader_client() const noexcept;
  [[nodiscard]] const EventRecorder& leader_events() const noexcept;
  /// Null with ManagerOptions::flight_recorder_bytes 0.
  [[nodiscard]] const std::shared_ptr<FlightRecorder>& flight_recorder() const noexcept;
  /// Whether this replica works: it leads, or there is no leader election.
  [[nodiscard]] bool is_leader() const noexcept;
  [[nodiscard]] const ManagerOptions& options() const noexcept;

  /// Adds a check to /readyz or /healthz: nullopt when it passes, otherwise what is wrong. Called on the thread that
  /// serves the probes, and on those that call readiness() and liveness(). Without a lock of kubexx: it may call
  /// everything here, but readiness(), liveness() and ready() of its own manager throw std::logic_error. What it throws
  /// fails the check.
  void add_readyz_check(std::string name, HealthCheck check);
  void add_healthz_check(std::string name, HealthCheck check);
  [[nodiscard]] HealthReport readiness() const;
  [[nodiscard]] HealthReport liveness() const;
  [[nodiscard]] bool ready() const { return readiness().ok(); }

  /// Starts everything and returns without waiting. Throws std::runtime_error when a listener cannot be opened, and
  /// std::logic_error when it is called again.
  void start();
  /// Shuts everything down; false when something had not ended within `grace`, which the log names, when leadership was
  /// lost, and when a runnable failed. Idempotent; ends
  /// run() and async_run(). It waits for reconciles, so a reconciler or a health check must not await it: spawn() it
  /// there.
  [[nodiscard]] awaitable<bool> async_stop();

  /// start(), then waits for `stop` or for an async_stop() from elsewhere, then async_stop(): for programs with their
  /// own event loop.
  [[nodiscard]] awaitable<bool> async_run(std::stop_token stop);

  /// The last line of main: start(), waits for SIGTERM or SIGINT, shuts down and returns 0. An async_stop() from
  /// elsewhere ends it in the same way, and so does a runnable that fails, with 1. A second signal ends the process
  /// immediately with 1, and so does a stop that takes longer than `grace`, because what still runs cannot be awaited.
  /// Returns 1 after an error line when start() fails. Do not call it on a thread of the runtime's executor. For
  /// signals that arrive before it, call install_early_signal_handlers() in the first line of main.
  [[nodiscard]] int run();

  /// The ports in use once started; 0 when there is none.
  [[nodiscard]] std::uint16_t metrics_port() const noexcept;
  [[nodiscard]] std::uint16_t health_port() const noexcept;
  [[nodiscard]] std::uint16_t debug_port() const noexcept;

private:
  friend class ControllerBuilder;
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
