// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/rbac/v1/policy_rule.hpp"

namespace kubexx::rbacv1 {

/// Role is a namespaced, logical grouping of PolicyRules that can be referenced as a unit by a RoleBinding.
struct Role {
  static constexpr ResourceInfo kubexx_resource{"rbac.authorization.k8s.io", "v1", "Role", "roles"};
  ObjectMeta metadata{};
  /// rules holds all the PolicyRules for this Role
  std::vector<PolicyRule> rules{};

  friend bool operator==(const Role&, const Role&);
};
BOOST_DESCRIBE_STRUCT(Role, (), (metadata, rules))
KUBEXX_COMPILED(Role)

}  // namespace kubexx::rbacv1
