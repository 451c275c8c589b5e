// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/rbac/v1/policy_rule.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::rbacv1 {

KUBEXX_TABLE(PolicyRule, KUBEXX_FIELD(verbs), KUBEXX_FIELD(apiGroups), KUBEXX_FIELD(resources),
             KUBEXX_FIELD(resourceNames), KUBEXX_FIELD(nonResourceURLs))

}  // namespace kubexx::rbacv1
