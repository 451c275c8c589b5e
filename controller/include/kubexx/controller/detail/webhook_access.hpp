// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/http/message.hpp"
#include "kubexx/http/tls.hpp"

namespace kubexx::detail {

/// Gives a test the webhook server of a started manager without its port. `request` gets the response that an API
/// server would get; the size of its body and the number of requests are not limited. If no webhook was declared, the
/// response is 404. Call it on the executor of the webhook server: in a simulation, the runtime's. `manager` need not
/// outlive the call.
[[nodiscard]] awaitable<HttpResponse> async_call_webhook(const Manager& manager, HttpRequest request);

/// Returns the certificate that the authority of a started manager serves (WebhookServerOptions::authority), also if
/// nothing listens; empty before there is one. It has the private key: a secret.
[[nodiscard]] TlsServerConfig webhook_certificate(const Manager& manager);

}  // namespace kubexx::detail
