// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// Represents a Quobyte mount that lasts the lifetime of a pod. Quobyte volumes do not support ownership management or
/// SELinux relabeling.
struct QuobyteVolumeSource {
  /// registry represents a single or multiple Quobyte Registry services specified as a string as host:port pair
  /// (multiple entries are separated with commas) which acts as the central registry for volumes
  std::string registry{};
  /// volume is a string that references an already created Quobyte volume by name.
  std::string volume{};
  /// readOnly here will force the Quobyte volume to be mounted with read-only permissions. Defaults to false.
  bool readOnly = false;
  /// user to map volume access to Defaults to serivceaccount user
  std::string user{};
  /// group to map volume access to Default is no group
  std::string group{};
  /// tenant owning the given Quobyte volume in the Backend Used with dynamically provisioned Quobyte volumes, value is
  /// set by the plugin
  std::string tenant{};

  friend bool operator==(const QuobyteVolumeSource&, const QuobyteVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(QuobyteVolumeSource, (), (registry, volume, readOnly, user, group, tenant))
KUBEXX_COMPILED(QuobyteVolumeSource)

}  // namespace kubexx::corev1
