// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/batch/v1/job_spec.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::batchv1 {

KUBEXX_TABLE(PodFailurePolicyOnExitCodesRequirement, KUBEXX_FIELD(containerName),
             KUBEXX_FIELD_AS(operator_, "operator", false), KUBEXX_FIELD(values))

KUBEXX_TABLE(PodFailurePolicyOnPodConditionsPattern, KUBEXX_FIELD(type), KUBEXX_FIELD(status))

KUBEXX_TABLE(PodFailurePolicyRule, KUBEXX_FIELD(action), KUBEXX_FIELD(onExitCodes), KUBEXX_FIELD(onPodConditions))

KUBEXX_TABLE(PodFailurePolicy, KUBEXX_FIELD(rules))

KUBEXX_TABLE(SuccessPolicyRule, KUBEXX_FIELD(succeededIndexes), KUBEXX_FIELD(succeededCount))

KUBEXX_TABLE(SuccessPolicy, KUBEXX_FIELD(rules))

KUBEXX_TABLE(JobSchedulingConfiguration, KUBEXX_FIELD(schedulingPolicy), KUBEXX_FIELD(schedulingConstraints),
             KUBEXX_FIELD(disruptionMode), KUBEXX_FIELD_MORE(resourceClaims, "resourceClaims", by_name))

KUBEXX_TABLE(JobSpec, KUBEXX_FIELD(parallelism), KUBEXX_FIELD(completions), KUBEXX_FIELD(activeDeadlineSeconds),
             KUBEXX_FIELD(podFailurePolicy), KUBEXX_FIELD(successPolicy), KUBEXX_FIELD(backoffLimit),
             KUBEXX_FIELD(backoffLimitPerIndex), KUBEXX_FIELD(maxFailedIndexes), KUBEXX_FIELD(selector),
             KUBEXX_FIELD(manualSelector), KUBEXX_FIELD_AS(template_, "template", false),
             KUBEXX_FIELD(ttlSecondsAfterFinished), KUBEXX_FIELD(completionMode), KUBEXX_FIELD(suspend),
             KUBEXX_FIELD(podReplacementPolicy), KUBEXX_FIELD(managedBy), KUBEXX_FIELD(scheduling))

}  // namespace kubexx::batchv1
