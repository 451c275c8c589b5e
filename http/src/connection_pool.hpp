// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/asio_context_end.hpp"
#include "kubexx/http/client_transport.hpp"
#include "request_head.hpp"
#include "tls_context.hpp"

namespace kubexx::detail {

class ClientConnection;

/// What the connections of one transport share: configuration, the idle ones, and how many may run. Thread safe. An
/// idle connection is owned by the pool, one in use by its exchange or stream.
class ConnectionPool final : public ContextUser, public std::enable_shared_from_this<ConnectionPool> {
public:
  ConnectionPool(Runtime runtime, ClientTransportOptions options);

  [[nodiscard]] const Runtime& runtime() const noexcept { return runtime_; }
  [[nodiscard]] const ClientTransportOptions& options() const noexcept { return options_; }
  [[nodiscard]] Resolver& resolver() const noexcept { return *options_.resolver; }
  /// "host:port", for messages.
  [[nodiscard]] const std::string& peer() const noexcept { return peer_; }
  /// The Host header.
  [[nodiscard]] const std::string& authority() const noexcept { return authority_; }
  /// What stands in requests to a plain HTTP server behind an HTTP proxy.
  [[nodiscard]] const ProxyForm& proxy_form() const noexcept { return proxy_form_; }
  /// Whether connections to the proxy are asked for one to the server.
  [[nodiscard]] bool tunnels() const noexcept { return options_.proxy && proxy_form_.origin.empty(); }
  /// For TLS to the proxy; null when that is plain or there is none.
  [[nodiscard]] std::shared_ptr<TlsContext> proxy_tls() const;

  /// The right to run one exchange that is not streamed.
  class Slot {
  public:
    Slot() = default;
    explicit Slot(std::shared_ptr<ConnectionPool> pool) : pool_(std::move(pool)) {}
    Slot(Slot&&) noexcept = default;
    Slot& operator=(Slot&&) = delete;
    ~Slot()
    {
      if (pool_) pool_->release_slot();
    }

  private:
    std::shared_ptr<ConnectionPool> pool_;
  };
  /// False: there is none at the moment.
  [[nodiscard]] bool try_acquire(std::optional<Slot>* slot);
  /// Waits in turn. Throws TransportError timeout or cancelled.
  [[nodiscard]] awaitable<Slot> acquire_slot(std::optional<SteadyTime> deadline, std::stop_token stop);

  /// The most recently used idle connection, or, when there is none or `fresh`, a new one that is not yet connected.
  /// Throws TransportError cancelled after shut_down.
  [[nodiscard]] std::shared_ptr<ClientConnection> take(bool fresh);
  /// Takes back a connection that can serve another request. False: it is not wanted and the caller closes it.
  [[nodiscard]] bool park(std::shared_ptr<ClientConnection> connection);
  /// Takes `connection` out of the idle ones. False when it is none (any more).
  bool unpark(const ClientConnection* connection);
  void forget(const ClientConnection* connection) noexcept;

  /// How long a new connection may live: most of `max_age`, and not all equally long.
  [[nodiscard]] Duration draw_lifetime() const;

  void count_connect(bool resumed);
  void count_exchange();
  void count_stale();
  [[nodiscard]] ClientTransportStats stats() const;

  void set_tls(const TlsClientConfig& config, bool close_all);
  void set_proxy_tls(const TlsClientConfig& config);
  /// Closes everything; later calls fail.
  void shut_down();
  /// Closes everything without posting, because the context is being destroyed. The context also destroys the coroutine
  /// of each exchange, and with it the connection. Idle connections and those of a stream release their sockets here.
  void context_ends() noexcept override;

private:
  struct Waiter {
    OneShot wake;
    bool granted = false;
  };
  void release_slot();
  void end(const std::vector<std::shared_ptr<ClientConnection>>& connections, TransportErrc code,
           const std::string& why) const;
  // Requires mutex_.
  [[nodiscard]] std::vector<std::shared_ptr<ClientConnection>> live() const;

  const Runtime runtime_;
  const ClientTransportOptions options_;
  const std::string peer_;
  const std::string authority_;
  const ProxyForm proxy_form_;
  mutable std::mutex mutex_;
  std::shared_ptr<TlsContext> proxy_tls_;  // guarded by mutex_; null unless the proxy is https
  std::shared_ptr<TlsContext> tls_;        // guarded by mutex_; null for plain HTTP
  std::uint64_t generation_ = 0;           // guarded by mutex_; of tls_: connections of an older one are not parked
  bool closed_ = false;                    // guarded by mutex_
  std::size_t running_ = 0;                // guarded by mutex_; slots in use
  std::deque<std::shared_ptr<Waiter>> waiters_;          // guarded by mutex_; only while running_ is at its limit
  std::vector<std::shared_ptr<ClientConnection>> idle_;  // guarded by mutex_; oldest first
  std::map<const ClientConnection*, std::weak_ptr<ClientConnection>> open_;  // guarded by mutex_
  ClientTransportStats stats_;  // guarded by mutex_; idle and open are filled in by stats()
};

}  // namespace kubexx::detail
