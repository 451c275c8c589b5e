// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "controllers/workload_objects.hpp"

namespace kubexx::apiserver {

/// The ControllerRevision of the present template of a StatefulSet or DaemonSet: made, or raised to be the newest, when
/// it has to be. Gives its hash. `hash_label` is the label in which it stands.
[[nodiscard]] std::string current_revision(Server& server, const Json& object, const Stored& stored,
                                           const Json& reference, const char* hash_label);

}  // namespace kubexx::apiserver
