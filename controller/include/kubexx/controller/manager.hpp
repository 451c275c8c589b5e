// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/builder.hpp"
#include "kubexx/controller/controller.hpp"
#include "kubexx/controller/health.hpp"
#include "kubexx/controller/prometheus.hpp"

namespace kubexx {

/// The zero value is the default.
struct ManagerOptions {
  std::string name = "kubexx";  ///< the reporting controller of events
  std::string instance;         ///< the reporting instance of events (a pod's or host's name); default: name
  std::string namespace_;       ///< the namespace that is watched; empty: all
  std::string metrics_address;  ///< "host:port" or ":port" of /metrics; port 0: any free one; empty: none
  std::string health_address;   ///< the same of /healthz and /readyz; may be equal to metrics_address
  /// What /metrics shows. Default: the runtime's MetricsProvider, when it is one of these.
  const PrometheusMetrics* metrics = nullptr;
  Duration drain = std::chrono::seconds(5);   ///< how long a stop works off the queues
  Duration grace = std::chrono::seconds(30);  ///< how long a stop may take in all
  bool read_your_writes = true;
  /// Called once for each kind before it is watched: label selectors, indexes, observers.
  std::function<void(const ResourceType& type, InformerOptions& options)> configure_informer;
};

/// Runs controllers over shared watches, with probes and metrics, and stops them in order. One watch per kind, however
/// many controllers use it. Thread safe. Stop it before it is destroyed.
///
/// Start: probes and metrics, watches, then each controller as soon as its own watches have synced: one kind that is
/// missing or forbidden holds up its controllers alone, is named by /readyz?verbose and the log, and is tried again.
/// Stop: queues drain and workers end, watches end, events are flushed, servers close. All of it within `grace`.
class Manager {
public:
  explicit Manager(Client client);
  Manager(Client client, ManagerOptions options);
  ~Manager();
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  /// Says what a controller is; its build() adds it here.
  [[nodiscard]] ControllerBuilder controller();
  /// Owns a controller from now on; after start() it is started at once. Throws std::logic_error when a controller of
  /// that name is here already, or the manager is stopping.
  void add(const Controller& controller);
  [[nodiscard]] bool has(std::string_view controller) const;
  /// The one cache of a kind, made when first asked for, and started with the manager.
  [[nodiscard]] KindCache cache(const ResourceType& type);

  /// The client that its caches see the writes of.
  [[nodiscard]] const Client& client() const noexcept;
  [[nodiscard]] const EventRecorder& events() const noexcept;
  [[nodiscard]] const ManagerOptions& options() const noexcept;

  /// Further checks of /readyz and /healthz: nullopt when well, otherwise what is wrong. Called on the runtime's
  /// executor.
  void add_readyz_check(std::string name, HealthCheck check);
  void add_healthz_check(std::string name, HealthCheck check);
  [[nodiscard]] HealthReport readiness() const;
  [[nodiscard]] HealthReport liveness() const;
  [[nodiscard]] bool ready() const { return readiness().ok(); }

  /// Starts everything and returns at once. Throws std::runtime_error when a listener cannot be opened, and
  /// std::logic_error the second time.
  void start();
  /// Stops everything in order; false when something had not ended within `grace`, which the log names. Idempotent, and
  /// ends run() and async_run(). It waits for reconciles: a reconciler or a health check must not wait for it, but
  /// spawn() it.
  [[nodiscard]] awaitable<bool> async_stop();

  /// start(), then waits for `stop` or for an async_stop() from elsewhere, then async_stop(): for programs with their
  /// own event loop.
  [[nodiscard]] awaitable<bool> async_run(std::stop_token stop);

  /// The main function's last line: start(), waits for SIGTERM or SIGINT, stops in order and returns 0; an async_stop()
  /// from elsewhere ends it likewise. A second signal
  /// ends the process at once with 1, and so does a stop that takes longer than `grace`, because what still runs cannot
  /// be waited for. Returns 1 after an error line when start() fails. Not on a thread of the runtime's executor. A
  /// signal before it is the matter of install_early_signal_handlers(), main's first line.
  [[nodiscard]] int run();

  /// The ports in use once started; 0 when there is none.
  [[nodiscard]] std::uint16_t metrics_port() const noexcept;
  [[nodiscard]] std::uint16_t health_port() const noexcept;

private:
  class Impl;
  static awaitable<void> stop_for_run(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
