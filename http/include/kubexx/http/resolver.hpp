// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"

namespace kubexx {

/// One address to connect to: an IPv4 or IPv6 literal without brackets (a zone may follow `%`), and a port. A value.
struct Endpoint {
  std::string address = {};
  std::uint16_t port = 0;
  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// The name service. Injected, because a real one can hang: a caller may stop waiting at any moment, and an answer that
/// comes later is dropped. Thread safe.
class Resolver {
public:
  virtual ~Resolver() = default;
  /// The addresses of `host` in the order in which to try them, never empty. Throws TransportError: resolve when there
  /// is none, cancelled when `stop` was used. Callers of the transport do not rely on it to return.
  [[nodiscard]] virtual awaitable<std::vector<Endpoint>> resolve(std::string host, std::uint16_t port,
                                                                 std::stop_token stop) = 0;
};

/// The system's name service (hosts file, DNS, what nsswitch.conf configures), by getaddrinfo_a, which glibc has and
/// musl does not. A lookup that hangs delays neither its caller's stop nor the end of the process: it is abandoned.
/// Numeric addresses do not reach the name service. `runtime.executor` need not be a strand.
[[nodiscard]] std::shared_ptr<Resolver> make_system_resolver(Runtime runtime);

}  // namespace kubexx
