// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/core/v1/persistent_volume_access_mode.hpp"
#include "kubexx/types/core/v1/persistent_volume_claim_spec.hpp"
#include "kubexx/types/core/v1/volume_health_condition.hpp"

namespace kubexx::corev1 {

struct PersistentVolumeClaimPhase : OpenEnum<PersistentVolumeClaimPhase> {
  using OpenEnum::OpenEnum;
  static constexpr Name Pending{"Pending"}, Bound{"Bound"}, Lost{"Lost"};
};

/// PersistentVolumeClaimCondition contains details about state of pvc
struct PersistentVolumeClaimCondition {
  /// Type is the type of the condition.
  std::string type{};
  /// Status is the status of the condition. Can be True, False, Unknown.
  std::string status{};
  /// lastProbeTime is the time we probed the condition.
  Time lastProbeTime{};
  /// lastTransitionTime is the time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// reason is a unique, this should be a short, machine understandable string that gives the reason for condition's
  /// last transition. If it reports "Resizing" that means the underlying persistent volume is being resized.
  std::string reason{};
  /// message is the human-readable message indicating details about last transition.
  std::string message{};

  friend bool operator==(const PersistentVolumeClaimCondition&, const PersistentVolumeClaimCondition&);
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeClaimCondition, (), (type, status, lastProbeTime, lastTransitionTime, reason,
    message))
KUBEXX_COMPILED(PersistentVolumeClaimCondition)

/// When a controller receives persistentvolume claim update with ClaimResourceStatus for a resource that it does not
/// recognizes, then it should ignore that update and let other controllers handle it.
struct ClaimResourceStatus : OpenEnum<ClaimResourceStatus> {
  using OpenEnum::OpenEnum;
  static constexpr Name ControllerResizeInProgress{"ControllerResizeInProgress"},
      ControllerResizeInfeasible{"ControllerResizeInfeasible"}, NodeResizePending{"NodeResizePending"},
      NodeResizeInProgress{"NodeResizeInProgress"}, NodeResizeInfeasible{"NodeResizeInfeasible"};
};

/// New statuses can be added in the future. Consumers should check for unknown statuses and fail appropriately
struct PersistentVolumeClaimModifyVolumeStatus : OpenEnum<PersistentVolumeClaimModifyVolumeStatus> {
  using OpenEnum::OpenEnum;
  static constexpr Name Pending{"Pending"}, InProgress{"InProgress"}, Infeasible{"Infeasible"};
};

/// ModifyVolumeStatus represents the status object of ControllerModifyVolume operation
struct ModifyVolumeStatus {
  /// targetVolumeAttributesClassName is the name of the VolumeAttributesClass the PVC currently being reconciled
  std::string targetVolumeAttributesClassName{};
  /// status is the status of the ControllerModifyVolume operation. It can be in any of following states: - Pending
  /// Pending indicates that the PersistentVolumeClaim cannot be modified due to unmet requirements, such as the
  /// specified VolumeAttributesClass not existing.
  PersistentVolumeClaimModifyVolumeStatus status{};

  friend bool operator==(const ModifyVolumeStatus&, const ModifyVolumeStatus&);
};
BOOST_DESCRIBE_STRUCT(ModifyVolumeStatus, (), (targetVolumeAttributesClassName, status))
KUBEXX_COMPILED(ModifyVolumeStatus)

/// VolumeHealthStatus contains health information for a volume reported by the CSI controller plugin.
struct VolumeHealthStatus {
  /// conditions is the set of adverse conditions reported by the CSI controller plugin. An empty list means no adverse
  /// condition. At most 16 conditions may be reported. Merged by status and reason.
  std::vector<VolumeHealthCondition> healthConditions{};
  /// lastTransitionTime is when the current set of conditions first appeared.
  Time lastTransitionTime{};

  friend bool operator==(const VolumeHealthStatus&, const VolumeHealthStatus&);
};
BOOST_DESCRIBE_STRUCT(VolumeHealthStatus, (), (healthConditions, lastTransitionTime))
KUBEXX_COMPILED(VolumeHealthStatus)

/// PersistentVolumeClaimStatus is the current status of a persistent volume claim.
struct PersistentVolumeClaimStatus {
  /// phase represents the current phase of PersistentVolumeClaim.
  PersistentVolumeClaimPhase phase{};
  /// accessModes contains the actual access modes the volume backing the PVC has.
  std::vector<PersistentVolumeAccessMode> accessModes{};
  /// capacity represents the actual resources of the underlying volume.
  std::map<std::string, Quantity> capacity{};
  /// conditions is the current Condition of persistent volume claim. If underlying persistent volume is being resized
  /// then the Condition will be set to 'Resizing'. Merged by type.
  std::vector<PersistentVolumeClaimCondition> conditions{};
  /// allocatedResources tracks the resources allocated to a PVC including its capacity. Key names follow standard
  /// Kubernetes label syntax. Valid values are either: * Un-prefixed keys:
  std::map<std::string, Quantity> allocatedResources{};
  /// allocatedResourceStatuses stores status of resource being resized for the given PVC. Key names follow standard
  /// Kubernetes label syntax. Valid values are either: * Un-prefixed keys:
  std::map<std::string, ClaimResourceStatus> allocatedResourceStatuses{};
  /// currentVolumeAttributesClassName is the current name of the VolumeAttributesClass the PVC is using. When unset,
  /// there is no VolumeAttributeClass applied to this PersistentVolumeClaim
  std::optional<std::string> currentVolumeAttributesClassName{};
  /// ModifyVolumeStatus represents the status object of ControllerModifyVolume operation. When this is unset, there is
  /// no ModifyVolume operation being attempted.
  std::optional<ModifyVolumeStatus> modifyVolumeStatus{};
  /// healthStatus contains the latest controller-reported health information for the volume bound to this claim.
  std::optional<VolumeHealthStatus> healthStatus{};

  friend bool operator==(const PersistentVolumeClaimStatus&, const PersistentVolumeClaimStatus&);
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeClaimStatus, (), (phase, accessModes, capacity, conditions, allocatedResources,
    allocatedResourceStatuses, currentVolumeAttributesClassName, modifyVolumeStatus, healthStatus))
KUBEXX_COMPILED(PersistentVolumeClaimStatus)

/// PersistentVolumeClaim is a user's request for and claim to a persistent volume
struct PersistentVolumeClaim {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "PersistentVolumeClaim", "persistentvolumeclaims"};
  ObjectMeta metadata{};
  /// spec defines the desired characteristics of a volume requested by a pod author.
  PersistentVolumeClaimSpec spec{};
  /// status represents the current information/status of a persistent volume claim. Read-only.
  PersistentVolumeClaimStatus status{};

  friend bool operator==(const PersistentVolumeClaim&, const PersistentVolumeClaim&);
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeClaim, (), (metadata, spec, status))
KUBEXX_COMPILED(PersistentVolumeClaim)

}  // namespace kubexx::corev1
