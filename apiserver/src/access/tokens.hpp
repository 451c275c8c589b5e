// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::apiserver {

/// The object with which a token ends: a Pod, a Secret or a Node. No kind: none.
struct BoundObject {
  std::string kind, name, uid;
  /// The id of the collection that holds it.
  [[nodiscard]] std::string collection() const;
};

/// A token of a ServiceAccount.
struct IssuedToken {
  std::string namespace_, name;  ///< the ServiceAccount
  std::string uid;               ///< its uid: another one of the same name has other tokens
  std::vector<std::string> audiences;
  std::string id;
  WallTime expires;
  BoundObject bound = {};
  std::string node_name = {}, node_uid = {};  ///< where the Pod that it is bound to runs, or the Node itself
  std::optional<WallTime> warn_after = {};    ///< when it was to end before it was extended
};

/// The tokens that TokenRequest has given out. A token has the form of a JSON web token, but its last part is no
/// signature: it is a number that nobody guesses, and the server remembers what it stands for. It ends with the server.
/// Not thread safe: its owner locks.
class Tokens {
public:
  /// The text of a token that stands for `token`; its `id` is set here.
  [[nodiscard]] std::string issue(IssuedToken token, const std::string& issuer, Random& random, WallTime now);
  /// Null when there is none; one that has ended may still be there.
  [[nodiscard]] const IssuedToken* find(std::string_view text) const;

private:
  std::map<std::string, IssuedToken, std::less<>> issued_;  // by the whole text
  std::size_t look_at_ = 1024;                              // so many, and those that have ended are dropped
};

}  // namespace kubexx::apiserver
