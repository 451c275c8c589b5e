// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/config.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "config_files.hpp"

namespace kubexx {

namespace {

std::string variable(const Environment& environment, std::string_view name)
{
  return environment ? environment(name).value_or(std::string()) : std::string();
}

std::vector<std::string> split_paths(std::string_view list)
{
  std::vector<std::string> paths;
  while (!list.empty()) {
    const auto path = list.substr(0, list.find(':'));
    if (!path.empty()) paths.emplace_back(path);
    list.remove_prefix(std::min(list.size(), path.size() + 1));
  }
  return paths;
}

std::string credentials_of(const ClientConfig& config)
{
  std::string kinds;
  const auto add = [&](bool present, const std::string& kind) {
    if (present) kinds += (kinds.empty() ? "" : " and ") + kind;
  };
  add(!config.cert_pem.empty(), "client certificate");
  add(!config.token_file.empty(), "token file " + config.token_file);
  add(config.token_file.empty() && !config.token.empty(), "token");
  add(!config.username.empty(), "basic authentication");
  return kinds.empty() ? "none" : kinds;
}

}  // namespace

std::string ClientConfig::summary() const
{
  std::string text = server + ", namespace " + (namespace_.empty() ? "default" : namespace_) +
                     ", credentials: " + credentials_of(*this);
  if (insecure) text += ", server certificate NOT verified";
  if (!source.empty()) text += ", from " + source;
  return text;
}

Environment system_environment()
{
  return [](std::string_view name) -> std::optional<std::string> {
    const char* value = std::getenv(std::string(name).c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

std::optional<ClientConfig> load_in_cluster_config(const Environment& environment, const std::string& root)
{
  const std::string host = variable(environment, "KUBERNETES_SERVICE_HOST");
  const std::string port = variable(environment, "KUBERNETES_SERVICE_PORT");
  if (host.empty() || port.empty()) return std::nullopt;
  ClientConfig config;
  config.server = "https://" + (host.find(':') == std::string::npos ? host : "[" + host + "]") + ":" + port;
  config.token_file = root + "/token";
  config.source = "the service account of this pod (" + root + ")";
  const auto need = [](const std::string& file) {
    auto content = detail::read_file(file);
    if (!content) {
      throw ConfigError("in-cluster configuration: " + file +
                        " does not exist: is automountServiceAccountToken false for this pod?");
    }
    return std::move(*content);
  };
  (void)detail::clean_token(need(config.token_file), "in-cluster configuration: " + config.token_file);
  config.ca_pem = need(root + "/ca.crt");
  if (config.ca_pem.find("-----BEGIN CERTIFICATE-----") == std::string::npos) {
    throw ConfigError("in-cluster configuration: " + root + "/ca.crt: holds no PEM certificate");
  }
  if (const auto name = detail::read_file(root + "/namespace")) {
    config.namespace_ = name->substr(0, name->find_first_of(" \n\r\t"));
  }
  return config;
}

ClientConfig load_config(const ConfigOptions& options)
{
  if (!options.path.empty()) return load_kubeconfig(options.path, options.context);
  std::string looked;
  const std::string list = variable(options.environment, "KUBECONFIG");
  if (const auto paths = split_paths(list); !paths.empty()) return load_kubeconfigs(paths, options.context);
  looked += "KUBECONFIG is not set";

  const bool in_cluster = !variable(options.environment, "KUBERNETES_SERVICE_HOST").empty() &&
                          !variable(options.environment, "KUBERNETES_SERVICE_PORT").empty();
  // A context cannot be meant for a service account, which has none.
  if (in_cluster && options.context.empty() && detail::file_exists(options.in_cluster_root + "/token")) {
    return *load_in_cluster_config(options.environment, options.in_cluster_root);
  }
  looked += !in_cluster                ? "; not in a cluster (KUBERNETES_SERVICE_HOST and _PORT are not set)"
            : !options.context.empty() ? "; in a cluster, but a context was asked for"
                                       : "; in a cluster, but " + options.in_cluster_root + "/token does not exist";

  const std::string home = options.home.empty() ? variable(options.environment, "HOME") : options.home;
  if (!home.empty()) {
    const std::string path = home + "/.kube/config";
    if (detail::file_exists(path)) return load_kubeconfig(path, options.context);
    looked += "; " + path + " does not exist";
  } else {
    looked += "; HOME is not set";
  }
  throw ConfigError("no Kubernetes configuration found: " + looked + ". Name a kubeconfig file, or set KUBECONFIG");
}

}  // namespace kubexx
