// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/base/clock.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx::detail {

/// Whether a body goes out in one write with its head, being small.
[[nodiscard]] bool goes_with_head(const std::string& body) noexcept;

/// How a request reaches a plain HTTP server by a proxy: it names the server itself. Empty without such a proxy.
struct ProxyForm {
  std::string origin;         // "http://host:port", before the target
  std::string authorization;  // for the proxy; empty: none. A secret.
};

/// The request line and header of a request, with Host and Content-Length where they are missing.
[[nodiscard]] std::string request_head(const HttpRequest& request, const std::string& authority,
                                       const ProxyForm& proxy = {});

/// How long a connection may be kept idle: `ours`, or what the server's `Keep-Alive: timeout=N` says, less a second.
[[nodiscard]] Duration kept_by_server(const Headers& headers, Duration ours);

}  // namespace kubexx::detail
