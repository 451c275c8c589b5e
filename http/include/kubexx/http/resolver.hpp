// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"

namespace kubexx {

/// One address to connect to: an IPv4 or IPv6 literal without brackets (a zone may follow `%`), and a port. A value
/// type.
struct Endpoint {
  std::string address = {};
  std::uint16_t port = 0;
  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// The name service. Injected, because a real one can hang: a caller may stop waiting at any time, and a later result
/// is dropped. Thread safe.
class Resolver {
public:
  virtual ~Resolver() = default;
  /// Returns the addresses of `host`, at least one, in the order in which to try them. Throws TransportError: resolve
  /// if there is none, cancelled if `stop` was used. Callers of the transport are not blocked if it never returns.
  [[nodiscard]] virtual awaitable<std::vector<Endpoint>> resolve(std::string host, std::uint16_t port,
                                                                 std::stop_token stop) = 0;
};

/// The system's name service (hosts file, DNS, everything that nsswitch.conf configures). It uses getaddrinfo_a, which
/// glibc has and musl does not. A lookup that hangs is abandoned: it delays neither a stop by the caller nor the end of
/// the process. Numeric addresses do not reach the name service. `runtime.executor` need not be a strand.
[[nodiscard]] std::shared_ptr<Resolver> make_system_resolver(Runtime runtime);

}  // namespace kubexx
