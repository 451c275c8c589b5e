// SPDX-License-Identifier: Apache-2.0
#include "reconciler.hpp"

#include <algorithm>
#include <chrono>
#include <kubexx/types/batch/v1/job.hpp>
#include <stdexcept>

#include "cron_job.hpp"
#include "schedule.hpp"

namespace cronjob {

namespace {

using namespace kubexx;
using batchv1::Job;
using v1::CronJob;
using Runs = std::vector<Typed<Job>>;

constexpr const char* kScheduledAt = "batch.tutorial.kubebuilder.io/scheduled-at";

Schedule::Time whole_seconds(const Time& time)
{
  return Schedule::Time(std::chrono::seconds(time.unix_seconds()));
}

struct Jobs {
  Runs active, successful, failed;
};

Jobs jobs_of(const Context& context, const Typed<CronJob>& cron_job)
{
  Jobs jobs;
  for (auto& job : context.owned<Job>(cron_job)) {
    const auto has = [&](const char* type) {
      return std::any_of(job->status.conditions.begin(), job->status.conditions.end(),
                         [&](const auto& condition) { return condition.type == type && condition.status == "True"; });
    };
    Runs& runs = has("Complete") ? jobs.successful : has("Failed") ? jobs.failed : jobs.active;
    runs.push_back(std::move(job));
  }
  return jobs;
}

std::optional<Time> scheduled_at(const Typed<Job>& job)
{
  const auto text = job.annotation(kScheduledAt);
  if (!text) return std::nullopt;
  try {
    return Time::parse(*text);
  } catch (const ValueError&) {
    return std::nullopt;
  }
}

void delete_old(const Context& context, Runs& runs, std::int32_t most)
{
  std::sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return scheduled_at(a) < scheduled_at(b); });
  const auto keep = static_cast<std::size_t>(most);
  for (std::size_t i = 0; i + keep < runs.size(); ++i) {
    DeleteOptions options;
    options.propagation_policy = "Background";
    if (runs[i].remove(options)) context.log().info("deleted an old job", {{"job", runs[i]->metadata.name}});
  }
}

struct Due {
  std::optional<Schedule::Time> missed;  // the last run that is due
  std::optional<Schedule::Time> next;
};

Due due_runs(const Schedule& schedule, Schedule::Time earliest, Schedule::Time now)
{
  constexpr int most = 100;
  Due due;
  due.next = schedule.next(earliest);
  for (int runs = 0; due.next && *due.next <= now; ++runs) {
    if (runs == most) throw std::runtime_error("more than 100 runs were missed: set startingDeadlineSeconds");
    due.missed = due.next;
    due.next = schedule.next(*due.next);
  }
  return due;
}

Job make_job(const Context& context, const Typed<CronJob>& cron_job, Schedule::Time at)
{
  Job job;
  // The same name for the same run: it cannot be created twice.
  job.metadata.name = cron_job->metadata.name + "-" + std::to_string(at.time_since_epoch().count());
  job.metadata.namespace_ = cron_job->metadata.namespace_;
  const auto& meta = cron_job->spec.jobTemplate.metadata;
  job.metadata.labels = meta.labels;
  job.metadata.annotations = meta.annotations;
  job.metadata.annotations[kScheduledAt] = Time(at).to_string();
  job.spec = cron_job->spec.jobTemplate.spec;
  context.own(cron_job, job);
  return job;
}

void show_status(Typed<CronJob>& cron_job, const Jobs& jobs)
{
  auto& status = cron_job->status;
  status.active.clear();
  for (const auto& job : jobs.active) {
    corev1::ObjectReference reference;
    reference.apiVersion = "batch/v1";
    reference.kind = "Job";
    reference.namespace_ = job->metadata.namespace_;
    reference.name = job->metadata.name;
    reference.uid = job->metadata.uid;
    status.active.push_back(reference);
  }
  for (const Runs* runs : {&jobs.active, &jobs.successful, &jobs.failed}) {
    for (const auto& job : *runs) {
      const auto at = scheduled_at(job);
      if (at && (!status.lastScheduleTime || *status.lastScheduleTime < *at)) status.lastScheduleTime = at;
    }
  }
  cron_job.patch_status();
}

Result wait_for(const Context& context, const std::optional<Schedule::Time>& next)
{
  if (!next) return Result::done();
  return Result::requeue_after(Time(*next) - context.now());
}

Result reconcile(Context& context, const Request& request)
{
  auto cron_job = context.get<CronJob>(request);
  if (!cron_job) return Result::done();
  Jobs jobs = jobs_of(context, cron_job);
  show_status(cron_job, jobs);
  const auto& spec = cron_job->spec;
  delete_old(context, jobs.failed, spec.failedJobsHistoryLimit.value_or(1));
  delete_old(context, jobs.successful, spec.successfulJobsHistoryLimit.value_or(3));
  if (spec.suspend.value_or(false)) return Result::done();

  const auto now = whole_seconds(context.now());
  Schedule::Time earliest = whole_seconds(
      cron_job->status.lastScheduleTime.value_or(cron_job->metadata.creationTimestamp.value_or(context.now())));
  if (spec.startingDeadlineSeconds) {
    earliest = std::max(earliest, now - std::chrono::seconds(*spec.startingDeadlineSeconds));
  }
  const Due due = due_runs(Schedule::parse(spec.schedule), earliest, now);
  if (!due.missed) return wait_for(context, due.next);

  const auto policy = spec.concurrencyPolicy.value_or(ConcurrencyPolicy::Allow);
  if (policy == ConcurrencyPolicy::Forbid && !jobs.active.empty()) {
    context.log().info("a run is due while another one runs", {{"active", jobs.active.size()}});
    return wait_for(context, due.next);
  }
  if (policy == ConcurrencyPolicy::Replace) {
    for (const auto& job : jobs.active) {
      DeleteOptions options;
      options.propagation_policy = "Background";
      (void)job.remove(options);
    }
  }
  const Job job = make_job(context, cron_job, *due.missed);
  if (!context.get<Job>(ObjectKey{job.metadata.namespace_, job.metadata.name})) {
    (void)context.create(job);
    context.log().info("created a job", {{"job", job.metadata.name}});
  }
  return wait_for(context, due.next);
}

}  // namespace

Controller add_cron_job_controller(Manager& manager)
{
  return manager.controller()
      .for_<CronJob>()
      .owns<Job>()
      .writes<Job>({Verb::create, Verb::delete_})
      .writes_status<CronJob>()
      .build(reconcile);
}

}  // namespace cronjob
