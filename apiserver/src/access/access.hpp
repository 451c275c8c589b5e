// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "access/rbac.hpp"
#include "access/user.hpp"
#include "core/server.hpp"

/// Who makes a request, and whether that user may.
namespace kubexx::apiserver {

/// The user of the request's client certificate (already in it), of its bearer token, or the anonymous one. Throws 401.
/// Takes the lock.
[[nodiscard]] User authenticate(Server& server, const HttpRequest& request);

/// The request for a resource that `path` is, or for any other path.
[[nodiscard]] Attributes attributes_of(const User& user, const HttpRequest& request, const Query& query,
                                       const std::optional<ResourcePath>& path);

/// Throws 403 unless the request may be answered. Takes the lock.
void authorize(Server& server, const Attributes& wanted);
/// Likewise, for a server without RBAC that wants to know who asks.
void check_known(const Server& server, const Attributes& wanted);
/// Takes the lock.
[[nodiscard]] Decision decide(Server& server, const Attributes& wanted);
/// The 403 for `wanted`.
[[nodiscard]] Failure refusal(const Attributes& wanted, const std::string& reason);
/// The roles and bindings as they are now. Wants the lock held.
[[nodiscard]] RbacPtr current_rbac(Server& server);

/// Whose a token is, for one of `audiences` at least.
struct TokenUser {
  User user;
  std::vector<std::string> audiences;  ///< those of the token among the wanted ones
};
/// `problem` says why it is nobody's. Wants the lock held.
[[nodiscard]] std::optional<TokenUser> user_of_token(Server& server, std::string_view token,
                                                     const std::vector<std::string>& audiences, std::string& problem);

/// Namespace and name of a ServiceAccount's user; nullopt for anybody else.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> account_of(std::string_view user);
[[nodiscard]] std::string account_user(const std::string& namespace_, const std::string& name);
[[nodiscard]] std::vector<std::string> account_groups(const std::string& namespace_);

}  // namespace kubexx::apiserver
