// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/log.hpp"

namespace kubexx::detail {

/// What goes into the Authorization header. Thread safe. Secrets: never print them.
class TokenSource {
public:
  virtual ~TokenSource() = default;
  /// The whole header value, "Bearer …"; empty: send none.
  [[nodiscard]] virtual std::string authorization() = 0;
  /// After a 401: looks for newer credentials at once; true when there are.
  [[nodiscard]] virtual bool refresh() = 0;
};

[[nodiscard]] std::shared_ptr<TokenSource> make_static_token(const std::string& token);
[[nodiscard]] std::shared_ptr<TokenSource> make_basic_auth(const std::string& username, const std::string& password);

/// Reads the file again when what it has is 50 s old: a kubelet renews a token long before it expires, and client-go
/// re-reads once a minute less 10 s. A read that fails keeps the last good token and warns. `initial` serves until the
/// first good read; without it, a first read that fails throws ConfigError.
[[nodiscard]] std::shared_ptr<TokenSource> make_file_token(std::string path, std::string initial, Clock& clock,
                                                           Log log);

}  // namespace kubexx::detail
