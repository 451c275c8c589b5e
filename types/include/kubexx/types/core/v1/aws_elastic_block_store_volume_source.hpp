// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// Represents a Persistent Disk resource in AWS. An AWS EBS disk must exist before mounting to a container. The disk
/// must also be in the same AWS zone as the kubelet. An AWS EBS disk can only be mounted as read/write once. AWS EBS
/// volumes support ownership management and SELinux relabeling.
struct AWSElasticBlockStoreVolumeSource {
  /// volumeID is unique ID of the persistent disk resource in AWS (Amazon EBS volume).
  std::string volumeID{};
  /// fsType is the filesystem type of the volume that you want to mount. Tip: Ensure that the filesystem type is
  /// supported by the host operating system. Examples: "ext4", "xfs", "ntfs". Implicitly inferred to be "ext4" if
  /// unspecified.
  std::string fsType{};
  /// partition is the partition in the volume that you want to mount. If omitted, the default is to mount by volume
  /// name. Examples: For volume /dev/sda1, you specify the partition as "1". Similarly, the volume partition for
  /// /dev/sda is "0" (or you can leave the property empty).
  std::int32_t partition = 0;
  /// readOnly value true will force the readOnly setting in VolumeMounts.
  bool readOnly = false;

  friend bool operator==(const AWSElasticBlockStoreVolumeSource&, const AWSElasticBlockStoreVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(AWSElasticBlockStoreVolumeSource, (), (volumeID, fsType, partition, readOnly))
KUBEXX_COMPILED(AWSElasticBlockStoreVolumeSource)

}  // namespace kubexx::corev1
