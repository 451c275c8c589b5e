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
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/core/v1/pod_template_spec.hpp"

namespace kubexx::appsv1 {

/// ReplicaSetSpec is the specification of a ReplicaSet.
struct ReplicaSetSpec {
  /// Replicas is the number of desired pods. This is a pointer to distinguish between explicit zero and unspecified.
  /// Defaults to 1.
  std::optional<std::int32_t> replicas{};
  /// Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for
  /// it to be considered available. Defaults to 0 (pod will be considered available as soon as it is ready)
  std::int32_t minReadySeconds = 0;
  /// Selector is a label query over pods that should match the replica count. Label keys and values that must match in
  /// order to be controlled by this replica set. It must match the pod template's labels.
  std::optional<MetaLabelSelector> selector{};
  /// Template is the object that describes the pod that will be created if insufficient replicas are detected.
  corev1::PodTemplateSpec template_{};

  friend bool operator==(const ReplicaSetSpec&, const ReplicaSetSpec&);
};
BOOST_DESCRIBE_STRUCT(ReplicaSetSpec, (), (replicas, minReadySeconds, selector, template_))
KUBEXX_COMPILED(ReplicaSetSpec)

/// ReplicaSetCondition describes the state of a replica set at a certain point.
struct ReplicaSetCondition {
  /// Type of replica set condition.
  std::string type{};
  /// Status of the condition, one of True, False, Unknown.
  std::string status{};
  /// The last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// The reason for the condition's last transition.
  std::string reason{};
  /// A human readable message indicating details about the transition.
  std::string message{};

  friend bool operator==(const ReplicaSetCondition&, const ReplicaSetCondition&);
};
BOOST_DESCRIBE_STRUCT(ReplicaSetCondition, (), (type, status, lastTransitionTime, reason, message))
KUBEXX_COMPILED(ReplicaSetCondition)

/// ReplicaSetStatus represents the current status of a ReplicaSet.
struct ReplicaSetStatus {
  /// Replicas is the most recently observed number of non-terminating pods.
  std::int32_t replicas = 0;
  /// The number of non-terminating pods that have labels matching the labels of the pod template of the replicaset.
  std::int32_t fullyLabeledReplicas = 0;
  /// The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition.
  std::int32_t readyReplicas = 0;
  /// The number of available non-terminating pods (ready for at least minReadySeconds) for this replica set.
  std::int32_t availableReplicas = 0;
  /// The number of terminating pods for this replica set. Terminating pods have a non-null .metadata.deletionTimestamp
  /// and have not yet reached the Failed or Succeeded .status.phase. This is a beta field and requires enabling
  /// DeploymentReplicaSetTerminatingReplicas feature (enabled by default).
  std::optional<std::int32_t> terminatingReplicas{};
  /// ObservedGeneration reflects the generation of the most recently observed ReplicaSet.
  std::int64_t observedGeneration = 0;
  /// Represents the latest available observations of a replica set's current state. Merged by type.
  std::vector<ReplicaSetCondition> conditions{};

  friend bool operator==(const ReplicaSetStatus&, const ReplicaSetStatus&);
};
BOOST_DESCRIBE_STRUCT(ReplicaSetStatus, (), (replicas, fullyLabeledReplicas, readyReplicas, availableReplicas,
    terminatingReplicas, observedGeneration, conditions))
KUBEXX_COMPILED(ReplicaSetStatus)

/// ReplicaSet ensures that a specified number of pod replicas are running at any given time.
struct ReplicaSet {
  static constexpr ResourceInfo kubexx_resource{"apps", "v1", "ReplicaSet", "replicasets"};
  ObjectMeta metadata{};
  /// Spec defines the specification of the desired behavior of the ReplicaSet.
  ReplicaSetSpec spec{};
  /// Status is the most recently observed status of the ReplicaSet. This data may be out of date by some window of
  /// time. Populated by the system. Read-only.
  ReplicaSetStatus status{};

  friend bool operator==(const ReplicaSet&, const ReplicaSet&);
};
BOOST_DESCRIBE_STRUCT(ReplicaSet, (), (metadata, spec, status))
KUBEXX_COMPILED(ReplicaSet)

}  // namespace kubexx::appsv1
