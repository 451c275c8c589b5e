// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/persistent_volume_claim_spec.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(VolumeResourceRequirements, KUBEXX_FIELD(limits), KUBEXX_FIELD(requests))

KUBEXX_TABLE(TypedObjectReference, KUBEXX_FIELD(apiGroup), KUBEXX_FIELD(kind), KUBEXX_FIELD(name),
             KUBEXX_FIELD_AS(namespace_, "namespace", false))

KUBEXX_TABLE(PersistentVolumeClaimSpec, KUBEXX_FIELD(accessModes), KUBEXX_FIELD(selector), KUBEXX_FIELD(resources),
             KUBEXX_FIELD(volumeName), KUBEXX_FIELD(storageClassName), KUBEXX_FIELD(volumeMode),
             KUBEXX_FIELD(dataSource), KUBEXX_FIELD(dataSourceRef), KUBEXX_FIELD(volumeAttributesClassName))

}  // namespace kubexx::corev1
