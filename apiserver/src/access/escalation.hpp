// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "access/user.hpp"
#include "core/server.hpp"

namespace kubexx::apiserver {

/// Whether the caller may write this role or binding: nobody grants what he has not, unless the verbs `escalate` and
/// `bind` allow it (k8s.io/kubernetes/pkg/registry/rbac). Of other kinds there is nothing to check. `object` is
/// decoded; `current` is null for a create. Throws 403, 404, and 500 for a reference to no kind of role. Takes the
/// lock.
void check_escalation(Server& server, const Call& call, const Json& object, const Json* current);

}  // namespace kubexx::apiserver
