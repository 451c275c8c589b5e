// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/listener.hpp"

namespace kubexx {

/// Every ten seconds, until `stop`, asks `read` for the certificate that `listener`, in logs `server`, shall have. What
/// cannot be read or used leaves the one that is there, and is logged once for each reason. `on_used`, which may be
/// empty, gets each one that the listener has taken. Ends when the listener is gone: it may run on another executor,
/// which outlives that of the listener.
[[nodiscard]] awaitable<void> renew_certificate(Runtime runtime, std::weak_ptr<HttpListener> listener,
                                                TlsServerConfig used, std::function<TlsServerConfig()> read,
                                                std::function<void(const TlsServerConfig&)> on_used, std::string server,
                                                std::stop_token stop);

}  // namespace kubexx
