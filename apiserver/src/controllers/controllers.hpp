// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

namespace kubexx::apiserver {

/// What a controller manager would do about the writes so far: garbage collection, the deletion of namespaces and, with
/// Options::simulate_controllers, the workloads. Called after each request with the server's mutex held;
/// `garbage_later` leaves the garbage to a later call, as Options::gc_lag_seed does by its seed.
void run_controllers(Server& server, bool garbage_later);

}  // namespace kubexx::apiserver
