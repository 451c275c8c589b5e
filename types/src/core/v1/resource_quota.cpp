// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/resource_quota.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ScopedResourceSelectorRequirement, KUBEXX_FIELD(scopeName), KUBEXX_FIELD_AS(operator_, "operator", false),
             KUBEXX_FIELD(values))

KUBEXX_TABLE(ScopeSelector, KUBEXX_FIELD(matchExpressions))

KUBEXX_TABLE(ResourceQuotaSpec, KUBEXX_FIELD(hard), KUBEXX_FIELD(scopes), KUBEXX_FIELD(scopeSelector))

KUBEXX_TABLE(ResourceQuotaStatus, KUBEXX_FIELD(hard), KUBEXX_FIELD(used))

KUBEXX_TABLE(ResourceQuota, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::corev1
