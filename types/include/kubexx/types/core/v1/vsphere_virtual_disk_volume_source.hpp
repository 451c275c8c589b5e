// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// Represents a vSphere volume resource.
struct VsphereVirtualDiskVolumeSource {
  /// volumePath is the path that identifies vSphere volume vmdk
  std::string volumePath{};
  /// fsType is filesystem type to mount. Must be a filesystem type supported by the host operating system. Ex. "ext4",
  /// "xfs", "ntfs". Implicitly inferred to be "ext4" if unspecified.
  std::string fsType{};
  /// storagePolicyName is the storage Policy Based Management (SPBM) profile name.
  std::string storagePolicyName{};
  /// storagePolicyID is the storage Policy Based Management (SPBM) profile ID associated with the StoragePolicyName.
  std::string storagePolicyID{};

  friend bool operator==(const VsphereVirtualDiskVolumeSource&, const VsphereVirtualDiskVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(VsphereVirtualDiskVolumeSource, (), (volumePath, fsType, storagePolicyName, storagePolicyID))
KUBEXX_COMPILED(VsphereVirtualDiskVolumeSource)

}  // namespace kubexx::corev1
