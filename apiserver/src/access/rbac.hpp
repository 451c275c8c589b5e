// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "access/user.hpp"
#include "core/json.hpp"
#include "store/object_map.hpp"
#include "store/stored.hpp"

namespace kubexx::apiserver {

inline constexpr const char* rbac_api_group = "rbac.authorization.k8s.io";

/// Who wants to do what: authorizer.Attributes.
struct Attributes {
  Attributes() = default;
  explicit Attributes(const User& who) : user(who.name), groups(who.groups) {}

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
/// The rules of a role as it is stored or sent.
[[nodiscard]] std::vector<PolicyRule> policy_rules(const Json& role);

/// The roles and bindings of a moment, as kube-apiserver's RBAC authorizer reads them. Immutable; thread safe.
class Rbac {
public:
  struct Objects {
    const ObjectMap& roles;
    const ObjectMap& role_bindings;
    const ObjectMap& cluster_roles;
    const ObjectMap& cluster_role_bindings;
  };
  /// What `before` has read already is taken from there.
  Rbac(const Objects& objects, const Rbac* before);

  [[nodiscard]] Decision decide(const Attributes& wanted) const;

  struct UserRules {
    std::vector<PolicyRule> rules;
    std::string problem;  ///< of bindings whose role is not there; empty: none
  };
  /// What a user may do in a namespace, or in the cluster when that is empty.
  [[nodiscard]] UserRules rules_of(const Attributes& who) const;
  /// The rules of a role that a binding in `namespace_` refers to; null when it is not there.
  [[nodiscard]] const std::vector<PolicyRule>* rules_of_role(const std::string& kind, const std::string& name,
                                                             const std::string& namespace_) const;

private:
  struct Subject {
    std::string kind, namespace_, name;
    [[nodiscard]] bool is(const Attributes& who) const;
    [[nodiscard]] std::string describe() const;
  };
  struct Role {
    explicit Role(StoredPtr stored);
    StoredPtr source;
    std::vector<PolicyRule> rules;
  };
  struct Binding {
    explicit Binding(StoredPtr stored);
    StoredPtr source;
    std::string role_kind, role_name;
    std::vector<Subject> subjects;
    [[nodiscard]] std::string describe(const Subject& subject) const;
  };
  template <class Read>
  using Known = std::map<std::string, std::shared_ptr<const Read>, std::less<>>;  ///< by key

  template <class Read>
  static void read(const ObjectMap& objects, const Known<Read>* before, Known<Read>& known);
  [[nodiscard]] static std::string missing_role(const Binding& binding);
  /// Calls `use` with each binding of `who`, the subject that it is, and the role's rules, null when there is no such
  /// role; until it returns false.
  template <class Use>
  void for_each_binding(const Attributes& who, Use use) const;

  Known<Role> roles_, cluster_roles_;
  Known<Binding> bindings_, cluster_bindings_;
};
using RbacPtr = std::shared_ptr<const Rbac>;

}  // namespace kubexx::apiserver
