// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/client/client_config.hpp"

namespace kubexx {

/// Looks up an environment variable. It is injected because library code does not read process state.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;
/// The environment of the process, for main().
[[nodiscard]] Environment system_environment();

/// Where the configuration comes from.
struct ConfigOptions {
  std::string path = {};     ///< a kubeconfig file (a --kubeconfig flag); if set, the only source
  std::string context = {};  ///< replaces the current context; only for a kubeconfig
  std::string cluster = {};  ///< replaces the context's cluster; only for a kubeconfig
  std::string user = {};     ///< replaces the context's user; only for a kubeconfig
  /// URL that replaces the configured one; the configured tls-server-name is then not used. Without any configuration,
  /// the client has no credentials.
  std::string server = {};
  Environment environment = {};  ///< unset: no variables
  std::string home = {};         ///< home directory; empty: HOME of `environment`
  std::string in_cluster_root = "/var/run/secrets/kubernetes.io/serviceaccount";
};

/// Loads the configuration from the first source that exists: `path`; the files of KUBECONFIG; the service account of
/// the pod that this process runs in, unless a context, cluster or user is requested, which only a kubeconfig has;
/// ~/.kube/config. A source that exists but is broken is an error; the search does not continue. Without a proxy-url,
/// HTTPS_PROXY, HTTP_PROXY and NO_PROXY (or lower case) determine the proxy for the server; therefore, to use another
/// server, set `server` here, not in the result. Throws ConfigError; if nothing is found and no `server` is given, its
/// text lists the places that were searched.
[[nodiscard]] ClientConfig load_config(const ConfigOptions& options);

/// Loads one kubeconfig file; an empty `context` means its current context. Certificates and tokens may be inline or in
/// files; relative paths start at the directory of the kubeconfig. Accepts and refuses the same files as kubectl, with
/// the few differences listed in docs/internals/design/0004-client.md. Does not use the environment, nor a proxy from
/// it. Throws ConfigError.
[[nodiscard]] ClientConfig load_kubeconfig(const std::string& path, const std::string& context = {});

/// Loads several files, merged as kubectl merges KUBECONFIG: the first entry with a name and the first current-context
/// win, and entries are not merged with each other. Skips files that do not exist. Throws ConfigError, also if none
/// exists.
[[nodiscard]] ClientConfig load_kubeconfigs(const std::vector<std::string>& paths, const std::string& context = {});

/// Parses a kubeconfig file, for programs that show or change it. Returns its first document as JSON (null if the file
/// is empty), after the same checks as in the functions above; `path` is used in error texts. Throws ConfigError.
[[nodiscard]] nlohmann::json parse_kubeconfig_document(const std::string& path, const std::string& content);

/// Loads the service account of the pod: token and ca.crt below `root`, KUBERNETES_SERVICE_HOST and _PORT of
/// `environment`. Returns nullopt if these variables are not set (outside a cluster). Throws ConfigError if they are
/// set and a file is missing or unusable.
[[nodiscard]] std::optional<ClientConfig> load_in_cluster_config(const Environment& environment,
                                                                 const std::string& root);

}  // namespace kubexx
