// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// PortworxVolumeSource represents a Portworx volume resource.
struct PortworxVolumeSource {
  /// volumeID uniquely identifies a Portworx volume
  std::string volumeID{};
  /// fSType represents the filesystem type to mount Must be a filesystem type supported by the host operating system.
  /// Ex. "ext4", "xfs". Implicitly inferred to be "ext4" if unspecified.
  std::string fsType{};
  /// readOnly defaults to false (read/write). ReadOnly here will force the ReadOnly setting in VolumeMounts.
  bool readOnly = false;

  friend bool operator==(const PortworxVolumeSource&, const PortworxVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(PortworxVolumeSource, (), (volumeID, fsType, readOnly))
KUBEXX_COMPILED(PortworxVolumeSource)

}  // namespace kubexx::corev1
