// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "credentials/exec_credentials.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/compression.hpp"
#include "kubexx/http/proxy.hpp"
#include "kubexx/http/url.hpp"
#include "requests/client_impl.hpp"
#include "requests/impersonator.hpp"

namespace kubexx {

namespace {

std::shared_ptr<detail::Credentials> credentials_of(const Runtime& runtime, const ClientConfig& config,
                                                    const std::shared_ptr<detail::TlsSource>& tls)
{
  if (!config.token_file.empty()) {
    return detail::make_file_token(config.token_file, config.token, runtime);
  }
  if (!config.token.empty()) return detail::make_static_token(config.token);
  if (!config.username.empty()) return detail::make_basic_auth(config.username, config.password);
  if (config.exec && config.cert_pem.empty()) return detail::make_exec_credentials(runtime, config, tls);
  return nullptr;
}

bool has_https_proxy(const ClientTransportOptions& to)
{
  return to.proxy && to.proxy->kind == ProxyKind::https;
}

/// Certificates that are read again, and credentials. These never travel in the clear (client-go).
std::shared_ptr<const detail::Authorizer> authorizer_of(const Runtime& runtime, const ClientConfig& config,
                                                        const ClientTransportOptions& to,
                                                        const std::shared_ptr<ClientTransport>& transport)
{
  std::optional<TlsClientConfig> proxy;
  if (has_https_proxy(to)) proxy = to.proxy_tls;
  const auto apply = [weak = std::weak_ptr(transport), to_server = to.tls.has_value(),
                      proxy](const TlsClientConfig& changed) {
    const auto alive = weak.lock();
    if (!alive) return;
    if (to_server) alive->set_tls(changed, false);
    if (!proxy) return;
    TlsClientConfig to_proxy = *proxy;
    to_proxy.ca_pem = changed.ca_pem;
    alive->set_proxy_tls(to_proxy);
  };
  auto tls = std::make_shared<detail::TlsSource>(config, runtime, apply);
  auto credentials = to.tls ? credentials_of(runtime, config, tls) : nullptr;
  return std::make_shared<const detail::Authorizer>(std::move(credentials), std::move(tls));
}

ClientTransportOptions transport_options(const ServerUrl& url, const ClientConfig& config)
{
  ClientTransportOptions to;
  to.host = url.host;
  to.port = url.port;
  if (url.tls()) to.tls = detail::tls_of(config);
  if (config.proxy_url.empty()) return to;
  to.proxy = parse_proxy_url(config.proxy_url);
  // As in Go the cluster's authority may have signed for the proxy too; unlike there our certificate is not for it.
  to.proxy_tls.ca_pem = config.ca_pem;
  to.proxy_tls.insecure_skip_verify = config.insecure;
  to.proxy_tls.system_authorities = true;
  return to;
}

void warn(const Log& log, const ClientConfig& config)
{
  for (const std::string& text : config.warnings) log.warn("configuration", {{"warning", text}});
  if (config.insecure) {
    log.warn("the server's certificate is not verified: anyone on the path can read the credentials",
             {{"server", config.server}, {"from", config.source}});
  }
}

}  // namespace

Client Client::connect(Runtime runtime, const ClientConfig& config, Options options)
{
  const std::string from = config.source.empty() ? "" : config.source + ": ";
  try {
    const ServerUrl url = parse_server_url(config.server);
    warn(runtime.log, config);
    const ClientTransportOptions to = transport_options(url, config);
    Impl::Endpoint endpoint;
    endpoint.redactor = std::make_shared<detail::Redactor>();
    if (to.proxy && to.proxy->has_credentials()) endpoint.redactor->keep(to.proxy->username, to.proxy->password);
    endpoint.host = url.authority();
    endpoint.path_prefix = url.path_prefix;
    endpoint.connect = [config, to](const Runtime& on) {
      const auto connections = make_client_transport(on, to);
      Impl::Connections made;
      if (to.tls || has_https_proxy(to)) made.authorizer = authorizer_of(on, config, to, connections);
      made.transport = connections;
      if (!config.disable_compression) made.transport = make_decompressing(std::move(made.transport));
      return made;
    };
    Impl::Connections connections = endpoint.connect(runtime);
    endpoint.authorizer = std::move(connections.authorizer);
    if (!config.impersonate.empty()) endpoint.impersonation = detail::make_impersonation(config.impersonate);
    if (!config.namespace_.empty()) options.default_namespace = config.namespace_;
    Client client(runtime, connections.transport, std::move(options));
    client.impl_ =
        Impl::make(std::move(runtime), std::move(connections.transport), client.impl_->options, std::move(endpoint));
    return client;
  } catch (const std::invalid_argument& error) {
    throw ConfigError(from + error.what());
  }
}

Client Client::connect(Runtime runtime, const ClientConfig& config)
{
  return connect(std::move(runtime), config, Options{});
}

}  // namespace kubexx
