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
#include "kubexx/types/core/v1/persistent_volume_claim.hpp"
#include "kubexx/types/core/v1/pod_template_spec.hpp"

namespace kubexx::appsv1 {

/// PodManagementPolicyType defines the policy for creating pods under a stateful set.
struct PodManagementPolicyType : OpenEnum<PodManagementPolicyType> {
  using OpenEnum::OpenEnum;
  static constexpr Name OrderedReady{"OrderedReady"}, Parallel{"Parallel"};
};

/// RollingUpdateStatefulSetStrategy is used to communicate parameter for RollingUpdateStatefulSetStrategyType.
struct RollingUpdateStatefulSetStrategy {
  /// Partition indicates the ordinal at which the StatefulSet should be partitioned for updates. During a rolling
  /// update, all pods from ordinal Replicas-1 to Partition are updated. All pods from ordinal Partition-1 to 0 remain
  /// untouched. This is helpful in being able to do a canary based deployment.
  std::optional<std::int32_t> partition{};
  /// The maximum number of pods that can be unavailable during the update. Value can be an absolute number (ex: 5) or a
  /// percentage of desired pods (ex: 10%). Absolute number is calculated from percentage by rounding up. This can not
  /// be 0. Defaults to 1. This field is beta-level and is enabled by default.
  std::optional<IntOrString> maxUnavailable{};

  friend bool operator==(const RollingUpdateStatefulSetStrategy&, const RollingUpdateStatefulSetStrategy&);
};
BOOST_DESCRIBE_STRUCT(RollingUpdateStatefulSetStrategy, (), (partition, maxUnavailable))
KUBEXX_COMPILED(RollingUpdateStatefulSetStrategy)

/// StatefulSetUpdateStrategyType is a string enumeration type that enumerates all possible update strategies for the
/// StatefulSet controller.
struct StatefulSetUpdateStrategyType : OpenEnum<StatefulSetUpdateStrategyType> {
  using OpenEnum::OpenEnum;
  static constexpr Name RollingUpdate{"RollingUpdate"}, OnDelete{"OnDelete"}, Recreate{"Recreate"};
};

/// StatefulSetUpdateStrategy indicates the strategy that the StatefulSet controller will use to perform updates. It
/// includes any additional parameters necessary to perform the update for the indicated strategy.
struct StatefulSetUpdateStrategy {
  /// Type indicates the type of the StatefulSetUpdateStrategy. Default is RollingUpdate.
  StatefulSetUpdateStrategyType type{};
  /// RollingUpdate is used to communicate parameters when Type is RollingUpdateStatefulSetStrategyType.
  std::optional<RollingUpdateStatefulSetStrategy> rollingUpdate{};

  friend bool operator==(const StatefulSetUpdateStrategy&, const StatefulSetUpdateStrategy&);
};
BOOST_DESCRIBE_STRUCT(StatefulSetUpdateStrategy, (), (type, rollingUpdate))
KUBEXX_COMPILED(StatefulSetUpdateStrategy)

/// StatefulSetPersistentVolumeClaimRetentionPolicy describes the policy used for PVCs created from the StatefulSet
/// VolumeClaimTemplates.
struct StatefulSetPersistentVolumeClaimRetentionPolicy {
  /// WhenDeleted specifies what happens to PVCs created from StatefulSet VolumeClaimTemplates when the StatefulSet is
  /// deleted. The default policy of `Retain` causes PVCs to not be affected by StatefulSet deletion. The `Delete`
  /// policy causes those PVCs to be deleted.
  std::string whenDeleted{};
  /// WhenScaled specifies what happens to PVCs created from StatefulSet VolumeClaimTemplates when the StatefulSet is
  /// scaled down. The default policy of `Retain` causes PVCs to not be affected by a scaledown.
  std::string whenScaled{};

  friend bool operator==(const StatefulSetPersistentVolumeClaimRetentionPolicy&, const StatefulSetPersistentVolumeClaimRetentionPolicy&);
};
BOOST_DESCRIBE_STRUCT(StatefulSetPersistentVolumeClaimRetentionPolicy, (), (whenDeleted, whenScaled))
KUBEXX_COMPILED(StatefulSetPersistentVolumeClaimRetentionPolicy)

/// StatefulSetOrdinals describes the policy used for replica ordinal assignment in this StatefulSet.
struct StatefulSetOrdinals {
  /// start is the number representing the first replica's index. It may be used to number replicas from an alternate
  /// index (eg: 1-indexed) over the default 0-indexed names, or to orchestrate progressive movement of replicas from
  /// one StatefulSet to another.
  std::int32_t start = 0;

  friend bool operator==(const StatefulSetOrdinals&, const StatefulSetOrdinals&);
};
BOOST_DESCRIBE_STRUCT(StatefulSetOrdinals, (), (start))
KUBEXX_COMPILED(StatefulSetOrdinals)

/// A StatefulSetSpec is the specification of a StatefulSet.
struct StatefulSetSpec {
  /// replicas is the desired number of replicas of the given Template. These are replicas in the sense that they are
  /// instantiations of the same Template, but individual replicas also have a consistent identity. If unspecified,
  /// defaults to 1.
  std::optional<std::int32_t> replicas{};
  /// selector is a label query over pods that should match the replica count. It must match the pod template's labels.
  std::optional<MetaLabelSelector> selector{};
  /// template is the object that describes the pod that will be created if insufficient replicas are detected. Each pod
  /// stamped out by the StatefulSet will fulfill this Template, but have a unique identity from the rest of the
  /// StatefulSet.
  corev1::PodTemplateSpec template_{};
  /// volumeClaimTemplates is a list of claims that pods are allowed to reference. The StatefulSet controller is
  /// responsible for mapping network identities to claims in a way that maintains the identity of a pod.
  std::vector<corev1::PersistentVolumeClaim> volumeClaimTemplates{};
  /// serviceName is the name of the service that governs this StatefulSet. This service must exist before the
  /// StatefulSet, and is responsible for the network identity of the set.
  std::string serviceName{};
  /// podManagementPolicy controls how pods are created during initial scale up, when replacing pods on nodes, or when
  /// scaling down.
  PodManagementPolicyType podManagementPolicy{};
  /// updateStrategy indicates the StatefulSetUpdateStrategy that will be employed to update Pods in the StatefulSet
  /// when a revision is made to Template.
  StatefulSetUpdateStrategy updateStrategy{};
  /// revisionHistoryLimit is the maximum number of revisions that will be maintained in the StatefulSet's revision
  /// history. The revision history consists of all revisions not represented by a currently applied StatefulSetSpec
  /// version. The default value is 10.
  std::optional<std::int32_t> revisionHistoryLimit{};
  /// Minimum number of seconds for which a newly created pod should be ready without any of its container crashing for
  /// it to be considered available. Defaults to 0 (pod will be considered available as soon as it is ready)
  std::int32_t minReadySeconds = 0;
  /// persistentVolumeClaimRetentionPolicy describes the lifecycle of persistent volume claims created from
  /// volumeClaimTemplates. By default, all persistent volume claims are created as needed and retained until manually
  /// deleted.
  std::optional<StatefulSetPersistentVolumeClaimRetentionPolicy> persistentVolumeClaimRetentionPolicy{};
  /// ordinals controls the numbering of replica indices in a StatefulSet. The default ordinals behavior assigns a "0"
  /// index to the first replica and increments the index by one for each additional replica requested.
  std::optional<StatefulSetOrdinals> ordinals{};

  friend bool operator==(const StatefulSetSpec&, const StatefulSetSpec&);
};
BOOST_DESCRIBE_STRUCT(StatefulSetSpec, (), (replicas, selector, template_, volumeClaimTemplates, serviceName,
    podManagementPolicy, updateStrategy, revisionHistoryLimit, minReadySeconds, persistentVolumeClaimRetentionPolicy,
    ordinals))
KUBEXX_COMPILED(StatefulSetSpec)

/// StatefulSetCondition describes the state of a statefulset at a certain point.
struct StatefulSetCondition {
  /// Type of statefulset condition.
  std::string type{};
  /// Status of the condition, one of True, False, Unknown.
  std::string status{};
  /// Last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// The reason for the condition's last transition.
  std::string reason{};
  /// A human readable message indicating details about the transition.
  std::string message{};

  friend bool operator==(const StatefulSetCondition&, const StatefulSetCondition&);
};
BOOST_DESCRIBE_STRUCT(StatefulSetCondition, (), (type, status, lastTransitionTime, reason, message))
KUBEXX_COMPILED(StatefulSetCondition)

/// StatefulSetStatus represents the current state of a StatefulSet.
struct StatefulSetStatus {
  /// observedGeneration is the most recent generation observed for this StatefulSet. It corresponds to the
  /// StatefulSet's generation, which is updated on mutation by the API Server.
  std::int64_t observedGeneration = 0;
  /// replicas is the number of Pods created by the StatefulSet controller.
  std::int32_t replicas = 0;
  /// readyReplicas is the number of pods created for this StatefulSet with a Ready Condition.
  std::int32_t readyReplicas = 0;
  /// currentReplicas is the number of Pods created by the StatefulSet controller from the StatefulSet version indicated
  /// by currentRevision.
  std::int32_t currentReplicas = 0;
  /// updatedReplicas is the number of Pods created by the StatefulSet controller from the StatefulSet version indicated
  /// by updateRevision.
  std::int32_t updatedReplicas = 0;
  /// currentRevision, if not empty, indicates the version of the StatefulSet used to generate Pods in the sequence
  /// [0,currentReplicas).
  std::string currentRevision{};
  /// updateRevision, if not empty, indicates the version of the StatefulSet used to generate Pods in the sequence
  /// [replicas-updatedReplicas,replicas)
  std::string updateRevision{};
  /// collisionCount is the count of hash collisions for the StatefulSet. The StatefulSet controller uses this field as
  /// a collision avoidance mechanism when it needs to create the name for the newest ControllerRevision.
  std::optional<std::int32_t> collisionCount{};
  /// Represents the latest available observations of a statefulset's current state. Merged by type.
  std::vector<StatefulSetCondition> conditions{};
  /// Total number of available pods (ready for at least minReadySeconds) targeted by this statefulset.
  std::int32_t availableReplicas = 0;

  friend bool operator==(const StatefulSetStatus&, const StatefulSetStatus&);
};
BOOST_DESCRIBE_STRUCT(StatefulSetStatus, (), (observedGeneration, replicas, readyReplicas, currentReplicas,
    updatedReplicas, currentRevision, updateRevision, collisionCount, conditions, availableReplicas))
KUBEXX_COMPILED(StatefulSetStatus)

/// StatefulSet represents a set of pods with consistent identities. Identities are defined as: - Network: A single
/// stable DNS and hostname. - Storage: As many VolumeClaims as requested. The StatefulSet guarantees that a given
/// network identity will always map to the same storage identity.
struct StatefulSet {
  static constexpr ResourceInfo kubexx_resource{"apps", "v1", "StatefulSet", "statefulsets"};
  ObjectMeta metadata{};
  /// Spec defines the desired identities of pods in this set.
  StatefulSetSpec spec{};
  /// Status is the current status of Pods in this StatefulSet. This data may be out of date by some window of time.
  StatefulSetStatus status{};

  friend bool operator==(const StatefulSet&, const StatefulSet&);
};
BOOST_DESCRIBE_STRUCT(StatefulSet, (), (metadata, spec, status))
KUBEXX_COMPILED(StatefulSet)

}  // namespace kubexx::appsv1
