// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

/// The admission plugin PodSecurity, with its default configuration: a namespace without labels allows all, and nobody
/// is exempt.
namespace kubexx::apiserver {

/// `object` is about to be stored in place of `before`, or as a new one if that is null. Throws the 403 of a pod that
/// its namespace forbids, and the 422 of a namespace whose labels are wrong; adds to the warnings of the call. Takes
/// the lock.
void check_pod_security(Server& server, Call& call, const Json& object, const Json* before);

/// The 403 alone, of a pod that the server itself makes for a workload. Wants the lock held.
void enforce_pod_security(Server& server, const Json& pod);

}  // namespace kubexx::apiserver
