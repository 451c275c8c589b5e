// SPDX-License-Identifier: Apache-2.0
#include "support/loopback.hpp"

#include <utility>

#include "kubexx/http/certificate_authority.hpp"

namespace kubexx::test {

LoopbackTls::LoopbackTls(const Clock& clock)
{
  const CertificateAuthority authority(clock);
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  const auto leaf = authority.issue(wanted);
  server = TlsServerConfig{leaf.cert_pem, leaf.key_pem, {}};
  client.ca_pem = authority.cert_pem();
}

LoopbackServer::LoopbackServer(const Runtime& runtime, HttpHandler handler, bool tls)
{
  ListenerOptions listening;
  if (tls) {
    const LoopbackTls tls_of_both(*runtime.clock);
    listening.tls = tls_of_both.server;
    options_.tls = tls_of_both.client;
  }
  listener_ = std::make_unique<HttpListener>(runtime, listening, std::move(handler));
  options_.host = "127.0.0.1";
  options_.port = listener_->port();
}

}  // namespace kubexx::test
