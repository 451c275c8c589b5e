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

/// Looks up an environment variable; injected, because library code reads no process state.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;
/// The process's environment: for programs' main().
[[nodiscard]] Environment system_environment();

struct ConfigOptions {
  std::string path = {};     ///< of a kubeconfig (a --kubeconfig flag): taken alone when not empty
  std::string context = {};  ///< instead of the current context; not of a pod
  std::string cluster = {};  ///< of a kubeconfig, instead of the context's; not of a pod
  std::string user = {};     ///< of a kubeconfig, instead of the context's; not of a pod
  /// URL, instead of the configuration's, whose tls-server-name is then not used; without any configuration the client
  /// has no credentials.
  std::string server = {};
  Environment environment = {};  ///< unset: empty
  std::string home = {};         ///< home folder; empty: HOME of `environment`
  std::string in_cluster_root = "/var/run/secrets/kubernetes.io/serviceaccount";
};

/// The configuration, from the first that exists: `path`; the files of KUBECONFIG; the service account of the pod that
/// we run in, unless a context, cluster or user is asked for, which only a kubeconfig has; ~/.kube/config. What exists
/// but is broken is an error, not a reason to look further. Without a proxy-url, HTTPS_PROXY, HTTP_PROXY and NO_PROXY
/// (or lower case) say which proxy is used for the server: to ask another one set `server` here, not in the result.
/// Throws ConfigError; when nothing is found, and no `server` is given, it lists the places that were searched.
[[nodiscard]] ClientConfig load_config(const ConfigOptions& options);

/// One kubeconfig file; `context` empty: its current context. Certificates and tokens may be inline or in files, whose
/// relative paths start at the kubeconfig's folder. What kubectl accepts is accepted, what it refuses is refused;
/// docs/design/0004-client.md lists the few differences. Knows no environment, so no proxy of it. Throws ConfigError.
[[nodiscard]] ClientConfig load_kubeconfig(const std::string& path, const std::string& context = {});

/// Several files as one, as kubectl merges KUBECONFIG: of equal names, and of current-context, the first wins, whole
/// entries at a time. Files that do not exist are skipped. Throws ConfigError, also when none exists.
[[nodiscard]] ClientConfig load_kubeconfigs(const std::vector<std::string>& paths, const std::string& context = {});

/// What a kubeconfig file holds, for programs that show or change it: its first document as JSON (null when it is
/// empty), all of it checked as the functions above check it; `path` is for error texts. Throws ConfigError.
[[nodiscard]] nlohmann::json parse_kubeconfig_document(const std::string& path, const std::string& content);

/// The service account of the pod: token and ca.crt below `root`, KUBERNETES_SERVICE_HOST and _PORT of `environment`.
/// nullopt when these variables are not set: not in a cluster. Throws ConfigError when they are and a file is missing.
[[nodiscard]] std::optional<ClientConfig> load_in_cluster_config(const Environment& environment,
                                                                 const std::string& root);

}  // namespace kubexx
