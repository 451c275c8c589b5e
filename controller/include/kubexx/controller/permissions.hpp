// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/client/interceptor.hpp"
#include "kubexx/informer/namespaces.hpp"

namespace kubexx {

/// The permissions (RBAC) that a program needs: verbs on resources. A value type.
class Permissions {
public:
  /// Adds verbs on a resource, or on one of its subresources ("status").
  void allow(const ResourceType& type, std::set<Verb> verbs, std::string_view subresource = {});
  void allow(const Permissions& others);

  /// Verbs on one resource.
  struct Rule {
    std::string group, resource;  ///< "apps", "deployments" or "deployments/status"
    bool namespaced = true;
    std::set<Verb> verbs;
  };
  /// Each resource once, sorted by group and resource.
  [[nodiscard]] std::vector<Rule> rules() const;
  [[nodiscard]] bool empty() const noexcept { return verbs_.empty(); }
  /// Returns only the permissions on namespaced kinds, or only those on cluster-scoped kinds.
  [[nodiscard]] Permissions only(bool namespaced) const;

private:
  struct Verbs {
    bool namespaced = true;
    std::set<Verb> verbs;
  };
  std::map<std::pair<std::string, std::string>, Verbs> verbs_;  // by group and resource
};

/// The permissions that one role grants.
struct RoleGrant {
  std::string namespace_ = {};  ///< of a Role; empty: a ClusterRole
  Permissions permissions = {};
};
/// Returns the roles of a program that needs `permissions` and works in these namespaces: a ClusterRole, or, if
/// `namespaces` is not empty, a Role in each of them and a ClusterRole for cluster-scoped kinds. Events about
/// cluster-scoped objects are written to the namespace "default", so a program that reads such kinds and writes events
/// also gets a Role there. Empty roles are omitted.
[[nodiscard]] std::vector<RoleGrant> role_grants(const Permissions& permissions, const Namespaces& namespaces);

/// The service account that gets the roles of role_manifests.
struct RoleSubject {
  std::string name = {};        ///< of the roles and of the service account; the label app.kubernetes.io/name
  std::string namespace_ = {};  ///< of the service account, and of the role for `in_namespace`
};

/// Returns the roles of role_grants, bound to a service account, as YAML for `kubectl apply`, and for `in_namespace` a
/// Role in the subject's own namespace, named "NAME-leader-election". Empty roles are omitted.
[[nodiscard]] std::string role_manifests(const RoleSubject& subject, const Permissions& permissions,
                                         const Namespaces& namespaces, const Permissions& in_namespace);

}  // namespace kubexx
