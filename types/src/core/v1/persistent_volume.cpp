// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/persistent_volume.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(PersistentVolumeStatus, KUBEXX_FIELD(phase), KUBEXX_FIELD(message), KUBEXX_FIELD(reason),
             KUBEXX_FIELD(lastPhaseTransitionTime))

KUBEXX_TABLE(PersistentVolume, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::corev1
