// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

struct AzureDataDiskCachingMode : OpenEnum<AzureDataDiskCachingMode> {
  using OpenEnum::OpenEnum;
  static constexpr Name None{"None"}, ReadOnly{"ReadOnly"}, ReadWrite{"ReadWrite"};
};

struct AzureDataDiskKind : OpenEnum<AzureDataDiskKind> {
  using OpenEnum::OpenEnum;
  static constexpr Name Shared{"Shared"}, Dedicated{"Dedicated"}, Managed{"Managed"};
};

/// AzureDisk represents an Azure Data Disk mount on the host and bind mount to the pod.
struct AzureDiskVolumeSource {
  /// diskName is the Name of the data disk in the blob storage
  std::string diskName{};
  /// diskURI is the URI of data disk in the blob storage
  std::string diskURI{};
  /// cachingMode is the Host Caching mode: None, Read Only, Read Write.
  AzureDataDiskCachingMode cachingMode{};
  /// fsType is Filesystem type to mount. Must be a filesystem type supported by the host operating system. Ex. "ext4",
  /// "xfs", "ntfs". Implicitly inferred to be "ext4" if unspecified.
  std::optional<std::string> fsType{};
  /// readOnly Defaults to false (read/write). ReadOnly here will force the ReadOnly setting in VolumeMounts.
  std::optional<bool> readOnly{};
  /// kind expected values are Shared: multiple blob disks per storage account Dedicated: single blob disk per storage
  /// account Managed: azure managed data disk (only in managed availability set). defaults to shared
  AzureDataDiskKind kind{};

  friend bool operator==(const AzureDiskVolumeSource&, const AzureDiskVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(AzureDiskVolumeSource, (), (diskName, diskURI, cachingMode, fsType, readOnly, kind))
KUBEXX_COMPILED(AzureDiskVolumeSource)

}  // namespace kubexx::corev1
