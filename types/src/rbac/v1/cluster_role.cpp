// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/rbac/v1/cluster_role.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::rbacv1 {

KUBEXX_TABLE(AggregationRule, KUBEXX_FIELD(clusterRoleSelectors))

KUBEXX_TABLE(ClusterRole, KUBEXX_FIELD(metadata), KUBEXX_FIELD(rules), KUBEXX_FIELD(aggregationRule))

}  // namespace kubexx::rbacv1
