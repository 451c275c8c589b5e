// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::apiserver {

/// A token of a ServiceAccount.
struct IssuedToken {
  std::string namespace_, name;  ///< the ServiceAccount
  std::string uid;               ///< its uid: another one of the same name has other tokens
  std::vector<std::string> audiences;
  std::string id;
  WallTime expires;
};

/// The tokens that TokenRequest has given out. A token has the form of a JSON web token, but its last part is no
/// signature: it is a number that nobody guesses, and the server remembers what it stands for. It ends with the server.
/// Not thread safe: its owner locks.
class Tokens {
public:
  /// The text of a token that stands for `token`; its `id` is set here.
  [[nodiscard]] std::string issue(IssuedToken token, Random& random, WallTime now);
  /// Null when there is none, or not any more.
  [[nodiscard]] const IssuedToken* find(std::string_view text, WallTime now);

private:
  std::map<std::string, IssuedToken, std::less<>> issued_;  // by the whole text
  std::size_t look_at_ = 1024;                              // so many, and those that have ended are dropped
};

/// The issuer of tokens, and the audience of this server.
inline constexpr const char* token_issuer = "https://kubernetes.default.svc.cluster.local";

}  // namespace kubexx::apiserver
