// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/apps/v1/replica_set.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::appsv1 {

KUBEXX_TABLE(ReplicaSetSpec, KUBEXX_FIELD(replicas), KUBEXX_FIELD_AS(minReadySeconds, "minReadySeconds", true),
             KUBEXX_FIELD(selector), KUBEXX_FIELD_AS(template_, "template", false))

KUBEXX_TABLE(ReplicaSetCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(lastTransitionTime),
             KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(ReplicaSetStatus, KUBEXX_FIELD(replicas),
             KUBEXX_FIELD_AS(fullyLabeledReplicas, "fullyLabeledReplicas", true),
             KUBEXX_FIELD_AS(readyReplicas, "readyReplicas", true),
             KUBEXX_FIELD_AS(availableReplicas, "availableReplicas", true), KUBEXX_FIELD(terminatingReplicas),
             KUBEXX_FIELD_AS(observedGeneration, "observedGeneration", true),
             KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(ReplicaSet, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::appsv1
