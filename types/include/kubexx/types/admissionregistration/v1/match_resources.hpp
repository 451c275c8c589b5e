// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/types/admissionregistration/v1/match_policy_type.hpp"
#include "kubexx/types/admissionregistration/v1/operation_type.hpp"
#include "kubexx/types/admissionregistration/v1/scope_type.hpp"

namespace kubexx::admissionregistrationv1 {

/// NamedRuleWithOperations is a tuple of Operations and Resources with ResourceNames.
struct NamedRuleWithOperations {
  /// resourceNames is an optional white list of names that the rule applies to. An empty set means that everything is
  /// allowed.
  std::vector<std::string> resourceNames{};
  /// operations is the operations the admission hook cares about - CREATE, UPDATE, DELETE, CONNECT or * for all of
  /// those operations and any future admission operations that are added. If '*' is present, the length of the slice
  /// must be one. Required.
  std::vector<OperationType> operations{};
  /// apiGroups is the API groups the resources belong to. '*' is all groups. If '*' is present, the length of the slice
  /// must be one. Required.
  std::vector<std::string> apiGroups{};
  /// apiVersions is the API versions the resources belong to. '*' is all versions. If '*' is present, the length of the
  /// slice must be one. Required.
  std::vector<std::string> apiVersions{};
  /// resources is a list of resources this rule applies to. For example: 'pods' means pods. 'pods/log' means the log
  /// subresource of pods. '*' means all resources, but not subresources. 'pods/*' means all subresources of pods.
  /// '*/scale' means all scale subresources.
  std::vector<std::string> resources{};
  /// scope specifies the scope of this rule. Valid values are "Cluster", "Namespaced", and "*" "Cluster" means that
  /// only cluster-scoped resources will match this rule. Namespace API objects are cluster-scoped. "Namespaced" means
  /// that only namespaced resources will match this rule.
  ScopeType scope{};

  friend bool operator==(const NamedRuleWithOperations&, const NamedRuleWithOperations&);
};
BOOST_DESCRIBE_STRUCT(NamedRuleWithOperations, (), (resourceNames, operations, apiGroups, apiVersions, resources,
    scope))
KUBEXX_COMPILED(NamedRuleWithOperations)

/// MatchResources decides whether to run the admission control policy on an object based on whether it meets the match
/// criteria. The exclude rules take precedence over include rules (if a resource matches both, it is excluded)
struct MatchResources {
  /// namespaceSelector decides whether to run the admission control policy on an object based on whether the namespace
  /// for that object matches the selector. If the object itself is a namespace, the matching is performed on
  /// object.metadata.labels.
  std::optional<MetaLabelSelector> namespaceSelector{};
  /// objectSelector decides whether to run the validation based on if the object has matching labels. objectSelector is
  /// evaluated against both the oldObject and newObject that would be sent to the cel validation, and is considered to
  /// match if either object matches the selector.
  std::optional<MetaLabelSelector> objectSelector{};
  /// resourceRules describes what operations on what resources/subresources the ValidatingAdmissionPolicy matches. The
  /// policy cares about an operation if it matches _any_ Rule.
  std::vector<NamedRuleWithOperations> resourceRules{};
  /// excludeResourceRules describes what operations on what resources/subresources the ValidatingAdmissionPolicy should
  /// not care about. The exclude rules take precedence over include rules (if a resource matches both, it is excluded)
  std::vector<NamedRuleWithOperations> excludeResourceRules{};
  /// matchPolicy defines how the "MatchResources" list is used to match incoming requests. Allowed values are "Exact"
  /// or "Equivalent". - Exact: match a request only if it exactly matches a specified rule.
  MatchPolicyType matchPolicy{};

  friend bool operator==(const MatchResources&, const MatchResources&);
};
BOOST_DESCRIBE_STRUCT(MatchResources, (), (namespaceSelector, objectSelector, resourceRules, excludeResourceRules,
    matchPolicy))
KUBEXX_COMPILED(MatchResources)

}  // namespace kubexx::admissionregistrationv1
