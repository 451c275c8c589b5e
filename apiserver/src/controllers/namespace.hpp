// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

namespace kubexx::apiserver {

/// The namespace controller's step for a namespace that is being deleted (kubernetes/pkg/controller/namespace): deletes
/// what is inside, the pods first, writes the conditions, and takes the finalizer `kubernetes` off when all has gone.
/// Wants the server's mutex held.
void namespace_step(Server& server, Collection& namespaces, const StoredPtr& stored);

}  // namespace kubexx::apiserver
