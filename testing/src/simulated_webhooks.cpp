// SPDX-License-Identifier: Apache-2.0
#include "simulated_webhooks.hpp"

#include <utility>

namespace kubexx::testing {

namespace {

// A webhook whose request needs the same webhook again; a real one ends when its timeouts are over.
constexpr int kMaxDepth = 20;

awaitable<void> run_handler(const SimulatedWebhooks::Serve* serve, HttpRequest request, HttpResponse* response)
{
  auto serving = (*serve)(std::move(request));
  *response = co_await std::move(serving);
}

std::string target_of(const std::string& url)
{
  const auto path = url.find('/', url.find("://") + 3);
  return path == std::string::npos ? "/" : url.substr(path);
}

}  // namespace

awaitable<WebhookAnswer> SimulatedWebhooks::call(WebhookCall request)
{
  WebhookAnswer made;
  ++depth_;
  const std::shared_ptr<void> until_here(nullptr, [this](void*) { --depth_; });
  answer(request, made);
  co_return made;
}

void SimulatedWebhooks::answer(const WebhookCall& request, WebhookAnswer& answer)
{
  const std::string target = target_of(request.url);
  const std::string path(path_of_target(target));
  const auto fault = faults_->next(path);
  if (fault == WebhookFault::timeout) {
    answer.error = "context deadline exceeded";
    return;
  }
  if (fault == WebhookFault::garbage) {
    answer.content_type = "text/plain";
    answer.body = "garbage";
    return;
  }
  if (fault == WebhookFault::down || !serve_) {
    answer.error = "dial tcp: connect: connection refused";
    return;
  }
  if (depth_ > kMaxDepth) {
    return fail(answer, "the webhook " + path + " makes a request for which it is called again, without end");
  }
  HttpRequest sent;
  sent.method = "POST";
  sent.target = target;
  sent.headers.add("Content-Type", "application/json");
  sent.body = request.body;
  HttpResponse response;
  const Serve serve = serve_;  // the handler may end the operator
  if (!sim_.run_step([&] { return run_handler(&serve, std::move(sent), &response); })) {
    return fail(answer, "the webhook " + path +
                            " waits for something other than its client: in the simulation a handler runs within the "
                            "step of the request, so time does not pass in it and nothing else runs");
  }
  answer.status = response.status;
  answer.content_type = response.headers.find("Content-Type").value_or("");
  answer.body = std::move(response.body);
}

void SimulatedWebhooks::fail(WebhookAnswer& answer, const std::string& text)
{
  if (failure_.empty()) failure_ = text;
  answer.error = text;
}

}  // namespace kubexx::testing
