// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/storage/v1/csi_driver.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::storagev1 {

KUBEXX_TABLE(TokenRequest, KUBEXX_FIELD(audience), KUBEXX_FIELD(expirationSeconds))

KUBEXX_TABLE(CSIDriverSpec, KUBEXX_FIELD(attachRequired), KUBEXX_FIELD(podInfoOnMount),
             KUBEXX_FIELD(volumeLifecycleModes), KUBEXX_FIELD(storageCapacity), KUBEXX_FIELD(fsGroupPolicy),
             KUBEXX_FIELD(tokenRequests), KUBEXX_FIELD(requiresRepublish), KUBEXX_FIELD(seLinuxMount),
             KUBEXX_FIELD(nodeAllocatableUpdatePeriodSeconds), KUBEXX_FIELD(serviceAccountTokenInSecrets),
             KUBEXX_FIELD(preventPodSchedulingIfMissing))

KUBEXX_TABLE(CSIDriver, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::storagev1
