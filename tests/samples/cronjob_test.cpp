// SPDX-License-Identifier: Apache-2.0
// samples/cronjob in virtual time, with its webhooks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <kubexx/testing/operator_test.hpp>
#include <kubexx/types/batch/v1/job.hpp>
#include <optional>
#include <string>

#include "cron_job.hpp"
#include "reconciler.hpp"
#include "schedule.hpp"
#include "webhooks.hpp"

namespace cronjob {
namespace {

using namespace kubexx;
using namespace std::chrono_literals;
using batchv1::Job;
using kubexx::testing::crash_at_every_call;
using kubexx::testing::OperatorTest;
using kubexx::testing::OperatorTestOptions;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using v1::CronJob;

Schedule::Time at(const std::string& text)
{
  return Schedule::Time(std::chrono::seconds(Time::parse(text).unix_seconds()));
}
std::string next(const std::string& schedule, const std::string& after)
{
  const auto time = Schedule::parse(schedule).next(at(after));
  return time ? Time(*time).to_string() : "never";
}

TEST(ScheduleTest, FindsTheNextMinute)
{
  EXPECT_EQ(next("* * * * *", "2026-01-01T00:00:00Z"), "2026-01-01T00:01:00Z");
  EXPECT_EQ(next("*/15 * * * *", "2026-01-01T00:15:00Z"), "2026-01-01T00:30:00Z");
  EXPECT_EQ(next("0 9-17/4 * * 1-5", "2026-01-02T17:00:00Z"), "2026-01-05T09:00:00Z");
  EXPECT_EQ(next("30 23 31 12 *", "2026-01-01T00:00:00Z"), "2026-12-31T23:30:00Z");
  EXPECT_EQ(next("0 0 29 2 *", "2026-01-01T00:00:00Z"), "2028-02-29T00:00:00Z");
  EXPECT_EQ(next("0 0 30 2 *", "2026-01-01T00:00:00Z"), "never");
  EXPECT_EQ(next("0 0 * * 7", "2026-01-01T00:00:00Z"), "2026-01-04T00:00:00Z");
  // The day of the month or that of the week.
  EXPECT_EQ(next("0 0 13 * 5", "2026-01-03T00:00:00Z"), "2026-01-09T00:00:00Z");
}

TEST(ScheduleTest, NamesTheFieldThatIsWrong)
{
  for (const auto& [text, part] :
       {std::pair("* * * *", "five fields"), std::pair("60 * * * *", "minute \"60\""),
        std::pair("* x * * *", "hour \"x\""), std::pair("* * 5-1 * *", "day of the month"),
        std::pair("*/0 * * * *", "minute \"0\""), std::pair("* * * * 1,", "day of the week")}) {
    try {
      (void)Schedule::parse(text);
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), HasSubstr(part));
    }
  }
}

OperatorTestOptions cron_options()
{
  OperatorTestOptions options;
  options.setup = [](Manager& manager) {
    add_cron_job_controller(manager);
    add_cron_job_webhooks(manager);
  };
  options.manifests = {CRONJOB_CRD};
  options.start_time = Time::parse("2028-02-28T23:30:00Z").wall_time();
  return options;
}

CronJob cron_job(const std::string& schedule)
{
  CronJob job;
  job.metadata.name = "backup";
  job.metadata.namespace_ = "default";
  job.spec.schedule = schedule;
  job.spec.jobTemplate.spec.template_.spec.containers = {{.name = "main", .image = "backup:1"}};
  job.spec.jobTemplate.spec.template_.spec.restartPolicy = "Never";
  return job;
}

ListOptions in_namespace(const OperatorTest& test)
{
  ListOptions options;
  options.namespace_ = test.ns();
  return options;
}

// Plays the Job controller: every Job is complete.
void complete_jobs(OperatorTest& test)
{
  for (auto& job : api<Job>(test.user()).list(in_namespace(test))) {
    if (!job->status.conditions.empty()) continue;
    const Time now = Time(test.runtime().clock->wall_now());
    job->status.startTime = job->status.completionTime = now;
    for (const char* type : {"SuccessCriteriaMet", "Complete"}) {
      batchv1::JobCondition condition;
      condition.type = type;
      condition.status = "True";
      job->status.conditions.push_back(condition);
    }
    job.patch_status();
  }
}
std::size_t jobs(OperatorTest& test)
{
  return api<Job>(test.user()).list(in_namespace(test)).size();
}

class CronJobTest : public ::testing::Test {
protected:
  CronJobTest() { test.start(); }
  std::string refusal(const CronJob& job)
  {
    try {
      (void)api<CronJob>(test.user()).create(job);
    } catch (const ApiError& error) {
      return error.status().message;
    }
    return "accepted";
  }
  OperatorTest test{cron_options()};
};

TEST_F(CronJobTest, AJobEachHourOverALeapDay)
{
  (void)api<CronJob>(test.user()).create(cron_job("0 * * * *"));
  for (int hour = 0; hour < 24; ++hour) {
    test.run_for(1h);
    complete_jobs(test);
  }
  test.run_for(1s);
  EXPECT_EQ(test.count(Verb::create, "jobs.batch"), 24U);
  EXPECT_EQ(jobs(test), 3U) << "successfulJobsHistoryLimit is 3 by default";
  test.wait_for<CronJob>({test.ns(), "backup"}, "its last run is at 23:00", [](const auto& job) {
    return job->status.lastScheduleTime && job->status.lastScheduleTime->to_string() == "2028-02-29T23:00:00Z";
  });
  test.stop();
}

TEST_F(CronJobTest, ForbidWaitsForTheRunBefore)
{
  CronJob job = cron_job("0 * * * *");
  job.spec.concurrencyPolicy = ConcurrencyPolicy::Forbid;
  (void)api<CronJob>(test.user()).create(job);
  test.run_for(3h);
  EXPECT_EQ(test.count(Verb::create, "jobs.batch"), 1U);
  complete_jobs(test);
  test.run_for(1h);
  EXPECT_EQ(test.count(Verb::create, "jobs.batch"), 2U);
  test.stop();
}

TEST_F(CronJobTest, ReplaceDeletesTheRunBefore)
{
  CronJob job = cron_job("0 * * * *");
  job.spec.concurrencyPolicy = ConcurrencyPolicy::Replace;
  (void)api<CronJob>(test.user()).create(job);
  test.run_for(3h);
  EXPECT_EQ(test.count(Verb::create, "jobs.batch"), 3U);
  EXPECT_EQ(jobs(test), 1U);
  test.stop();
}

TEST_F(CronJobTest, TheWebhooksDefaultAndValidate)
{
  const auto made = api<CronJob>(test.user()).create(cron_job("*/5 * * * *"));
  EXPECT_EQ(made->spec.concurrencyPolicy, ConcurrencyPolicy::Allow);
  EXPECT_EQ(made->spec.successfulJobsHistoryLimit, 3);
  CronJob wrong = cron_job("61 * * * *");
  wrong.metadata.name = "wrong";
  EXPECT_THAT(refusal(wrong), HasSubstr("spec.schedule: Invalid value: \"61 * * * *\": the minute \"61\""));
  CronJob long_name = cron_job("* * * * *");
  long_name.metadata.name = std::string(53, 'x');
  EXPECT_THAT(refusal(long_name), HasSubstr("metadata.name: Too long"));
  test.stop();
}

TEST_F(CronJobTest, EitherVersionCanBeWritten)
{
  v2::CronJob job;
  job.metadata.name = "new";
  job.metadata.namespace_ = test.ns();
  static_cast<RunOptions&>(job.spec) = cron_job("").spec;
  job.spec.schedule.minute = "*/10";
  (void)api<v2::CronJob>(test.user()).create(job);

  const ObjectKey key{test.ns(), "new"};
  EXPECT_EQ(api<CronJob>(test.user()).get(key)->spec.schedule, "*/10 * * * *");
  const auto again = api<v2::CronJob>(test.user()).get(key);
  EXPECT_EQ(again->spec.schedule.minute, "*/10");
  EXPECT_EQ(again->spec.schedule.hour, std::nullopt) << "what v1 cannot express is kept";
  test.run_for(1h);
  EXPECT_EQ(test.count(Verb::create, "jobs.batch"), 6U);
  test.stop();
}

TEST(CronJobCrashes, ARunIsCreatedOnceWhereverItCrashes)
{
  const auto report = crash_at_every_call(cron_options(), [](OperatorTest& test) {
    (void)api<CronJob>(test.user()).create(cron_job("0 * * * *"));
    test.run_for(31min);
    EXPECT_EQ(jobs(test), 1U) << test.crash_point();
  });
  EXPECT_GT(report.points.size(), 2U);
}

}  // namespace
}  // namespace cronjob
