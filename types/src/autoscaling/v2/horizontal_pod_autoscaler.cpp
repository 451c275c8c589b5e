// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/autoscaling/v2/horizontal_pod_autoscaler.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::autoscalingv2 {

KUBEXX_TABLE(MetricTarget, KUBEXX_FIELD(type), KUBEXX_FIELD(value), KUBEXX_FIELD(averageValue),
             KUBEXX_FIELD(averageUtilization))

KUBEXX_TABLE(ContainerResourceMetricSource, KUBEXX_FIELD(name), KUBEXX_FIELD(target), KUBEXX_FIELD(container))

KUBEXX_TABLE(MetricValueStatus, KUBEXX_FIELD(value), KUBEXX_FIELD(averageValue), KUBEXX_FIELD(averageUtilization))

KUBEXX_TABLE(ContainerResourceMetricStatus, KUBEXX_FIELD(name), KUBEXX_FIELD(current), KUBEXX_FIELD(container))

KUBEXX_TABLE(CrossVersionObjectReference, KUBEXX_FIELD(kind), KUBEXX_FIELD(name), KUBEXX_FIELD(apiVersion))

KUBEXX_TABLE(MetricIdentifier, KUBEXX_FIELD(name), KUBEXX_FIELD(selector))

KUBEXX_TABLE(ExternalMetricSource, KUBEXX_FIELD(metric), KUBEXX_FIELD(target))

KUBEXX_TABLE(ExternalMetricStatus, KUBEXX_FIELD(metric), KUBEXX_FIELD(current))

KUBEXX_TABLE(HPAScalingPolicy, KUBEXX_FIELD(type), KUBEXX_FIELD(value), KUBEXX_FIELD(periodSeconds))

KUBEXX_TABLE(HPAScalingRules, KUBEXX_FIELD(stabilizationWindowSeconds), KUBEXX_FIELD(selectPolicy),
             KUBEXX_FIELD(policies), KUBEXX_FIELD(tolerance))

KUBEXX_TABLE(ObjectMetricSource, KUBEXX_FIELD(describedObject), KUBEXX_FIELD(target), KUBEXX_FIELD(metric))

KUBEXX_TABLE(PodsMetricSource, KUBEXX_FIELD(metric), KUBEXX_FIELD(target))

KUBEXX_TABLE(ResourceMetricSource, KUBEXX_FIELD(name), KUBEXX_FIELD(target))

KUBEXX_TABLE(MetricSpec, KUBEXX_FIELD(type), KUBEXX_FIELD(object), KUBEXX_FIELD(pods), KUBEXX_FIELD(resource),
             KUBEXX_FIELD(containerResource), KUBEXX_FIELD(external))

KUBEXX_TABLE(HorizontalPodAutoscalerBehavior, KUBEXX_FIELD(scaleUp), KUBEXX_FIELD(scaleDown))

KUBEXX_TABLE(HorizontalPodAutoscalerSpec, KUBEXX_FIELD(scaleTargetRef), KUBEXX_FIELD(minReplicas),
             KUBEXX_FIELD(maxReplicas), KUBEXX_FIELD(metrics), KUBEXX_FIELD(behavior))

KUBEXX_TABLE(ObjectMetricStatus, KUBEXX_FIELD(metric), KUBEXX_FIELD(current), KUBEXX_FIELD(describedObject))

KUBEXX_TABLE(PodsMetricStatus, KUBEXX_FIELD(metric), KUBEXX_FIELD(current))

KUBEXX_TABLE(ResourceMetricStatus, KUBEXX_FIELD(name), KUBEXX_FIELD(current))

KUBEXX_TABLE(MetricStatus, KUBEXX_FIELD(type), KUBEXX_FIELD(object), KUBEXX_FIELD(pods), KUBEXX_FIELD(resource),
             KUBEXX_FIELD(containerResource), KUBEXX_FIELD(external))

KUBEXX_TABLE(HorizontalPodAutoscalerCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status),
             KUBEXX_FIELD(lastTransitionTime), KUBEXX_FIELD(reason), KUBEXX_FIELD(message),
             KUBEXX_FIELD(observedGeneration))

KUBEXX_TABLE(HorizontalPodAutoscalerStatus, KUBEXX_FIELD(observedGeneration), KUBEXX_FIELD(lastScaleTime),
             KUBEXX_FIELD_AS(currentReplicas, "currentReplicas", true), KUBEXX_FIELD(desiredReplicas),
             KUBEXX_FIELD(currentMetrics), KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(HorizontalPodAutoscaler, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::autoscalingv2
