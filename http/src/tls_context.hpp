// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <boost/system/error_code.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/http/tls.hpp"
#include "kubexx/http/transport.hpp"
#include "tls_sessions.hpp"

namespace kubexx::detail {

/// OpenSSL's form of a configuration: shared by connections; but for the sessions it never changes.
struct TlsContext {
  boost::asio::ssl::context context;
  std::string server_name;                // client: what to verify instead of the host; empty: the host
  bool verify = true;                     // client
  std::shared_ptr<TlsSessions> sessions;  // client: what servers offered; null for a server
};

/// Both throw std::invalid_argument that names the part that cannot be used; never its content.
[[nodiscard]] std::shared_ptr<TlsContext> make_tls_context(const TlsClientConfig& config);
[[nodiscard]] std::shared_ptr<TlsContext> make_tls_context(const TlsServerConfig& config);

/// Throws std::invalid_argument, saying what `what` must be, unless `name` can be a host's: neither empty nor with
/// spaces or control characters.
void check_host_name(std::string_view name, const std::string& what);

/// Before the handshake of a client: SNI, the name to verify, and what time it is. Throws TransportError tls when there
/// is no such name.
void prepare_client(SSL* ssl, const TlsContext& tls, const std::string& host, WallTime now);

/// Before the handshake of a server: what time it is, for clients' certificates.
void prepare_server(SSL* ssl, WallTime now);

/// What a failed handshake, or an alert after it, means for a person. `peer` is "host:port"; `rejected` is the peer's
/// certificate that the verification refused, or null.
struct TlsFailure {
  TransportErrc code = TransportErrc::tls;
  std::string message;
};
[[nodiscard]] TlsFailure explain_tls_failure(SSL* ssl, const boost::system::error_code& error, const std::string& peer,
                                             const std::string& expected_name, X509* rejected);

/// Who the peer's verified certificate says it is; empty user when it presented none.
struct PeerIdentity {
  std::string user;
  std::vector<std::string> groups;
};
[[nodiscard]] PeerIdentity peer_identity(SSL* ssl);

}  // namespace kubexx::detail
