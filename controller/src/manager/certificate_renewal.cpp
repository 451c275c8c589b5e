// SPDX-License-Identifier: Apache-2.0
#include "manager/certificate_renewal.hpp"

#include <exception>
#include <string>
#include <utility>

namespace kubexx {

namespace {

constexpr Duration kPeriod = std::chrono::seconds(10);  // as controller-runtime's certwatcher

bool same(const TlsServerConfig& a, const TlsServerConfig& b)
{
  return a.cert_chain_pem == b.cert_chain_pem && a.key_pem == b.key_pem && a.client_ca_pem == b.client_ca_pem;
}

}  // namespace

awaitable<void> renew_certificate(Runtime runtime, TlsServerConfig used, std::function<TlsServerConfig()> read,
                                  std::function<bool(const TlsServerConfig&)> use, std::string server,
                                  std::stop_token stop)
{
  std::string problem;
  for (;;) {
    const bool waited = co_await async_sleep(*runtime.clock, kPeriod, stop);
    if (!waited) co_return;
    try {
      TlsServerConfig now = read();
      if (same(now, used)) continue;
      if (!use(now)) co_return;
      used = std::move(now);
      problem.clear();
      runtime.log.info("renewed the certificate", {{"of", server}});
    } catch (const std::exception& error) {
      if (problem != error.what()) {
        runtime.log.warn("cannot renew the certificate, keeping the current one",
                         {{"of", server}, {"error", error.what()}});
      }
      problem = error.what();
    }
  }
}

}  // namespace kubexx
