// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/load_config.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "config/config_files.hpp"
#include "config/kubeconfig.hpp"
#include "config/no_proxy.hpp"
#include "kubexx/http/proxy.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx {

namespace {

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

/// Without a proxy of its own the environment's is used.
ClientConfig with_proxy(ClientConfig config, const Environment& environment)
{
  if (!config.proxy_url.empty()) return config;
  if (auto choice = detail::proxy_of_environment(parse_server_url(config.server), environment)) {
    config.fields.push_back({"proxy-url", parse_proxy_url(choice->url).str(), choice->variable});
    config.proxy_url = std::move(choice->url);
  }
  return config;
}

}  // namespace

Environment system_environment()
{
  return [](std::string_view name) -> std::optional<std::string> {
    const char* value = std::getenv(std::string(name).c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

std::optional<ClientConfig> load_in_cluster_config(const Environment& environment, const std::string& root)
{
  const std::string host = detail::variable(environment, "KUBERNETES_SERVICE_HOST");
  const std::string port = detail::variable(environment, "KUBERNETES_SERVICE_PORT");
  if (host.empty() || port.empty()) return std::nullopt;
  ClientConfig config;
  config.server = "https://" + (host.find(':') == std::string::npos ? host : "[" + host + "]") + ":" + port;
  try {
    (void)parse_server_url(config.server);
  } catch (const std::invalid_argument& error) {
    throw ConfigError(std::string("in-cluster configuration: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT: ") +
                      error.what());
  }
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
  config.ca_file = root + "/ca.crt";
  config.ca_pem = need(config.ca_file);
  if (config.ca_pem.find("-----BEGIN CERTIFICATE-----") == std::string::npos) {
    throw ConfigError("in-cluster configuration: " + config.ca_file + ": contains no PEM certificate");
  }
  if (const auto name = detail::read_file(root + "/namespace")) {
    config.namespace_ = name->substr(0, name->find_first_of(" \n\r\t"));
  }
  config.fields = {{"server", config.server, "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT"},
                   {"certificate-authority", config.ca_file, "the service account of this pod"},
                   {"tokenFile", config.token_file, "the service account of this pod"}};
  if (!config.namespace_.empty()) config.fields.push_back({"namespace", config.namespace_, root + "/namespace"});
  return config;
}

namespace {

ClientConfig find_config(const ConfigOptions& options)
{
  const detail::KubeconfigChoice choice{options.context, options.cluster, options.user, options.server};
  if (!options.path.empty()) return detail::load_file(options.path, choice);
  std::string looked;
  const std::string list = detail::variable(options.environment, "KUBECONFIG");
  if (const auto paths = split_paths(list); !paths.empty()) return detail::load_files(paths, choice);
  looked += "KUBECONFIG is not set";

  const bool in_cluster = !detail::variable(options.environment, "KUBERNETES_SERVICE_HOST").empty() &&
                          !detail::variable(options.environment, "KUBERNETES_SERVICE_PORT").empty();
  // These cannot be meant for a service account, which has none.
  const bool kubeconfig_only = !options.context.empty() || !options.cluster.empty() || !options.user.empty();
  if (in_cluster && !kubeconfig_only && detail::file_exists(options.in_cluster_root + "/token")) {
    ClientConfig config = *load_in_cluster_config(options.environment, options.in_cluster_root);
    if (!options.server.empty()) detail::use_server(config, options.server);
    return config;
  }
  looked += !in_cluster       ? "; not in a cluster (KUBERNETES_SERVICE_HOST and _PORT are not set)"
            : kubeconfig_only ? "; in a cluster, but a context, cluster or user was requested"
                              : "; in a cluster, but " + options.in_cluster_root + "/token does not exist";

  const std::string home = options.home.empty() ? detail::variable(options.environment, "HOME") : options.home;
  if (!home.empty()) {
    const std::string path = home + "/.kube/config";
    if (detail::file_exists(path)) return detail::load_file(path, choice);
    looked += "; " + path + " does not exist";
  } else {
    looked += "; HOME is not set";
  }
  if (!options.server.empty() && !kubeconfig_only) {
    ClientConfig config;
    detail::use_server(config, options.server);
    return config;
  }
  throw ConfigError("no Kubernetes configuration found: " + looked + ". Specify a kubeconfig file, or set KUBECONFIG");
}

}  // namespace

ClientConfig load_config(const ConfigOptions& options)
{
  return with_proxy(find_config(options), options.environment);
}

}  // namespace kubexx
