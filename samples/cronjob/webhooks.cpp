// SPDX-License-Identifier: Apache-2.0
#include "webhooks.hpp"

#include <array>
#include <sstream>
#include <stdexcept>

#include "schedule.hpp"

namespace cronjob {

namespace {

using kubexx::FieldErrors;

void set_defaults(v1::CronJob& job)
{
  auto& spec = job.spec;
  if (!spec.concurrencyPolicy) spec.concurrencyPolicy = ConcurrencyPolicy::Allow;
  if (!spec.suspend) spec.suspend = false;
  if (!spec.successfulJobsHistoryLimit) spec.successfulJobsHistoryLimit = 3;
  if (!spec.failedJobsHistoryLimit) spec.failedJobsHistoryLimit = 1;
}

FieldErrors check(const v1::CronJob& job)
{
  // The names of its jobs are this name, a dash and eleven characters, and must fit into a label.
  constexpr std::size_t most = 63 - 11;
  FieldErrors errors;
  if (job.metadata.name.size() > most) errors.too_long("metadata.name", most);
  try {
    (void)Schedule::parse(job.spec.schedule);
  } catch (const std::invalid_argument& error) {
    errors.invalid("spec.schedule", job.spec.schedule, error.what());
  }
  return errors;
}

using Field = std::optional<std::string> v2::CronSchedule::*;
constexpr std::array<Field, 5> kFields{&v2::CronSchedule::minute, &v2::CronSchedule::hour,
                                       &v2::CronSchedule::dayOfMonth, &v2::CronSchedule::month,
                                       &v2::CronSchedule::dayOfWeek};

void to_v2(const v1::CronJob& from, v2::CronJob& to)
{
  static_cast<RunOptions&>(to.spec) = static_cast<const RunOptions&>(from.spec);
  std::istringstream words(from.spec.schedule);
  for (const auto field : kFields) {
    std::string word;
    if (words >> word) to.spec.schedule.*field = word;
  }
  to.status = from.status;
}

void to_v1(const v2::CronJob& from, v1::CronJob& to)
{
  static_cast<RunOptions&>(to.spec) = static_cast<const RunOptions&>(from.spec);
  for (const auto field : kFields) {
    if (!to.spec.schedule.empty()) to.spec.schedule += ' ';
    to.spec.schedule += (from.spec.schedule.*field).value_or("*");
  }
  to.status = from.status;
}

}  // namespace

kubexx::Conversions conversions()
{
  kubexx::Conversions conversions;
  conversions.add<v1::CronJob, v2::CronJob>(to_v2, to_v1);
  return conversions;
}

void add_cron_job_webhooks(kubexx::Manager& manager)
{
  const auto webhooks = manager.webhooks();
  webhooks.for_<v1::CronJob>().defaults(set_defaults).validates(check);
  webhooks.converts(conversions());
}

}  // namespace cronjob
