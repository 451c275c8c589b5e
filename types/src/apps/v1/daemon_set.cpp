// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/apps/v1/daemon_set.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::appsv1 {

KUBEXX_TABLE(RollingUpdateDaemonSet, KUBEXX_FIELD(maxUnavailable), KUBEXX_FIELD(maxSurge))

KUBEXX_TABLE(DaemonSetUpdateStrategy, KUBEXX_FIELD(type), KUBEXX_FIELD(rollingUpdate))

KUBEXX_TABLE(DaemonSetSpec, KUBEXX_FIELD(selector), KUBEXX_FIELD_AS(template_, "template", false),
             KUBEXX_FIELD(updateStrategy), KUBEXX_FIELD_AS(minReadySeconds, "minReadySeconds", true),
             KUBEXX_FIELD(revisionHistoryLimit))

KUBEXX_TABLE(DaemonSetCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(lastTransitionTime),
             KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(DaemonSetStatus, KUBEXX_FIELD(currentNumberScheduled), KUBEXX_FIELD(numberMisscheduled),
             KUBEXX_FIELD(desiredNumberScheduled), KUBEXX_FIELD(numberReady),
             KUBEXX_FIELD_AS(observedGeneration, "observedGeneration", true),
             KUBEXX_FIELD_AS(updatedNumberScheduled, "updatedNumberScheduled", true),
             KUBEXX_FIELD_AS(numberAvailable, "numberAvailable", true),
             KUBEXX_FIELD_AS(numberUnavailable, "numberUnavailable", true), KUBEXX_FIELD(collisionCount),
             KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(DaemonSet, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::appsv1
