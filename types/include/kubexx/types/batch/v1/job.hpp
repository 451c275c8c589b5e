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
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/batch/v1/job_spec.hpp"

namespace kubexx::batchv1 {

/// JobCondition describes current state of a job.
struct JobCondition {
  /// Type of job condition, Complete or Failed.
  std::string type{};
  /// Status of the condition, one of True, False, Unknown.
  std::string status{};
  /// Last time the condition was checked.
  Time lastProbeTime{};
  /// Last time the condition transit from one status to another.
  Time lastTransitionTime{};
  /// (brief) reason for the condition's last transition.
  std::string reason{};
  /// Human readable message indicating details about last transition.
  std::string message{};

  friend bool operator==(const JobCondition&, const JobCondition&);
};
BOOST_DESCRIBE_STRUCT(JobCondition, (), (type, status, lastProbeTime, lastTransitionTime, reason, message))
KUBEXX_COMPILED(JobCondition)

/// UncountedTerminatedPods holds UIDs of Pods that have terminated but haven't been accounted in Job status counters.
struct UncountedTerminatedPods {
  /// succeeded holds UIDs of succeeded Pods.
  std::vector<std::string> succeeded{};
  /// failed holds UIDs of failed Pods.
  std::vector<std::string> failed{};

  friend bool operator==(const UncountedTerminatedPods&, const UncountedTerminatedPods&);
};
BOOST_DESCRIBE_STRUCT(UncountedTerminatedPods, (), (succeeded, failed))
KUBEXX_COMPILED(UncountedTerminatedPods)

/// JobStatus represents the current state of a Job.
struct JobStatus {
  /// The latest available observations of an object's current state. When a Job fails, one of the conditions will have
  /// type "Failed" and status true. Merged by type.
  std::vector<JobCondition> conditions{};
  /// Represents time when the job controller started processing a job. When a Job is created in the suspended state,
  /// this field is not set until the first time it is resumed. This field is reset every time a Job is resumed from
  /// suspension.
  std::optional<Time> startTime{};
  /// Represents time when the job was completed. It is not guaranteed to be set in happens-before order across separate
  /// operations. It is represented in RFC3339 form and is in UTC. The completion time is set when the job finishes
  /// successfully, and only then. The value cannot be updated or removed.
  std::optional<Time> completionTime{};
  /// The number of pending and running pods which are not terminating (without a deletionTimestamp). The value is zero
  /// for finished jobs.
  std::int32_t active = 0;
  /// The number of pods which reached phase Succeeded. The value increases monotonically for a given spec. However, it
  /// may decrease in reaction to scale down of elastic indexed jobs.
  std::int32_t succeeded = 0;
  /// The number of pods which reached phase Failed. The value increases monotonically.
  std::int32_t failed = 0;
  /// The number of pods which are terminating (in phase Pending or Running and have a deletionTimestamp).
  std::optional<std::int32_t> terminating{};
  /// completedIndexes holds the completed indexes when .spec.completionMode = "Indexed" in a text format. The indexes
  /// are represented as decimal integers separated by commas. The numbers are listed in increasing order.
  std::string completedIndexes{};
  /// FailedIndexes holds the failed indexes when spec.backoffLimitPerIndex is set. The indexes are represented in the
  /// text format analogous as for the `completedIndexes` field, ie. they are kept as decimal integers separated by
  /// commas. The numbers are listed in increasing order.
  std::optional<std::string> failedIndexes{};
  /// uncountedTerminatedPods holds the UIDs of Pods that have terminated but the job controller hasn't yet accounted
  /// for in the status counters. The job controller creates pods with a finalizer.
  std::optional<UncountedTerminatedPods> uncountedTerminatedPods{};
  /// The number of active pods which have a Ready condition and are not terminating (without a deletionTimestamp).
  std::optional<std::int32_t> ready{};

  friend bool operator==(const JobStatus&, const JobStatus&);
};
BOOST_DESCRIBE_STRUCT(JobStatus, (), (conditions, startTime, completionTime, active, succeeded, failed, terminating,
    completedIndexes, failedIndexes, uncountedTerminatedPods, ready))
KUBEXX_COMPILED(JobStatus)

/// Job represents the configuration of a single job.
struct Job {
  static constexpr ResourceInfo kubexx_resource{"batch", "v1", "Job", "jobs"};
  ObjectMeta metadata{};
  /// Specification of the desired behavior of a job.
  JobSpec spec{};
  /// Current status of a job.
  JobStatus status{};

  friend bool operator==(const Job&, const Job&);
};
BOOST_DESCRIBE_STRUCT(Job, (), (metadata, spec, status))
KUBEXX_COMPILED(Job)

}  // namespace kubexx::batchv1
