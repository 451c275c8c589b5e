// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/azure_disk_volume_source.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(AzureDiskVolumeSource, KUBEXX_FIELD(diskName), KUBEXX_FIELD(diskURI), KUBEXX_FIELD(cachingMode),
             KUBEXX_FIELD(fsType), KUBEXX_FIELD(readOnly), KUBEXX_FIELD(kind))

}  // namespace kubexx::corev1
