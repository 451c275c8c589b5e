// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/admissionregistration/v1/match_resources.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::admissionregistrationv1 {

KUBEXX_TABLE(NamedRuleWithOperations, KUBEXX_FIELD(resourceNames), KUBEXX_FIELD(operations), KUBEXX_FIELD(apiGroups),
             KUBEXX_FIELD(apiVersions), KUBEXX_FIELD(resources), KUBEXX_FIELD(scope))

KUBEXX_TABLE(MatchResources, KUBEXX_FIELD(namespaceSelector), KUBEXX_FIELD(objectSelector), KUBEXX_FIELD(resourceRules),
             KUBEXX_FIELD(excludeResourceRules), KUBEXX_FIELD(matchPolicy))

}  // namespace kubexx::admissionregistrationv1
