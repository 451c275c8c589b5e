// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <utility>

#include "client_impl.hpp"
#include "interceptors.hpp"
#include "kubexx/client/config.hpp"
#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/compression.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx {

namespace {

std::shared_ptr<detail::TokenSource> credentials_of(const Runtime& runtime, const ClientConfig& config)
{
  if (!config.token_file.empty()) {
    return detail::make_file_token(config.token_file, config.token, *runtime.clock, runtime.log);
  }
  if (!config.token.empty()) return detail::make_static_token(config.token);
  if (!config.username.empty()) return detail::make_basic_auth(config.username, config.password);
  return nullptr;
}

void warn(const Log& log, const ClientConfig& config)
{
  for (const std::string& text : config.warnings) log.warn("configuration", {{"warning", text}});
  if (config.insecure) {
    log.warn("the server's certificate is not verified: whoever is on the path can read the credentials",
             {{"server", config.server}, {"from", config.source}});
  }
}

}  // namespace

Client Client::connect(Runtime runtime, const ClientConfig& config, Options options)
{
  const std::string from = config.source.empty() ? "" : config.source + ": ";
  try {
    const ServerUrl url = parse_server_url(config.server);
    if (config.exec) throw ConfigError(config.exec->place + ": credential plugins are not supported yet: use a token");
    if (!config.proxy_url.empty())
      throw ConfigError(from + "proxy-url: proxies are not supported yet: connect without");
    warn(runtime.log, config);
    ClientTransportOptions to;
    to.host = url.host;
    to.port = url.port;
    if (url.tls()) {
      to.tls = TlsClientConfig{config.ca_pem, config.cert_pem, config.key_pem, config.insecure, config.tls_server_name};
    }
    Impl::Endpoint endpoint;
    endpoint.host = url.authority();
    endpoint.path_prefix = url.path_prefix;
    // Credentials never travel in the clear (client-go).
    if (url.tls()) endpoint.credentials = credentials_of(runtime, config);
    if (!config.impersonate.empty()) endpoint.impersonation = detail::make_impersonation(config.impersonate);
    if (!config.namespace_.empty()) options.default_namespace = config.namespace_;
    auto transport = make_decompressing(make_client_transport(runtime, std::move(to)));
    Client client(runtime, transport, std::move(options));
    client.impl_ = std::make_shared<const Impl>(std::move(runtime), std::move(transport), client.impl_->options,
                                                std::move(endpoint));
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
