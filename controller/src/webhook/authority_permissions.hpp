// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/controller/permissions.hpp"
#include "kubexx/controller/webhook_authority.hpp"

namespace kubexx::detail {

/// Returns the Role on the Secret of an authority, in its namespace, bound to the service account, as YAML. It names
/// the Secret, except to create it: a request that creates has no name yet.
[[nodiscard]] std::string authority_role(const RoleSubject& subject, const WebhookAuthorityOptions& options);

}  // namespace kubexx::detail
