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

/// Where to connect, and how. The defaults are for a kube-apiserver.
struct ClientTransportOptions {
  std::string host = {};  ///< a name or an address; IPv6 without brackets
  std::uint16_t port = 443;
  std::optional<TlsClientConfig> tls = {};  ///< nullopt: plain HTTP
  std::optional<ProxyConfig> proxy = {};    ///< nullopt: straight to the host; else the proxy looks up its name
  TlsClientConfig proxy_tls = {};           ///< to an https proxy
  std::shared_ptr<Resolver> resolver = {};  ///< null: the system's
  /// Connections for exchanges that are not streamed; more exchanges than that wait. Each stream has one more.
  std::size_t max_connections = 64;
  std::size_t max_idle = 25;
  /// How long an unused connection is kept: less than the 90 s after which a kube-apiserver closes it. A server's
  /// `Keep-Alive: timeout=` shortens it.
  Duration idle_timeout = std::chrono::seconds(80);
  /// How long a connection serves requests, also one that is never idle; Duration::max(): as long as it can. Each ends
  /// somewhere in the last quarter of this time. Behind a load balancer this is what spreads the traffic over the
  /// servers again after a rolling restart. A 429 ends a connection that is past a tenth of its time. Streams are not
  /// cut off.
  Duration max_age = std::chrono::minutes(10);
  /// For a new connection: name service, TCP and TLS handshake together. With a proxy: so much to the proxy, and as
  /// much again from there to the server.
  Duration connect_timeout = std::chrono::seconds(10);
  std::size_t max_header = std::size_t{256} << 10U;  ///< bytes of a response head
};

/// Counts since the transport was made, and what there is now.
struct ClientTransportStats {
  std::uint64_t connects = 0;   ///< connections that were opened, TLS included
  std::uint64_t resumed = 0;    ///< those of them whose handshake resumed an earlier TLS session
  std::uint64_t exchanges = 0;  ///< requests that were sent, resent ones counted again
  std::uint64_t stale = 0;      ///< idle connections that turned out to be closed when they were to be used
  std::size_t idle = 0;
  std::size_t open = 0;  ///< idle, connecting and in use
};

/// The real network: HTTP/1.1 with a keep-alive pool for one server. Thread safe; runs on `runtime.executor`, a strand
/// for each connection. Destroying it closes every connection: exchanges and streams under way end with
/// TransportErrc::cancelled.
///
/// - A stream owns its connection; destroying it before its end closes that.
/// - An idle connection is checked before it is reused. One that the server closed in the same moment is replaced
///   once, silently: for every method when no byte was written, else only for GET, HEAD and OPTIONS.
/// - TLS sessions are resumed while the certificates that were verified for them are valid, and never under another
///   configuration (set_tls).
/// - A connection is closed with TLS's close_notify, without waiting for the server's.
/// - Deadlines, idle limits and stop tokens take effect immediately in every phase, even while a name service hangs.
class ClientTransport : public Transport {
public:
  /// From now on connections use `config` (rotated certificates or authorities). Idle ones are closed; those in use are
  /// closed after their exchange or, with `close_all`, immediately, streams included (as client-go does for a new
  /// client certificate). Throws std::invalid_argument when the configuration cannot be used: then nothing changes.
  virtual void set_tls(const TlsClientConfig& config, bool close_all) = 0;
  /// From now on connections to the https proxy use `config` instead of `proxy_tls`. Throws std::invalid_argument when
  /// it cannot be used, or when there is no https proxy.
  virtual void set_proxy_tls(const TlsClientConfig& config) = 0;
  [[nodiscard]] virtual ClientTransportStats stats() const = 0;
};

/// Throws std::invalid_argument when the TLS configuration cannot be used; its text says which part and why.
[[nodiscard]] std::shared_ptr<ClientTransport> make_client_transport(Runtime runtime, ClientTransportOptions options);

}  // namespace kubexx
