// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/affinity.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(PreferredSchedulingTerm, KUBEXX_FIELD(weight), KUBEXX_FIELD(preference))

KUBEXX_TABLE(NodeAffinity, KUBEXX_FIELD(requiredDuringSchedulingIgnoredDuringExecution),
             KUBEXX_FIELD(preferredDuringSchedulingIgnoredDuringExecution))

KUBEXX_TABLE(PodAffinityTerm, KUBEXX_FIELD(labelSelector), KUBEXX_FIELD(namespaces), KUBEXX_FIELD(topologyKey),
             KUBEXX_FIELD(namespaceSelector), KUBEXX_FIELD(matchLabelKeys), KUBEXX_FIELD(mismatchLabelKeys))

KUBEXX_TABLE(WeightedPodAffinityTerm, KUBEXX_FIELD(weight), KUBEXX_FIELD(podAffinityTerm))

KUBEXX_TABLE(PodAffinity, KUBEXX_FIELD(requiredDuringSchedulingIgnoredDuringExecution),
             KUBEXX_FIELD(preferredDuringSchedulingIgnoredDuringExecution))

KUBEXX_TABLE(PodAntiAffinity, KUBEXX_FIELD(requiredDuringSchedulingIgnoredDuringExecution),
             KUBEXX_FIELD(preferredDuringSchedulingIgnoredDuringExecution))

KUBEXX_TABLE(Affinity, KUBEXX_FIELD(nodeAffinity), KUBEXX_FIELD(podAffinity), KUBEXX_FIELD(podAntiAffinity))

}  // namespace kubexx::corev1
