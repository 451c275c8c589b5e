// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/workload_objects.hpp"

/// One step of each stand-in, for an object that was written. What a step writes is noted and leads to further steps.
/// Each wants the server's mutex held and throws Failures, after which the object is left as it is.
namespace kubexx::apiserver {

/// Scheduler and kubelet: binds a pod, and has it running and ready; a Job's pod ends at once. A deleted one is
/// removed.
void pod_step(Server& server, const Resource& pods, const StoredPtr& pod);
void replica_set_step(Server& server, const Resource& sets, const StoredPtr& set);
void deployment_step(Server& server, const Resource& deployments, const StoredPtr& deployment);
void stateful_set_step(Server& server, const Resource& sets, const StoredPtr& set);
void daemon_set_step(Server& server, const Resource& sets, const StoredPtr& set);
void job_step(Server& server, const Resource& jobs, const StoredPtr& job);

/// What a ResourceQuota limits and what is used of it, in its status. Whether that has changed.
bool quota_step(Server& server, const Resource& quotas, const StoredPtr& quota);

constexpr const char* fake_node = "kubexx-node";

}  // namespace kubexx::apiserver
