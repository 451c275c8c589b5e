// SPDX-License-Identifier: Apache-2.0
// make_http_webhook_caller over a local listener.
#include "kubexx/apiserver/http_webhooks.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"

namespace kubexx {
namespace {

using Json = nlohmann::json;

awaitable<HttpResponse> redirecting(HttpRequest request)
{
  HttpResponse response;
  if (request.target.starts_with("//")) {
    response.status = 307;
    response.headers.add("Location", request.target.substr(1));
  } else if (request.target == "/around") {
    response.status = 308;
    response.headers.add("Location", "around");
  } else {
    response.body = request.method + " " + request.target + " " + request.body;
  }
  co_return response;
}

awaitable<HttpResponse> when_stopped(std::stop_token stop)
{
  co_await async_wait_stop(stop);
  co_return HttpResponse();
}

awaitable<void> ask_into(WebhookAnswer* answer, std::shared_ptr<WebhookCaller> caller, WebhookCall call)
{
  *answer = co_await caller->call(std::move(call));
}

WebhookCall call_of(const Runtime& runtime, std::string url)
{
  WebhookCall call;
  call.url = std::move(url);
  call.body = "{}";
  call.deadline = runtime.clock->now() + std::chrono::seconds(20);
  return call;
}

TEST(HttpWebhooks, FollowsRedirects)
{
  SystemRuntime system;
  const auto runtime = system.runtime();
  const HttpListener listener(runtime, {}, redirecting);
  const auto caller = make_http_webhook_caller(runtime);
  const auto ask = [&](const std::string& path) {
    WebhookAnswer answer;
    block_on(
        runtime.executor, [&] { return ask_into(&answer, caller, call_of(runtime, listener.url() + path)); }, "call");
    return answer;
  };
  EXPECT_EQ(ask("//failing?timeout=1s").body, "POST /failing?timeout=1s {}");
  EXPECT_EQ(ask("/around").error, "stopped after 10 redirects");
}

// Of `handle`, which gives up: the exchange ends afterwards, on the runtime's threads.
TEST(HttpWebhooks, ACallThatNobodyWaitsForEndsQuietly)
{
  SystemRuntime system;
  const auto runtime = system.runtime();
  std::stop_source go;
  const CertificateAuthority authority(*runtime.clock, "webhook-ca");
  CertificateRequest leaf;
  leaf.common_name = "webhook";
  leaf.ip_addresses = {"127.0.0.1"};
  const auto issued = authority.issue(leaf);
  ListenerOptions secured;
  secured.tls = TlsServerConfig{issued.cert_pem, issued.key_pem, {}};
  const HttpListener listener(runtime, std::move(secured),
                              [&](const HttpRequest& /*request*/) { return when_stopped(go.get_token()); });
  ApiServer::Options options;
  options.clock = runtime.clock;
  options.random = runtime.random;
  options.webhooks = make_http_webhook_caller(runtime);
  ApiServer server(options);
  const auto post = [&](std::string target, const Json& body) {
    HttpRequest request;
    request.method = "POST";
    request.target = std::move(target);
    request.headers.add("Content-Type", "application/json");
    request.body = body.dump();
    return server.handle(std::move(request));
  };
  const Json rule{{"operations", {"CREATE"}}, {"apiGroups", {""}}, {"apiVersions", {"v1"}}, {"resources", {"secrets"}}};
  ASSERT_EQ(post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
                 {{"metadata", {{"name", "w"}}},
                  {"webhooks",
                   Json::array({{{"name", "w.test.io"},
                                 {"clientConfig",
                                  {{"url", listener.url() + "/w"}, {"caBundle", encode_base64(authority.cert_pem())}}},
                                 {"rules", Json::array({rule})},
                                 {"sideEffects", "None"},
                                 {"admissionReviewVersions", {"v1"}}}})}})
                .status,
            201U);
  for (int i = 0; i < 20; ++i) {
    const auto answer = post("/api/v1/namespaces/default/secrets", {{"metadata", {{"name", "a"}}}});
    EXPECT_EQ(answer.status, 500U);
    EXPECT_NE(answer.body.find("has to wait for an answer from outside"), std::string::npos) << answer.body;
  }
  go.request_stop();
}

}  // namespace
}  // namespace kubexx
