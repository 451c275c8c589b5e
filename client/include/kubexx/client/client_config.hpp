// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/client/exec_config.hpp"
#include "kubexx/client/impersonation.hpp"

namespace kubexx {

/// The configuration cannot be used. Names the file, the field and what to do; never holds a secret.
class ConfigError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// One fact of a configuration and who says so. Holds no secret.
struct ConfigField {
  std::string name = {};    ///< as in a kubeconfig: "server", "token", …
  std::string value = {};   ///< "REDACTED" and "DATA+OMITTED" for what is secret or long
  std::string origin = {};  ///< "/home/me/.kube/config: clusters[0].cluster.server", "HTTPS_PROXY", …
};

/// Which API server, and as whom. A value that holds secrets: `summary()` and `explain()` are what may be printed.
///
/// A client certificate goes with a token or a user name; `exec` is asked only when there is none of the three.
struct ClientConfig {
  std::string server = {};      ///< URL, with a path when the API lives below one: "https://host:6443"
  std::string ca_pem = {};      ///< who signs the server's certificate; empty: the system's authorities
  std::string ca_file = {};     ///< where `ca_pem` was read and is read again while the client runs; empty: never
  std::string cert_pem = {};    ///< client certificate; empty: none
  std::string cert_file = {};   ///< where `cert_pem` was read; as `ca_file`
  std::string key_pem = {};     ///< its key
  std::string key_file = {};    ///< where `key_pem` was read; as `ca_file`
  std::string token = {};       ///< bearer token; with `token_file`: used until that can be read
  std::string token_file = {};  ///< read again about every 50 s, and after a 401; empty: none
  std::string username = {};    ///< basic authentication, when there is no token
  std::string password = {};    ///< of `username`
  std::optional<ExecConfig> exec = {};
  Impersonation impersonate = {};
  bool insecure = false;             ///< accepts every server certificate; each client that is made says so in the log
  std::string tls_server_name = {};  ///< expected in the server's certificate instead of the URL's host
  std::string proxy_url = {};        ///< http, https or socks5, with user and password where needed; empty: none
  bool disable_compression = false;  ///< asks the server for answers as they are
  std::string namespace_ = {};       ///< the context's or the pod's namespace; empty: "default"
  std::string source = {};  ///< where this came from, for log lines: "kubeconfig /home/me/.kube/config, context kind"
  std::vector<ConfigField> fields = {};    ///< what was found where, in reading order
  std::vector<std::string> warnings = {};  ///< what is accepted but probably not meant; logged when a client is made

  /// Server, namespace, kind of credentials and source in one line, without any secret.
  [[nodiscard]] std::string summary() const;
  /// A line per field, with its origin, then the warnings; without any secret.
  [[nodiscard]] std::string explain() const;
};

}  // namespace kubexx
