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

/// The embedded, in-memory Kubernetes API server. Its core is a function of a request to a response or a stream: HTTP
/// and the in-process transport both call `handle`, so a simulation needs no sockets (docs/design/0001-house.md). It
/// runs no pods. Thread safe.
class ApiServer {
public:
  /// Who may do what.
  enum class Authorization {
    always_allow,  ///< everybody everything
    rbac,          ///< what the roles and bindings allow, and the group system:masters everything
  };
  /// Whom a bearer token stands for.
  struct TokenUser {
    std::string user, uid;
    std::vector<std::string> groups;
  };
  struct Options {
    Clock* clock = nullptr;       ///< required: creation and deletion times, watch timeouts, bookmarks
    Random* random = nullptr;     ///< required: uids, generated names
    std::size_t history = 10000;  ///< changes kept for watches to resume from; older versions answer 410
    Duration bookmark_period = std::chrono::seconds(60);
    std::size_t history_bytes = std::size_t{64} << 20U;  ///< at most so much for objects that only the history keeps
    Duration event_ttl = std::chrono::hours(1);          ///< an Event goes so long after it was last written
    Authorization authorization = Authorization::always_allow;
    /// Without RBAC: who comes with neither a client certificate nor a token sees health and version alone.
    bool require_identity = false;
    std::map<std::string, TokenUser> tokens = {};  ///< known from the start, by token
    /// Issuer of the tokens of ServiceAccounts, and the audience of this server.
    std::string issuer = "https://kubernetes.default.svc.cluster.local";
    /// Seed by which garbage collection and the deletion of namespaces lag behind the requests that cause them, at most
    /// until the first request 5 s later, as they do in a cluster; none: they are done before the answer.
    std::optional<std::uint64_t> garbage_lag = std::nullopt;
    /// Stands in for the controllers of Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs, a scheduler and a
    /// kubelet: before a request is answered, pods are made, run and are ready, although nothing runs. Quotas are
    /// counted.
    bool fake_workloads = false;
    /// How webhooks are called; null: each call fails, saying so.
    std::shared_ptr<WebhookCaller> webhooks = nullptr;
  };
  explicit ApiServer(Options options);
  ~ApiServer();
  ApiServer(const ApiServer&) = delete;
  ApiServer& operator=(const ApiServer&) = delete;

  /// Answers; a watch answers with a stream. Never throws: every failure is a Status. It waits for nothing but what the
  /// request makes necessary outside of the server. The server must outlive it.
  [[nodiscard]] awaitable<HttpResponse> async_handle(HttpRequest request);
  /// Likewise, without waiting, for callers that are no coroutine. A request that would have to wait gets a 500.
  [[nodiscard]] HttpResponse handle(HttpRequest request);

  /// Forgets the watch history, so that every older version answers 410 from now on; for tests.
  void compact();
  /// Ends every open watch cleanly; for tests and shutdown.
  void close_watches();
  [[nodiscard]] std::size_t open_watches() const;

  class Impl;  ///< of the implementation alone

private:
  std::shared_ptr<Impl> impl_;
};

/// Calls `server` in this process, without sockets: complete responses come back inline. `server` must outlive it.
/// `user` is the identity of its requests.
[[nodiscard]] std::shared_ptr<Transport> make_in_process_transport(Runtime runtime, ApiServer& server,
                                                                   std::string user = "system:admin");

}  // namespace kubexx
