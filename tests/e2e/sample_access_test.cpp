// SPDX-License-Identifier: Apache-2.0
// The sample controller in a cluster that does not let it in yet: it says what is missing, waits, and goes on by
// itself.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "certificates.hpp"
#include "sample.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

using SampleAccess = RealServer;

TEST_F(SampleAccess, ADeadTokenIsSaidAndReplacedWithoutARestart)
{
  const Identity identity(admin(), ns(), manifest_rules());
  const auto dead = identity.token("gone");
  identity.delete_pod("gone");
  Sample sample({plane().files, folder(), dead, ns(), {"--namespace=" + ns()}});
  sample.start();
  ASSERT_TRUE(eventually([&] {
    return !sample.lines_with("401").empty() || !sample.lines_with("nauthorized").empty();
  })) << sample.output();
  EXPECT_FALSE(sample.ready());
  EXPECT_TRUE(sample.process().running());

  sample.rotate_token(identity.token("new"));
  EXPECT_TRUE(eventually([&] { return sample.ready(); }, 90s)) << sample.output();
  EXPECT_THAT(sample.output(), Not(HasSubstr(dead)));
  EXPECT_EQ(sample.process().stop().code, 0);
}

TEST_F(SampleAccess, WithoutARoleItSaysWhatItLacksAndStartsWhenItGetsIt)
{
  const Identity identity(admin(), ns(), json::array());
  Sample sample({plane().files, folder(), identity.token("sample"), ns(), {"--namespace=" + ns()}});
  sample.start();
  // One line for each kind, in any order.
  for (const std::string kind : {"foos.samplecontroller.k8s.io is forbidden", "deployments.apps is forbidden"}) {
    ASSERT_TRUE(eventually([&] { return !sample.lines_with(kind).empty(); })) << sample.output();
    EXPECT_THAT(sample.lines_with(kind)[0], AllOf(HasSubstr(identity.user()), HasSubstr("grant verb")));
  }
  EXPECT_TRUE(sample.health("/readyz").empty());
  EXPECT_FALSE(sample.health("/healthz").empty());

  admin().patch(cluster_roles(), {"", "sample-controller-" + ns()}, json{{"rules", manifest_rules()}}.dump());
  EXPECT_TRUE(eventually([&] { return sample.ready(); }, 90s)) << sample.output();
  EXPECT_EQ(sample.process().stop().code, 0);
}

TEST_F(SampleAccess, AnotherAuthorityInTheMountIsRefusedAtOnce)
{
  const Identity identity(admin(), ns(), manifest_rules());
  Sample sample({plane().files, folder(), identity.token("sample"), ns()});
  write_file(folder() / "serviceaccount/ca.crt", other_authority());
  sample.start();
  const auto exit = sample.process().wait(20s);
  ASSERT_TRUE(exit) << "it waits for a certificate to become another one\n" << sample.output();
  EXPECT_EQ(exit->code, 1);
  EXPECT_THAT(sample.output(), AllOf(HasSubstr("certificate"), HasSubstr("127.0.0.1:")));
}

}  // namespace
}  // namespace kubexx::e2e
