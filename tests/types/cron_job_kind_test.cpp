// SPDX-License-Identifier: Apache-2.0
#include "cron_job_kind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/crds.hpp"
#include "kubexx/schema/crd_validation.hpp"
#include "kubexx/schema/typed_schema.hpp"
#include "kubexx/types/crd_schemas.hpp"

namespace cron_job_kind_test {

using nlohmann::json;
using namespace kubexx;
using ::testing::IsEmpty;

json tutorial_crd()
{
  return crd_of(crds<Versions<cron::v1::CronJob, cron::v2::CronJob>>().kinds.front(), builtin_schema);
}

TEST(CronJobKind, TheCrdOfTheTutorialIsValid)
{
  const json crd = tutorial_crd();
  for (const StatusCause& cause : schema::validate_crd(crd)) ADD_FAILURE() << cause.field << ": " << cause.message;
  EXPECT_THAT(schema::crd_warnings(crd), IsEmpty());
  const json v1 = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"];
  EXPECT_EQ(v1["spec"]["required"], json({"jobTemplate", "schedule"}));
  EXPECT_EQ(v1["spec"]["properties"]["concurrencyPolicy"],
            json::parse(R"({"type": "string", "enum": ["Allow", "Forbid", "Replace"], "default": "Allow"})"));
  EXPECT_EQ(v1["spec"]["properties"]["startingDeadlineSeconds"],
            json::parse(R"({"type": "integer", "format": "int64", "minimum": 0})"));
  EXPECT_EQ(v1["status"]["properties"]["active"]["x-kubernetes-list-type"], "atomic");
  EXPECT_EQ(v1["status"]["properties"]["active"]["maxItems"], 10);
  EXPECT_EQ(v1["status"]["properties"]["conditions"]["x-kubernetes-list-map-keys"], json({"type"}));
  const json::json_pointer containers(
      "/spec/properties/jobTemplate/properties/spec/properties/template/properties/spec/"
      "properties/containers/items/properties/image/type");
  EXPECT_EQ(v1[containers], "string");
}

TEST(CronJobKind, DefaultsAndChecksWithoutAServer)
{
  const schema::TypedSchema<cron::v1::CronJob> schema(builtin_schema);
  cron::v1::CronJob job;
  job.spec.schedule = "*/5 * * * *";
  job.spec.jobTemplate.spec.template_.spec.containers.push_back({.name = "main", .image = "busybox"});
  EXPECT_EQ(schema.defaulted(job).spec.concurrencyPolicy, cron::ConcurrencyPolicy::Allow);
  EXPECT_THAT(schema.validate(job), IsEmpty());
  job.spec.successfulJobsHistoryLimit = -1;
  const auto causes = schema.validate(job);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes.front().field, "spec.successfulJobsHistoryLimit");
}

}  // namespace cron_job_kind_test
