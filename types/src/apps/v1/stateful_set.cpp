// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/apps/v1/stateful_set.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::appsv1 {

KUBEXX_TABLE(RollingUpdateStatefulSetStrategy, KUBEXX_FIELD(partition), KUBEXX_FIELD(maxUnavailable))

KUBEXX_TABLE(StatefulSetUpdateStrategy, KUBEXX_FIELD(type), KUBEXX_FIELD(rollingUpdate))

KUBEXX_TABLE(StatefulSetPersistentVolumeClaimRetentionPolicy, KUBEXX_FIELD(whenDeleted), KUBEXX_FIELD(whenScaled))

KUBEXX_TABLE(StatefulSetOrdinals, KUBEXX_FIELD(start))

KUBEXX_TABLE(StatefulSetSpec, KUBEXX_FIELD(replicas), KUBEXX_FIELD(selector),
             KUBEXX_FIELD_AS(template_, "template", false), KUBEXX_FIELD(volumeClaimTemplates),
             KUBEXX_FIELD(serviceName), KUBEXX_FIELD(podManagementPolicy), KUBEXX_FIELD(updateStrategy),
             KUBEXX_FIELD(revisionHistoryLimit), KUBEXX_FIELD_AS(minReadySeconds, "minReadySeconds", true),
             KUBEXX_FIELD(persistentVolumeClaimRetentionPolicy), KUBEXX_FIELD(ordinals))

KUBEXX_TABLE(StatefulSetCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(lastTransitionTime),
             KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(StatefulSetStatus, KUBEXX_FIELD_AS(observedGeneration, "observedGeneration", true), KUBEXX_FIELD(replicas),
             KUBEXX_FIELD_AS(readyReplicas, "readyReplicas", true),
             KUBEXX_FIELD_AS(currentReplicas, "currentReplicas", true),
             KUBEXX_FIELD_AS(updatedReplicas, "updatedReplicas", true), KUBEXX_FIELD(currentRevision),
             KUBEXX_FIELD(updateRevision), KUBEXX_FIELD(collisionCount),
             KUBEXX_FIELD_MORE(conditions, "conditions", by_type), KUBEXX_FIELD(availableReplicas))

KUBEXX_TABLE(StatefulSet, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::appsv1
