// SPDX-License-Identifier: Apache-2.0
// samples/leader-election: two replicas, each a process. Against the embedded server, or the one whose kubeconfig
// SAMPLE_TEST_KUBECONFIG names.
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "served_program_test.hpp"

namespace sample {
namespace {

using namespace kubexx::support;
using namespace std::chrono_literals;
using std::chrono::steady_clock;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

const kubexx::ResourceType leases{"coordination.k8s.io", "v1", "Lease", "leases"};

class LeaderElectionSample : public ServedProgramTest {
protected:
  void TearDown() override
  {
    try {
      if (!IsSkipped()) client().delete_(leases, lease_);
    } catch (const kubexx::ApiError&) {
      // The test has made none.
    }
    ServedProgramTest::TearDown();
  }

  [[nodiscard]] Process replica(const std::string& identity, std::vector<std::string> durations) const
  {
    std::vector<std::string> argv{LEADER_ELECTION, "--lease=" + lease_.name, "--namespace=" + lease_.namespace_,
                                  "--identity=" + identity};
    argv.insert(argv.end(), durations.begin(), durations.end());
    return start(identity, std::move(argv));
  }
  [[nodiscard]] std::string holder() const
  {
    return client().get(leases, lease_).at("/spec/holderIdentity").as_string().value_or("");
  }
  [[nodiscard]] const kubexx::ObjectKey& lease() const { return lease_; }

private:
  const kubexx::ObjectKey lease_{"default", unique("sample")};
};

const std::vector<std::string> slow{"--lease-duration=5m", "--renew-deadline=4m", "--retry-period=500ms"};
const std::vector<std::string> fast{"--lease-duration=4s", "--renew-deadline=3s", "--retry-period=300ms"};

TEST_F(LeaderElectionSample, ALeaderThatIsAskedToEndHandsOver)
{
  Process first = replica("first", slow);
  ASSERT_TRUE(says(first, "leading as first")) << first.output();
  Process second = replica("second", slow);
  ASSERT_TRUE(says(second, "first leads")) << second.output();
  EXPECT_TRUE(eventually([&] {
    return first.output().find("leading as first\nleading as first\n") != std::string::npos;
  })) << first.output();
  EXPECT_THAT(second.output(), Not(HasSubstr("leading")));

  first.signal(SIGTERM);
  const auto exit = first.wait(20s);
  ASSERT_TRUE(exit) << first.output();
  EXPECT_EQ(exit->code, 0) << to_string(*exit) << first.output();
  EXPECT_THAT(first.output(), EndsWith("\nstopped\n"));
  EXPECT_TRUE(says(second, "second leads")) << "long before the Lease runs out\n" << second.output();
  EXPECT_TRUE(says(second, "leading as second")) << second.output();
  EXPECT_EQ(second.stop().code, 0) << second.output();
  EXPECT_EQ(holder(), "");
}

TEST_F(LeaderElectionSample, ALeaderThatIsKilledIsReplacedWhenItsLeaseHasRunOut)
{
  Process first = replica("first", fast);
  ASSERT_TRUE(says(first, "leading as first")) << first.output();
  Process second = replica("second", fast);
  ASSERT_TRUE(says(second, "first leads")) << second.output();
  const auto killed = steady_clock::now();
  EXPECT_EQ(first.kill().signal, SIGKILL);
  EXPECT_TRUE(says(second, "leading as second")) << second.output();
  EXPECT_GT(steady_clock::now() - killed, 2s) << "not before: the first one might still work";
  EXPECT_EQ(holder(), "second");
  EXPECT_EQ(second.stop().code, 0) << second.output();
}

TEST_F(LeaderElectionSample, ALeaderThatLosesTheLeaseEndsWith1)
{
  Process first = replica("first", fast);
  ASSERT_TRUE(says(first, "leading as first")) << first.output();
  client().patch(leases, lease(), R"({"spec":{"holderIdentity":"another"}})");
  const auto exit = first.wait(20s);
  ASSERT_TRUE(exit) << first.output();
  EXPECT_EQ(exit->code, 1) << to_string(*exit);
  EXPECT_THAT(first.output(), HasSubstr("\nanother leads\n"));
  EXPECT_THAT(first.output(), EndsWith("\nlost the Lease\n"));
  EXPECT_EQ(holder(), "another") << "it gives back what is its own";
}

TEST_F(LeaderElectionSample, DurationsThatDoNotFitAreNamed)
{
  Process no_duration = replica("first", {"--retry-period=soon"});
  EXPECT_NE(no_duration.wait(20s).value_or(Exit{0, 0}).code, 0);
  EXPECT_THAT(no_duration.output(), HasSubstr("--retry-period"));
  Process too_short = replica("second", {"--lease-duration=1s"});
  EXPECT_EQ(too_short.wait(20s).value_or(Exit{0, 0}).code, 1);
  EXPECT_THAT(too_short.output(),
              HasSubstr("leader-election: leader election: the lease duration, 1s, must be greater"));
}

}  // namespace
}  // namespace sample
