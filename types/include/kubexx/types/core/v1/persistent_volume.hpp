// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/core/v1/persistent_volume_spec.hpp"

namespace kubexx::corev1 {

struct PersistentVolumePhase : OpenEnum<PersistentVolumePhase> {
  using OpenEnum::OpenEnum;
  static constexpr Name Pending{"Pending"}, Available{"Available"}, Bound{"Bound"}, Released{"Released"},
      Failed{"Failed"};
};

/// PersistentVolumeStatus is the current status of a persistent volume.
struct PersistentVolumeStatus {
  /// phase indicates if a volume is available, bound to a claim, or released by a claim.
  PersistentVolumePhase phase{};
  /// message is a human-readable message indicating details about why the volume is in this state.
  std::string message{};
  /// reason is a brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in
  /// the CLI.
  std::string reason{};
  /// lastPhaseTransitionTime is the time the phase transitioned from one to another and automatically resets to current
  /// time everytime a volume phase transitions.
  std::optional<Time> lastPhaseTransitionTime{};

  friend bool operator==(const PersistentVolumeStatus&, const PersistentVolumeStatus&);
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeStatus, (), (phase, message, reason, lastPhaseTransitionTime))
KUBEXX_COMPILED(PersistentVolumeStatus)

/// PersistentVolume (PV) is a storage resource provisioned by an administrator. It is analogous to a node.
struct PersistentVolume {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "PersistentVolume", "persistentvolumes", Scope::cluster};
  ObjectMeta metadata{};
  /// spec defines a specification of a persistent volume owned by the cluster. Provisioned by an administrator.
  PersistentVolumeSpec spec{};
  /// status represents the current information/status for the persistent volume. Populated by the system. Read-only.
  PersistentVolumeStatus status{};

  friend bool operator==(const PersistentVolume&, const PersistentVolume&);
};
BOOST_DESCRIBE_STRUCT(PersistentVolume, (), (metadata, spec, status))
KUBEXX_COMPILED(PersistentVolume)

}  // namespace kubexx::corev1
