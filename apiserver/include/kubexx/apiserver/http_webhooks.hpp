// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "kubexx/apiserver/webhook_caller.hpp"
#include "kubexx/base/asio.hpp"

namespace kubexx {

/// Where webhooks are, and what bounds the calls.
struct HttpWebhookOptions {
  /// Addresses of services, because nothing serves the addresses of Services in the embedded server: maps
  /// "NAMESPACE/NAME:PORT", or "NAMESPACE/NAME" for every port, to "HOST:PORT". The certificate must still be valid for
  /// NAME.NAMESPACE.svc.
  std::map<std::string, std::string> services = {};
  std::size_t max_answer = std::size_t{16} << 20U;  ///< bytes; a call with a larger response body fails
  /// Limit of the webhooks, distinguished by address and authority, whose connections are kept open.
  std::size_t max_transports = 100;
};

/// Calls webhooks over HTTPS and reuses connections. Runs on `runtime.executor`. Throws std::invalid_argument if a
/// service or an address in `options` is malformed.
[[nodiscard]] std::shared_ptr<WebhookCaller> make_http_webhook_caller(Runtime runtime, HttpWebhookOptions options = {});

}  // namespace kubexx
