// SPDX-License-Identifier: Apache-2.0
#include "webhook_front.hpp"

#include <exception>
#include <mutex>
#include <stop_token>
#include <utility>

#include "kubexx/apiserver/http_webhooks.hpp"

namespace kubexx::testing {

namespace {

// More than the 30 s that an API server waits.
constexpr Duration kNever = std::chrono::seconds(35);
constexpr Duration kLongest = std::chrono::seconds(30);

HttpResponse text_response(unsigned status, std::string text)
{
  HttpResponse response;
  response.status = status;
  response.headers.add("Content-Type", "text/plain");
  response.body = std::move(text);
  return response;
}

TlsServerConfig tls_of(const CertificateAuthority& authority)
{
  CertificateRequest request;
  request.common_name = "kubexx-webhooks";
  request.dns_names = {"localhost"};
  request.ip_addresses = {"127.0.0.1"};
  const CertificateAndKey leaf = authority.issue(request);
  TlsServerConfig tls;
  tls.cert_chain_pem = leaf.cert_pem;
  tls.key_pem = leaf.key_pem;
  return tls;
}

ListenerOptions front_options(const TlsServerConfig& certificate)
{
  ListenerOptions options;
  options.tls = certificate;
  options.max_body = std::size_t{16} << 20U;  // the operator's own limit counts
  return options;
}

}  // namespace

struct WebhookFront::State {
  State(Runtime with, std::shared_ptr<WebhookFaults> asked, std::string ca)
      : runtime(std::move(with)),
        faults(std::move(asked)),
        ca_pem(std::move(ca)),
        caller(make_http_webhook_caller(runtime))
  {
  }
  [[nodiscard]] std::uint16_t port() const
  {
    const std::lock_guard lock(mutex);
    return port_of_operator ? port_of_operator() : std::uint16_t{0};
  }

  const Runtime runtime;
  const std::shared_ptr<WebhookFaults> faults;
  const std::string ca_pem;
  const std::shared_ptr<WebhookCaller> caller;
  std::stop_source stop;
  mutable std::mutex mutex;
  std::function<std::uint16_t()> port_of_operator;  // guarded by mutex
};

WebhookFront::WebhookFront(Runtime runtime, std::shared_ptr<WebhookFaults> faults)
    : authority_(*runtime.clock),
      certificate_(tls_of(authority_)),
      state_(std::make_shared<State>(runtime, std::move(faults), authority_.cert_pem())),
      listener_(std::move(runtime), front_options(certificate_),
                [state = state_](HttpRequest request) { return handle(state, std::move(request)); })
{
}

WebhookFront::~WebhookFront()
{
  set_port({});
  state_->stop.request_stop();
  try {
    listener_.stop();
  } catch (const std::exception&) {
    // The threads have ended already.
  }
}

void WebhookFront::set_port(std::function<std::uint16_t()> port)
{
  const std::lock_guard lock(state_->mutex);
  state_->port_of_operator = std::move(port);
}

awaitable<HttpResponse> WebhookFront::handle(std::shared_ptr<State> state, HttpRequest request)
{
  const std::string path(path_of_target(request.target));
  if (path == probe_path) co_return text_response(404, "a probe of the test kit");
  const auto fault = state->faults->next(path);
  Clock& clock = *state->runtime.clock;
  if (fault == WebhookFault::timeout) {
    const bool slept = co_await async_sleep(clock, kNever, state->stop.get_token());
    (void)slept;
    co_return text_response(504, "the test kit lets this webhook time out");
  }
  if (fault == WebhookFault::garbage) co_return text_response(200, "garbage");
  const std::uint16_t port = fault == WebhookFault::down ? std::uint16_t{0} : state->port();
  if (port == 0) co_return text_response(503, "nothing serves the webhook");
  WebhookCall call;
  call.url = "https://127.0.0.1:" + std::to_string(port) + request.target;
  call.ca_bundle = state->ca_pem;
  call.body = std::move(request.body);
  call.deadline = saturating_add(clock.now(), kLongest);
  auto calling = state->caller->call(std::move(call));
  WebhookAnswer answer = co_await std::move(calling);
  if (!answer.error.empty()) co_return text_response(503, answer.error);
  HttpResponse response;
  response.status = answer.status;
  response.headers.add("Content-Type", answer.content_type);
  response.body = std::move(answer.body);
  co_return response;
}

}  // namespace kubexx::testing
