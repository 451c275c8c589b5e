// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "kubexx/controller/webhooks.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/client_transport.hpp"
#include "real_threads.hpp"
#include "webhook_harness.hpp"

namespace kubexx::testing {

/// Of the webhook server.
struct Answer {
  unsigned status = 0;
  Headers headers;
  std::string body;
  std::string error;
};

inline awaitable<void> exchange(std::shared_ptr<Transport> over, HttpRequest request, std::shared_ptr<Answer> answer)
{
  try {
    auto calling = over->exchange(std::move(request), ExchangeLimits());
    HttpResponse response = co_await std::move(calling);
    answer->status = response.status;
    answer->headers = response.headers;
    answer->body = std::move(response.body);
  } catch (const std::exception& error) {
    answer->error = error.what();
  }
}

/// The webhooks of a manager behind TLS, on real threads.
class WebhookServerFixture : public RealThreadsTest {
protected:
  ManagerOptions serving()
  {
    ManagerOptions options;
    options.webhooks.address = "127.0.0.1:0";
    options.webhooks.certificate = [this] { return certificate; };
    options.grace = std::chrono::seconds(30);
    return options;
  }
  std::shared_ptr<Transport> connect(const Manager& manager)
  {
    ClientTransportOptions there;
    there.host = "127.0.0.1";
    there.port = manager.webhook_port();
    there.tls.emplace();
    there.tls->ca_pem = authority.cert_pem();
    return make_client_transport(elsewhere.runtime(), std::move(there));
  }
  std::future<Answer> send(const std::shared_ptr<Transport>& connection, std::string body,
                           std::string path = kValidatesTrips)
  {
    HttpRequest request;
    request.method = "POST";
    request.target = std::move(path) + "?timeout=10s";
    request.headers.add("Host", "127.0.0.1");
    request.headers.add("Content-Type", "application/json");
    request.body = std::move(body);
    const auto answer = std::make_shared<Answer>();
    auto done = std::make_shared<std::promise<Answer>>();
    auto future = done->get_future();
    spawn(elsewhere.runtime().executor, exchange(connection, std::move(request), answer),
          [answer, done] { done->set_value(*answer); });
    return future;
  }
  static Answer get(std::future<Answer>& future)
  {
    if (future.wait_for(std::chrono::seconds(20)) == std::future_status::ready) return future.get();
    ADD_FAILURE() << "no answer";
    std::abort();
  }
  static bool is_there(std::future<Answer>& future)
  {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }
  /// Validates a Trip with the name "slow" when `go` is fired, and others at once; counts them in `begun`.
  void add_slow_webhook(const Manager& manager)
  {
    const auto wait = [this](const Trip& trip) -> awaitable<void> {
      ++begun;
      if (trip.metadata.name == "slow") co_await go.wait();
    };
    (void)manager.webhooks().for_<Trip>().validates(wait);
  }
  static std::string some_review(std::string_view name = "a")
  {
    return review("CREATE", trip(name, nlohmann::json::object())).dump();
  }

  TlsServerConfig issue()
  {
    CertificateRequest request;
    request.ip_addresses = {"127.0.0.1"};
    const CertificateAndKey made = authority.issue(request);
    return {made.cert_pem, made.key_pem, ""};
  }

  std::atomic<int> begun{0};
  OneShot go;
  CertificateAuthority authority{clock};
  TlsServerConfig certificate = issue();
};

}  // namespace kubexx::testing
