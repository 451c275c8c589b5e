// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "kubexx/apiserver/webhook_caller.hpp"
#include "kubexx/base/asio.hpp"

namespace kubexx {

struct HttpWebhookOptions {
  /// Where services are, since nothing serves the addresses of this server's: from "NAMESPACE/NAME:PORT", or
  /// "NAMESPACE/NAME" for every port, to "HOST:PORT". The certificate there must be for NAME.NAMESPACE.svc all the
  /// same.
  std::map<std::string, std::string> services = {};
  std::size_t max_answer = std::size_t{16} << 20U;  ///< bytes; a larger body is a failed call
  std::size_t max_transports = 100;  ///< webhooks, by address and authority, to which connections are kept
};

/// Calls webhooks over HTTPS with connections that it keeps. Runs on `runtime.executor`. Throws std::invalid_argument
/// for an option that is no address.
[[nodiscard]] std::shared_ptr<WebhookCaller> make_http_webhook_caller(Runtime runtime, HttpWebhookOptions options = {});

}  // namespace kubexx
