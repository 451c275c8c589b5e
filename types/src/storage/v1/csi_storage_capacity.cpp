// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/storage/v1/csi_storage_capacity.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::storagev1 {

KUBEXX_TABLE(CSIStorageCapacity, KUBEXX_FIELD(metadata), KUBEXX_FIELD(nodeTopology), KUBEXX_FIELD(storageClassName),
             KUBEXX_FIELD(capacity), KUBEXX_FIELD(maximumVolumeSize))

}  // namespace kubexx::storagev1
