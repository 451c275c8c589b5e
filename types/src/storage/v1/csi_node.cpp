// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/storage/v1/csi_node.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::storagev1 {

KUBEXX_TABLE(VolumeNodeResources, KUBEXX_FIELD(count))

KUBEXX_TABLE(CSINodeDriver, KUBEXX_FIELD(name), KUBEXX_FIELD(nodeID), KUBEXX_FIELD(topologyKeys),
             KUBEXX_FIELD(allocatable))

KUBEXX_TABLE(CSINodeSpec, KUBEXX_FIELD_MORE(drivers, "drivers", by_name))

KUBEXX_TABLE(StorageHealthCondition, KUBEXX_FIELD(status), KUBEXX_FIELD(reason), KUBEXX_FIELD(message),
             KUBEXX_FIELD(accessMode), KUBEXX_FIELD(volumeMode), KUBEXX_FIELD(lastTransitionTime))

KUBEXX_TABLE(StorageHealth, KUBEXX_FIELD(name), KUBEXX_FIELD(healthConditions))

KUBEXX_TABLE(CSINodeStatus, KUBEXX_FIELD_MORE(storageHealth, "storageHealth", by_name))

KUBEXX_TABLE(CSINode, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::storagev1
