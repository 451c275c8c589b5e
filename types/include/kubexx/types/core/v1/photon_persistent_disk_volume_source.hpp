// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// Represents a Photon Controller persistent disk resource.
struct PhotonPersistentDiskVolumeSource {
  /// pdID is the ID that identifies Photon Controller persistent disk
  std::string pdID{};
  /// fsType is the filesystem type to mount. Must be a filesystem type supported by the host operating system. Ex.
  /// "ext4", "xfs", "ntfs". Implicitly inferred to be "ext4" if unspecified.
  std::string fsType{};

  friend bool operator==(const PhotonPersistentDiskVolumeSource&, const PhotonPersistentDiskVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(PhotonPersistentDiskVolumeSource, (), (pdID, fsType))
KUBEXX_COMPILED(PhotonPersistentDiskVolumeSource)

}  // namespace kubexx::corev1
