// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/base/clock.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx::detail {

/// Whether a body goes out in one write with its head, being small.
[[nodiscard]] bool goes_with_head(const std::string& body) noexcept;

/// The request line and header of a request, with Host and Content-Length where they are missing.
[[nodiscard]] std::string request_head(const HttpRequest& request, const std::string& authority);

/// How long a connection may be kept idle: `ours`, or what the server's `Keep-Alive: timeout=N` says, less a second.
[[nodiscard]] Duration kept_by_server(const Headers& headers, Duration ours);

}  // namespace kubexx::detail
