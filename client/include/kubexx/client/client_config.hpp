// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/client/exec_config.hpp"
#include "kubexx/client/impersonation.hpp"

namespace kubexx {

/// The configuration cannot be used. The text names the file, the field and the remedy, and never contains a secret.
class ConfigError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// One setting of a configuration and its origin. Contains no secret.
struct ConfigField {
  std::string name = {};    ///< as in a kubeconfig: "server", "token", …
  std::string value = {};   ///< "REDACTED" for a secret, "DATA+OMITTED" for long data
  std::string origin = {};  ///< "/home/me/.kube/config: clusters[0].cluster.server", "HTTPS_PROXY", …
};

/// An API server and the credentials for it. A value that contains secrets: print only `summary()` and `explain()`.
///
/// A client certificate may be combined with a token or a user name; `exec` runs only if none of the three is set.
struct ClientConfig {
  std::string server = {};      ///< URL, with a path if the API is below one: "https://host:6443"
  std::string ca_pem = {};      ///< authorities for the server's certificate; empty: the system's
  std::string ca_file = {};     ///< file of `ca_pem`, which the client reads again while it runs; empty: none
  std::string cert_pem = {};    ///< client certificate; empty: none
  std::string cert_file = {};   ///< file of `cert_pem`; as `ca_file`
  std::string key_pem = {};     ///< private key of `cert_pem`
  std::string key_file = {};    ///< file of `key_pem`; as `ca_file`
  std::string token = {};       ///< bearer token; with `token_file`: used until that file can be read
  std::string token_file = {};  ///< read again about every 50 s and after a 401; empty: none
  std::string username = {};    ///< basic authentication, if there is no token
  std::string password = {};    ///< for `username`
  std::optional<ExecConfig> exec = {};
  Impersonation impersonate = {};
  bool insecure = false;             ///< accepts any server certificate; every new client logs a warning
  std::string tls_server_name = {};  ///< expected in the server's certificate instead of the URL's host
  std::string proxy_url = {};        ///< http, https or socks5, with user and password if needed; empty: none
  bool disable_compression = false;  ///< requests uncompressed responses from the server
  std::string namespace_ = {};       ///< the context's or the pod's namespace; empty: "default"
  std::string source = {};           ///< its origin, for log lines: "kubeconfig /home/me/.kube/config, context kind"
  std::vector<ConfigField> fields = {};    ///< the settings that were read, in this order
  std::vector<std::string> warnings = {};  ///< about settings that are probably unintended; logged by new clients

  /// Server, namespace, kind of credentials and source in one line, without secrets.
  [[nodiscard]] std::string summary() const;
  /// One line per field with its origin, then the warnings; without secrets.
  [[nodiscard]] std::string explain() const;
};

}  // namespace kubexx
