// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx {

/// The Service of a webhook in the cluster.
struct WebhookService {
  std::string namespace_ = {}, name = {};
  std::uint16_t port = 443;
};

/// A call of an admission or conversion webhook: a POST with a JSON body.
struct WebhookCall {
  WebhookCall() = default;                // not an aggregate: g++ 12 destroys temporary aggregates in co_await twice
  std::string url;                        ///< for a service, the host is "NAME.NAMESPACE.svc"
  std::optional<WebhookService> service;  ///< if set, its address replaces the host of `url`
  std::string ca_bundle;  ///< PEM: authorities that may sign the webhook's certificate; empty: the system's
  std::string body;
  SteadyTime deadline{};  ///< the call must have ended by then
};

/// The outcome of a WebhookCall.
struct WebhookAnswer {
  WebhookAnswer() = default;
  unsigned status = 200;
  std::string content_type;
  std::string body;
  std::string error;        ///< not empty: no response arrived; the reason, as Go's HTTP client words it
  bool no_address = false;  ///< no response, because the address of the service is unknown
};

/// Calls webhooks for the embedded API server, which opens no sockets and sets no timers itself. Thread safe.
class WebhookCaller {
public:
  virtual ~WebhookCaller() = default;
  /// Ends at the deadline at the latest. Does not throw: failures are reported in WebhookAnswer::error. If the call
  /// completes without suspending, ApiServer::handle can also complete requests that need it.
  [[nodiscard]] virtual awaitable<WebhookAnswer> call(WebhookCall request) = 0;
};

}  // namespace kubexx
