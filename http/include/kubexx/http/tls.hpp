// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kubexx {

/// The TLS settings of a client (TLS 1.2 or later). All fields are PEM text, not file names. A value that holds a
/// secret (`key_pem`): never print it.
struct TlsClientConfig {
  std::string ca_pem = {};    ///< authorities that may sign the server's certificate; empty: the system's
  std::string cert_pem = {};  ///< client certificate, then its intermediates; empty: none
  std::string key_pem = {};   ///< its unencrypted private key
  /// Accepts every certificate of the server. Only for experiments: anyone on the network path can read the
  /// credentials.
  bool insecure_skip_verify = false;
  /// The name or address that the server's certificate must be valid for; also sent as SNI unless it is an address.
  /// Empty: the host of the connection.
  std::string server_name = {};
  bool system_authorities = false;  ///< also trust the system's authorities beside `ca_pem`
};

/// The TLS settings of a listener (TLS 1.2 or later). PEM text; `key_pem` is a secret.
struct TlsServerConfig {
  std::string cert_chain_pem = {};  ///< the server's certificate, then its intermediates
  std::string key_pem = {};         ///< its unencrypted private key
  /// Not empty: clients may present a certificate of this authority; its CN and O become HttpRequest::user and groups.
  /// A certificate of another authority ends the handshake. A request without a certificate is anonymous.
  std::string client_ca_pem = {};
};

}  // namespace kubexx
