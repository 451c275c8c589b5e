// SPDX-License-Identifier: Apache-2.0
#include "support/loopback.hpp"

#include <utility>

#include "kubexx/http/certificate_authority.hpp"

namespace kubexx::test {

LoopbackServer::LoopbackServer(const Runtime& runtime, HttpHandler handler, bool tls)
{
  ListenerOptions listening;
  if (tls) {
    const CertificateAuthority authority(*runtime.clock);
    CertificateRequest wanted;
    wanted.ip_addresses = {"127.0.0.1"};
    const auto leaf = authority.issue(wanted);
    listening.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, {}};
    options_.tls.emplace().ca_pem = authority.cert_pem();
  }
  listener_ = std::make_unique<HttpListener>(runtime, listening, std::move(handler));
  options_.host = "127.0.0.1";
  options_.port = listener_->port();
}

}  // namespace kubexx::test
