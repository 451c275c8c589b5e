// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/admissionregistration/v1/rule_with_operations.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::admissionregistrationv1 {

KUBEXX_TABLE(RuleWithOperations, KUBEXX_FIELD(operations), KUBEXX_FIELD(apiGroups), KUBEXX_FIELD(apiVersions),
             KUBEXX_FIELD(resources), KUBEXX_FIELD(scope))

}  // namespace kubexx::admissionregistrationv1
