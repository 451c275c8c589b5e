// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// Represents a Persistent Disk resource in Google Compute Engine. A GCE PD must exist before mounting to a container.
/// The disk must also be in the same GCE project and zone as the kubelet. A GCE PD can only be mounted as read/write
/// once or read-only many times.
struct GCEPersistentDiskVolumeSource {
  /// pdName is unique name of the PD resource in GCE. Used to identify the disk in GCE.
  std::string pdName{};
  /// fsType is filesystem type of the volume that you want to mount. Tip: Ensure that the filesystem type is supported
  /// by the host operating system. Examples: "ext4", "xfs", "ntfs". Implicitly inferred to be "ext4" if unspecified.
  std::string fsType{};
  /// partition is the partition in the volume that you want to mount. If omitted, the default is to mount by volume
  /// name. Examples: For volume /dev/sda1, you specify the partition as "1". Similarly, the volume partition for
  /// /dev/sda is "0" (or you can leave the property empty).
  std::int32_t partition = 0;
  /// readOnly here will force the ReadOnly setting in VolumeMounts. Defaults to false.
  bool readOnly = false;

  friend bool operator==(const GCEPersistentDiskVolumeSource&, const GCEPersistentDiskVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(GCEPersistentDiskVolumeSource, (), (pdName, fsType, partition, readOnly))
KUBEXX_COMPILED(GCEPersistentDiskVolumeSource)

}  // namespace kubexx::corev1
