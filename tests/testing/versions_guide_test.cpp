// SPDX-License-Identifier: Apache-2.0
// The listing of "Several versions" in docs/guides/controller.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/conversion.hpp"
#include "kubexx/apimachinery/crds.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/run_operator.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "kubexx/schema/crds.hpp"
#include "kubexx/testing/round_trips.hpp"
#include "kubexx/testing/simulated_runtime.hpp"

using namespace kubexx;
using namespace kubexx::testing;
using ::testing::IsEmpty;

namespace versions_guide {

namespace v1beta1 {
struct BackupSpec {
  std::string target;
  std::int64_t days = 0;
};
KUBEXX_DESCRIBE(BackupSpec, target, days);
struct Backup {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1beta1", "Backup", "backups"};
  ObjectMeta metadata;
  BackupSpec spec;
};
KUBEXX_DESCRIBE(Backup, metadata, spec);
KUBEXX_CRD(Backup, not_stored, deprecated("use v1"));
}  // namespace v1beta1

namespace v1 {
struct BackupSpec {
  std::string bucket;
  std::int64_t keepDays = 0;
};
KUBEXX_DESCRIBE(BackupSpec, bucket, keepDays);
struct Backup {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Backup", "backups"};
  ObjectMeta metadata;
  BackupSpec spec;
};
KUBEXX_DESCRIBE(Backup, metadata, spec);
KUBEXX_CRD(Backup, conversion_webhook("backups", "backup-operator"));
}  // namespace v1

Conversions conversions()
{
  Conversions conversions;
  conversions.add<v1beta1::Backup, v1::Backup>(
      [](const v1beta1::Backup& from, v1::Backup& to) {
        to.spec = {.bucket = from.spec.target, .keepDays = from.spec.days};
      },
      [](const v1::Backup& from, v1beta1::Backup& to) {
        to.spec = {.target = from.spec.bucket, .days = from.spec.keepDays};
      });
  return conversions;
}

TEST(Backups, ConvertWithoutLoss)
{
  EXPECT_THAT(lost_in_round_trips(conversions()), IsEmpty());
}

TEST(Backups, AreServed)
{
  SimulatedRuntime sim({.seed = 1});
  ApiServer::Options options;
  options.clock = &sim.clock();
  options.random = sim.runtime().random;
  ApiServer server(options);
  Manager manager(Client(sim.runtime(), make_in_process_transport(sim.runtime(), server)));
  manager.webhooks().converts(conversions());
  EXPECT_THROW(manager.webhooks().converts(conversions()), std::invalid_argument);
}

TEST(Backups, HaveOneCrdWithBothVersions)
{
  const auto kinds = crds<Versions<v1beta1::Backup, v1::Backup>>().kinds;
  const nlohmann::json crd = crd_of(kinds.front());
  EXPECT_EQ(crd["spec"]["versions"].size(), 2U);
  EXPECT_EQ(crd["spec"]["conversion"]["webhook"]["clientConfig"]["service"]["path"], "/convert");
  EXPECT_THAT(conversions().missing(kinds.front()), IsEmpty());
}

TEST(Backups, HaveBothVersionsInAnOperator)
{
  OperatorOptions options;
  options.crds = kubexx::schema::crds<kubexx::Versions<v1beta1::Backup, v1::Backup>>();
  options.manager.webhooks.authority.emplace();
  ASSERT_EQ(options.crds.kinds.size(), 1U);
  EXPECT_EQ(crd_of(options.crds.kinds.front())["spec"]["versions"].size(), 2U);
}

}  // namespace versions_guide
