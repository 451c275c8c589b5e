// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// MountPropagationMode describes mount propagation.
struct MountPropagationMode : OpenEnum<MountPropagationMode> {
  using OpenEnum::OpenEnum;
  static constexpr Name None{"None"}, HostToContainer{"HostToContainer"}, Bidirectional{"Bidirectional"};
};

/// VolumeMount describes a mounting of a Volume within a container.
struct VolumeMount {
  /// This must match the Name of a Volume.
  std::string name{};
  /// Mounted read-only if true, read-write otherwise (false or unspecified). Defaults to false.
  bool readOnly = false;
  /// RecursiveReadOnly specifies whether read-only mounts should be handled recursively. If ReadOnly is false, this
  /// field has no meaning and must be unspecified. If ReadOnly is true, and this field is set to Disabled, the mount is
  /// not made recursively read-only.
  std::optional<std::string> recursiveReadOnly{};
  /// Path within the container at which the volume should be mounted.
  std::string mountPath{};
  /// Path within the volume from which the container's volume should be mounted. Defaults to "" (volume's root).
  std::string subPath{};
  /// mountPropagation determines how mounts are propagated from the host to container and the other way around. When
  /// not set, MountPropagationNone is used. This field is beta in 1.10.
  MountPropagationMode mountPropagation{};
  /// Expanded path within the volume from which the container's volume should be mounted. Behaves similarly to SubPath
  /// but environment variable references $(VAR_NAME) are expanded using the container's environment. Defaults to ""
  /// (volume's root). SubPathExpr and SubPath are mutually exclusive.
  std::string subPathExpr{};
  /// bindMountOptions is the list of additional bind mount options to apply when mounting this volume into the
  /// container. Allowed values are noexec, nodev, and nosuid. These are Linux mount options and have no effect on
  /// Windows nodes. This field is not supported with image volumes.
  std::vector<std::string> bindMountOptions{};

  friend bool operator==(const VolumeMount&, const VolumeMount&);
};
BOOST_DESCRIBE_STRUCT(VolumeMount, (), (name, readOnly, recursiveReadOnly, mountPath, subPath, mountPropagation,
    subPathExpr, bindMountOptions))
KUBEXX_COMPILED(VolumeMount)

}  // namespace kubexx::corev1
