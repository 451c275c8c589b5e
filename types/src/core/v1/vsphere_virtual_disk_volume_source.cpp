// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/vsphere_virtual_disk_volume_source.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(VsphereVirtualDiskVolumeSource, KUBEXX_FIELD(volumePath), KUBEXX_FIELD(fsType),
             KUBEXX_FIELD(storagePolicyName), KUBEXX_FIELD(storagePolicyID))

}  // namespace kubexx::corev1
