// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/batch/v1/job.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::batchv1 {

KUBEXX_TABLE(JobCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(lastProbeTime),
             KUBEXX_FIELD(lastTransitionTime), KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(UncountedTerminatedPods, KUBEXX_FIELD(succeeded), KUBEXX_FIELD(failed))

KUBEXX_TABLE(JobStatus, KUBEXX_FIELD_MORE(conditions, "conditions", by_type), KUBEXX_FIELD(startTime),
             KUBEXX_FIELD(completionTime), KUBEXX_FIELD_AS(active, "active", true),
             KUBEXX_FIELD_AS(succeeded, "succeeded", true), KUBEXX_FIELD_AS(failed, "failed", true),
             KUBEXX_FIELD(terminating), KUBEXX_FIELD(completedIndexes), KUBEXX_FIELD(failedIndexes),
             KUBEXX_FIELD(uncountedTerminatedPods), KUBEXX_FIELD(ready))

KUBEXX_TABLE(Job, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::batchv1
