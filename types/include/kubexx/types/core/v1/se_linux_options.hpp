// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// SELinuxOptions are the labels to be applied to the container
struct SELinuxOptions {
  /// User is a SELinux user label that applies to the container.
  std::string user{};
  /// Role is a SELinux role label that applies to the container.
  std::string role{};
  /// Type is a SELinux type label that applies to the container.
  std::string type{};
  /// Level is SELinux level label that applies to the container.
  std::string level{};

  friend bool operator==(const SELinuxOptions&, const SELinuxOptions&);
};
BOOST_DESCRIBE_STRUCT(SELinuxOptions, (), (user, role, type, level))
KUBEXX_COMPILED(SELinuxOptions)

}  // namespace kubexx::corev1
