// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/batch/v1/cron_job.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::batchv1 {

KUBEXX_TABLE(JobTemplateSpec, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

KUBEXX_TABLE(CronJobSpec, KUBEXX_FIELD(schedule), KUBEXX_FIELD(timeZone), KUBEXX_FIELD(startingDeadlineSeconds),
             KUBEXX_FIELD(concurrencyPolicy), KUBEXX_FIELD(suspend), KUBEXX_FIELD(jobTemplate),
             KUBEXX_FIELD(successfulJobsHistoryLimit), KUBEXX_FIELD(failedJobsHistoryLimit))

KUBEXX_TABLE(CronJobStatus, KUBEXX_FIELD(active), KUBEXX_FIELD(lastScheduleTime), KUBEXX_FIELD(lastSuccessfulTime))

KUBEXX_TABLE(CronJob, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::batchv1
