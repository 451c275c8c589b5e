// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/policy/v1/pod_disruption_budget.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::policyv1 {

KUBEXX_TABLE(PodDisruptionBudgetSpec, KUBEXX_FIELD(minAvailable), KUBEXX_FIELD(selector), KUBEXX_FIELD(maxUnavailable),
             KUBEXX_FIELD(unhealthyPodEvictionPolicy))

KUBEXX_TABLE(PodDisruptionBudgetStatus, KUBEXX_FIELD_AS(observedGeneration, "observedGeneration", true),
             KUBEXX_FIELD(disruptedPods), KUBEXX_FIELD(disruptionsAllowed), KUBEXX_FIELD(currentHealthy),
             KUBEXX_FIELD(desiredHealthy), KUBEXX_FIELD(expectedPods),
             KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(PodDisruptionBudget, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::policyv1
