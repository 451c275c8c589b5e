// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/proxy.hpp"
#include "kubexx/http/resolver.hpp"
#include "kubexx/http/tls.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

/// The server to connect to, and how. The defaults suit a kube-apiserver.
struct ClientTransportOptions {
  std::string host = {};  ///< a name or an address; IPv6 without brackets
  std::uint16_t port = 443;
  std::optional<TlsClientConfig> tls = {};  ///< nullopt: plain HTTP
  std::optional<ProxyConfig> proxy = {};    ///< nullopt: directly to the host; otherwise the proxy looks up its name
  TlsClientConfig proxy_tls = {};           ///< for an https proxy
  std::shared_ptr<Resolver> resolver = {};  ///< null: the system's
  /// Connections for exchanges that are not streamed; further exchanges wait. Each stream uses one more connection.
  std::size_t max_connections = 64;
  std::size_t max_idle = 25;
  /// How long an idle connection is kept: less than the 90 s after which a kube-apiserver closes it. A server's
  /// `Keep-Alive: timeout=` shortens it.
  Duration idle_timeout = std::chrono::seconds(80);
  /// How long a connection serves requests, even if it is never idle; Duration::max(): no limit. Each connection ends
  /// at a random point in the last quarter of this time. Behind a load balancer, this spreads the traffic over the
  /// servers again after a rolling restart. A 429 response ends a connection older than a tenth of its time. Streams
  /// are not cut off.
  Duration max_age = std::chrono::minutes(10);
  /// For a new connection: name service, TCP and TLS handshake together. With a proxy, this limit applies to the proxy,
  /// and then once more from there to the server.
  Duration connect_timeout = std::chrono::seconds(10);
  std::size_t max_header = std::size_t{256} << 10U;  ///< limit for a response head, in bytes
};

/// Counts since the transport was created, and current numbers of connections.
struct ClientTransportStats {
  std::uint64_t connects = 0;   ///< connections opened, TLS included
  std::uint64_t resumed = 0;    ///< of these, connections that resumed an earlier TLS session
  std::uint64_t exchanges = 0;  ///< requests sent; a resent request counts again
  std::uint64_t stale = 0;      ///< idle connections that were found closed on reuse
  std::size_t idle = 0;
  std::size_t open = 0;  ///< idle, connecting and in use
};

/// The real network: HTTP/1.1 with a keep-alive pool for one server. Thread safe; runs on `runtime.executor`, with a
/// strand for each connection. Destroying it closes every connection: exchanges and streams in progress end with
/// TransportErrc::cancelled.
///
/// - A stream owns its connection; destroying the stream before its end closes the connection.
/// - An idle connection is checked before reuse. If the server closes it at the same moment, it is replaced once,
///   silently: for every method if no byte was written, otherwise only for GET, HEAD and OPTIONS.
/// - TLS sessions are resumed while the certificates that were verified for them are valid, and never under another
///   configuration (set_tls).
/// - Closing a connection sends TLS's close_notify, without waiting for the server's.
/// - Deadlines, idle limits and stop tokens take effect immediately in every phase, even while a name service hangs.
class ClientTransport : public Transport {
public:
  /// New connections use `config` from now on (rotated certificates or authorities). Idle connections are closed.
  /// Connections in use are closed after their exchange or, with `close_all`, immediately, streams included (as
  /// client-go does for a new client certificate). Throws std::invalid_argument, and changes nothing, if `config` is
  /// unusable or the transport uses plain HTTP.
  virtual void set_tls(const TlsClientConfig& config, bool close_all) = 0;
  /// New connections to the https proxy use `config` instead of `proxy_tls` from now on. Throws std::invalid_argument
  /// if `config` is unusable or there is no https proxy.
  virtual void set_proxy_tls(const TlsClientConfig& config) = 0;
  [[nodiscard]] virtual ClientTransportStats stats() const = 0;
};

/// Throws std::invalid_argument, which names the part and the reason, if the host, the port or the TLS configuration is
/// invalid.
[[nodiscard]] std::shared_ptr<ClientTransport> make_client_transport(Runtime runtime, ClientTransportOptions options);

}  // namespace kubexx
