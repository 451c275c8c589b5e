// SPDX-License-Identifier: Apache-2.0
// The kind of kubebuilder's CronJob tutorial in its two versions, with what its markers say about the CRD.
#pragma once

#include <kubexx/apimachinery/condition.hpp>
#include <kubexx/apimachinery/conversion.hpp>
#include <kubexx/apimachinery/describe.hpp>
#include <kubexx/types/batch/v1/cron_job.hpp>
#include <kubexx/types/core/v1/object_reference.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cron {

enum class ConcurrencyPolicy { Allow, Forbid, Replace };
BOOST_DESCRIBE_ENUM(ConcurrencyPolicy, Allow, Forbid, Replace)

struct CronJobStatus {
  std::vector<kubexx::corev1::ObjectReference> active;
  std::optional<kubexx::Time> lastScheduleTime;
  std::vector<kubexx::Condition> conditions;
};
KUBEXX_DESCRIBE(CronJobStatus, (active, list_atomic, min_items(1), max_items(10)), lastScheduleTime, conditions);

namespace v1 {

struct CronJobSpec {
  std::string schedule;
  std::optional<std::int64_t> startingDeadlineSeconds;
  std::optional<ConcurrencyPolicy> concurrencyPolicy;
  std::optional<bool> suspend;
  kubexx::batchv1::JobTemplateSpec jobTemplate;
  std::optional<std::int32_t> successfulJobsHistoryLimit, failedJobsHistoryLimit;
};
KUBEXX_DESCRIBE(CronJobSpec, (schedule, required, min_length(1)), (startingDeadlineSeconds, minimum(0)),
                (concurrencyPolicy, default_value(ConcurrencyPolicy::Allow)), suspend, (jobTemplate, required),
                (successfulJobsHistoryLimit, minimum(0)), (failedJobsHistoryLimit, minimum(0)));

struct CronJob {
  static constexpr kubexx::ResourceInfo kubexx_resource{"batch.tutorial.kubebuilder.io", "v1", "CronJob", "cronjobs"};
  kubexx::ObjectMeta metadata;
  CronJobSpec spec;
  CronJobStatus status;
};
KUBEXX_DESCRIBE(CronJob, metadata, (spec, required), status);
KUBEXX_CRD(CronJob, conversion_webhook("system", "webhook-service"));

}  // namespace v1

namespace v2 {

struct CronSchedule {
  std::optional<std::string> minute, hour, dayOfMonth, month, dayOfWeek;
};
KUBEXX_DESCRIBE(CronSchedule, minute, hour, dayOfMonth, month, dayOfWeek);

struct CronJobSpec {
  CronSchedule schedule;
  std::optional<std::int64_t> startingDeadlineSeconds;
  std::optional<ConcurrencyPolicy> concurrencyPolicy;
  std::optional<bool> suspend;
  kubexx::batchv1::JobTemplateSpec jobTemplate;
  std::optional<std::int32_t> successfulJobsHistoryLimit, failedJobsHistoryLimit;
};
KUBEXX_DESCRIBE(CronJobSpec, (schedule, required), (startingDeadlineSeconds, minimum(0)),
                (concurrencyPolicy, default_value(ConcurrencyPolicy::Allow)), suspend, (jobTemplate, required),
                (successfulJobsHistoryLimit, minimum(0)), (failedJobsHistoryLimit, minimum(0)));

struct CronJob {
  static constexpr kubexx::ResourceInfo kubexx_resource{"batch.tutorial.kubebuilder.io", "v2", "CronJob", "cronjobs"};
  kubexx::ObjectMeta metadata;
  CronJobSpec spec;
  CronJobStatus status;
};
KUBEXX_DESCRIBE(CronJob, metadata, (spec, required), status);
KUBEXX_CRD(CronJob, not_stored);

}  // namespace v2

}  // namespace cron
