// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/portworx_volume_source.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(PortworxVolumeSource, KUBEXX_FIELD(volumeID), KUBEXX_FIELD(fsType),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true))

}  // namespace kubexx::corev1
