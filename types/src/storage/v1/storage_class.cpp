// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/storage/v1/storage_class.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(TopologySelectorLabelRequirement, KUBEXX_FIELD(key), KUBEXX_FIELD(values))

KUBEXX_TABLE(TopologySelectorTerm, KUBEXX_FIELD(matchLabelExpressions))

}  // namespace kubexx::corev1

namespace kubexx::storagev1 {

KUBEXX_TABLE(StorageClass, KUBEXX_FIELD(metadata), KUBEXX_FIELD(provisioner), KUBEXX_FIELD(parameters),
             KUBEXX_FIELD(reclaimPolicy), KUBEXX_FIELD(mountOptions), KUBEXX_FIELD(allowVolumeExpansion),
             KUBEXX_FIELD(volumeBindingMode), KUBEXX_FIELD(allowedTopologies))

}  // namespace kubexx::storagev1
