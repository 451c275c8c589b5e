// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "access/rbac.hpp"
#include "core/server.hpp"

/// What the reviews of authorization.k8s.io ask.
namespace kubexx::apiserver {

/// k8s.io/kubernetes/pkg/apis/authorization/validation. Throws 422.
void check_review_spec(const Call& call, const Json& review);

[[nodiscard]] Attributes reviewed_attributes(const Call& call, const Json& review);

/// What of the selectors in it does not count, in the words of the real server; empty: nothing. RBAC never looks at
/// them.
[[nodiscard]] std::string selector_problem(const Json& review);

}  // namespace kubexx::apiserver
