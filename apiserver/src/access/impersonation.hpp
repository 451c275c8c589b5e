// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "access/rbac.hpp"
#include "access/user.hpp"
#include "core/server.hpp"

/// The Impersonate headers, with the constrained modes that are on since Kubernetes 1.36:
/// k8s.io/apiserver/pkg/endpoints/filters/impersonation.
namespace kubexx::apiserver {

/// Whom the headers ask for; nullopt: nobody. Throws 400 when they leave out the name.
[[nodiscard]] std::optional<User> wanted_user(const Headers& headers);

/// `wanted`, completed, if `requestor` may make that request in this name. Throws 403 in the words of the first mode
/// that was tried. Takes the lock.
[[nodiscard]] User impersonate(Server& server, const User& requestor, const User& wanted, const Attributes& request);

}  // namespace kubexx::apiserver
