// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx::detail {

/// How long a call may wait for credentials.
struct CredentialBounds {
  CredentialBounds() = default;  // no aggregate: g++ 12 destroys temporaries of those in co_await expressions twice
  std::optional<SteadyTime> deadline;
  std::stop_token stop;
};

/// What a request is sent with. A secret: never print it.
struct Authorization {
  Authorization() = default;     // as above
  std::string header;            ///< the whole value of the Authorization field, "Bearer …"; empty: none is sent
  std::uint64_t generation = 0;  ///< moves on with every new credential of this source
};

/// Where credentials come from. Thread safe.
class Credentials {
public:
  virtual ~Credentials() = default;
  /// What `get` returns, if that need not wait for anything.
  [[nodiscard]] virtual std::optional<Authorization> at_hand() { return std::nullopt; }
  /// Throws TransportError: credentials, timeout, cancelled.
  [[nodiscard]] virtual awaitable<Authorization> get(CredentialBounds bounds) = 0;
  /// After the server refused those of `generation`: looks for newer ones at once; whether there are. Many calls that
  /// ask at the same time cause one look.
  [[nodiscard]] virtual awaitable<bool> refresh(std::uint64_t generation, CredentialBounds bounds) = 0;
};

[[nodiscard]] std::shared_ptr<Credentials> make_static_token(const std::string& token);
[[nodiscard]] std::shared_ptr<Credentials> make_basic_auth(const std::string& username, const std::string& password);

/// Reads the file again when what it has is 50 s old: a kubelet renews a token long before it expires, and client-go
/// re-reads once a minute less 10 s. A read that fails, or takes more than a second, keeps the last good token and
/// warns. `initial` serves until the first good read; without it, a first read that fails throws ConfigError. Only that
/// first read is done here, on the calling thread.
[[nodiscard]] std::shared_ptr<Credentials> make_file_token(std::string path, std::string initial,
                                                           const Runtime& runtime);

}  // namespace kubexx::detail
