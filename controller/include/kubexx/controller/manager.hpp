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
#include "kubexx/controller/permissions.hpp"
#include "kubexx/controller/prometheus.hpp"
#include "kubexx/controller/runnable.hpp"
#include "kubexx/controller/webhook_options.hpp"
#include "kubexx/election/leader_election.hpp"
#include "kubexx/http/message.hpp"
#include "kubexx/http/tls.hpp"
#include "kubexx/informer/namespaces.hpp"

namespace kubexx {

class Manager;
class Webhooks;
struct WebhookTarget;

namespace detail {
awaitable<HttpResponse> async_call_webhook(const Manager& manager, HttpRequest request);
TlsServerConfig webhook_certificate(const Manager& manager);
}  // namespace detail

/// The zero value is the default.
struct ManagerOptions {
  std::string name = "kubexx";       ///< the reporting controller of events
  std::string instance = {};         ///< the reporting instance of events (the name of the pod or host); default: name
  Namespaces namespaces = {};        ///< the watched namespaces; empty: all
  std::size_t workers = 1;           ///< of controllers whose builder does not set the number
  std::string metrics_address = {};  ///< "host:port" or ":port" of /metrics; port 0: any free port; empty: none
  std::string health_address = {};   ///< the same for /healthz and /readyz; may be equal to metrics_address
  /// Serves /metrics over https. It then needs an address of its own, because the kubelet's probes use http.
  std::optional<TlsServerConfig> metrics_tls = {};
  /// Called every ten seconds, on the runtime's executor; returns the current metrics_tls, so that new connections use
  /// a renewed certificate. Exceptions are logged, and the old certificate stays. Empty: it is never renewed.
  std::function<TlsServerConfig()> renew_metrics_tls = {};
  /// Serves /metrics only to bearer tokens whose user may get that path. This is checked with a TokenReview and a
  /// SubjectAccessReview, which this program must be allowed to create. A permission is kept for a minute, a denial for
  /// ten seconds.
  bool metrics_token_review = false;
  /// "host:port" of /debug/why (why a key is reconciled or not) and /debug/pprof/profile (a CPU profile); empty: none.
  /// A loopback address is open to everyone, any other only to bearer tokens whose user may get the path, as for
  /// metrics_token_review.
  std::string debug_address = {};
  /// Memory limit for the last reconciles of each key, which /debug/why and why() show; 0: they are not recorded.
  std::size_t flight_recorder_bytes = std::size_t{4} << 20U;
  /// The server of the webhooks (Manager::webhooks). Without webhooks nothing listens.
  WebhookServerOptions webhooks = {};
  /// The metrics that /metrics shows. Default: the runtime's MetricsProvider if it is a PrometheusMetrics.
  const PrometheusMetrics* metrics = nullptr;
  /// Elects the replica that works; the others are standbys with synced caches and filled queues. nullopt: this replica
  /// works. When leadership is lost, run() ends the process with 1 within four seconds, because the remaining work must
  /// not continue.
  std::optional<LeaderElectionOptions> leader_election = {};
  Duration drain = std::chrono::seconds(5);  ///< how long a stop drains the queues
  /// How long a stop may take in total. Reconciles and runnables get two seconds less, or half of it if that is more;
  /// the rest is for the Lease, the events and the servers.
  Duration grace = std::chrono::seconds(30);
  /// If the runtime's executor is blocked for this long, so that nothing else runs on it, /healthz fails and the Lease
  /// is no longer renewed: the process is restarted and another replica leads. After two seconds the log names the
  /// reconciles that may be the reason. Zero: never. Only a manager that has probes, metrics or a leader election
  /// checks this, on a thread of its own.
  Duration stuck_limit = std::chrono::seconds(60);
  bool read_your_writes = true;
  /// Called for each kind and cluster before the kind is watched there, to set label selectors, namespaces, indexes and
  /// observers. `cluster` is empty for the manager's own cluster, otherwise a name from Manager::add_cluster. Several
  /// threads may call it.
  std::function<void(const ResourceType& type, const std::string& cluster, InformerOptions& options)>
      configure_informer = {};
};

/// How a manager watches a kind for one user of its cache.
struct CacheUse {
  /// Metadata is enough. The cache then holds metadata only, unless there already is a cache with the full objects.
  bool metadata_only = false;
  /// With `optional` the manager is ready without the kind while the API server does not have it, if every use of the
  /// cache specifies this.
  Presence presence = Presence::required;
};

/// Runs controllers on shared watches, serves probes and metrics, and shuts everything down cleanly. There is one watch
/// per kind, however many controllers use it. Thread safe. Stop it before you destroy it.
///
/// Controllers run on the runtime's executor. The Lease and the probes each have their own thread and connection pool
/// (threads from TaskPool::another), so a coroutine that blocks delays neither.
///
/// Start: probes and metrics, webhooks, runnables of the group `servers`, watches, then each controller as soon as its
/// own watches have synced, and the other runnables when all watches have. A kind that is missing or forbidden delays
/// only its own controllers; /readyz?verbose and the log name it, and it is retried. With a leader election,
/// controllers start when this replica leads; a standby is ready when their watches have synced. A program that serves
/// conversions (Webhooks::converts) is ready without that, because its watches may need them.
///
/// Stop: queues drain, workers and runnables end, the leader's events are flushed and the Lease is released, watches
/// end, the other events are flushed, servers close. Meanwhile webhooks are answered. All of this takes at most
/// `grace`.
class Manager {
public:
  explicit Manager(Client client);
  /// Throws std::invalid_argument for options that are wrong or do not go together.
  Manager(Client client, ManagerOptions options);
  ~Manager();
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  /// Returns a builder whose build() adds the controller to this manager.
  [[nodiscard]] ControllerBuilder controller();
  /// Declares the admission webhooks and conversions of the program (kubexx/controller/webhooks.hpp). They are served
  /// on every replica, from the start of the manager, before its watches have synced, until the end of its stop
  /// (WebhookServerOptions::endpoint_delay).
  [[nodiscard]] Webhooks webhooks() const;
  /// Returns the MutatingWebhookConfiguration and the ValidatingWebhookConfiguration for the declared webhooks; a kind
  /// without webhooks is left out. Throws std::invalid_argument, with the remedy, for a target without a name or a
  /// namespace, and for webhooks that an API server would refuse.
  [[nodiscard]] std::vector<Object> webhook_configurations(const WebhookTarget& target) const;
  /// Returns the versions of each kind of Webhooks::converts.
  [[nodiscard]] std::vector<std::vector<DescribedKind>> converted_kinds() const;
  /// Returns, for each of these kinds, the part of its CRD that names the webhook: spec.conversion, and the label of
  /// the program's own authority, if it has one. Omits spec.conversion if the struct states it
  /// (crd::conversion_webhook). Merge the part into the CRD, or apply it server-side with a separate field manager.
  /// Throws as webhook_configurations does.
  [[nodiscard]] std::vector<Object> conversion_parts(const WebhookTarget& target) const;
  /// Returns the webhook configurations as YAML for `kubectl apply`, after the Service unless WebhookTarget::url is
  /// set. Empty if the program has no webhooks, conversions or other handlers.
  [[nodiscard]] std::string webhook_manifests(const WebhookTarget& target) const;
  /// Adds a controller; after start() it is started immediately. Throws std::logic_error if there already is a
  /// controller with that name, or if the manager is stopping.
  void add(const Controller& controller);
  [[nodiscard]] bool has(std::string_view controller) const;
  /// Runs `function` beside the controllers, from the start of its group (immediately if the group has started) until
  /// the manager stops. Throws std::invalid_argument for an empty name or function and for a name that is taken, and
  /// std::logic_error if the manager is stopping.
  void add_runnable(std::string name, RunnableFunction function, RunnableGroup group = RunnableGroup::leader);
  /// Adds a cluster, whose keys have this name (Request::cluster). `client` must belong to the same runtime.
  /// Controllers watch the kinds there that KindOptions::clusters specifies, and access the cluster with Context::in.
  /// Its first lists are not awaited, so a cluster that does not respond does not delay the others. May be called at
  /// any time. Throws std::invalid_argument for a name that is empty, contains a colon or is taken, and
  /// std::logic_error if the manager is stopping.
  void add_cluster(std::string name, Client client);
  /// Removes a cluster and ends its watches. Its keys are dropped, and its reconciles are asked to stop but not
  /// awaited. Returns false if there is no such cluster.
  [[nodiscard]] awaitable<bool> async_remove_cluster(std::string name);
  /// The added clusters, sorted.
  [[nodiscard]] std::vector<std::string> clusters() const;

  /// Returns the kinds that the controllers use as C++ structs, each once.
  [[nodiscard]] std::vector<DescribedKind> described_kinds() const;

  /// Explains why each controller, or only the controller with this name, reconciles `key` or does not, and what each
  /// webhook, or only the one with this path, decided on objects with this key.
  [[nodiscard]] std::vector<Explanation> why(const Request& key, std::string_view controller = {}) const;

  /// Returns the permissions that the program needs in its own cluster, or in the cluster with this name, which may be
  /// added later, except those on the Lease: on the kinds that its controllers watch and declare to write there
  /// (ControllerBuilder::writes), and, in the own cluster, on the reviews of metrics_token_review.
  [[nodiscard]] Permissions permissions(std::string_view cluster = {}) const;
  /// Returns its permissions on the Lease, in the own cluster and the Lease's namespace; empty without an election.
  [[nodiscard]] Permissions lease_permissions() const;
  /// Returns its permissions on Secrets in the namespace of WebhookServerOptions::authority, in the own cluster; empty
  /// without one. roles() restricts them to the one Secret, except to create it.
  [[nodiscard]] Permissions certificate_permissions() const;
  /// Adds the permissions for work beside the controllers, e.g. of runnables, in these clusters.
  void declare(const Permissions& needed, const Clusters& where = {});
  /// Returns the minimal roles for these permissions, the Lease and the Secret as YAML, for the service account that
  /// `subject` names. If permissions are needed in other clusters, the part to apply in each begins with a comment that
  /// names the cluster: the clusters that are added or that a controller names, and, while none has been added, "each
  /// cluster that is added".
  [[nodiscard]] std::string roles(const RoleSubject& subject) const;

  /// Returns the only cache of a kind, or of its metadata. A cache that is requested before start() is started by it,
  /// and lives as long as the manager. A cache that is first requested while the manager runs starts immediately, does
  /// not affect readiness whatever `use` specifies, and ends with its last handle: the handles that the caller keeps,
  /// and those of the controllers that watch it (ControllerWatch::remove).
  [[nodiscard]] KindCache cache(const ResourceType& type, CacheUse use = {});

  /// The client whose writes the caches see. It works on every replica.
  [[nodiscard]] const Client& client() const noexcept;
  [[nodiscard]] const EventRecorder& events() const noexcept;
  /// The same for controllers that need the leader: their requests are refused while this replica does not lead
  /// (LeaderElector::fence). Without a leader election the same as client() and events().
  [[nodiscard]] const Client& leader_client() const noexcept;
  [[nodiscard]] const EventRecorder& leader_events() const noexcept;
  /// Null if ManagerOptions::flight_recorder_bytes is 0.
  [[nodiscard]] const std::shared_ptr<FlightRecorder>& flight_recorder() const noexcept;
  /// Whether this replica works: it leads, or there is no leader election.
  [[nodiscard]] bool is_leader() const noexcept;
  [[nodiscard]] const ManagerOptions& options() const noexcept;

  /// Adds a check to /readyz or /healthz, which returns nullopt if it passes, otherwise what is wrong. It is called on
  /// the thread that serves the probes and on threads that call readiness() and liveness(), without a lock of kubexx
  /// held. It may call everything here, except that readiness(), liveness() and ready() of its own manager throw
  /// std::logic_error. If it throws, the check fails.
  void add_readyz_check(std::string name, HealthCheck check);
  void add_healthz_check(std::string name, HealthCheck check);
  [[nodiscard]] HealthReport readiness() const;
  [[nodiscard]] HealthReport liveness() const;
  [[nodiscard]] bool ready() const { return readiness().ok(); }

  /// Starts everything and returns without waiting. Throws std::runtime_error if a listener cannot be opened, and
  /// std::logic_error if it is called again.
  void start();
  /// Shuts everything down. Returns false if something did not end within `grace` (the log names it), if leadership was
  /// lost, or if a runnable failed. Idempotent; ends run() and async_run(). It waits for reconciles, so a reconciler or
  /// a health check must not await it: use spawn() there.
  [[nodiscard]] awaitable<bool> async_stop();
  /// The blocking form, for programs that call start() themselves. Throws std::logic_error on a thread of the runtime's
  /// executor, and RuntimeStopped if no thread runs that.
  bool stop();

  /// Calls start(), waits for `stop` or for an async_stop() from elsewhere, then calls async_stop(). For programs with
  /// their own event loop.
  [[nodiscard]] awaitable<bool> async_run(std::stop_token stop);

  /// The last line of main: calls start(), waits for SIGTERM or SIGINT, shuts down and returns 0. An async_stop() from
  /// elsewhere ends it in the same way, and so does a runnable that fails, with 1. A second signal ends the process
  /// immediately with 1, and so does a stop that takes longer than `grace`, because work that still runs cannot be
  /// awaited. Returns 1 after an error line in the log if start() fails. Do not call it on a thread of the runtime's
  /// executor. To handle signals that arrive earlier, call install_early_signal_handlers() in the first line of main.
  [[nodiscard]] int run();

  /// The ports in use once started; 0 if there is none.
  [[nodiscard]] std::uint16_t metrics_port() const noexcept;
  [[nodiscard]] std::uint16_t health_port() const noexcept;
  [[nodiscard]] std::uint16_t debug_port() const noexcept;
  [[nodiscard]] std::uint16_t webhook_port() const noexcept;

private:
  friend class ControllerBuilder;
  friend awaitable<HttpResponse> detail::async_call_webhook(const Manager& manager, HttpRequest request);
  friend TlsServerConfig detail::webhook_certificate(const Manager& manager);
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
