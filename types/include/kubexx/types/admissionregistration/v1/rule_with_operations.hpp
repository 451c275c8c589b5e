// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/types/admissionregistration/v1/operation_type.hpp"
#include "kubexx/types/admissionregistration/v1/scope_type.hpp"

namespace kubexx::admissionregistrationv1 {

/// RuleWithOperations is a tuple of Operations and Resources. It is recommended to make sure that all the tuple
/// expansions are valid.
struct RuleWithOperations {
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

  friend bool operator==(const RuleWithOperations&, const RuleWithOperations&);
};
BOOST_DESCRIBE_STRUCT(RuleWithOperations, (), (operations, apiGroups, apiVersions, resources, scope))
KUBEXX_COMPILED(RuleWithOperations)

}  // namespace kubexx::admissionregistrationv1
