// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/core/v1/persistent_volume_spec.hpp"

namespace kubexx::storagev1 {

/// VolumeAttachmentSource represents a volume that should be attached. Right now only PersistentVolumes can be attached
/// via external attacher, in the future we may allow also inline volumes in pods. Exactly one member can be set.
struct VolumeAttachmentSource {
  /// persistentVolumeName represents the name of the persistent volume to attach.
  std::optional<std::string> persistentVolumeName{};
  /// inlineVolumeSpec contains all the information necessary to attach a persistent volume defined by a pod's inline
  /// VolumeSource. This field is populated only for the CSIMigration feature. It contains translated fields from a
  /// pod's inline VolumeSource to a PersistentVolumeSpec.
  std::optional<corev1::PersistentVolumeSpec> inlineVolumeSpec{};

  friend bool operator==(const VolumeAttachmentSource&, const VolumeAttachmentSource&);
};
BOOST_DESCRIBE_STRUCT(VolumeAttachmentSource, (), (persistentVolumeName, inlineVolumeSpec))
KUBEXX_COMPILED(VolumeAttachmentSource)

/// VolumeAttachmentSpec is the specification of a VolumeAttachment request.
struct VolumeAttachmentSpec {
  /// attacher indicates the name of the volume driver that MUST handle this request. This is the name returned by
  /// GetPluginName().
  std::string attacher{};
  /// source represents the volume that should be attached.
  VolumeAttachmentSource source{};
  /// nodeName represents the node that the volume should be attached to.
  std::string nodeName{};

  friend bool operator==(const VolumeAttachmentSpec&, const VolumeAttachmentSpec&);
};
BOOST_DESCRIBE_STRUCT(VolumeAttachmentSpec, (), (attacher, source, nodeName))
KUBEXX_COMPILED(VolumeAttachmentSpec)

/// VolumeError captures an error encountered during a volume operation.
struct VolumeError {
  /// time represents the time the error was encountered.
  Time time{};
  /// message represents the error encountered during Attach or Detach operation. This string may be logged, so it
  /// should not contain sensitive information.
  std::string message{};
  /// errorCode is a numeric gRPC code representing the error encountered during Attach or Detach operations. This field
  /// requires the MutableCSINodeAllocatableCount feature gate being enabled to be set.
  std::optional<std::int32_t> errorCode{};

  friend bool operator==(const VolumeError&, const VolumeError&);
};
BOOST_DESCRIBE_STRUCT(VolumeError, (), (time, message, errorCode))
KUBEXX_COMPILED(VolumeError)

/// VolumeAttachmentStatus is the status of a VolumeAttachment request.
struct VolumeAttachmentStatus {
  /// attached indicates the volume is successfully attached. This field must only be set by the entity completing the
  /// attach operation, i.e. the external-attacher.
  bool attached = false;
  /// attachmentMetadata is populated with any information returned by the attach operation, upon successful attach,
  /// that must be passed into subsequent WaitForAttach or Mount calls. This field must only be set by the entity
  /// completing the attach operation, i.e. the external-attacher.
  std::map<std::string, std::string> attachmentMetadata{};
  /// attachError represents the last error encountered during attach operation, if any. This field must only be set by
  /// the entity completing the attach operation, i.e. the external-attacher.
  std::optional<VolumeError> attachError{};
  /// detachError represents the last error encountered during detach operation, if any. This field must only be set by
  /// the entity completing the detach operation, i.e. the external-attacher.
  std::optional<VolumeError> detachError{};

  friend bool operator==(const VolumeAttachmentStatus&, const VolumeAttachmentStatus&);
};
BOOST_DESCRIBE_STRUCT(VolumeAttachmentStatus, (), (attached, attachmentMetadata, attachError, detachError))
KUBEXX_COMPILED(VolumeAttachmentStatus)

/// VolumeAttachment captures the intent to attach or detach the specified volume to/from the specified node.
/// VolumeAttachment objects are non-namespaced.
struct VolumeAttachment {
  static constexpr ResourceInfo kubexx_resource{"storage.k8s.io", "v1", "VolumeAttachment", "volumeattachments", Scope::cluster};
  ObjectMeta metadata{};
  /// spec represents specification of the desired attach/detach volume behavior. Populated by the Kubernetes system.
  VolumeAttachmentSpec spec{};
  /// status represents status of the VolumeAttachment request. Populated by the entity completing the attach or detach
  /// operation, i.e. the external-attacher.
  VolumeAttachmentStatus status{};

  friend bool operator==(const VolumeAttachment&, const VolumeAttachment&);
};
BOOST_DESCRIBE_STRUCT(VolumeAttachment, (), (metadata, spec, status))
KUBEXX_COMPILED(VolumeAttachment)

}  // namespace kubexx::storagev1
