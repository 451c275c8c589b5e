// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kubexx {

/// The protocol that the proxy speaks.
enum class ProxyKind {
  http,    ///< plain to the proxy; CONNECT for an https server, the request itself for an http server
  https,   ///< the same, over TLS to the proxy
  socks5,  ///< RFC 1928, with user name and password (RFC 1929) if given
};

/// A proxy between the client and a server. The proxy looks up the server's name. A value that holds a secret
/// (`password`): print only `str()`.
struct ProxyConfig {
  ProxyKind kind = ProxyKind::http;
  std::string host = {};  ///< a name or an address; IPv6 without brackets
  std::uint16_t port = 80;
  std::string username = {};  ///< if the password is empty too, none is sent
  std::string password = {};

  [[nodiscard]] bool has_credentials() const noexcept { return !username.empty() || !password.empty(); }
  /// "http://host:3128", without user and password.
  [[nodiscard]] std::string str() const;
  friend bool operator==(const ProxyConfig&, const ProxyConfig&) = default;
};

/// Parses "http://user:password@host:3128", "https://host", "socks5://[::1]:1080"; socks5h is the same as socks5. Ports
/// default to 80, 443 and 1080. Throws std::invalid_argument with the reason, without user and password.
[[nodiscard]] ProxyConfig parse_proxy_url(std::string_view text);

}  // namespace kubexx
