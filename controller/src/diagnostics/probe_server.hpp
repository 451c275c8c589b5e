// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "diagnostics/scrape_access.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/controller/health.hpp"
#include "kubexx/http/listener.hpp"

namespace kubexx {

struct ListenAddress {
  std::string address;  ///< as in ListenerOptions; empty: every interface, IPv6 and IPv4
  std::uint16_t port = 0;
};

/// "host:port", ":port" or "[::1]:port"; without a host: every interface; "localhost": the loopback one. Throws
/// std::invalid_argument, which names `option`.
[[nodiscard]] ListenAddress parse_listen_address(std::string_view text, std::string_view option);

/// What a probe server shows. Functions that are not set answer 404.
struct ProbePages {
  std::function<HealthReport()> readiness, liveness;
  std::function<std::string()> metrics;
  std::shared_ptr<ScrapeAccess> metrics_access;  ///< null: anyone
};

/// A text, or what `type` says.
[[nodiscard]] HttpResponse plain_response(unsigned status, std::string body,
                                          std::string type = "text/plain; charset=utf-8");
/// To those whom ScrapeAccess does not let through.
[[nodiscard]] HttpResponse refusal_response(unsigned status);

/// GET and HEAD of /healthz, /livez, /readyz and /metrics, whoever asks.
[[nodiscard]] HttpResponse answer_page(const ProbePages& pages, const HttpRequest& request);

/// Listens from now on. `pages` is kept; throws std::runtime_error that names address and port.
[[nodiscard]] std::unique_ptr<HttpListener> make_probe_server(const Runtime& runtime, const ListenAddress& address,
                                                              ProbePages pages,
                                                              std::optional<TlsServerConfig> tls = {});

}  // namespace kubexx
