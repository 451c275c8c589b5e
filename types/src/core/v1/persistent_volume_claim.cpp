// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/persistent_volume_claim.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(PersistentVolumeClaimCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(lastProbeTime),
             KUBEXX_FIELD(lastTransitionTime), KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(ModifyVolumeStatus, KUBEXX_FIELD(targetVolumeAttributesClassName), KUBEXX_FIELD(status))

KUBEXX_TABLE(VolumeHealthStatus, KUBEXX_FIELD_MORE(healthConditions, "healthConditions", by_status_and_reason),
             KUBEXX_FIELD(lastTransitionTime))

KUBEXX_TABLE(PersistentVolumeClaimStatus, KUBEXX_FIELD(phase), KUBEXX_FIELD(accessModes), KUBEXX_FIELD(capacity),
             KUBEXX_FIELD_MORE(conditions, "conditions", by_type), KUBEXX_FIELD(allocatedResources),
             KUBEXX_FIELD(allocatedResourceStatuses), KUBEXX_FIELD(currentVolumeAttributesClassName),
             KUBEXX_FIELD(modifyVolumeStatus), KUBEXX_FIELD(healthStatus))

KUBEXX_TABLE(PersistentVolumeClaim, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::corev1
