// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/volume_mount.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(VolumeMount, KUBEXX_FIELD(name), KUBEXX_FIELD_AS(readOnly, "readOnly", true),
             KUBEXX_FIELD(recursiveReadOnly), KUBEXX_FIELD(mountPath), KUBEXX_FIELD(subPath),
             KUBEXX_FIELD(mountPropagation), KUBEXX_FIELD(subPathExpr), KUBEXX_FIELD(bindMountOptions))

}  // namespace kubexx::corev1
