// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// Represents a Fibre Channel volume. Fibre Channel volumes can only be mounted as read/write once. Fibre Channel
/// volumes support ownership management and SELinux relabeling.
struct FCVolumeSource {
  /// targetWWNs is Optional: FC target worldwide names (WWNs)
  std::vector<std::string> targetWWNs{};
  /// lun is Optional: FC target lun number
  std::optional<std::int32_t> lun{};
  /// fsType is the filesystem type to mount. Must be a filesystem type supported by the host operating system. Ex.
  /// "ext4", "xfs", "ntfs". Implicitly inferred to be "ext4" if unspecified.
  std::string fsType{};
  /// readOnly is Optional: Defaults to false (read/write). ReadOnly here will force the ReadOnly setting in
  /// VolumeMounts.
  bool readOnly = false;
  /// wwids Optional: FC volume world wide identifiers (wwids) Either wwids or combination of targetWWNs and lun must be
  /// set, but not both simultaneously.
  std::vector<std::string> wwids{};

  friend bool operator==(const FCVolumeSource&, const FCVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(FCVolumeSource, (), (targetWWNs, lun, fsType, readOnly, wwids))
KUBEXX_COMPILED(FCVolumeSource)

}  // namespace kubexx::corev1
