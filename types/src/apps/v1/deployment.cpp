// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/apps/v1/deployment.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::appsv1 {

KUBEXX_TABLE(RollingUpdateDeployment, KUBEXX_FIELD(maxUnavailable), KUBEXX_FIELD(maxSurge))

KUBEXX_TABLE(DeploymentStrategy, KUBEXX_FIELD(type), KUBEXX_FIELD(rollingUpdate))

KUBEXX_TABLE(DeploymentSpec, KUBEXX_FIELD(replicas), KUBEXX_FIELD(selector),
             KUBEXX_FIELD_AS(template_, "template", false), KUBEXX_FIELD(strategy),
             KUBEXX_FIELD_AS(minReadySeconds, "minReadySeconds", true), KUBEXX_FIELD(revisionHistoryLimit),
             KUBEXX_FIELD_AS(paused, "paused", true), KUBEXX_FIELD(progressDeadlineSeconds))

KUBEXX_TABLE(DeploymentCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(lastUpdateTime),
             KUBEXX_FIELD(lastTransitionTime), KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(DeploymentStatus, KUBEXX_FIELD_AS(observedGeneration, "observedGeneration", true),
             KUBEXX_FIELD_AS(replicas, "replicas", true), KUBEXX_FIELD_AS(updatedReplicas, "updatedReplicas", true),
             KUBEXX_FIELD_AS(readyReplicas, "readyReplicas", true),
             KUBEXX_FIELD_AS(availableReplicas, "availableReplicas", true),
             KUBEXX_FIELD_AS(unavailableReplicas, "unavailableReplicas", true), KUBEXX_FIELD(terminatingReplicas),
             KUBEXX_FIELD_MORE(conditions, "conditions", by_type), KUBEXX_FIELD(collisionCount))

KUBEXX_TABLE(Deployment, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::appsv1
