// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/photon_persistent_disk_volume_source.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(PhotonPersistentDiskVolumeSource, KUBEXX_FIELD(pdID), KUBEXX_FIELD(fsType))

}  // namespace kubexx::corev1
