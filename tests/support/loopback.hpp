// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/listener.hpp"

/// What tests and benchmarks with a server of their own in the same process share.
namespace kubexx::test {

/// The two sides of TLS with 127.0.0.1, by an authority of their own.
struct LoopbackTls {
  explicit LoopbackTls(const Clock& clock);

  TlsServerConfig server;
  TlsClientConfig client;
};

/// A listener on a free loopback port and how to reach it, with TLS unless `tls` is false.
class LoopbackServer {
public:
  LoopbackServer(const Runtime& runtime, HttpHandler handler, bool tls = true);

  /// A configuration of which the listener's is the other side.
  [[nodiscard]] const ClientTransportOptions& options() const noexcept { return options_; }
  [[nodiscard]] HttpListener& listener() noexcept { return *listener_; }

private:
  ClientTransportOptions options_;
  std::unique_ptr<HttpListener> listener_;
};

}  // namespace kubexx::test
