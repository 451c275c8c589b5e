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

/// What a program needs to be allowed (RBAC): verbs on resources. A value.
class Permissions {
public:
  /// Adds verbs on a resource, or on a subresource of it ("status").
  void allow(const ResourceType& type, std::set<Verb> verbs, std::string_view subresource = {});
  void allow(const Permissions& others);

  struct Rule {
    std::string group, resource;  ///< "apps", "deployments" or "deployments/status"
    bool namespaced = true;
    std::set<Verb> verbs;
  };
  /// Each resource once, sorted by group and resource.
  [[nodiscard]] std::vector<Rule> rules() const;
  [[nodiscard]] bool empty() const noexcept { return verbs_.empty(); }

private:
  struct Verbs {
    bool namespaced = true;
    std::set<Verb> verbs;
  };
  std::map<std::pair<std::string, std::string>, Verbs> verbs_;  // by group and resource
};

/// Whose permissions they are, for role_manifests.
struct RoleSubject {
  std::string name;        ///< of the roles and of the service account; the label app.kubernetes.io/name
  std::string namespace_;  ///< of the service account, and of the role for `in_namespace`
};

/// Roles with these permissions, bound to a service account, as YAML for `kubectl apply`: a ClusterRole for
/// `permissions`, or, with `namespaces`, a Role in each of them for what is namespaced, and one in "default" for events
/// when cluster-scoped kinds are read, because events about those are written there; and a Role in the subject's own
/// namespace for `in_namespace`, named "NAME-leader-election". Nothing is made that would be empty.
[[nodiscard]] std::string role_manifests(const RoleSubject& subject, const Permissions& permissions,
                                         const Namespaces& namespaces, const Permissions& in_namespace);

}  // namespace kubexx
