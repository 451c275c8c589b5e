// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/core/v1/pod_template_spec.hpp"

namespace kubexx::appsv1 {

struct DeploymentStrategyType : OpenEnum<DeploymentStrategyType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Recreate{"Recreate"}, RollingUpdate{"RollingUpdate"};
};

/// Spec to control the desired behavior of rolling update.
struct RollingUpdateDeployment {
  /// The maximum number of pods that can be unavailable during the update. Value can be an absolute number (ex: 5) or a
  /// percentage of desired pods (ex: 10%). Absolute number is calculated from percentage by rounding down. This can not
  /// be 0 if MaxSurge is 0.
  std::optional<IntOrString> maxUnavailable{};
  /// The maximum number of pods that can be scheduled above the desired number of pods. Value can be an absolute number
  /// (ex: 5) or a percentage of desired pods (ex: 10%). This can not be 0 if MaxUnavailable is 0. Absolute number is
  /// calculated from percentage by rounding up.
  std::optional<IntOrString> maxSurge{};

  friend bool operator==(const RollingUpdateDeployment&, const RollingUpdateDeployment&);
};
BOOST_DESCRIBE_STRUCT(RollingUpdateDeployment, (), (maxUnavailable, maxSurge))
KUBEXX_COMPILED(RollingUpdateDeployment)

/// DeploymentStrategy describes how to replace existing pods with new ones.
struct DeploymentStrategy {
  /// Type of deployment. Can be "Recreate" or "RollingUpdate". Default is RollingUpdate.
  DeploymentStrategyType type{};
  /// Rolling update config params. Present only if DeploymentStrategyType = RollingUpdate.
  std::optional<RollingUpdateDeployment> rollingUpdate{};

  friend bool operator==(const DeploymentStrategy&, const DeploymentStrategy&);
};
BOOST_DESCRIBE_STRUCT(DeploymentStrategy, (), (type, rollingUpdate))
KUBEXX_COMPILED(DeploymentStrategy)

/// DeploymentSpec is the specification of the desired behavior of the Deployment.
struct DeploymentSpec {
  /// Number of desired pods. This is a pointer to distinguish between explicit zero and not specified. Defaults to 1.
  std::optional<std::int32_t> replicas{};
  /// Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this
  /// deployment. It must match the pod template's labels.
  std::optional<MetaLabelSelector> selector{};
  /// Template describes the pods that will be created. The only allowed template.spec.restartPolicy value is "Always".
  corev1::PodTemplateSpec template_{};
  /// The deployment strategy to use to replace existing pods with new ones.
  DeploymentStrategy strategy{};
  /// Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for
  /// it to be considered available. Defaults to 0 (pod will be considered available as soon as it is ready)
  std::int32_t minReadySeconds = 0;
  /// The number of old ReplicaSets to retain to allow rollback. This is a pointer to distinguish between explicit zero
  /// and not specified. Defaults to 10.
  std::optional<std::int32_t> revisionHistoryLimit{};
  /// Indicates that the deployment is paused.
  bool paused = false;
  /// The maximum time in seconds for a deployment to make progress before it is considered to be failed. The deployment
  /// controller will continue to process failed deployments and a condition with a ProgressDeadlineExceeded reason will
  /// be surfaced in the deployment status.
  std::optional<std::int32_t> progressDeadlineSeconds{};

  friend bool operator==(const DeploymentSpec&, const DeploymentSpec&);
};
BOOST_DESCRIBE_STRUCT(DeploymentSpec, (), (replicas, selector, template_, strategy, minReadySeconds,
    revisionHistoryLimit, paused, progressDeadlineSeconds))
KUBEXX_COMPILED(DeploymentSpec)

/// DeploymentCondition describes the state of a deployment at a certain point.
struct DeploymentCondition {
  /// Type of deployment condition.
  std::string type{};
  /// Status of the condition, one of True, False, Unknown.
  std::string status{};
  /// The last time this condition was updated.
  Time lastUpdateTime{};
  /// Last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// The reason for the condition's last transition.
  std::string reason{};
  /// A human readable message indicating details about the transition.
  std::string message{};

  friend bool operator==(const DeploymentCondition&, const DeploymentCondition&);
};
BOOST_DESCRIBE_STRUCT(DeploymentCondition, (), (type, status, lastUpdateTime, lastTransitionTime, reason, message))
KUBEXX_COMPILED(DeploymentCondition)

/// DeploymentStatus is the most recently observed status of the Deployment.
struct DeploymentStatus {
  /// The generation observed by the deployment controller.
  std::int64_t observedGeneration = 0;
  /// Total number of non-terminating pods targeted by this deployment (their labels match the selector).
  std::int32_t replicas = 0;
  /// Total number of non-terminating pods targeted by this deployment that have the desired template spec.
  std::int32_t updatedReplicas = 0;
  /// Total number of non-terminating pods targeted by this Deployment with a Ready Condition.
  std::int32_t readyReplicas = 0;
  /// Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment.
  std::int32_t availableReplicas = 0;
  /// Total number of unavailable pods targeted by this deployment. This is the total number of pods that are still
  /// required for the deployment to have 100% available capacity. They may either be pods that are running but not yet
  /// available or pods that still have not been created.
  std::int32_t unavailableReplicas = 0;
  /// Total number of terminating pods targeted by this deployment. Terminating pods have a non-null
  /// .metadata.deletionTimestamp and have not yet reached the Failed or Succeeded .status.phase. This is a beta field
  /// and requires enabling DeploymentReplicaSetTerminatingReplicas feature (enabled by default).
  std::optional<std::int32_t> terminatingReplicas{};
  /// Represents the latest available observations of a deployment's current state. Merged by type.
  std::vector<DeploymentCondition> conditions{};
  /// Count of hash collisions for the Deployment. The Deployment controller uses this field as a collision avoidance
  /// mechanism when it needs to create the name for the newest ReplicaSet.
  std::optional<std::int32_t> collisionCount{};

  friend bool operator==(const DeploymentStatus&, const DeploymentStatus&);
};
BOOST_DESCRIBE_STRUCT(DeploymentStatus, (), (observedGeneration, replicas, updatedReplicas, readyReplicas,
    availableReplicas, unavailableReplicas, terminatingReplicas, conditions, collisionCount))
KUBEXX_COMPILED(DeploymentStatus)

/// Deployment enables declarative updates for Pods and ReplicaSets.
struct Deployment {
  static constexpr ResourceInfo kubexx_resource{"apps", "v1", "Deployment", "deployments"};
  ObjectMeta metadata{};
  /// Specification of the desired behavior of the Deployment.
  DeploymentSpec spec{};
  /// Most recently observed status of the Deployment.
  DeploymentStatus status{};

  friend bool operator==(const Deployment&, const Deployment&);
};
BOOST_DESCRIBE_STRUCT(Deployment, (), (metadata, spec, status))
KUBEXX_COMPILED(Deployment)

}  // namespace kubexx::appsv1
