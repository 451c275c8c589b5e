// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// Represents an NFS mount that lasts the lifetime of a pod. NFS volumes do not support ownership management or SELinux
/// relabeling.
struct NFSVolumeSource {
  /// server is the hostname or IP address of the NFS server.
  std::string server{};
  /// path that is exported by the NFS server.
  std::string path{};
  /// readOnly here will force the NFS export to be mounted with read-only permissions. Defaults to false.
  bool readOnly = false;

  friend bool operator==(const NFSVolumeSource&, const NFSVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(NFSVolumeSource, (), (server, path, readOnly))
KUBEXX_COMPILED(NFSVolumeSource)

}  // namespace kubexx::corev1
