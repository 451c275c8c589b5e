// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/ssl.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "review.hpp"

namespace kubexx::bench {

/// An API server as webhooks see it: TLS 1.3 and HTTP/1.1 on connections that stay open, one request at a time on each,
/// all on the thread that calls it. Whatever goes wrong is thrown as std::runtime_error.
class WebhookClient {
public:
  using Clock = std::chrono::steady_clock;

  WebhookClient(int port, const std::string& authority_pem);
  ~WebhookClient();
  WebhookClient(const WebhookClient&) = delete;
  WebhookClient& operator=(const WebhookClient&) = delete;

  /// False if nothing listens.
  bool connect();
  /// Sends `count` requests, as many at a time as there are connections. Returns how long each took, in the order of
  /// the responses.
  std::vector<Clock::duration> send(std::size_t count);
  [[nodiscard]] std::size_t connections() const noexcept { return connections_.size(); }

private:
  struct Connection;

  void begin(Connection& connection);
  /// Whether the response is complete.
  bool receive(Connection& connection);

  const int port_;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  int epoll_;
  std::vector<std::unique_ptr<Connection>> connections_;
  ReviewRequest request_;
  std::size_t sent_ = 0;
};

}  // namespace kubexx::bench
