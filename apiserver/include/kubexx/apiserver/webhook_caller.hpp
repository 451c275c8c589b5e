// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx {

/// Where a webhook is inside of a cluster.
struct WebhookService {
  std::string namespace_, name;
  std::uint16_t port = 443;
};

/// A call of an admission or conversion webhook: a POST of JSON.
struct WebhookCall {
  WebhookCall() = default;  // no aggregate: g++ 12 destroys temporaries of those in co_await expressions twice
  std::string url;          ///< of a service with the host "NAME.NAMESPACE.svc"
  std::optional<WebhookService> service;  ///< what is to be found an address for, in place of the URL's host
  std::string ca_bundle;  ///< PEM: who may sign the webhook's certificate; empty: the system's authorities
  std::string body;
  SteadyTime deadline{};  ///< when the call must have ended
};

/// What became of it.
struct WebhookAnswer {
  WebhookAnswer() = default;
  unsigned status = 200;
  std::string content_type;
  std::string body;
  std::string error;        ///< not empty: there was no answer, and this is why, in the words of Go's HTTP client
  bool no_address = false;  ///< there was no answer, because nothing is known of where the service is
};

/// How the embedded API server reaches webhooks, since it opens no sockets and sets no timer itself. Thread safe.
class WebhookCaller {
public:
  virtual ~WebhookCaller() = default;
  /// Ends at the deadline at the latest. Does not throw: what goes wrong is WebhookAnswer::error. A call that completes
  /// without suspending lets ApiServer::handle, too, complete a request that needs it.
  [[nodiscard]] virtual awaitable<WebhookAnswer> call(WebhookCall request) = 0;
};

}  // namespace kubexx
