// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kubexx/client/load_config.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx::detail {

/// Whether `server` is reached directly: it is on this machine, or a NO_PROXY list names it. Entries, between commas:
/// "*"; "10.0.0.0/8"; an address; "example.com" and what is below it; ".example.com" or "*.example.com", only what is
/// below it; each but the first two also with a port. Semantics: Go's httpproxy.
[[nodiscard]] bool bypasses_proxy(const ServerUrl& server, std::string_view no_proxy);

/// A proxy that the environment asks for.
struct ProxyChoice {
  std::string url;       ///< with a scheme; may hold a password
  std::string variable;  ///< which said so: "HTTPS_PROXY"
};
/// HTTPS_PROXY or HTTP_PROXY, by the server's scheme, unless NO_PROXY names it; upper case before lower case. nullopt:
/// none. Throws ConfigError that names the variable when its value is no proxy's URL.
[[nodiscard]] std::optional<ProxyChoice> proxy_of_environment(const ServerUrl& server, const Environment& environment);

}  // namespace kubexx::detail
