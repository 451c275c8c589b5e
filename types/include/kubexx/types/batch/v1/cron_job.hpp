// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/batch/v1/job_spec.hpp"
#include "kubexx/types/core/v1/object_reference.hpp"

namespace kubexx::batchv1 {

/// ConcurrencyPolicy describes how the job will be handled. Only one of the following concurrent policies may be
/// specified. If none of the following policies is specified, the default one is AllowConcurrent.
struct ConcurrencyPolicy : OpenEnum<ConcurrencyPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name Allow{"Allow"}, Forbid{"Forbid"}, Replace{"Replace"};
};

/// JobTemplateSpec describes the data a Job should have when created from a template
struct JobTemplateSpec {
  /// Standard object's metadata of the jobs created from this template.
  ObjectMeta metadata{};
  /// Specification of the desired behavior of the job.
  JobSpec spec{};

  friend bool operator==(const JobTemplateSpec&, const JobTemplateSpec&);
};
BOOST_DESCRIBE_STRUCT(JobTemplateSpec, (), (metadata, spec))
KUBEXX_COMPILED(JobTemplateSpec)

/// CronJobSpec describes how the job execution will look like and when it will actually run.
struct CronJobSpec {
  /// The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.
  std::string schedule{};
  /// The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. If
  /// not specified, this will default to the time zone of the kube-controller-manager process.
  std::optional<std::string> timeZone{};
  /// Optional deadline in seconds for starting the job if it misses scheduled time for any reason. Missed jobs
  /// executions will be counted as failed ones.
  std::optional<std::int64_t> startingDeadlineSeconds{};
  /// Specifies how to treat concurrent executions of a Job. Valid values are: - "Allow" (default): allows CronJobs to
  /// run concurrently; - "Forbid": forbids concurrent runs, skipping next run if previous run hasn't finished yet; -
  /// "Replace": cancels currently running job and replaces it with a new one
  ConcurrencyPolicy concurrencyPolicy{};
  /// This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.
  /// Defaults to false.
  std::optional<bool> suspend{};
  /// Specifies the job that will be created when executing a CronJob.
  JobTemplateSpec jobTemplate{};
  /// The number of successful finished jobs to retain. Value must be non-negative integer. Defaults to 3.
  std::optional<std::int32_t> successfulJobsHistoryLimit{};
  /// The number of failed finished jobs to retain. Value must be non-negative integer. Defaults to 1.
  std::optional<std::int32_t> failedJobsHistoryLimit{};

  friend bool operator==(const CronJobSpec&, const CronJobSpec&);
};
BOOST_DESCRIBE_STRUCT(CronJobSpec, (), (schedule, timeZone, startingDeadlineSeconds, concurrencyPolicy, suspend,
    jobTemplate, successfulJobsHistoryLimit, failedJobsHistoryLimit))
KUBEXX_COMPILED(CronJobSpec)

/// CronJobStatus represents the current state of a cron job.
struct CronJobStatus {
  /// A list of pointers to currently running jobs.
  std::vector<corev1::ObjectReference> active{};
  /// Information when was the last time the job was successfully scheduled.
  std::optional<Time> lastScheduleTime{};
  /// Information when was the last time the job successfully completed.
  std::optional<Time> lastSuccessfulTime{};

  friend bool operator==(const CronJobStatus&, const CronJobStatus&);
};
BOOST_DESCRIBE_STRUCT(CronJobStatus, (), (active, lastScheduleTime, lastSuccessfulTime))
KUBEXX_COMPILED(CronJobStatus)

/// CronJob represents the configuration of a single cron job.
struct CronJob {
  static constexpr ResourceInfo kubexx_resource{"batch", "v1", "CronJob", "cronjobs"};
  ObjectMeta metadata{};
  /// Specification of the desired behavior of a cron job, including the schedule.
  CronJobSpec spec{};
  /// Current status of a cron job.
  CronJobStatus status{};

  friend bool operator==(const CronJob&, const CronJob&);
};
BOOST_DESCRIBE_STRUCT(CronJob, (), (metadata, spec, status))
KUBEXX_COMPILED(CronJob)

}  // namespace kubexx::batchv1
