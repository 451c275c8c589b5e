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
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/types/core/v1/persistent_volume_access_mode.hpp"
#include "kubexx/types/core/v1/persistent_volume_mode.hpp"
#include "kubexx/types/core/v1/typed_local_object_reference.hpp"

namespace kubexx::corev1 {

/// VolumeResourceRequirements describes the storage resource requirements for a volume.
struct VolumeResourceRequirements {
  /// Limits describes the maximum amount of compute resources allowed.
  std::map<std::string, Quantity> limits{};
  /// Requests describes the minimum amount of compute resources required. If Requests is omitted for a container, it
  /// defaults to Limits if that is explicitly specified, otherwise to an implementation-defined value. Requests cannot
  /// exceed Limits.
  std::map<std::string, Quantity> requests{};

  friend bool operator==(const VolumeResourceRequirements&, const VolumeResourceRequirements&);
};
BOOST_DESCRIBE_STRUCT(VolumeResourceRequirements, (), (limits, requests))
KUBEXX_COMPILED(VolumeResourceRequirements)

/// TypedObjectReference contains enough information to let you locate the typed referenced object
struct TypedObjectReference {
  /// APIGroup is the group for the resource being referenced. If APIGroup is not specified, the specified Kind must be
  /// in the core API group. For any other third-party types, APIGroup is required.
  std::optional<std::string> apiGroup{};
  /// Kind is the type of resource being referenced
  std::string kind{};
  /// Name is the name of resource being referenced
  std::string name{};
  /// Namespace is the namespace of resource being referenced Note that when a namespace is specified, a
  /// gateway.networking.k8s.io/ReferenceGrant object is required in the referent namespace to allow that namespace's
  /// owner to accept the reference. See the ReferenceGrant documentation for details.
  std::optional<std::string> namespace_{};

  friend bool operator==(const TypedObjectReference&, const TypedObjectReference&);
};
BOOST_DESCRIBE_STRUCT(TypedObjectReference, (), (apiGroup, kind, name, namespace_))
KUBEXX_COMPILED(TypedObjectReference)

/// PersistentVolumeClaimSpec describes the common attributes of storage devices and allows a Source for
/// provider-specific attributes
struct PersistentVolumeClaimSpec {
  /// accessModes contains the desired access modes the volume should have.
  std::vector<PersistentVolumeAccessMode> accessModes{};
  /// selector is a label query over volumes to consider for binding.
  std::optional<MetaLabelSelector> selector{};
  /// resources represents the minimum resources the volume should have. Users are allowed to specify resource
  /// requirements that are lower than previous value but must still be higher than capacity recorded in the status
  /// field of the claim.
  VolumeResourceRequirements resources{};
  /// volumeName is the binding reference to the PersistentVolume backing this claim.
  std::string volumeName{};
  /// storageClassName is the name of the StorageClass required by the claim.
  std::optional<std::string> storageClassName{};
  /// volumeMode defines what type of volume is required by the claim. Value of Filesystem is implied when not included
  /// in claim spec.
  PersistentVolumeMode volumeMode{};
  /// dataSource field can be used to specify either: * An existing VolumeSnapshot object
  /// (snapshot.storage.k8s.io/VolumeSnapshot) * An existing PVC (PersistentVolumeClaim) If the provisioner or an
  /// external controller can support the specified data source, it will create a new volume based on the contents of
  /// the specified data source. dataSource contents will be copied to dataSourceRef, and dataSourceRef contents will be
  /// copied to dataSource when dataSourceRef.namespace is not specified.
  std::optional<TypedLocalObjectReference> dataSource{};
  /// dataSourceRef specifies the object from which to populate the volume with data, if a non-empty volume is desired.
  /// This may be any object from a non-empty API group (non core object) or a PersistentVolumeClaim object.
  std::optional<TypedObjectReference> dataSourceRef{};
  /// volumeAttributesClassName may be used to set the VolumeAttributesClass used by this claim. If specified, the CSI
  /// driver will create or update the volume with the attributes defined in the corresponding VolumeAttributesClass.
  std::optional<std::string> volumeAttributesClassName{};

  friend bool operator==(const PersistentVolumeClaimSpec&, const PersistentVolumeClaimSpec&);
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeClaimSpec, (), (accessModes, selector, resources, volumeName, storageClassName,
    volumeMode, dataSource, dataSourceRef, volumeAttributesClassName))
KUBEXX_COMPILED(PersistentVolumeClaimSpec)

}  // namespace kubexx::corev1
