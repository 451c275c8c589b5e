// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/prometheus.hpp"
#include "kubexx/testing/recording_log.hpp"
#include "kubexx/testing/simulated_runtime.hpp"

/// What the tests of the controller have in common: one thread, virtual time, the embedded server, a manager.
namespace kubexx::testing {

inline const ResourceType kConfigMaps{"", "v1", "ConfigMap", "configmaps", Scope::namespaced};
inline const ResourceType kSecrets{"", "v1", "Secret", "secrets", Scope::namespaced};
inline const ResourceType kEvents{"events.k8s.io", "v1", "Event", "events", Scope::namespaced};

/// Counts requests and lets a test answer in the place of the server. `on_request` may return a response, or nothing to
/// let it through; `hang` holds requests until it is turned off.
class ControlledTransport final : public Transport {
public:
  ControlledTransport(Runtime runtime, std::shared_ptr<Transport> inner)
      : runtime_(std::move(runtime)), inner_(std::move(inner))
  {
  }
  [[nodiscard]] awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override;
  [[nodiscard]] bool completes_inline() const noexcept override { return inner_->completes_inline(); }

  std::function<std::unique_ptr<HttpResponse>(const HttpRequest&)> on_request;
  /// How long a request takes before it reaches the server.
  std::function<Duration(const HttpRequest&)> delay;
  /// Requests for which it is true never get an answer; they end with their deadline or stop token.
  std::function<bool(const HttpRequest&)> hang;
  std::map<std::string, int> requests;  ///< by method and path without query

private:
  Runtime runtime_;
  std::shared_ptr<Transport> inner_;
};

/// A Status answer as the API server gives it.
[[nodiscard]] std::unique_ptr<HttpResponse> status_answer(unsigned code, std::string_view reason,
                                                          std::string_view message);

/// Keeps debug lines and above, and prints them if KUBEXX_TEST_LOG is set.
[[nodiscard]] std::shared_ptr<RecordingLog> make_recording_log();

class Harness {
public:
  /// Not `measured`: the runtime has no metrics.
  explicit Harness(ManagerOptions options = {}, bool measured = true);
  ~Harness();

  /// Creates, replaces, deletes as a user does, not through the manager's client.
  Object create(const ResourceType& type, std::string_view name, std::string_view rest = "");
  Object create_json(const ResourceType& type, std::string_view json);
  Object get(const ResourceType& type, const ObjectKey& key);
  Object patch(const ResourceType& type, const ObjectKey& key, std::string_view patch,
               std::string_view subresource = "");
  void remove(const ResourceType& type, const ObjectKey& key);
  [[nodiscard]] std::vector<Object> list(const ResourceType& type);

  /// Starts the manager and runs until every watch has synced and the workers run.
  void start();
  /// Runs until `done`, at most a virtual minute.
  [[nodiscard]] bool until(const std::function<bool()>& done, Duration within = std::chrono::minutes(1));
  /// Stops the manager; what async_stop answered.
  bool stop(Duration within = std::chrono::minutes(1));
  /// The value of a series in /metrics, as text; "none" when it is not there.
  [[nodiscard]] std::string metric(const std::string& series) const;

  std::shared_ptr<RecordingLog> log = make_recording_log();
  PrometheusMetrics metrics;
  SimulatedRuntime sim;
  ApiServer server;
  std::shared_ptr<ControlledTransport> transport;
  Client user;  ///< straight to the server
  Manager manager;
};

}  // namespace kubexx::testing
