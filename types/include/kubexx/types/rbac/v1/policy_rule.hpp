// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::rbacv1 {

/// PolicyRule holds information that describes a policy rule, but does not contain information about who the rule
/// applies to or which namespace the rule applies to.
struct PolicyRule {
  /// verbs is a list of Verbs that apply to ALL the ResourceKinds contained in this rule. '*' represents all verbs.
  std::vector<std::string> verbs{};
  /// apiGroups is the name of the APIGroup that contains the resources. If multiple API groups are specified, any
  /// action requested against one of the enumerated resources in any API group will be allowed. "" represents the core
  /// API group and "*" represents all API groups.
  std::vector<std::string> apiGroups{};
  /// resources is a list of resources this rule applies to. '*' represents all resources.
  std::vector<std::string> resources{};
  /// resourceNames is an optional white list of names that the rule applies to. An empty set means that everything is
  /// allowed.
  std::vector<std::string> resourceNames{};
  /// nonResourceURLs is a set of partial urls that a user should have access to. *s are allowed, but only as the full,
  /// final step in the path Since non-resource URLs are not namespaced, this field is only applicable for ClusterRoles
  /// referenced from a ClusterRoleBinding.
  std::vector<std::string> nonResourceURLs{};

  friend bool operator==(const PolicyRule&, const PolicyRule&);
};
BOOST_DESCRIBE_STRUCT(PolicyRule, (), (verbs, apiGroups, resources, resourceNames, nonResourceURLs))
KUBEXX_COMPILED(PolicyRule)

}  // namespace kubexx::rbacv1
