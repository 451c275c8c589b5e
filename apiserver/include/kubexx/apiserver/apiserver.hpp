// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

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
  };
  explicit ApiServer(Options options);
  ~ApiServer();
  ApiServer(const ApiServer&) = delete;
  ApiServer& operator=(const ApiServer&) = delete;

  /// Answers; a watch answers with a stream. Never throws: every failure is a Status. It waits for nothing but what the
  /// request makes necessary outside of the server. The server must outlive it.
  [[nodiscard]] awaitable<HttpResponse> async_handle(HttpRequest request);
  /// Likewise, at once, for callers that are no coroutine. A request that would have to wait gets a 500.
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
