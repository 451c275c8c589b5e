// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/policy/v1/eviction.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::metav1 {

KUBEXX_TABLE(Preconditions, KUBEXX_FIELD(uid), KUBEXX_FIELD(resourceVersion))

KUBEXX_TABLE(DeleteOptions, KUBEXX_FIELD(kind), KUBEXX_FIELD(apiVersion), KUBEXX_FIELD(gracePeriodSeconds),
             KUBEXX_FIELD(preconditions), KUBEXX_FIELD(orphanDependents), KUBEXX_FIELD(propagationPolicy),
             KUBEXX_FIELD(dryRun), KUBEXX_FIELD(ignoreStoreReadErrorWithClusterBreakingPotential))

}  // namespace kubexx::metav1

namespace kubexx::policyv1 {

KUBEXX_TABLE(Eviction, KUBEXX_FIELD(metadata), KUBEXX_FIELD(deleteOptions))

}  // namespace kubexx::policyv1
