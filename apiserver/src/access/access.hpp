// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "access/rbac.hpp"
#include "core/server.hpp"

/// Who makes a request, and whether that user may.
namespace kubexx::apiserver {

inline constexpr const char* superusers = "system:masters";  ///< the group that may do everything

/// Sets user and groups of `request` from its client certificate (already there), its bearer token, or as anonymous,
/// and then from the Impersonate headers. Throws 401 and 403. Takes the lock.
void identify(Server& server, HttpRequest& request);

/// The request for a resource that `path` is, or for any other path.
[[nodiscard]] Attributes attributes_of(const HttpRequest& request, const Query& query,
                                       const std::optional<ResourcePath>& path);

/// Throws 403 unless the request may be answered. Takes the lock.
void authorize(Server& server, const Attributes& wanted);
/// Takes the lock.
[[nodiscard]] Decision decide(Server& server, const Attributes& wanted);
/// The roles and bindings as they are now. Wants the lock held.
[[nodiscard]] RbacPtr current_rbac(Server& server);

/// Whose a token is.
struct TokenUser {
  std::string name, uid, token_id;
  std::vector<std::string> groups, audiences;
};
/// Nullopt when nobody has that token, or not any more, or its ServiceAccount has gone. Wants the lock held.
[[nodiscard]] std::optional<TokenUser> user_of_token(Server& server, std::string_view token);

/// Creates the roles without which nobody could reach the discovery of a server with RBAC. Wants the lock held.
void install_bootstrap_roles(Server& server);

}  // namespace kubexx::apiserver
