// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "kubexx/apiserver/webhook_caller.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/http/message.hpp"
#include "kubexx/testing/simulated_runtime.hpp"
#include "webhook_faults.hpp"

namespace kubexx::testing {

/// Calls the webhooks of the operator without sockets: each call is a part of the API server's step. Whatever host a
/// configuration names, the operator answers, by the path.
class SimulatedWebhooks final : public WebhookCaller {
public:
  /// `sim` outlives it.
  SimulatedWebhooks(SimulatedRuntime& sim, std::shared_ptr<WebhookFaults> faults)
      : sim_(sim), faults_(std::move(faults))
  {
  }

  /// Answers a request; empty: the operator does not run.
  using Serve = std::function<awaitable<HttpResponse>(HttpRequest)>;
  void serve(Serve serve) { serve_ = std::move(serve); }

  [[nodiscard]] awaitable<WebhookAnswer> call(WebhookCall request) override;

  /// What is wrong with a handler, once; otherwise empty.
  [[nodiscard]] std::string take_failure() { return std::exchange(failure_, {}); }

private:
  void answer(const WebhookCall& request, WebhookAnswer& answer);
  void fail(WebhookAnswer& answer, const std::string& text);

  SimulatedRuntime& sim_;
  const std::shared_ptr<WebhookFaults> faults_;
  Serve serve_;
  std::string failure_;
  int depth_ = 0;  // calls within a call
};

}  // namespace kubexx::testing
