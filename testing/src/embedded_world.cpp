// SPDX-License-Identifier: Apache-2.0
// The embedded API server behind TLS on a loopback port.
#include <utility>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/apiserver/http_webhooks.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"
#include "real_time_world.hpp"
#include "status_answer.hpp"

namespace kubexx::testing {

namespace {

awaitable<HttpResponse> answer(ApiServer& server, HttpRequest request)
{
  if (request.user.empty()) co_return status_answer(401, "Unauthorized", "Unauthorized");
  co_return co_await server.async_handle(std::move(request));
}

ApiServer::Options server_options(const Runtime& runtime, const WorldOptions& world)
{
  ApiServer::Options options;
  options.clock = runtime.clock;
  options.random = runtime.random;
  options.simulate_controllers = world.simulate_controllers;
  HttpWebhookOptions calling;
  calling.services = world.webhook_services;
  options.webhooks = make_http_webhook_caller(runtime, std::move(calling));
  return options;
}

ListenerOptions listener_options(const CertificateAuthority& authority)
{
  CertificateRequest leaf;
  leaf.common_name = "kubexx-apiserver";
  leaf.dns_names = {"localhost"};
  leaf.ip_addresses = {"127.0.0.1"};
  const auto serving = authority.issue(leaf);
  ListenerOptions listen;
  listen.tls = TlsServerConfig{serving.cert_pem, serving.key_pem, authority.cert_pem()};
  return listen;
}

ClientConfig admin_of(const CertificateAuthority& authority, const std::string& url)
{
  CertificateRequest request;
  request.common_name = "kubexx-admin";
  request.organizations = {"system:masters"};
  request.server = false;
  const auto admin = authority.issue(request);
  ClientConfig config;
  config.server = url;
  config.ca_pem = authority.cert_pem();
  config.cert_pem = admin.cert_pem;
  config.key_pem = admin.key_pem;
  config.source = "the embedded API server of a test";
  return config;
}

class EmbeddedWorld final : public RealTimeWorld {
public:
  explicit EmbeddedWorld(const WorldOptions& options)
      : RealTimeWorld(options),
        authority_(*runtime().clock),
        server_(server_options(runtime(), options)),
        listener_(runtime(), listener_options(authority_),
                  [this](HttpRequest request) { return answer(server_, std::move(request)); }),
        config_(admin_of(authority_, listener_.url())),
        user_(Client::connect(without_metrics(runtime()), config_))
  {
  }
  ~EmbeddedWorld() override
  {
    server_.close_watches();
    try {
      block_on(runtime().executor, [this] { return listener_.async_stop(); }, "async_stop");
    } catch (const std::exception&) {
      // The threads end all the same.
    }
    stop_threads();
  }

  const Client& user() const override { return user_; }
  Client operator_client(std::function<void(Duration)> /*on_crash*/) override
  {
    return Client::connect(runtime(), config_);
  }
  const std::string& ns() const override { return ns_; }
  void stop_server() override { server_.close_watches(); }
  void start_server() override { server_.compact(); }

private:
  CertificateAuthority authority_;
  ApiServer server_;
  HttpListener listener_;
  ClientConfig config_;
  Client user_;
  std::string ns_ = "default";
};

class EmbeddedBackend final : public TestServer::Backend {
public:
  std::unique_ptr<TestWorld> open(const WorldOptions& options) override
  {
    return std::make_unique<EmbeddedWorld>(options);
  }
};

}  // namespace

std::shared_ptr<TestServer::Backend> make_embedded_backend()
{
  return std::make_shared<EmbeddedBackend>();
}

}  // namespace kubexx::testing
