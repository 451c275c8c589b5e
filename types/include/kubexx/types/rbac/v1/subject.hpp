// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::rbacv1 {

/// Subject contains a reference to the object or user identities a role binding applies to. This can either hold a
/// direct API object reference, or a value for non-objects such as user and group names.
struct Subject {
  /// kind of object being referenced. Values defined by this API group are "User", "Group", and "ServiceAccount". If
  /// the Authorizer does not recognized the kind value, the Authorizer should report an error.
  std::string kind{};
  /// apiGroup holds the API group of the referenced subject. Defaults to "" for ServiceAccount subjects. Defaults to
  /// "rbac.authorization.k8s.io" for User and Group subjects.
  std::string apiGroup{};
  /// name of the object being referenced.
  std::string name{};
  /// namespace of the referenced object. If the object kind is non-namespace, such as "User" or "Group", and this value
  /// is not empty the Authorizer should report an error.
  std::string namespace_{};

  friend bool operator==(const Subject&, const Subject&);
};
BOOST_DESCRIBE_STRUCT(Subject, (), (kind, apiGroup, name, namespace_))
KUBEXX_COMPILED(Subject)

}  // namespace kubexx::rbacv1
