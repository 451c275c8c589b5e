// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "byte_stream.hpp"
#include "kubexx/http/proxy.hpp"

namespace kubexx::detail {

/// Asks the proxy at the other end of `stream` for a connection to `host` (not looked up here): CONNECT or SOCKS5. Then
/// `stream` is that connection. Returns what went wrong, in words that hold no credentials; nothing when it worked. An
/// I/O error that the caller caused by closing `stream` is reported like any other. `proxy` outlives the call.
[[nodiscard]] awaitable<std::optional<std::string>> ask_proxy(ByteStream& stream, const ProxyConfig& proxy,
                                                              std::string host, std::uint16_t port);

/// The value of Proxy-Authorization; empty when there are no credentials. A secret.
[[nodiscard]] std::string proxy_authorization(const ProxyConfig& proxy);

}  // namespace kubexx::detail
