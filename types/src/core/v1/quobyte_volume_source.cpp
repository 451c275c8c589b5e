// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/quobyte_volume_source.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(QuobyteVolumeSource, KUBEXX_FIELD(registry), KUBEXX_FIELD(volume),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(user), KUBEXX_FIELD(group), KUBEXX_FIELD(tenant))

}  // namespace kubexx::corev1
