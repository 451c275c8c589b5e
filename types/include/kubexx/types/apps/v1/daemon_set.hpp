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

struct DaemonSetUpdateStrategyType : OpenEnum<DaemonSetUpdateStrategyType> {
  using OpenEnum::OpenEnum;
  static constexpr Name RollingUpdate{"RollingUpdate"}, OnDelete{"OnDelete"};
};

/// Spec to control the desired behavior of daemon set rolling update.
struct RollingUpdateDaemonSet {
  /// The maximum number of DaemonSet pods that can be unavailable during the update. Value can be an absolute number
  /// (ex: 5) or a percentage of total number of DaemonSet pods at the start of the update (ex: 10%). Absolute number is
  /// calculated from percentage by rounding up.
  std::optional<IntOrString> maxUnavailable{};
  /// The maximum number of nodes with an existing available DaemonSet pod that can have an updated DaemonSet pod during
  /// during an update. Value can be an absolute number (ex: 5) or a percentage of desired pods (ex: 10%). This can not
  /// be 0 if MaxUnavailable is 0.
  std::optional<IntOrString> maxSurge{};

  friend bool operator==(const RollingUpdateDaemonSet&, const RollingUpdateDaemonSet&);
};
BOOST_DESCRIBE_STRUCT(RollingUpdateDaemonSet, (), (maxUnavailable, maxSurge))
KUBEXX_COMPILED(RollingUpdateDaemonSet)

/// DaemonSetUpdateStrategy is a struct used to control the update strategy for a DaemonSet.
struct DaemonSetUpdateStrategy {
  /// Type of daemon set update. Can be "RollingUpdate" or "OnDelete". Default is RollingUpdate.
  DaemonSetUpdateStrategyType type{};
  /// Rolling update config params. Present only if type = "RollingUpdate".
  std::optional<RollingUpdateDaemonSet> rollingUpdate{};

  friend bool operator==(const DaemonSetUpdateStrategy&, const DaemonSetUpdateStrategy&);
};
BOOST_DESCRIBE_STRUCT(DaemonSetUpdateStrategy, (), (type, rollingUpdate))
KUBEXX_COMPILED(DaemonSetUpdateStrategy)

/// DaemonSetSpec is the specification of a daemon set.
struct DaemonSetSpec {
  /// A label query over pods that are managed by the daemon set. Must match in order to be controlled. It must match
  /// the pod template's labels.
  std::optional<MetaLabelSelector> selector{};
  /// An object that describes the pod that will be created. The DaemonSet will create exactly one copy of this pod on
  /// every node that matches the template's node selector (or on every node if no node selector is specified). The only
  /// allowed template.spec.restartPolicy value is "Always".
  corev1::PodTemplateSpec template_{};
  /// An update strategy to replace existing DaemonSet pods with new pods.
  DaemonSetUpdateStrategy updateStrategy{};
  /// The minimum number of seconds for which a newly created DaemonSet pod should be ready without any of its container
  /// crashing, for it to be considered available. Defaults to 0 (pod will be considered available as soon as it is
  /// ready).
  std::int32_t minReadySeconds = 0;
  /// The number of old history to retain to allow rollback. This is a pointer to distinguish between explicit zero and
  /// not specified. Defaults to 10.
  std::optional<std::int32_t> revisionHistoryLimit{};

  friend bool operator==(const DaemonSetSpec&, const DaemonSetSpec&);
};
BOOST_DESCRIBE_STRUCT(DaemonSetSpec, (), (selector, template_, updateStrategy, minReadySeconds, revisionHistoryLimit))
KUBEXX_COMPILED(DaemonSetSpec)

/// DaemonSetCondition describes the state of a DaemonSet at a certain point.
struct DaemonSetCondition {
  /// Type of DaemonSet condition.
  std::string type{};
  /// Status of the condition, one of True, False, Unknown.
  std::string status{};
  /// Last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// The reason for the condition's last transition.
  std::string reason{};
  /// A human readable message indicating details about the transition.
  std::string message{};

  friend bool operator==(const DaemonSetCondition&, const DaemonSetCondition&);
};
BOOST_DESCRIBE_STRUCT(DaemonSetCondition, (), (type, status, lastTransitionTime, reason, message))
KUBEXX_COMPILED(DaemonSetCondition)

/// DaemonSetStatus represents the current status of a daemon set.
struct DaemonSetStatus {
  /// The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod.
  std::int32_t currentNumberScheduled = 0;
  /// The number of nodes that are running the daemon pod, but are not supposed to run the daemon pod.
  std::int32_t numberMisscheduled = 0;
  /// The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon
  /// pod).
  std::int32_t desiredNumberScheduled = 0;
  /// numberReady is the number of nodes that should be running the daemon pod and have one or more of the daemon pod
  /// running with a Ready Condition.
  std::int32_t numberReady = 0;
  /// The most recent generation observed by the daemon set controller.
  std::int64_t observedGeneration = 0;
  /// The total number of nodes that are running updated daemon pod
  std::int32_t updatedNumberScheduled = 0;
  /// The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and
  /// available (ready for at least spec.minReadySeconds)
  std::int32_t numberAvailable = 0;
  /// The number of nodes that should be running the daemon pod and have none of the daemon pod running and available
  /// (ready for at least spec.minReadySeconds)
  std::int32_t numberUnavailable = 0;
  /// Count of hash collisions for the DaemonSet. The DaemonSet controller uses this field as a collision avoidance
  /// mechanism when it needs to create the name for the newest ControllerRevision.
  std::optional<std::int32_t> collisionCount{};
  /// Represents the latest available observations of a DaemonSet's current state. Merged by type.
  std::vector<DaemonSetCondition> conditions{};

  friend bool operator==(const DaemonSetStatus&, const DaemonSetStatus&);
};
BOOST_DESCRIBE_STRUCT(DaemonSetStatus, (), (currentNumberScheduled, numberMisscheduled, desiredNumberScheduled,
    numberReady, observedGeneration, updatedNumberScheduled, numberAvailable, numberUnavailable, collisionCount,
    conditions))
KUBEXX_COMPILED(DaemonSetStatus)

/// DaemonSet represents the configuration of a daemon set.
struct DaemonSet {
  static constexpr ResourceInfo kubexx_resource{"apps", "v1", "DaemonSet", "daemonsets"};
  ObjectMeta metadata{};
  /// The desired behavior of this daemon set.
  DaemonSetSpec spec{};
  /// The current status of this daemon set. This data may be out of date by some window of time. Populated by the
  /// system. Read-only.
  DaemonSetStatus status{};

  friend bool operator==(const DaemonSet&, const DaemonSet&);
};
BOOST_DESCRIBE_STRUCT(DaemonSet, (), (metadata, spec, status))
KUBEXX_COMPILED(DaemonSet)

}  // namespace kubexx::appsv1
