// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::autoscalingv2 {

/// MetricTarget defines the target value, average value, or average utilization of a specific metric
struct MetricTarget {
  /// type represents whether the metric type is Utilization, Value, or AverageValue
  std::string type{};
  /// value is the target value of the metric (as a quantity).
  std::optional<Quantity> value{};
  /// averageValue is the target value of the average of the metric across all relevant pods (as a quantity)
  std::optional<Quantity> averageValue{};
  /// averageUtilization is the target value of the average of the resource metric across all relevant pods, represented
  /// as a percentage of the requested value of the resource for the pods. Currently only valid for Resource metric
  /// source type
  std::optional<std::int32_t> averageUtilization{};

  friend bool operator==(const MetricTarget&, const MetricTarget&);
};
BOOST_DESCRIBE_STRUCT(MetricTarget, (), (type, value, averageValue, averageUtilization))
KUBEXX_COMPILED(MetricTarget)

/// ContainerResourceMetricSource indicates how to scale on a resource metric known to Kubernetes, as specified in
/// requests and limits, describing each pod in the current scale target (e.g. CPU or memory). The values will be
/// averaged together before being compared to the target.
struct ContainerResourceMetricSource {
  /// name is the name of the resource in question.
  std::string name{};
  /// target specifies the target value for the given metric
  MetricTarget target{};
  /// container is the name of the container in the pods of the scaling target
  std::string container{};

  friend bool operator==(const ContainerResourceMetricSource&, const ContainerResourceMetricSource&);
};
BOOST_DESCRIBE_STRUCT(ContainerResourceMetricSource, (), (name, target, container))
KUBEXX_COMPILED(ContainerResourceMetricSource)

/// MetricValueStatus holds the current value for a metric
struct MetricValueStatus {
  /// value is the current value of the metric (as a quantity).
  std::optional<Quantity> value{};
  /// averageValue is the current value of the average of the metric across all relevant pods (as a quantity)
  std::optional<Quantity> averageValue{};
  /// averageUtilization is the current value of the average of the resource metric across all relevant pods,
  /// represented as a percentage of the requested value of the resource for the pods.
  std::optional<std::int32_t> averageUtilization{};

  friend bool operator==(const MetricValueStatus&, const MetricValueStatus&);
};
BOOST_DESCRIBE_STRUCT(MetricValueStatus, (), (value, averageValue, averageUtilization))
KUBEXX_COMPILED(MetricValueStatus)

/// ContainerResourceMetricStatus indicates the current value of a resource metric known to Kubernetes, as specified in
/// requests and limits, describing a single container in each pod in the current scale target (e.g. CPU or memory).
struct ContainerResourceMetricStatus {
  /// name is the name of the resource in question.
  std::string name{};
  /// current contains the current value for the given metric
  MetricValueStatus current{};
  /// container is the name of the container in the pods of the scaling target
  std::string container{};

  friend bool operator==(const ContainerResourceMetricStatus&, const ContainerResourceMetricStatus&);
};
BOOST_DESCRIBE_STRUCT(ContainerResourceMetricStatus, (), (name, current, container))
KUBEXX_COMPILED(ContainerResourceMetricStatus)

/// CrossVersionObjectReference contains enough information to let you identify the referred resource.
struct CrossVersionObjectReference {
  /// kind is the kind of the referent;.
  std::string kind{};
  /// name is the name of the referent;.
  std::string name{};
  /// apiVersion is the API version of the referent
  std::string apiVersion{};

  friend bool operator==(const CrossVersionObjectReference&, const CrossVersionObjectReference&);
};
BOOST_DESCRIBE_STRUCT(CrossVersionObjectReference, (), (kind, name, apiVersion))
KUBEXX_COMPILED(CrossVersionObjectReference)

/// MetricIdentifier defines the name and optionally selector for a metric
struct MetricIdentifier {
  /// name is the name of the given metric
  std::string name{};
  /// selector is the string-encoded form of a standard kubernetes label selector for the given metric When set, it is
  /// passed as an additional parameter to the metrics server for more specific metrics scoping. When unset, just the
  /// metricName will be used to gather metrics.
  std::optional<MetaLabelSelector> selector{};

  friend bool operator==(const MetricIdentifier&, const MetricIdentifier&);
};
BOOST_DESCRIBE_STRUCT(MetricIdentifier, (), (name, selector))
KUBEXX_COMPILED(MetricIdentifier)

/// ExternalMetricSource indicates how to scale on a metric not associated with any Kubernetes object (for example
/// length of queue in cloud messaging service, or QPS from loadbalancer running outside of cluster).
struct ExternalMetricSource {
  /// metric identifies the target metric by name and selector
  MetricIdentifier metric{};
  /// target specifies the target value for the given metric
  MetricTarget target{};

  friend bool operator==(const ExternalMetricSource&, const ExternalMetricSource&);
};
BOOST_DESCRIBE_STRUCT(ExternalMetricSource, (), (metric, target))
KUBEXX_COMPILED(ExternalMetricSource)

/// ExternalMetricStatus indicates the current value of a global metric not associated with any Kubernetes object.
struct ExternalMetricStatus {
  /// metric identifies the target metric by name and selector
  MetricIdentifier metric{};
  /// current contains the current value for the given metric
  MetricValueStatus current{};

  friend bool operator==(const ExternalMetricStatus&, const ExternalMetricStatus&);
};
BOOST_DESCRIBE_STRUCT(ExternalMetricStatus, (), (metric, current))
KUBEXX_COMPILED(ExternalMetricStatus)

/// HPAScalingPolicy is a single policy which must hold true for a specified past interval.
struct HPAScalingPolicy {
  /// type is used to specify the scaling policy.
  std::string type{};
  /// value contains the amount of change which is permitted by the policy. It must be greater than zero
  std::int32_t value = 0;
  /// periodSeconds specifies the window of time for which the policy should hold true. PeriodSeconds must be greater
  /// than zero and less than or equal to 1800 (30 min).
  std::int32_t periodSeconds = 0;

  friend bool operator==(const HPAScalingPolicy&, const HPAScalingPolicy&);
};
BOOST_DESCRIBE_STRUCT(HPAScalingPolicy, (), (type, value, periodSeconds))
KUBEXX_COMPILED(HPAScalingPolicy)

/// HPAScalingRules configures the scaling behavior for one direction via scaling Policy Rules and a configurable metric
/// tolerance. Scaling Policy Rules are applied after calculating DesiredReplicas from metrics for the HPA. They can
/// limit the scaling velocity by specifying scaling policies.
struct HPAScalingRules {
  /// stabilizationWindowSeconds is the number of seconds for which past recommendations should be considered while
  /// scaling up or scaling down. StabilizationWindowSeconds must be greater than or equal to zero and less than or
  /// equal to 3600 (one hour). If not set, use the default values:
  std::optional<std::int32_t> stabilizationWindowSeconds{};
  /// selectPolicy is used to specify which policy should be used. If not set, the default value Max is used.
  std::optional<std::string> selectPolicy{};
  /// policies is a list of potential scaling polices which can be used during scaling. If not set, use the default
  /// values: - For scale up: allow doubling the number of pods, or an absolute change of 4 pods in a 15s window. - For
  /// scale down: allow all pods to be removed in a 15s window.
  std::vector<HPAScalingPolicy> policies{};
  /// tolerance is the tolerance on the ratio between the current and desired metric value under which no updates are
  /// made to the desired number of replicas (e.g. 0.01 for 1%). Must be greater than or equal to zero. If not set, the
  /// default cluster-wide tolerance is applied (by default 10%).
  std::optional<Quantity> tolerance{};

  friend bool operator==(const HPAScalingRules&, const HPAScalingRules&);
};
BOOST_DESCRIBE_STRUCT(HPAScalingRules, (), (stabilizationWindowSeconds, selectPolicy, policies, tolerance))
KUBEXX_COMPILED(HPAScalingRules)

/// ObjectMetricSource indicates how to scale on a metric describing a kubernetes object (for example, hits-per-second
/// on an Ingress object).
struct ObjectMetricSource {
  /// describedObject specifies the descriptions of a object,such as kind,name apiVersion
  CrossVersionObjectReference describedObject{};
  /// target specifies the target value for the given metric
  MetricTarget target{};
  /// metric identifies the target metric by name and selector
  MetricIdentifier metric{};

  friend bool operator==(const ObjectMetricSource&, const ObjectMetricSource&);
};
BOOST_DESCRIBE_STRUCT(ObjectMetricSource, (), (describedObject, target, metric))
KUBEXX_COMPILED(ObjectMetricSource)

/// PodsMetricSource indicates how to scale on a metric describing each pod in the current scale target (for example,
/// transactions-processed-per-second). The values will be averaged together before being compared to the target value.
struct PodsMetricSource {
  /// metric identifies the target metric by name and selector
  MetricIdentifier metric{};
  /// target specifies the target value for the given metric
  MetricTarget target{};

  friend bool operator==(const PodsMetricSource&, const PodsMetricSource&);
};
BOOST_DESCRIBE_STRUCT(PodsMetricSource, (), (metric, target))
KUBEXX_COMPILED(PodsMetricSource)

/// ResourceMetricSource indicates how to scale on a resource metric known to Kubernetes, as specified in requests and
/// limits, describing each pod in the current scale target (e.g. CPU or memory). The values will be averaged together
/// before being compared to the target.
struct ResourceMetricSource {
  /// name is the name of the resource in question.
  std::string name{};
  /// target specifies the target value for the given metric
  MetricTarget target{};

  friend bool operator==(const ResourceMetricSource&, const ResourceMetricSource&);
};
BOOST_DESCRIBE_STRUCT(ResourceMetricSource, (), (name, target))
KUBEXX_COMPILED(ResourceMetricSource)

/// MetricSpec specifies how to scale based on a single metric (only `type` and one other matching field should be set
/// at once).
struct MetricSpec {
  /// type is the type of metric source. It should be one of "ContainerResource", "External", "Object", "Pods" or
  /// "Resource", each mapping to a matching field in the object.
  std::string type{};
  /// object refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress
  /// object).
  std::optional<ObjectMetricSource> object{};
  /// pods refers to a metric describing each pod in the current scale target (for example,
  /// transactions-processed-per-second). The values will be averaged together before being compared to the target
  /// value.
  std::optional<PodsMetricSource> pods{};
  /// resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes
  /// describing each pod in the current scale target (e.g. CPU or memory).
  std::optional<ResourceMetricSource> resource{};
  /// containerResource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes
  /// describing a single container in each pod of the current scale target (e.g. CPU or memory).
  std::optional<ContainerResourceMetricSource> containerResource{};
  /// external refers to a global metric that is not associated with any Kubernetes object. It allows autoscaling based
  /// on information coming from components running outside of cluster (for example length of queue in cloud messaging
  /// service, or QPS from loadbalancer running outside of cluster).
  std::optional<ExternalMetricSource> external{};

  friend bool operator==(const MetricSpec&, const MetricSpec&);
};
BOOST_DESCRIBE_STRUCT(MetricSpec, (), (type, object, pods, resource, containerResource, external))
KUBEXX_COMPILED(MetricSpec)

/// HorizontalPodAutoscalerBehavior configures the scaling behavior of the target in both Up and Down directions
/// (scaleUp and scaleDown fields respectively).
struct HorizontalPodAutoscalerBehavior {
  /// scaleUp is scaling policy for scaling Up. If not set, the default value is the higher of: * increase no more than
  /// 4 pods per 60 seconds * double the number of pods per 60 seconds No stabilization is used.
  std::optional<HPAScalingRules> scaleUp{};
  /// scaleDown is scaling policy for scaling Down. If not set, the default value is to allow to scale down to
  /// minReplicas pods, with a 300 second stabilization window (i.e., the highest recommendation for the last 300sec is
  /// used).
  std::optional<HPAScalingRules> scaleDown{};

  friend bool operator==(const HorizontalPodAutoscalerBehavior&, const HorizontalPodAutoscalerBehavior&);
};
BOOST_DESCRIBE_STRUCT(HorizontalPodAutoscalerBehavior, (), (scaleUp, scaleDown))
KUBEXX_COMPILED(HorizontalPodAutoscalerBehavior)

/// HorizontalPodAutoscalerSpec describes the desired functionality of the HorizontalPodAutoscaler.
struct HorizontalPodAutoscalerSpec {
  /// scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be
  /// collected, as well as to actually change the replica count.
  CrossVersionObjectReference scaleTargetRef{};
  /// minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down. It defaults to 1
  /// pod. minReplicas is allowed to be 0 if the alpha feature gate HPAScaleToZero is enabled and at least one Object or
  /// External metric is configured.
  std::optional<std::int32_t> minReplicas{};
  /// maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. It cannot be less
  /// that minReplicas.
  std::int32_t maxReplicas = 0;
  /// metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica
  /// count across all metrics will be used). The desired replica count is calculated multiplying the ratio between the
  /// target value and the current value by the current number of pods.
  std::vector<MetricSpec> metrics{};
  /// behavior configures the scaling behavior of the target in both Up and Down directions (scaleUp and scaleDown
  /// fields respectively). If not set, the default HPAScalingRules for scale up and scale down are used.
  std::optional<HorizontalPodAutoscalerBehavior> behavior{};

  friend bool operator==(const HorizontalPodAutoscalerSpec&, const HorizontalPodAutoscalerSpec&);
};
BOOST_DESCRIBE_STRUCT(HorizontalPodAutoscalerSpec, (), (scaleTargetRef, minReplicas, maxReplicas, metrics, behavior))
KUBEXX_COMPILED(HorizontalPodAutoscalerSpec)

/// ObjectMetricStatus indicates the current value of a metric describing a kubernetes object (for example,
/// hits-per-second on an Ingress object).
struct ObjectMetricStatus {
  /// metric identifies the target metric by name and selector
  MetricIdentifier metric{};
  /// current contains the current value for the given metric
  MetricValueStatus current{};
  /// describedObject specifies the descriptions of a object,such as kind,name apiVersion
  CrossVersionObjectReference describedObject{};

  friend bool operator==(const ObjectMetricStatus&, const ObjectMetricStatus&);
};
BOOST_DESCRIBE_STRUCT(ObjectMetricStatus, (), (metric, current, describedObject))
KUBEXX_COMPILED(ObjectMetricStatus)

/// PodsMetricStatus indicates the current value of a metric describing each pod in the current scale target (for
/// example, transactions-processed-per-second).
struct PodsMetricStatus {
  /// metric identifies the target metric by name and selector
  MetricIdentifier metric{};
  /// current contains the current value for the given metric
  MetricValueStatus current{};

  friend bool operator==(const PodsMetricStatus&, const PodsMetricStatus&);
};
BOOST_DESCRIBE_STRUCT(PodsMetricStatus, (), (metric, current))
KUBEXX_COMPILED(PodsMetricStatus)

/// ResourceMetricStatus indicates the current value of a resource metric known to Kubernetes, as specified in requests
/// and limits, describing each pod in the current scale target (e.g. CPU or memory).
struct ResourceMetricStatus {
  /// name is the name of the resource in question.
  std::string name{};
  /// current contains the current value for the given metric
  MetricValueStatus current{};

  friend bool operator==(const ResourceMetricStatus&, const ResourceMetricStatus&);
};
BOOST_DESCRIBE_STRUCT(ResourceMetricStatus, (), (name, current))
KUBEXX_COMPILED(ResourceMetricStatus)

/// MetricStatus describes the last-read state of a single metric.
struct MetricStatus {
  /// type is the type of metric source. It will be one of "ContainerResource", "External", "Object", "Pods" or
  /// "Resource", each corresponds to a matching field in the object.
  std::string type{};
  /// object refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress
  /// object).
  std::optional<ObjectMetricStatus> object{};
  /// pods refers to a metric describing each pod in the current scale target (for example,
  /// transactions-processed-per-second). The values will be averaged together before being compared to the target
  /// value.
  std::optional<PodsMetricStatus> pods{};
  /// resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes
  /// describing each pod in the current scale target (e.g. CPU or memory).
  std::optional<ResourceMetricStatus> resource{};
  /// containerResource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes
  /// describing a single container in each pod in the current scale target (e.g. CPU or memory).
  std::optional<ContainerResourceMetricStatus> containerResource{};
  /// external refers to a global metric that is not associated with any Kubernetes object. It allows autoscaling based
  /// on information coming from components running outside of cluster (for example length of queue in cloud messaging
  /// service, or QPS from loadbalancer running outside of cluster).
  std::optional<ExternalMetricStatus> external{};

  friend bool operator==(const MetricStatus&, const MetricStatus&);
};
BOOST_DESCRIBE_STRUCT(MetricStatus, (), (type, object, pods, resource, containerResource, external))
KUBEXX_COMPILED(MetricStatus)

/// HorizontalPodAutoscalerCondition describes the state of a HorizontalPodAutoscaler at a certain point.
struct HorizontalPodAutoscalerCondition {
  /// type describes the current condition
  std::string type{};
  /// status is the status of the condition (True, False, Unknown)
  std::string status{};
  /// lastTransitionTime is the last time the condition transitioned from one status to another
  Time lastTransitionTime{};
  /// reason is the reason for the condition's last transition.
  std::string reason{};
  /// message is a human-readable explanation containing details about the transition
  std::string message{};
  /// observedGeneration represents the .metadata.generation that the condition was set based upon. For instance, if
  /// .metadata.generation is currently 12, but the .status.conditions[x].observedGeneration is 9, the condition is out
  /// of date with respect to the current state of the instance.
  std::optional<std::int64_t> observedGeneration{};

  friend bool operator==(const HorizontalPodAutoscalerCondition&, const HorizontalPodAutoscalerCondition&);
};
BOOST_DESCRIBE_STRUCT(HorizontalPodAutoscalerCondition, (), (type, status, lastTransitionTime, reason, message,
    observedGeneration))
KUBEXX_COMPILED(HorizontalPodAutoscalerCondition)

/// HorizontalPodAutoscalerStatus describes the current status of a horizontal pod autoscaler.
struct HorizontalPodAutoscalerStatus {
  /// observedGeneration is the most recent generation observed by this autoscaler.
  std::optional<std::int64_t> observedGeneration{};
  /// lastScaleTime is the last time the HorizontalPodAutoscaler scaled the number of pods, used by the autoscaler to
  /// control how often the number of pods is changed.
  std::optional<Time> lastScaleTime{};
  /// currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler.
  std::int32_t currentReplicas = 0;
  /// desiredReplicas is the desired number of replicas of pods managed by this autoscaler, as last calculated by the
  /// autoscaler.
  std::int32_t desiredReplicas = 0;
  /// currentMetrics is the last read state of the metrics used by this autoscaler.
  std::vector<MetricStatus> currentMetrics{};
  /// conditions is the set of conditions required for this autoscaler to scale its target, and indicates whether or not
  /// those conditions are met. Merged by type.
  std::vector<HorizontalPodAutoscalerCondition> conditions{};

  friend bool operator==(const HorizontalPodAutoscalerStatus&, const HorizontalPodAutoscalerStatus&);
};
BOOST_DESCRIBE_STRUCT(HorizontalPodAutoscalerStatus, (), (observedGeneration, lastScaleTime, currentReplicas,
    desiredReplicas, currentMetrics, conditions))
KUBEXX_COMPILED(HorizontalPodAutoscalerStatus)

/// HorizontalPodAutoscaler is the configuration for a horizontal pod autoscaler, which automatically manages the
/// replica count of any resource implementing the scale subresource based on the metrics specified.
struct HorizontalPodAutoscaler {
  static constexpr ResourceInfo kubexx_resource{"autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers"};
  ObjectMeta metadata{};
  /// spec is the specification for the behaviour of the autoscaler.
  HorizontalPodAutoscalerSpec spec{};
  /// status is the current information about the autoscaler.
  HorizontalPodAutoscalerStatus status{};

  friend bool operator==(const HorizontalPodAutoscaler&, const HorizontalPodAutoscaler&);
};
BOOST_DESCRIBE_STRUCT(HorizontalPodAutoscaler, (), (metadata, spec, status))
KUBEXX_COMPILED(HorizontalPodAutoscaler)

}  // namespace kubexx::autoscalingv2
