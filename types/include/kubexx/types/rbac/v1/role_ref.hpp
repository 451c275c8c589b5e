// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::rbacv1 {

/// RoleRef contains information that points to the role being used
struct RoleRef {
  /// apiGroup is the group for the resource being referenced
  std::string apiGroup{};
  /// kind is the type of resource being referenced
  std::string kind{};
  /// name is the name of resource being referenced
  std::string name{};

  friend bool operator==(const RoleRef&, const RoleRef&);
};
BOOST_DESCRIBE_STRUCT(RoleRef, (), (apiGroup, kind, name))
KUBEXX_COMPILED(RoleRef)

}  // namespace kubexx::rbacv1
