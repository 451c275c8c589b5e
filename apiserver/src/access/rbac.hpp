// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "store/object_map.hpp"

namespace kubexx::apiserver {

/// Who wants to do what: authorizer.Attributes.
struct Attributes {
  std::string user;
  std::vector<std::string> groups;
  std::string verb;
  bool resource_request = true;
  std::string group, resource, subresource, name, namespace_;
  std::string path;  ///< when it is no request for a resource

  /// "deployments/status".
  [[nodiscard]] std::string whole_resource() const
  {
    return subresource.empty() ? resource : resource + "/" + subresource;
  }
};

struct Decision {
  bool allowed = false;
  std::string reason;
};

/// One rule of a role: PolicyRule.
struct PolicyRule {
  std::vector<std::string> verbs, api_groups, resources, resource_names, urls;

  [[nodiscard]] bool allows(const Attributes& wanted) const;
  [[nodiscard]] Json json() const;
};

/// The roles and bindings of a moment, as kube-apiserver's RBAC authorizer reads them. Immutable; thread safe.
class Rbac {
public:
  struct Objects {
    const ObjectMap& roles;
    const ObjectMap& role_bindings;
    const ObjectMap& cluster_roles;
    const ObjectMap& cluster_role_bindings;
  };
  explicit Rbac(const Objects& objects);

  [[nodiscard]] Decision decide(const Attributes& wanted) const;
  /// What a user may do in a namespace: SelfSubjectRulesReview.
  [[nodiscard]] std::vector<PolicyRule> rules_of(const Attributes& who) const;

private:
  struct Subject {
    std::string kind, namespace_, name;
    [[nodiscard]] bool is(const Attributes& who) const;
    [[nodiscard]] std::string describe() const;
  };
  struct Binding {
    std::string name, namespace_;
    std::string role_kind, role_name;
    std::vector<Subject> subjects;
    [[nodiscard]] std::string describe(const Subject& subject) const;
  };
  using Rules = std::map<std::string, std::vector<PolicyRule>, std::less<>>;

  [[nodiscard]] static Rules read_roles(const ObjectMap& objects);
  [[nodiscard]] static std::vector<Binding> read_bindings(const ObjectMap& objects);
  /// Calls `use` with each binding of `who`, the subject that it is, and the role's rules, null when there is no such
  /// role; until it returns false.
  template <class Use>
  void for_each_binding(const Attributes& who, Use use) const;

  Rules roles_, cluster_roles_;  // by key
  std::vector<Binding> cluster_bindings_;
  std::map<std::string, std::vector<Binding>, std::less<>> bindings_;  // by namespace
};
using RbacPtr = std::shared_ptr<const Rbac>;

}  // namespace kubexx::apiserver
