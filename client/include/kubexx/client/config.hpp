// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kubexx {

/// The configuration cannot be used. Names the file, the field and what to do; never holds a secret.
class ConfigError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Which API server, and as whom. A value that holds secrets: `summary()` is what may be printed.
struct ClientConfig {
  std::string server;           ///< URL, with a path when the API lives below one: "https://host:6443"
  std::string ca_pem;           ///< who signs the server's certificate; empty: the system's authorities
  std::string cert_pem;         ///< client certificate; empty: none
  std::string key_pem;          ///< its key
  std::string token;            ///< bearer token; with `token_file`: used until that can be read
  std::string token_file;       ///< read again about every 50 s, and after a 401; empty: none
  std::string username;         ///< basic authentication, when there is no token
  std::string password;         ///< of `username`
  bool insecure = false;        ///< accepts every server certificate
  std::string tls_server_name;  ///< expected in the server's certificate instead of the URL's host
  std::string namespace_;       ///< the context's or the pod's namespace; empty: "default"
  std::string source;  ///< where this came from, for log lines: "kubeconfig /home/me/.kube/config, context kind"

  /// Server, namespace, kind of credentials and source, without any secret.
  [[nodiscard]] std::string summary() const;
};

/// Looks up an environment variable; injected, because library code reads no process state.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;
/// The process's environment: for programs' main().
[[nodiscard]] Environment system_environment();

struct ConfigOptions {
  std::string path;         ///< of a kubeconfig (a --kubeconfig flag): taken alone when not empty
  std::string context;      ///< instead of the current context
  Environment environment;  ///< unset: empty
  std::string home;         ///< home folder; empty: HOME of `environment`
  std::string in_cluster_root = "/var/run/secrets/kubernetes.io/serviceaccount";
};

/// The configuration, from the first that exists: `path`; the files of KUBECONFIG; the service account of the pod that
/// we run in; ~/.kube/config. What exists but is broken is an error, not a reason to look further. Throws ConfigError;
/// when nothing is found it lists where was looked.
[[nodiscard]] ClientConfig load_config(const ConfigOptions& options);

/// One kubeconfig file; `context` empty: its current context. Certificates and tokens may be inline or in files, whose
/// relative paths start at the kubeconfig's folder. What kubexx does not support yet (exec, auth-provider, proxy-url,
/// impersonation) is an error, not silence. Throws ConfigError.
[[nodiscard]] ClientConfig load_kubeconfig(const std::string& path, const std::string& context = {});

/// Several files as one, as kubectl merges KUBECONFIG: of equal names, and of current-context, the first wins. Files
/// that do not exist are skipped. Throws ConfigError, also when none exists.
[[nodiscard]] ClientConfig load_kubeconfigs(const std::vector<std::string>& paths, const std::string& context = {});

/// The service account of the pod: token and ca.crt below `root`, KUBERNETES_SERVICE_HOST and _PORT of `environment`.
/// nullopt when these variables are not set: not in a cluster. Throws ConfigError when they are and a file is missing.
[[nodiscard]] std::optional<ClientConfig> load_in_cluster_config(const Environment& environment,
                                                                 const std::string& root);

}  // namespace kubexx
