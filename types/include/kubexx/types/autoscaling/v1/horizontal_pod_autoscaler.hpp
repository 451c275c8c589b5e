// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::autoscalingv1 {

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

/// specification of a horizontal pod autoscaler.
struct HorizontalPodAutoscalerSpec {
  /// scaleTargetRef is the reference to scaled resource; horizontal pod autoscaler will learn the current resource
  /// consumption and will set the desired number of pods by using its Scale subresource.
  CrossVersionObjectReference scaleTargetRef{};
  /// minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down. It defaults to 1
  /// pod. minReplicas is allowed to be 0 if the alpha feature gate HPAScaleToZero is enabled and at least one Object or
  /// External metric is configured.
  std::optional<std::int32_t> minReplicas{};
  /// maxReplicas is the upper limit for the number of pods that can be set by the autoscaler; cannot be smaller than
  /// MinReplicas.
  std::int32_t maxReplicas = 0;
  /// targetCPUUtilizationPercentage is the target average CPU utilization (represented as a percentage of requested
  /// CPU) over all the pods; if not specified the default autoscaling policy will be used.
  std::optional<std::int32_t> targetCPUUtilizationPercentage{};

  friend bool operator==(const HorizontalPodAutoscalerSpec&, const HorizontalPodAutoscalerSpec&);
};
BOOST_DESCRIBE_STRUCT(HorizontalPodAutoscalerSpec, (), (scaleTargetRef, minReplicas, maxReplicas,
    targetCPUUtilizationPercentage))
KUBEXX_COMPILED(HorizontalPodAutoscalerSpec)

/// current status of a horizontal pod autoscaler
struct HorizontalPodAutoscalerStatus {
  /// observedGeneration is the most recent generation observed by this autoscaler.
  std::optional<std::int64_t> observedGeneration{};
  /// lastScaleTime is the last time the HorizontalPodAutoscaler scaled the number of pods; used by the autoscaler to
  /// control how often the number of pods is changed.
  std::optional<Time> lastScaleTime{};
  /// currentReplicas is the current number of replicas of pods managed by this autoscaler.
  std::int32_t currentReplicas = 0;
  /// desiredReplicas is the desired number of replicas of pods managed by this autoscaler.
  std::int32_t desiredReplicas = 0;
  /// currentCPUUtilizationPercentage is the current average CPU utilization over all pods, represented as a percentage
  /// of requested CPU, e.g. 70 means that an average pod is using now 70% of its requested CPU.
  std::optional<std::int32_t> currentCPUUtilizationPercentage{};

  friend bool operator==(const HorizontalPodAutoscalerStatus&, const HorizontalPodAutoscalerStatus&);
};
BOOST_DESCRIBE_STRUCT(HorizontalPodAutoscalerStatus, (), (observedGeneration, lastScaleTime, currentReplicas,
    desiredReplicas, currentCPUUtilizationPercentage))
KUBEXX_COMPILED(HorizontalPodAutoscalerStatus)

/// configuration of a horizontal pod autoscaler.
struct HorizontalPodAutoscaler {
  static constexpr ResourceInfo kubexx_resource{"autoscaling", "v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers"};
  ObjectMeta metadata{};
  /// spec defines the behaviour of autoscaler.
  HorizontalPodAutoscalerSpec spec{};
  /// status is the current information about the autoscaler.
  HorizontalPodAutoscalerStatus status{};

  friend bool operator==(const HorizontalPodAutoscaler&, const HorizontalPodAutoscaler&);
};
BOOST_DESCRIBE_STRUCT(HorizontalPodAutoscaler, (), (metadata, spec, status))
KUBEXX_COMPILED(HorizontalPodAutoscaler)

}  // namespace kubexx::autoscalingv1
