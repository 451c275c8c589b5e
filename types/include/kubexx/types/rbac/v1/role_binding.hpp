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

/// RoleBinding references a role, but does not contain it. It can reference a Role in the same namespace or a
/// ClusterRole in the global namespace. It adds who information via Subjects and namespace information by which
/// namespace it exists in.
struct RoleBinding {
  static constexpr ResourceInfo kubexx_resource{"rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings"};
  ObjectMeta metadata{};
  /// subjects holds references to the objects the role applies to.
  std::vector<Subject> subjects{};
  /// roleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef
  /// cannot be resolved, the Authorizer must return an error. This field is immutable.
  RoleRef roleRef{};

  friend bool operator==(const RoleBinding&, const RoleBinding&);
};
BOOST_DESCRIBE_STRUCT(RoleBinding, (), (metadata, subjects, roleRef))
KUBEXX_COMPILED(RoleBinding)

}  // namespace kubexx::rbacv1
