// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

struct HostPathType : OpenEnum<HostPathType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Unset{""}, DirectoryOrCreate{"DirectoryOrCreate"}, Directory{"Directory"},
      FileOrCreate{"FileOrCreate"}, File{"File"}, Socket{"Socket"}, CharDevice{"CharDevice"},
      BlockDevice{"BlockDevice"};
};

/// Represents a host path mapped into a pod. Host path volumes do not support ownership management or SELinux
/// relabeling.
struct HostPathVolumeSource {
  /// path of the directory on the host. If the path is a symlink, it will follow the link to the real path.
  std::string path{};
  /// type for HostPath Volume Defaults to "".
  HostPathType type{};

  friend bool operator==(const HostPathVolumeSource&, const HostPathVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(HostPathVolumeSource, (), (path, type))
KUBEXX_COMPILED(HostPathVolumeSource)

}  // namespace kubexx::corev1
