// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apiserver/webhook_caller.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/http/message.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

/// The embedded, in-memory Kubernetes API server. Its core maps a request to a response or a stream: the HTTP listener
/// and the in-process transport call `async_handle`, so a simulation needs no sockets
/// (docs/internals/design/0001-house.md). It validates, defaults, versions, garbage collects and watches as
/// kube-apiserver 1.37 does. Thread safe.
///
/// It is not a cluster:
/// - It runs no pods. `exec`, `attach`, `portforward` and `log` respond as if the kubelet could not be reached.
/// - It has no controllers except garbage collection, namespace deletion and the aggregation of ClusterRoles. With
///   `simulate_controllers` there are stand-ins for the controllers of workloads and quotas, a scheduler and a kubelet.
/// - All objects are in memory: a new server is empty. A watch resumes only within `history` and `history_bytes`.
/// - FlowSchema, PriorityLevelConfiguration, APIService, StorageVersionMigration and the kinds of resource.k8s.io are
///   stored and checked by their schemas, and have no other effect. There are none at the start.
/// - Without RBAC every user may do everything. There is no Node authorizer and no signer of certificates.
/// - Service addresses are derived from the uid, so two may be equal, and nothing serves them. ServiceAccount tokens
///   are not signed, so no other program can verify them. The PEM blocks of TLS Secrets are not parsed.
/// - Webhooks are not called for CONNECT. MutatingAdmissionPolicies are applied in the order of their names.
/// - Some limits are lower, e.g. the nesting of a request body (docs/guides/testing.md, "Limits"). The end of
///   docs/internals/design/0006-embedded-api-server.md lists the remaining differences.
class ApiServer {
public:
  /// How requests are authorized.
  enum class Authorization {
    always_allow,  ///< every request is allowed
    rbac,          ///< roles and bindings decide; the group system:masters may do everything
  };
  /// The user that a bearer token authenticates.
  struct TokenUser {
    std::string user, uid;
    std::vector<std::string> groups;
  };
  /// The clock and the randomness of a server, and its limits.
  struct Options {
    Clock* clock = nullptr;       ///< required: creation and deletion times, watch timeouts, bookmarks
    Random* random = nullptr;     ///< required: uids, generated names
    std::size_t history = 10000;  ///< changes kept for resuming watches; older versions get 410
    Duration bookmark_period = std::chrono::seconds(60);
    std::size_t history_bytes = std::size_t{64} << 20U;  ///< limit for objects that only the history keeps
    Duration event_ttl = std::chrono::hours(1);          ///< Events are deleted this long after their last write
    Authorization authorization = Authorization::always_allow;
    /// Without RBAC: a request with neither a client certificate nor a token may only read /healthz, /livez, /readyz
    /// and /version.
    bool require_identity = false;
    std::map<std::string, TokenUser> tokens = {};  ///< by token; valid from the start
    /// The issuer of ServiceAccount tokens and the audience of this server.
    std::string issuer = "https://kubernetes.default.svc.cluster.local";
    /// If set, garbage collection and namespace deletion lag behind the requests that cause them, as in a cluster, at
    /// most until the first request 5 s later; the seed decides how long. nullopt: they are done before the response.
    std::optional<std::uint64_t> gc_lag_seed = std::nullopt;
    /// Stands in for the controllers of Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs, a scheduler and a
    /// kubelet: before a request gets its response, pods are created and reported as running and ready, although
    /// nothing runs. ResourceQuotas are counted.
    bool simulate_controllers = false;
    /// Calls the webhooks; null: every webhook call fails with an error that names this option.
    std::shared_ptr<WebhookCaller> webhooks = nullptr;
  };
  explicit ApiServer(Options options);
  ~ApiServer();
  ApiServer(const ApiServer&) = delete;
  ApiServer& operator=(const ApiServer&) = delete;

  /// Returns the response to `request`; that of a watch has a stream. Never throws: every failure is a Status. Suspends
  /// only for calls of webhooks. The server must outlive the coroutine.
  [[nodiscard]] awaitable<HttpResponse> async_handle(HttpRequest request);
  /// The same for callers that are not coroutines. Does not block: a request that would have to wait for a webhook gets
  /// a 500.
  [[nodiscard]] HttpResponse handle(HttpRequest request);

  /// Drops the watch history, so every older version gets 410 from now on. For tests.
  void compact();
  /// Ends every open watch cleanly. For tests and shutdown.
  void close_watches();
  [[nodiscard]] std::size_t open_watches() const;

  class Impl;  ///< internal

private:
  std::shared_ptr<Impl> impl_;
};

/// Returns a transport that calls `server` in this process, without sockets; complete responses are returned inline.
/// `server` must outlive it. `user` is the identity of its requests.
[[nodiscard]] std::shared_ptr<Transport> make_in_process_transport(Runtime runtime, ApiServer& server,
                                                                   std::string user = "system:admin");

}  // namespace kubexx
