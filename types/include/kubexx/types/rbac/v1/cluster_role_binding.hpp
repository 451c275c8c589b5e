// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/rbac/v1/role_ref.hpp"
#include "kubexx/types/rbac/v1/subject.hpp"

namespace kubexx::rbacv1 {

/// ClusterRoleBinding references a ClusterRole, but not contain it. It can reference a ClusterRole in the global
/// namespace, and adds who information via Subject.
struct ClusterRoleBinding {
  static constexpr ResourceInfo kubexx_resource{"rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings", Scope::cluster};
  ObjectMeta metadata{};
  /// subjects holds references to the objects the role applies to.
  std::vector<Subject> subjects{};
  /// roleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the
  /// Authorizer must return an error. This field is immutable.
  RoleRef roleRef{};

  friend bool operator==(const ClusterRoleBinding&, const ClusterRoleBinding&);
};
BOOST_DESCRIBE_STRUCT(ClusterRoleBinding, (), (metadata, subjects, roleRef))
KUBEXX_COMPILED(ClusterRoleBinding)

}  // namespace kubexx::rbacv1
