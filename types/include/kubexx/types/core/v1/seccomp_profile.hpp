// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// SeccompProfileType defines the supported seccomp profile types.
struct SeccompProfileType : OpenEnum<SeccompProfileType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Unconfined{"Unconfined"}, RuntimeDefault{"RuntimeDefault"}, Localhost{"Localhost"};
};

/// SeccompProfile defines a pod/container's seccomp profile settings. Only one profile source may be set.
struct SeccompProfile {
  /// type indicates which kind of seccomp profile will be applied. Valid options are: Localhost - a profile defined in
  /// a file on the node should be used. RuntimeDefault - the container runtime default profile should be used.
  /// Unconfined - no profile should be applied.
  SeccompProfileType type{};
  /// localhostProfile indicates a profile defined in a file on the node should be used. The profile must be
  /// preconfigured on the node to work. Must be a descending path, relative to the kubelet's configured seccomp profile
  /// location. Must be set if type is "Localhost". Must NOT be set for any other type.
  std::optional<std::string> localhostProfile{};

  friend bool operator==(const SeccompProfile&, const SeccompProfile&);
};
BOOST_DESCRIBE_STRUCT(SeccompProfile, (), (type, localhostProfile))
KUBEXX_COMPILED(SeccompProfile)

}  // namespace kubexx::corev1
