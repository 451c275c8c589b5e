// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/rbac/v1/policy_rule.hpp"

namespace kubexx::rbacv1 {

/// AggregationRule describes how to locate ClusterRoles to aggregate into the ClusterRole
struct AggregationRule {
  /// clusterRoleSelectors holds a list of selectors which will be used to find ClusterRoles and create the rules. If
  /// any of the selectors match, then the ClusterRole's permissions will be added
  std::vector<MetaLabelSelector> clusterRoleSelectors{};

  friend bool operator==(const AggregationRule&, const AggregationRule&);
};
BOOST_DESCRIBE_STRUCT(AggregationRule, (), (clusterRoleSelectors))
KUBEXX_COMPILED(AggregationRule)

/// ClusterRole is a cluster level, logical grouping of PolicyRules that can be referenced as a unit by a RoleBinding or
/// ClusterRoleBinding.
struct ClusterRole {
  static constexpr ResourceInfo kubexx_resource{"rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", Scope::cluster};
  ObjectMeta metadata{};
  /// rules holds all the PolicyRules for this ClusterRole
  std::vector<PolicyRule> rules{};
  /// aggregationRule is an optional field that describes how to build the Rules for this ClusterRole. If
  /// AggregationRule is set, then the Rules are controller managed and direct changes to Rules will be stomped by the
  /// controller.
  std::optional<AggregationRule> aggregationRule{};

  friend bool operator==(const ClusterRole&, const ClusterRole&);
};
BOOST_DESCRIBE_STRUCT(ClusterRole, (), (metadata, rules, aggregationRule))
KUBEXX_COMPILED(ClusterRole)

}  // namespace kubexx::rbacv1
