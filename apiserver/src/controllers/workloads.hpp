// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/server.hpp"

/// Options::simulate_controllers: stand-ins for the controllers of workloads, the scheduler and a kubelet. They look at
/// what was written and write what those would, before the answer of the call that caused it, in the order of the
/// writes. All of it wants the server's mutex held, and does nothing unless the option is set.
namespace kubexx::apiserver {

/// The one node that pods are bound to.
void install_fake_node(Server& server);

/// Called after every put and remove: records what there is to look at.
void note_workload(Server& server, const Stored& object, const Collection* removed_from = nullptr);

/// Called when a write was charged to the quotas of a namespace and then not made: they are counted again.
void note_vain_charge(Server& server, const std::string& namespace_);

/// Looks at what was noted, at most at so much that others do not wait long; the rest is done by the next request.
void run_workloads(Server& server);

}  // namespace kubexx::apiserver
