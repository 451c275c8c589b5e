// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/core/v1/pod_template_spec.hpp"

namespace kubexx::corev1 {

/// ReplicationControllerSpec is the specification of a replication controller.
struct ReplicationControllerSpec {
  /// Replicas is the number of desired replicas. This is a pointer to distinguish between explicit zero and
  /// unspecified. Defaults to 1.
  std::optional<std::int32_t> replicas{};
  /// Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for
  /// it to be considered available. Defaults to 0 (pod will be considered available as soon as it is ready)
  std::int32_t minReadySeconds = 0;
  /// Selector is a label query over pods that should match the Replicas count. If Selector is empty, it is defaulted to
  /// the labels present on the Pod template. Label keys and values that must match in order to be controlled by this
  /// replication controller, if empty defaulted to labels on Pod template.
  std::map<std::string, std::string> selector{};
  /// Template is the object that describes the pod that will be created if insufficient replicas are detected. This
  /// takes precedence over a TemplateRef. The only allowed template.spec.restartPolicy value is "Always".
  std::optional<PodTemplateSpec> template_{};

  friend bool operator==(const ReplicationControllerSpec&, const ReplicationControllerSpec&);
};
BOOST_DESCRIBE_STRUCT(ReplicationControllerSpec, (), (replicas, minReadySeconds, selector, template_))
KUBEXX_COMPILED(ReplicationControllerSpec)

/// ReplicationControllerCondition describes the state of a replication controller at a certain point.
struct ReplicationControllerCondition {
  /// Type of replication controller condition.
  std::string type{};
  /// Status of the condition, one of True, False, Unknown.
  std::string status{};
  /// The last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// The reason for the condition's last transition.
  std::string reason{};
  /// A human readable message indicating details about the transition.
  std::string message{};

  friend bool operator==(const ReplicationControllerCondition&, const ReplicationControllerCondition&);
};
BOOST_DESCRIBE_STRUCT(ReplicationControllerCondition, (), (type, status, lastTransitionTime, reason, message))
KUBEXX_COMPILED(ReplicationControllerCondition)

/// ReplicationControllerStatus represents the current status of a replication controller.
struct ReplicationControllerStatus {
  /// Replicas is the most recently observed number of replicas.
  std::int32_t replicas = 0;
  /// The number of pods that have labels matching the labels of the pod template of the replication controller.
  std::int32_t fullyLabeledReplicas = 0;
  /// The number of ready replicas for this replication controller.
  std::int32_t readyReplicas = 0;
  /// The number of available replicas (ready for at least minReadySeconds) for this replication controller.
  std::int32_t availableReplicas = 0;
  /// ObservedGeneration reflects the generation of the most recently observed replication controller.
  std::int64_t observedGeneration = 0;
  /// Represents the latest available observations of a replication controller's current state. Merged by type.
  std::vector<ReplicationControllerCondition> conditions{};

  friend bool operator==(const ReplicationControllerStatus&, const ReplicationControllerStatus&);
};
BOOST_DESCRIBE_STRUCT(ReplicationControllerStatus, (), (replicas, fullyLabeledReplicas, readyReplicas,
    availableReplicas, observedGeneration, conditions))
KUBEXX_COMPILED(ReplicationControllerStatus)

/// ReplicationController represents the configuration of a replication controller.
struct ReplicationController {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ReplicationController", "replicationcontrollers"};
  ObjectMeta metadata{};
  /// Spec defines the specification of the desired behavior of the replication controller.
  ReplicationControllerSpec spec{};
  /// Status is the most recently observed status of the replication controller. This data may be out of date by some
  /// window of time. Populated by the system. Read-only.
  ReplicationControllerStatus status{};

  friend bool operator==(const ReplicationController&, const ReplicationController&);
};
BOOST_DESCRIBE_STRUCT(ReplicationController, (), (metadata, spec, status))
KUBEXX_COMPILED(ReplicationController)

}  // namespace kubexx::corev1
