// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/tls.hpp"

namespace kubexx {

/// Every ten seconds, until `stop`, asks `read` for the certificate that `server`, its name in logs, shall have, and
/// hands another one than before to `use`, which returns false if the server is gone. What cannot be read or used
/// leaves the one that is there, and is logged once for each reason. Ends when the server is gone: it may run on
/// another executor, which outlives that of the server.
[[nodiscard]] awaitable<void> renew_certificate(Runtime runtime, TlsServerConfig used,
                                                std::function<TlsServerConfig()> read,
                                                std::function<bool(const TlsServerConfig&)> use, std::string server,
                                                std::stop_token stop);

}  // namespace kubexx
