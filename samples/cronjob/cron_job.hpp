// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <kubexx/controller.hpp>
#include <kubexx/types/batch/v1/cron_job.hpp>
#include <kubexx/types/core/v1/object_reference.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cronjob {

using kubexx::batchv1::JobTemplateSpec;

/// What happens when a run is due while the one before still runs.
enum class ConcurrencyPolicy { Allow, Forbid, Replace };
BOOST_DESCRIBE_ENUM(ConcurrencyPolicy, Allow, Forbid, Replace)

struct CronJobStatus {
  std::vector<kubexx::corev1::ObjectReference> active;
  std::optional<kubexx::Time> lastScheduleTime;
};
KUBEXX_DESCRIBE(CronJobStatus, (active, description("The jobs that run.")), lastScheduleTime);

/// Everything but the schedule, which the versions write in two ways.
struct RunOptions {
  std::optional<std::int64_t> startingDeadlineSeconds;
  std::optional<ConcurrencyPolicy> concurrencyPolicy;
  std::optional<bool> suspend;
  JobTemplateSpec jobTemplate;
  std::optional<std::int32_t> successfulJobsHistoryLimit;
  std::optional<std::int32_t> failedJobsHistoryLimit;
};
KUBEXX_DESCRIBE(RunOptions, (startingDeadlineSeconds, minimum(0)), concurrencyPolicy, suspend, (jobTemplate, required),
                (successfulJobsHistoryLimit, minimum(0)), (failedJobsHistoryLimit, minimum(0)));

namespace v1 {

struct CronJobSpec : RunOptions {
  std::string schedule;
};
KUBEXX_DESCRIBE_DERIVED(CronJobSpec, (RunOptions), (schedule, required, min_length(1)));

struct CronJob {
  static constexpr kubexx::ResourceInfo kubexx_resource{"batch.tutorial.kubebuilder.io", "v1", "CronJob", "cronjobs"};
  kubexx::ObjectMeta metadata;
  CronJobSpec spec;
  CronJobStatus status;
};
KUBEXX_DESCRIBE(CronJob, metadata, (spec, required), status);
KUBEXX_CRD(CronJob, column("Schedule", "string", ".spec.schedule"), column("Suspend", "boolean", ".spec.suspend"),
           column("Last Run", "date", ".status.lastScheduleTime"), conversion_webhook("cronjob", "cronjob-webhooks"));

}  // namespace v1

namespace v2 {

/// A field that is not set is "*".
struct CronSchedule {
  std::optional<std::string> minute, hour, dayOfMonth, month, dayOfWeek;
};
KUBEXX_DESCRIBE(CronSchedule, minute, hour, dayOfMonth, month, dayOfWeek);

struct CronJobSpec : RunOptions {
  CronSchedule schedule;
};
KUBEXX_DESCRIBE_DERIVED(CronJobSpec, (RunOptions), (schedule, required));

struct CronJob {
  static constexpr kubexx::ResourceInfo kubexx_resource{"batch.tutorial.kubebuilder.io", "v2", "CronJob", "cronjobs"};
  kubexx::ObjectMeta metadata;
  CronJobSpec spec;
  CronJobStatus status;
};
KUBEXX_DESCRIBE(CronJob, metadata, (spec, required), status);
KUBEXX_CRD(CronJob, not_stored);

}  // namespace v2
}  // namespace cronjob
