// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"
#include "webhook_faults.hpp"

namespace kubexx::testing {

/// Stands between a real API server and the webhooks of the operator, with TLS on both sides: its address stays when
/// the operator starts again, and it makes the faults. Thread safe.
class WebhookFront {
public:
  WebhookFront(Runtime runtime, std::shared_ptr<WebhookFaults> faults);
  ~WebhookFront();
  WebhookFront(const WebhookFront&) = delete;
  WebhookFront& operator=(const WebhookFront&) = delete;

  /// "https://127.0.0.1:PORT".
  [[nodiscard]] std::string url() const { return listener_.url(); }
  [[nodiscard]] const std::string& ca_pem() const noexcept { return authority_.cert_pem(); }
  /// The certificate with which the operator shall serve.
  [[nodiscard]] const TlsServerConfig& certificate() const noexcept { return certificate_; }
  /// The port of the operator; 0: it does not run.
  void set_port(std::function<std::uint16_t()> port);

  /// Nothing is served there, and no fault counts.
  static constexpr const char* probe_path = "/kubexx-testing-probe";

private:
  struct State;
  static awaitable<HttpResponse> handle(std::shared_ptr<State> state, HttpRequest request);

  const CertificateAuthority authority_;
  const TlsServerConfig certificate_;
  const std::shared_ptr<State> state_;
  HttpListener listener_;
};

}  // namespace kubexx::testing
