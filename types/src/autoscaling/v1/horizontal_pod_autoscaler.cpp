// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/autoscaling/v1/horizontal_pod_autoscaler.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::autoscalingv1 {

KUBEXX_TABLE(CrossVersionObjectReference, KUBEXX_FIELD(kind), KUBEXX_FIELD(name), KUBEXX_FIELD(apiVersion))

KUBEXX_TABLE(HorizontalPodAutoscalerSpec, KUBEXX_FIELD(scaleTargetRef), KUBEXX_FIELD(minReplicas),
             KUBEXX_FIELD(maxReplicas), KUBEXX_FIELD(targetCPUUtilizationPercentage))

KUBEXX_TABLE(HorizontalPodAutoscalerStatus, KUBEXX_FIELD(observedGeneration), KUBEXX_FIELD(lastScaleTime),
             KUBEXX_FIELD(currentReplicas), KUBEXX_FIELD(desiredReplicas),
             KUBEXX_FIELD(currentCPUUtilizationPercentage))

KUBEXX_TABLE(HorizontalPodAutoscaler, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::autoscalingv1
