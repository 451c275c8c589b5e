// SPDX-License-Identifier: Apache-2.0
// Leader election on Leases, on the embedded server and in virtual time. Counterparts of client-go's
// tools/leaderelection tests say so.
#include "kubexx/election/leader_election.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;

const ObjectKey kLease{"default", "demo"};

LeaderElectionOptions options_of(const std::string& identity)
{
  LeaderElectionOptions options;
  options.lease = "demo";
  options.identity = identity;
  return options;
}

awaitable<void> stop_elector(LeaderElector elector, bool release, SteadyTime deadline)
{
  co_await elector.async_stop(release, deadline);
}

// A replica with a connection of its own to the server of the harness.
struct Replica {
  Replica(Harness& harness, LeaderElectionOptions options)
      : h(harness),
        transport(std::make_shared<ControlledTransport>(h.sim.runtime(),
                                                        make_in_process_transport(h.sim.runtime(), h.server))),
        client(h.sim.runtime(), transport),
        elector(
            client, std::move(options),
            {[this] { times.push_back(h.sim.clock().now()); }, [this](const std::string& why) { lost.push_back(why); },
             [this](const std::string& identity) { leaders.push_back(identity); }})
  {
  }
  ~Replica()
  {
    transport->hang = nullptr;
    transport->on_request = nullptr;
    stop(false);
  }
  void stop(bool release = true, Duration within = seconds(30))
  {
    std::function<awaitable<void>()> work = [&] {
      return stop_elector(elector, release, h.sim.clock().now() + within);
    };
    EXPECT_TRUE(h.sim.run(work, within + seconds(1))) << "async_stop does not come back";
  }
  // No request gets an answer any more, as if the network or the process were gone.
  void cut()
  {
    transport->hang = [](const HttpRequest&) { return true; };
  }
  void refuse(unsigned code, const char* reason, const char* method = "PUT")
  {
    transport->on_request = [code, reason, method](const HttpRequest& request) {
      return request.method == method ? status_answer(code, reason, "not today") : nullptr;
    };
  }

  Harness& h;
  std::vector<SteadyTime> times;  // when it began to lead
  std::vector<std::string> lost, leaders;
  std::shared_ptr<ControlledTransport> transport;
  Client client;
  LeaderElector elector;
};

class LeaderElectionTest : public ::testing::Test {
protected:
  Replica& replica(const std::string& identity, LeaderElectionOptions options = options_of(""))
  {
    options.identity = identity;
    replicas.push_back(std::make_unique<Replica>(h, options));
    replicas.back()->elector.start();
    return *replicas.back();
  }
  Object lease() { return h.get(resources::leases, kLease); }
  std::string holder() { return lease().at("/spec/holderIdentity").as_string().value_or(""); }
  void create_lease(const std::string& holder, int duration, const std::string& annotations = "")
  {
    h.create_json(
        resources::leases,
        R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"demo","namespace":"default")" +
            annotations + R"(},"spec":{"holderIdentity":")" + holder + R"(","leaseDurationSeconds":)" +
            std::to_string(duration) +
            R"(,"leaseTransitions":4,"acquireTime":"2020-01-01T00:00:00.000000Z","renewTime":"2020-01-01T00:00:00.000000Z"}})");
  }

  Harness h;
  std::vector<std::unique_ptr<Replica>> replicas;
};

// client-go: TestTryAcquireOrRenewLeases, "acquire from no object".
TEST_F(LeaderElectionTest, TheFirstOneLeadsAtOnce)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  EXPECT_TRUE(a.elector.is_leader());
  EXPECT_EQ(a.elector.leader(), "a");
  EXPECT_THAT(a.leaders, ElementsAre("a"));
  const Object made = lease();
  EXPECT_TRUE(made.at("/spec/holderIdentity").equals("a"));
  EXPECT_EQ(made.at("/spec/leaseDurationSeconds").as_int(), 15);
  EXPECT_EQ(made.at("/spec/leaseTransitions").as_int(), 0);
  EXPECT_EQ(made.annotation("kubexx.dev/lease-duration"), std::nullopt) << "whole seconds need none";
  EXPECT_EQ(h.metric(R"(leader_election_master_status{name="demo"})"), "1");
}

// "renew already acquired object".
TEST_F(LeaderElectionTest, RenewingKeepsWhenItWasAcquired)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  const auto acquired = lease().at("/spec/acquireTime").as_string();
  const auto renewed = lease().at("/spec/renewTime").as_string();
  const int gets = a.transport->requests["GET /apis/coordination.k8s.io/v1/namespaces/default/leases/demo"];
  h.sim.run_for(seconds(60));
  EXPECT_TRUE(a.elector.is_leader());
  EXPECT_EQ(lease().at("/spec/acquireTime").as_string(), acquired);
  EXPECT_GT(lease().at("/spec/renewTime").as_string(), renewed);
  EXPECT_EQ(lease().at("/spec/leaseTransitions").as_int(), 0);
  EXPECT_EQ(a.transport->requests["GET /apis/coordination.k8s.io/v1/namespaces/default/leases/demo"], gets)
      << "the fast path reads nothing";
  EXPECT_THAT(a.transport->requests["PUT /apis/coordination.k8s.io/v1/namespaces/default/leases/demo"],
              AllOf(Ge(28), Le(31)));
}

// "acquire from unled object", "acquire from led, unacked object": by observation, however old the record says it is.
TEST_F(LeaderElectionTest, ALeaseOfAnotherIsTakenWhenItHasNotChangedForItsDuration)
{
  create_lease("gone", 15);
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(14900));
  EXPECT_FALSE(a.elector.is_leader()) << "its renewTime is of 2020, but clocks are not compared";
  EXPECT_EQ(a.elector.leader(), "gone");
  h.sim.run_for(milliseconds(200));
  EXPECT_TRUE(a.elector.is_leader());
  EXPECT_EQ(lease().at("/spec/leaseTransitions").as_int(), 5);
  EXPECT_THAT(a.leaders, ElementsAre("gone", "a"));
}

// "acquire from unled object": released.
TEST_F(LeaderElectionTest, ALeaseThatNobodyHoldsIsTakenAtOnce)
{
  create_lease("", 15);
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  EXPECT_TRUE(a.elector.is_leader());
  EXPECT_EQ(lease().at("/spec/leaseTransitions").as_int(), 5);
}

TEST_F(LeaderElectionTest, TheCountOfTransitionsEndsAtItsGreatestNumber)
{
  create_lease("", 15);
  (void)h.patch(resources::leases, kLease, R"({"spec":{"leaseTransitions":2147483647}})");
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  EXPECT_TRUE(a.elector.is_leader());
  EXPECT_EQ(lease().at("/spec/leaseTransitions").as_int(), 2147483647);
}

// "don't acquire from led, acked object": the holder's own duration counts.
TEST_F(LeaderElectionTest, TheDurationIsTheHolders)
{
  create_lease("other", 60);
  Replica& a = replica("a");
  h.sim.run_for(seconds(59));
  EXPECT_FALSE(a.elector.is_leader());
  h.sim.run_for(seconds(2));
  EXPECT_TRUE(a.elector.is_leader());
}

TEST_F(LeaderElectionTest, OnlyOneOfManyLeadsAndTheOthersKnowIt)
{
  for (const char* name : {"a", "b", "c"}) replica(name);
  h.sim.run_for(std::chrono::minutes(5));
  int leading = 0;
  for (const auto& one : replicas) {
    leading += one->elector.is_leader() ? 1 : 0;
    EXPECT_EQ(one->elector.leader(), holder());
  }
  EXPECT_EQ(leading, 1);
  EXPECT_EQ(lease().at("/spec/leaseTransitions").as_int(), 0);
}

// client-go: TestReleaseLeaseLeases, TestReleaseOnCancellation_Leases.
TEST_F(LeaderElectionTest, AReleasedLeaseIsTakenWithinMilliseconds)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  Replica& b = replica("b");
  h.sim.run_for(seconds(5));
  EXPECT_FALSE(b.elector.is_leader());
  const SteadyTime released = h.sim.clock().now();
  a.stop();
  EXPECT_FALSE(a.elector.is_leader());
  h.sim.run_for(milliseconds(100));
  ASSERT_TRUE(b.elector.is_leader());
  EXPECT_LT(b.times.at(0) - released, milliseconds(50));
  EXPECT_THAT(a.lost, IsEmpty()) << "it was not lost, it was given back";
  EXPECT_EQ(holder(), "b");
}

TEST_F(LeaderElectionTest, WithoutReleaseTheLeaseRunsOut)
{
  LeaderElectionOptions options = options_of("");
  options.release = false;
  Replica& a = replica("a", options);
  h.sim.run_for(milliseconds(10));
  Replica& b = replica("b");
  h.sim.run_for(seconds(1));
  a.stop();
  EXPECT_EQ(holder(), "a");
  h.sim.run_for(seconds(10));
  EXPECT_FALSE(b.elector.is_leader());
  h.sim.run_for(seconds(6));
  EXPECT_TRUE(b.elector.is_leader());
}

// A process that was killed: the other one takes over when the lease has run out, not a retry period later.
TEST_F(LeaderElectionTest, TheLeaseOfOneThatIsGoneIsTakenAsSoonAsItHasRunOut)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  Replica& b = replica("b");
  h.sim.run_for(milliseconds(7300));
  a.cut();
  const SteadyTime killed = h.sim.clock().now();
  h.sim.run_for(seconds(20));
  ASSERT_TRUE(b.elector.is_leader());
  EXPECT_LE(b.times.at(0) - killed, seconds(15) + milliseconds(200));
  EXPECT_GE(b.times.at(0) - killed, seconds(12)) << "its last renewal was at most two seconds before";
}

TEST_F(LeaderElectionTest, TheOldLeaderEndsBeforeTheNextOneBegins)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  Replica& b = replica("b");
  h.sim.run_for(seconds(1));
  a.cut();
  while (a.elector.is_leader()) {
    ASSERT_FALSE(b.elector.is_leader());
    h.sim.run_for(milliseconds(10));
  }
  EXPECT_FALSE(b.elector.is_leader());
  h.sim.run_for(milliseconds(100));
  ASSERT_EQ(a.lost.size(), 1U);
  EXPECT_THAT(a.lost[0], HasSubstr("could not be renewed within 10s"));
  EXPECT_EQ(h.log->count({"error leadership lost", "identity=a", "lease=default/demo"}), 1U) << h.log->text();
  h.sim.run_for(seconds(10));
  EXPECT_TRUE(b.elector.is_leader());
  EXPECT_FALSE(a.elector.is_leader()) << "it does not campaign again";
}

TEST_F(LeaderElectionTest, AReplicaThatCampaignsAgainStandsByAndLeadsAgain)
{
  LeaderElectionOptions options = options_of("");
  options.campaign_again = true;
  Replica& a = replica("a", options);
  h.sim.run_for(milliseconds(10));
  Replica& b = replica("b", options);
  h.sim.run_for(seconds(1));
  const Client fenced = a.elector.fence(a.client);
  a.cut();
  h.sim.run_for(seconds(20));
  ASSERT_EQ(a.lost.size(), 1U);
  ASSERT_TRUE(b.elector.is_leader());
  a.transport->hang = nullptr;
  h.sim.run_for(seconds(10));
  EXPECT_FALSE(a.elector.is_leader()) << "b holds it";
  EXPECT_EQ(a.elector.leader(), "b");

  b.cut();
  h.sim.run_for(seconds(20));
  ASSERT_EQ(b.lost.size(), 1U);
  EXPECT_TRUE(a.elector.is_leader()) << "it has stood by again";
  EXPECT_EQ(a.times.size(), 2U);
  EXPECT_EQ(h.metric(R"(leader_election_master_status{name="demo"})"), "1");
  EXPECT_NO_THROW(static_cast<void>(fenced.get(resources::leases, kLease))) << "its fence is open again";
}

// A human releases the Lease to move the work: whoever waits for it comes first.
TEST_F(LeaderElectionTest, AReplicaThatCampaignsAgainLetsTheOthersGoFirst)
{
  LeaderElectionOptions options = options_of("");
  options.campaign_again = true;
  Replica& a = replica("a", options);
  h.sim.run_for(milliseconds(10));
  Replica& b = replica("b", options);
  h.sim.run_for(seconds(1));
  b.transport->delay = [](const HttpRequest&) { return milliseconds(200); };  // it is the slower one
  h.patch(resources::leases, kLease, R"({"spec":{"holderIdentity":""}})");
  h.sim.run_for(milliseconds(4000));
  ASSERT_EQ(a.lost.size(), 1U);
  EXPECT_TRUE(b.elector.is_leader());
  EXPECT_EQ(holder(), "b");
}

TEST_F(LeaderElectionTest, AStopEndsThePauseBetweenTwoTerms)
{
  LeaderElectionOptions options = options_of("");
  options.campaign_again = true;
  Replica& a = replica("a", options);
  h.sim.run_for(milliseconds(10));
  a.cut();
  while (a.lost.empty()) h.sim.run_for(milliseconds(10));
  a.transport->hang = nullptr;
  const SteadyTime before = h.sim.clock().now();
  a.stop();
  EXPECT_LT(h.sim.clock().now() - before, milliseconds(500));
  h.sim.run_for(seconds(30));
  EXPECT_EQ(a.times.size(), 1U) << "it does not campaign any more";
  EXPECT_EQ(holder(), "") << "what it still held is given back";
}

// Others count from when they saw the Lease written, which may be as early as the request was sent.
TEST_F(LeaderElectionTest, TheLeadersTimeCountsFromBeforeItsRequest)
{
  replicas.push_back(std::make_unique<Replica>(h, options_of("a")));
  Replica& a = *replicas.back();
  a.transport->delay = [](const HttpRequest& request) { return request.method == "POST" ? seconds(3) : seconds(0); };
  a.elector.start();
  h.sim.run_for(milliseconds(3010));
  EXPECT_TRUE(a.elector.is_leader());
  a.cut();
  h.sim.run_for(milliseconds(6980));
  EXPECT_TRUE(a.elector.is_leader());
  h.sim.run_for(milliseconds(20));
  EXPECT_FALSE(a.elector.is_leader());
}

TEST_F(LeaderElectionTest, AFailureThatPassesCostsNothing)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  a.refuse(500, "InternalError");
  h.sim.run_for(seconds(7));
  EXPECT_TRUE(a.elector.is_leader());
  a.transport->on_request = nullptr;
  h.sim.run_for(seconds(60));
  EXPECT_TRUE(a.elector.is_leader());
  EXPECT_THAT(a.lost, IsEmpty());
  EXPECT_EQ(h.log->count({"warn cannot acquire or renew the Lease"}), 1U) << "said once\n" << h.log->text();
}

// client-go: TestFastPathLeaderElection: a failed update is followed by a read.
TEST_F(LeaderElectionTest, AChangeOfTheLeaseByOthersIsNoLoss)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  h.patch(resources::leases, kLease, R"({"metadata":{"labels":{"x":"y"}}})");
  h.sim.run_for(seconds(10));
  EXPECT_TRUE(a.elector.is_leader());
  EXPECT_EQ(lease().label("x"), "y") << "and is kept";
  EXPECT_EQ(h.metric(R"(leader_election_slowpath_total{name="demo"})"), "1");
}

TEST_F(LeaderElectionTest, ALeaseThatIsDeletedIsMadeAnew)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  h.remove(resources::leases, kLease);
  h.sim.run_for(seconds(3));
  EXPECT_TRUE(a.elector.is_leader());
  EXPECT_EQ(holder(), "a");
}

TEST_F(LeaderElectionTest, ALeaseThatAnotherHasTakenIsLostAtOnce)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  h.patch(resources::leases, kLease, R"({"spec":{"holderIdentity":"thief"}})");
  h.sim.run_for(milliseconds(100));
  EXPECT_FALSE(a.elector.is_leader());
  ASSERT_EQ(a.lost.size(), 1U);
  EXPECT_THAT(a.lost[0], HasSubstr("\"thief\" holds the Lease"));
}

TEST_F(LeaderElectionTest, ALeaseThatAnotherHasReleasedIsLostAtOnce)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  h.patch(resources::leases, kLease, R"({"spec":{"holderIdentity":""}})");
  h.sim.run_for(milliseconds(100));
  ASSERT_EQ(a.lost.size(), 1U);
  EXPECT_THAT(a.lost[0], HasSubstr("the Lease was released"));
}

// client-go's TRAP: the old leader blanks the new one's lease, because it asks its own memory who leads.
TEST_F(LeaderElectionTest, ALeaseThatAnotherHasTakenMeanwhileIsNotGivenBack)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  bool stolen = false;
  a.transport->on_request = [&](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
    // Between what it reads for the release and what it writes.
    if (request.method == "PUT" && request.body.find("holderIdentity") == std::string::npos && !stolen) {
      stolen = true;
      h.patch(resources::leases, kLease, R"({"spec":{"holderIdentity":"thief"}})");
    }
    return nullptr;
  };
  a.stop();
  EXPECT_TRUE(stolen);
  EXPECT_EQ(holder(), "thief");
}

// client-go: TestReleaseRetriesOnConflict.
TEST_F(LeaderElectionTest, AReleaseThatMeetsAConflictIsTriedAgain)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  int writes = 0;
  a.transport->on_request = [&](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
    if (request.method == "PUT" && ++writes == 1)
      h.patch(resources::leases, kLease, R"({"metadata":{"labels":{"x":"y"}}})");
    return nullptr;
  };
  a.stop();
  EXPECT_EQ(writes, 2);
  EXPECT_EQ(holder(), "");
}

TEST_F(LeaderElectionTest, AReleaseEndsAtItsDeadline)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  a.cut();
  const SteadyTime before = h.sim.clock().now();
  a.stop(true, seconds(3));
  EXPECT_LE(h.sim.clock().now() - before, seconds(3) + milliseconds(100));
  EXPECT_EQ(h.log->count({"warn could not release the Lease", "identity=a"}), 1U);
}

// The write has reached the server, its answer has not come back.
TEST_F(LeaderElectionTest, ALeaseThatIsTakenWhileItStopsIsGivenBack)
{
  replicas.push_back(std::make_unique<Replica>(h, options_of("a")));
  Replica& a = *replicas.back();
  a.transport->hang = [&](const HttpRequest& request) {
    if (request.method != "POST") return false;
    create_lease("a", 15);
    return true;
  };
  a.elector.start();
  h.sim.run_for(milliseconds(10));
  ASSERT_EQ(holder(), "a");
  EXPECT_FALSE(a.elector.is_leader());
  a.stop();
  EXPECT_EQ(holder(), "");
}

// --- durations ---

TEST_F(LeaderElectionTest, DurationsBelowASecondAreExactInTheAnnotation)
{
  LeaderElectionOptions options = options_of("");
  options.lease_duration = milliseconds(1500);
  options.renew_deadline = milliseconds(1000);
  options.retry_period = milliseconds(200);
  Replica& a = replica("a", options);
  h.sim.run_for(milliseconds(10));
  EXPECT_EQ(lease().at("/spec/leaseDurationSeconds").as_int(), 2) << "rounded up, for those who do not know";
  EXPECT_EQ(lease().annotation("kubexx.dev/lease-duration"), "1.5s");
  Replica& b = replica("b", options);
  h.sim.run_for(seconds(1));
  a.cut();
  const SteadyTime killed = h.sim.clock().now();
  h.sim.run_for(seconds(5));
  ASSERT_TRUE(b.elector.is_leader());
  EXPECT_LE(b.times.at(0) - killed, milliseconds(1700));
}

TEST_F(LeaderElectionTest, AnAnnotationThatDoesNotFitTheSecondsIsNotBelieved)
{
  create_lease("other", 20, R"(,"annotations":{"kubexx.dev/lease-duration":"1.5s"})");
  Replica& a = replica("a");
  h.sim.run_for(seconds(19));
  EXPECT_FALSE(a.elector.is_leader());
  h.sim.run_for(seconds(2));
  EXPECT_TRUE(a.elector.is_leader());
  EXPECT_EQ(lease().annotation("kubexx.dev/lease-duration"), std::nullopt) << "it is another's no more";
}

// client-go: TestLeaderElectionConfigValidation.
TEST(LeaderElectionOptions, MistakesAreReportedAtOnce)
{
  LeaderElectionOptions options;
  options.lease_duration = seconds(5);
  options.renew_deadline = seconds(5);
  options.retry_period = seconds(5);
  EXPECT_THAT(mistakes_of(options),
              ElementsAre(HasSubstr("the name of the Lease is missing"),
                          HasSubstr("the renew deadline, 5s, must be greater than 1.2 times the retry period, 5s"),
                          HasSubstr("the lease duration, 5s, must be greater than the renew deadline, 5s")));
  options = options_of("a");
  EXPECT_THAT(mistakes_of(options), IsEmpty());
  EXPECT_EQ(options.lease_duration, seconds(15));
  EXPECT_EQ(options.renew_deadline, seconds(10));
  EXPECT_EQ(options.retry_period, seconds(2));
  options.retry_period = seconds(0);
  EXPECT_THAT(mistakes_of(options), ElementsAre(HasSubstr("must be greater than zero, not 0s")));
  for (const std::string name : {"my_op", "Op", "-op", "op-", "a..b", ".a", "a.", "a.-b"}) {
    LeaderElectionOptions named;
    named.lease = name;
    EXPECT_THAT(mistakes_of(named), ElementsAre(HasSubstr("the name of the Lease, '" + name + "', must consist of")))
        << name;
  }
  for (const std::string name : {"op", "my-op.example.com", "0a", "a"}) {
    LeaderElectionOptions named;
    named.lease = name;
    EXPECT_THAT(mistakes_of(named), IsEmpty()) << name;
  }
  for (const std::string& name : std::vector<std::string>{"../x", "A", "a.b", "-", std::string(64, 'a')}) {
    LeaderElectionOptions placed = options_of("a");
    placed.namespace_ = name;
    EXPECT_THAT(mistakes_of(placed),
                ElementsAre(HasSubstr("the namespace of the Lease, '" + name + "', must consist")));
  }
  EXPECT_THAT(mistakes_of(options_of("a\xff")), ElementsAre(HasSubstr("the identity must be valid UTF-8")));
  options.retry_period = seconds(9);
  EXPECT_THAT(mistakes_of(options), ElementsAre(HasSubstr("1.2 times")));
  ManagerOptions manager;
  manager.leader_election = options;
  EXPECT_THROW(Harness h(manager), std::invalid_argument);
}

// --- watching is a courtesy of the server ---

TEST_F(LeaderElectionTest, WithoutTheRightToWatchItLooksEveryRetryPeriod)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  replicas.push_back(std::make_unique<Replica>(h, options_of("b")));
  Replica& b = *replicas.back();
  b.transport->on_request = [](const HttpRequest& request) {
    const bool list = request.method == "GET" && request.target.find("/leases/demo") == std::string::npos;
    return list ? status_answer(403, "Forbidden", "no") : nullptr;
  };
  b.elector.start();
  h.sim.run_for(seconds(5));
  a.stop();
  const SteadyTime released = h.sim.clock().now();
  h.sim.run_for(seconds(5));
  ASSERT_TRUE(b.elector.is_leader());
  EXPECT_LE(b.times.at(0) - released, milliseconds(4400));
}

TEST_F(LeaderElectionTest, ThatTheLeaseMayNotBeReadIsSaidOnceWithTheReason)
{
  replicas.push_back(std::make_unique<Replica>(h, options_of("a")));
  replicas.back()->refuse(403, "Forbidden", "GET");
  replicas.back()->elector.start();
  h.sim.run_for(std::chrono::minutes(2));
  EXPECT_EQ(h.log->count({"warn cannot acquire or renew the Lease", "leases", "Forbidden"}), 1U) << h.log->text();
  EXPECT_FALSE(replicas.back()->elector.is_leader());
}

// --- handles and callbacks ---

TEST_F(LeaderElectionTest, TheLastHandleThatGoesEndsTheCampaign)
{
  const auto transport =
      std::make_shared<ControlledTransport>(h.sim.runtime(), make_in_process_transport(h.sim.runtime(), h.server));
  const Client client(h.sim.runtime(), transport);
  int calls = 0;
  std::optional<LeaderElector> elector(std::in_place, client, options_of("a"),
                                       LeaderElector::Callbacks{[&] { ++calls; }, [&](const std::string&) { ++calls; },
                                                                [&](const std::string&) { ++calls; }});
  elector->start();
  h.sim.run_for(seconds(5));
  std::optional<LeaderElector> copy = elector;
  const Client fenced = elector->fence(client);
  elector.reset();
  h.sim.run_for(seconds(20));
  ASSERT_TRUE(copy->is_leader()) << "a handle is left";
  copy.reset();
  EXPECT_THROW((void)fenced.list(kConfigMaps), TransportError);
  const auto sent = transport->requests;
  const int called = std::exchange(calls, 0);
  EXPECT_EQ(called, 2) << "it led, and was the new leader";
  Replica& b = replica("b");
  h.sim.run_for(seconds(10));
  EXPECT_FALSE(b.elector.is_leader()) << "the Lease was not given back";
  h.sim.run_for(seconds(6));
  EXPECT_TRUE(b.elector.is_leader());
  EXPECT_EQ(transport->requests, sent);
  EXPECT_EQ(calls, 0);
}

TEST_F(LeaderElectionTest, TheLastHandleOfAReplicaThatStandsByEndsTheRequestItWaitsFor)
{
  const auto transport =
      std::make_shared<ControlledTransport>(h.sim.runtime(), make_in_process_transport(h.sim.runtime(), h.server));
  transport->hang = [](const HttpRequest&) { return true; };
  {
    const LeaderElector elector(Client(h.sim.runtime(), transport), options_of("a"), {});
    elector.start();
    h.sim.run_for(milliseconds(100));
  }
  h.sim.run_for(milliseconds(100));
  transport->hang = nullptr;
  const auto sent = transport->requests;
  h.sim.run_for(seconds(60));
  EXPECT_EQ(transport->requests, sent);
  EXPECT_EQ(h.log->count({"warn cannot acquire or renew the Lease"}), 0U) << h.log->text();
}

TEST_F(LeaderElectionTest, ACallbackMayDestroyTheLastHandle)
{
  std::optional<LeaderElector> elector;
  elector.emplace(h.user, options_of("a"), LeaderElector::Callbacks{[&] { elector.reset(); }});
  elector->start();
  h.sim.run_for(seconds(30));
  EXPECT_FALSE(elector.has_value());
  EXPECT_EQ(holder(), "a") << "taken, and not renewed";
  Replica& b = replica("b");
  h.sim.run_for(seconds(16));
  EXPECT_TRUE(b.elector.is_leader());
}

// It returns, or throws std::logic_error at once.
TEST_F(LeaderElectionTest, ACallbackMayCallEverything)
{
  std::vector<std::string> called;
  std::optional<LeaderElector> elector;
  const auto call_all = [&](const std::string& which) {
    called.push_back(which);
    (void)elector->is_leader();
    (void)elector->leader();
    (void)elector->options();
    (void)elector->fence(h.user).list(kConfigMaps);
    (void)LeaderElector(*elector);
    EXPECT_THROW(elector->start(), std::logic_error);
    if (which == "stopped") spawn(h.sim.runtime().executor, stop_elector(*elector, true, h.sim.clock().now()));
  };
  LeaderElector::Callbacks callbacks;
  callbacks.on_started_leading = [&] { call_all("started"); };
  callbacks.on_stopped_leading = [&](const std::string&) {
    try {
      call_all("stopped");
    } catch (const TransportError&) {  // of the fence
      spawn(h.sim.runtime().executor, stop_elector(*elector, true, h.sim.clock().now()));
    }
  };
  callbacks.on_new_leader = [&](const std::string& identity) {
    if (elector->is_leader()) call_all("new " + identity);
  };
  callbacks.check = [&]() -> std::optional<std::string> {
    if (elector->is_leader()) call_all("check");
    return std::nullopt;
  };
  elector.emplace(h.user, options_of("a"), callbacks);
  elector->start();
  h.sim.run_for(seconds(5));
  h.patch(resources::leases, kLease, R"({"spec":{"holderIdentity":"thief"}})");
  h.sim.run_for(seconds(5));
  for (const char* which : {"started", "check", "stopped"}) EXPECT_THAT(called, ::testing::Contains(which));
}

TEST_F(LeaderElectionTest, WhatACallbackThrowsIsLoggedAndTheElectionGoesOn)
{
  LeaderElector::Callbacks callbacks;
  int started = 0;
  callbacks.on_started_leading = [&] {
    ++started;
    throw std::runtime_error("not ready");
  };
  const LeaderElector elector(h.user, options_of("a"), callbacks);
  elector.start();
  h.sim.run_for(seconds(60));
  EXPECT_TRUE(elector.is_leader());
  EXPECT_EQ(started, 1);
  EXPECT_EQ(h.log->count({"error a callback of the leader election failed", "on_started_leading", "not ready"}), 1U)
      << h.log->text();
}

TEST_F(LeaderElectionTest, AReplicaThatIsNotFitNeitherTakesNorKeepsTheLease)
{
  std::optional<std::string> wrong = "the disk is full";
  std::vector<std::string> lost;
  LeaderElector::Callbacks callbacks;
  callbacks.on_stopped_leading = [&](const std::string& why) { lost.push_back(why); };
  callbacks.check = [&] { return wrong; };
  const LeaderElector elector(h.user, options_of("a"), callbacks);
  elector.start();
  h.sim.run_for(seconds(30));
  EXPECT_FALSE(lease());
  EXPECT_EQ(h.log->count({"warn cannot acquire or renew the Lease", "the disk is full"}), 1U) << h.log->text();
  wrong.reset();
  h.sim.run_for(seconds(5));
  EXPECT_TRUE(elector.is_leader());
  wrong = "the disk is full";
  h.sim.run_for(seconds(6));
  EXPECT_TRUE(elector.is_leader()) << "it may pass";
  wrong.reset();
  h.sim.run_for(seconds(60));
  EXPECT_TRUE(elector.is_leader());
  wrong = "the disk is full";
  h.sim.run_for(seconds(11));
  EXPECT_FALSE(elector.is_leader());
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_THAT(lost[0], AllOf(HasSubstr("could not be renewed within 10s"), HasSubstr("the disk is full")));
}

// client-go compares the record, not the object (observedRecord).
TEST_F(LeaderElectionTest, ATouchOfTheLeasesMetadataIsNoSignOfLife)
{
  create_lease("gone", 15);
  Replica& a = replica("a");
  const SteadyTime begin = h.sim.clock().now();
  for (int i = 0; i < 6 && !a.elector.is_leader(); ++i) {
    h.sim.run_for(seconds(3));
    h.patch(resources::leases, kLease,
            R"({"metadata":{"annotations":{"touched":")" + std::to_string(i) + R"("},"labels":{"by":"gitops"}}})");
    h.sim.run_for(milliseconds(10));
  }
  ASSERT_TRUE(a.elector.is_leader());
  EXPECT_LE(a.times.at(0) - begin, seconds(15) + milliseconds(200));
}

// --- the fence ---

TEST_F(LeaderElectionTest, AFencedClientSendsNothingWhileItsReplicaDoesNotLead)
{
  Replica& a = replica("a");
  const Client fenced = a.elector.fence(a.client);
  const auto error = [&] {
    try {
      (void)fenced.list(kConfigMaps);
    } catch (const TransportError& refused) {
      return std::string(refused.what());
    }
    return std::string("sent");
  };
  EXPECT_THAT(error(), HasSubstr("this replica is not the leader"));
  h.sim.run_for(milliseconds(10));
  EXPECT_EQ(error(), "sent");
  // A process that was stopped (SIGSTOP): time passes, nothing runs.
  h.sim.clock().advance(seconds(11));
  const int before = a.transport->requests["GET /api/v1/configmaps"];
  EXPECT_THAT(error(), HasSubstr("this replica is not the leader"));
  EXPECT_EQ(a.transport->requests["GET /api/v1/configmaps"], before);
}

// Notes until when a request may take.
class DeadlineTransport final : public Transport {
public:
  explicit DeadlineTransport(std::shared_ptr<Transport> inner) : inner_(std::move(inner)) {}
  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    deadline = limits.deadline;
    return inner_->exchange(std::move(request), std::move(limits));
  }
  [[nodiscard]] bool completes_inline() const noexcept override { return inner_->completes_inline(); }
  std::optional<SteadyTime> deadline;

private:
  std::shared_ptr<Transport> inner_;
};

// The fence is passed before a connection is made, which takes time.
TEST_F(LeaderElectionTest, AFencedWriteEndsWithTheLease)
{
  const auto transport = std::make_shared<DeadlineTransport>(make_in_process_transport(h.sim.runtime(), h.server));
  const Client client(h.sim.runtime(), transport);
  const LeaderElector elector(client, options_of("a"), {});
  elector.start();
  h.sim.run_for(milliseconds(500));
  const Client fenced = elector.fence(client);
  const SteadyTime now = h.sim.clock().now();
  h.create(kConfigMaps, "x");
  (void)fenced.patch(kConfigMaps, {"default", "x"}, R"({"data":{"a":"b"}})");
  ASSERT_TRUE(transport->deadline);
  EXPECT_EQ(*transport->deadline, now - milliseconds(500) + seconds(15)) << "when another may lead";
  PatchOptions hurry;
  hurry.timeout = seconds(3);
  (void)fenced.patch(kConfigMaps, {"default", "x"}, R"({"data":{"a":"c"}})", hurry);
  EXPECT_EQ(*transport->deadline, now + seconds(3)) << "an earlier one stays";
  (void)fenced.list(kConfigMaps);
  EXPECT_EQ(*transport->deadline, now + seconds(30)) << "a read changes nothing";
}

// --- managers ---

awaitable<void> stop_manager_of(Manager& manager, bool* well)
{
  const bool stopped = co_await manager.async_stop();
  *well = stopped;
}

awaitable<Result> read_and_come_back(Context& context, Request request)
{
  (void)co_await context.client().async_get(kConfigMaps, request.key());
  co_return Result::requeue_after(milliseconds(1));
}

TEST_F(LeaderElectionTest, AManagersLeaseDoesNotWaitForTheTurnOfItsReconciles)
{
  const auto transport =
      std::make_shared<ControlledTransport>(h.sim.runtime(), make_in_process_transport(h.sim.runtime(), h.server));
  Client::Options slow;
  slow.budget.per_second = 5;
  ManagerOptions options;
  options.leader_election = options_of("a");
  Manager manager(Client(h.sim.runtime(), transport, slow), options);
  manager.controller().for_(kConfigMaps).workers(60).build([](Context& context, Request request) {
    return read_and_come_back(context, std::move(request));
  });
  for (int i = 0; i < 80; ++i) h.create(kConfigMaps, "c" + std::to_string(i));
  manager.start();
  h.sim.run_for(std::chrono::minutes(2));
  EXPECT_TRUE(manager.is_leader());
  EXPECT_EQ(h.log->count({"cannot acquire or renew the Lease"}), 0U) << h.log->text();
  bool well = false;
  std::function<awaitable<void>()> work = [&] { return stop_manager_of(manager, &well); };
  EXPECT_TRUE(h.sim.run(work, std::chrono::minutes(1)));
}

struct Operator {
  // `slow`: how long the controller that needs no leader takes.
  Operator(Harness& harness, const std::string& identity, Duration slow = {})
      : h(harness),
        transport(std::make_shared<ControlledTransport>(h.sim.runtime(),
                                                        make_in_process_transport(h.sim.runtime(), h.server))),
        manager(Client(h.sim.runtime(), transport), options(identity))
  {
    manager.controller().for_(kConfigMaps).build([this](Context& context, const Request& request) {
      seen.push_back(request.name);
      (void)context.client().patch(kConfigMaps, request.key(), R"({"data":{"seen":"yes"}})");
      context.events().normal(context.get(kConfigMaps, request.key()), "Seen", "See", "seen");
      return Result::done();
    });
    manager.controller()
        .for_(kConfigMaps)
        .named("everywhere")
        .on_every_replica()
        .build(
            [this, slow](Context& context, Request request) { return read(this, &context, std::move(request), slow); });
    manager.start();
  }
  static awaitable<Result> read(Operator* self, Context* context, Request request, Duration slow)
  {
    self->everywhere.insert(request.name);
    (void)co_await async_sleep(self->h.sim.clock(), slow);
    (void)co_await context->client().async_get(kConfigMaps, request.key());
    co_return Result::done();
  }
  ~Operator()
  {
    transport->hang = nullptr;
    stop();
  }
  static ManagerOptions options(const std::string& identity)
  {
    ManagerOptions options;
    options.leader_election = options_of(identity);
    return options;
  }
  bool stop()
  {
    bool well = false;
    std::function<awaitable<void>()> work = [&] { return stop_manager_of(manager, &well); };
    EXPECT_TRUE(h.sim.run(work, std::chrono::minutes(1)));
    return well;
  }
  Harness& h;
  std::vector<std::string> seen;
  std::set<std::string> everywhere;
  std::shared_ptr<ControlledTransport> transport;
  Manager manager;
};

TEST_F(LeaderElectionTest, OneManagerWorksAndTheOtherIsReadyWithAFilledQueue)
{
  h.create(kConfigMaps, "x");
  Operator a(h, "a");
  h.sim.run_for(seconds(1));
  Operator b(h, "b");
  h.sim.run_for(seconds(1));
  EXPECT_THAT(a.seen, ::testing::Contains("x"));
  EXPECT_THAT(b.seen, IsEmpty());
  EXPECT_THAT(b.everywhere, ElementsAre("x")) << "that needs no leader";
  EXPECT_TRUE(a.manager.is_leader());
  EXPECT_FALSE(b.manager.is_leader());
  EXPECT_TRUE(b.manager.ready()) << b.manager.readiness().text("readyz", true);
  EXPECT_THAT(b.manager.readiness().text("readyz", true), HasSubstr("[+]controller-configmap ok: standby: a leads"));

  EXPECT_TRUE(a.stop());
  h.sim.run_for(milliseconds(100));
  EXPECT_THAT(b.seen, ElementsAre("x")) << "from its warm queue";
  EXPECT_TRUE(b.manager.is_leader());
  EXPECT_TRUE(b.stop());
  EXPECT_EQ(holder(), "");
}

TEST_F(LeaderElectionTest, TheLastEventsOfALeaderAreSentBeforeItGivesTheLeaseBack)
{
  Operator a(h, "a");
  a.transport->delay = [](const HttpRequest& request) {
    return request.target.find("/events") == std::string::npos ? milliseconds(0) : milliseconds(300);
  };
  h.sim.run_for(seconds(1));
  h.create(kConfigMaps, "x");
  h.sim.run_for(milliseconds(100));
  h.create(kConfigMaps, "y");
  EXPECT_TRUE(a.stop());
  EXPECT_EQ(h.list(kEvents).size(), 2U);
  EXPECT_EQ(h.log->count({"some events were not sent"}), 0U);
  EXPECT_EQ(holder(), "");
}

TEST_F(LeaderElectionTest, TheLeaseWaitsAtMostASecondForEvents)
{
  Operator a(h, "a");
  a.transport->hang = [](const HttpRequest& request) { return request.target.find("/events") != std::string::npos; };
  h.sim.run_for(seconds(1));
  h.create(kConfigMaps, "x");
  h.sim.run_for(milliseconds(100));
  const SteadyTime before = h.sim.clock().now();
  EXPECT_TRUE(a.stop());
  EXPECT_LE(h.sim.clock().now() - before, milliseconds(1200));
  EXPECT_EQ(h.log->count({"some events were not sent"}), 1U) << h.log->text();
  EXPECT_EQ(holder(), "");
}

TEST_F(LeaderElectionTest, AManagerThatLosesTheLeaseStopsAtOnceAndWritesNoMore)
{
  Operator a(h, "a");
  h.sim.run_for(seconds(1));
  ASSERT_TRUE(a.manager.is_leader());
  h.patch(resources::leases, kLease, R"({"spec":{"holderIdentity":"thief"}})");
  h.create(kConfigMaps, "x");
  h.sim.run_for(seconds(1));
  const int writes = a.transport->requests["PATCH /api/v1/namespaces/default/configmaps/x"];
  h.create(kConfigMaps, "y");
  h.sim.run_for(seconds(5));
  EXPECT_EQ(a.transport->requests["PATCH /api/v1/namespaces/default/configmaps/x"], writes);
  EXPECT_EQ(a.transport->requests["PATCH /api/v1/namespaces/default/configmaps/y"], 0);
  EXPECT_FALSE(a.manager.ready());
  EXPECT_FALSE(a.stop()) << "run() ends with 1";
  EXPECT_EQ(holder(), "thief");
  EXPECT_EQ(h.log->count({"error stopped: leadership was lost"}), 1U) << h.log->text();
}

awaitable<Result> sleep_then_patch(Context& context, Request request, OneShot gate, std::string* error)
{
  co_await gate.wait();
  try {
    Patch patch(PatchType::merge, R"({"data":{"late":"yes"}})");
    (void)co_await context.client().async_patch(kConfigMaps, request.key(), std::move(patch));
    *error = "sent";
  } catch (const std::exception& refused) {
    *error = refused.what();
  }
  co_return Result::done();
}

// A process that was stopped (SIGSTOP) and goes on: the worker is faster than the election.
TEST_F(LeaderElectionTest, AReconcileThatGoesOnAfterTheDeadlineSendsNothing)
{
  const OneShot gate;
  std::string error;
  ManagerOptions options;
  options.leader_election = options_of("a");
  Harness world(options);
  world.manager.controller().for_(kConfigMaps).build([&](Context& context, Request request) {
    return sleep_then_patch(context, std::move(request), gate, &error);
  });
  world.create(kConfigMaps, "x");
  world.manager.start();
  world.sim.run_for(seconds(1));
  EXPECT_TRUE(world.manager.is_leader());
  world.transport->hang = [](const HttpRequest& request) {
    return request.target.find("/leases") != std::string::npos;
  };
  gate.fire();
  world.sim.clock().advance(seconds(11));
  world.sim.run_for(seconds(1));
  EXPECT_THAT(error, HasSubstr("this replica is not the leader"));
  EXPECT_EQ(world.transport->requests["PATCH /api/v1/namespaces/default/configmaps/x"], 0);
}

// It is not even cancelled.
awaitable<Result> never_end(Clock* clock)
{
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  (void)co_await async_sleep(*clock, std::chrono::hours(1));
  co_return Result::done();
}

TEST_F(LeaderElectionTest, ALeaseIsKeptWhileAWorkerStillRuns)
{
  ManagerOptions options;
  options.leader_election = options_of("a");
  options.grace = seconds(8);
  {
    Harness world(options);
    world.manager.controller().for_(kConfigMaps).build([&](Context&, const Request&) {
      return never_end(&world.sim.clock());
    });
    world.create(kConfigMaps, "x");
    world.manager.start();
    world.sim.run_for(seconds(1));
    EXPECT_FALSE(world.stop());
    EXPECT_TRUE(world.get(resources::leases, kLease).at("/spec/holderIdentity").equals("a"))
        << "it could write beside the next leader";
    world.sim.run_for(std::chrono::hours(2));
  }
}

// The Lease comes while the queue of another controller is drained.
TEST_F(LeaderElectionTest, AnElectionDuringTheStopStartsNothing)
{
  Replica& a = replica("a");
  h.sim.run_for(milliseconds(10));
  Operator b(h, "b", seconds(3));
  h.sim.run_for(seconds(1));
  h.create(kConfigMaps, "x");
  h.sim.run_for(milliseconds(100));
  bool well = false, ended = false;
  spawn(h.sim.runtime().executor, stop_manager_of(b.manager, &well), [&] { ended = true; });
  h.sim.run_for(milliseconds(100));
  a.stop();
  h.sim.run_for(milliseconds(500));
  EXPECT_EQ(holder(), "b");
  h.sim.run_for(seconds(10));
  EXPECT_TRUE(ended && well);
  EXPECT_THAT(b.seen, IsEmpty());
  EXPECT_EQ(h.log->count({"info controller started", "controller=configmap"}), 0U) << h.log->text();
  EXPECT_EQ(holder(), "");
}

TEST_F(LeaderElectionTest, AManagerThatStandsByStopsWithoutEverLeading)
{
  Operator a(h, "a");
  h.sim.run_for(seconds(1));
  h.create(kConfigMaps, "x");
  {
    Operator b(h, "b");
    h.sim.run_for(seconds(1));
    EXPECT_TRUE(b.stop());
    EXPECT_TRUE(a.stop());
    h.sim.run_for(seconds(60));
    EXPECT_THAT(b.seen, IsEmpty()) << "a late election starts nothing";
  }
  EXPECT_EQ(holder(), "");
}

// --- what a replica does while it stands by; controller-runtime: Warmup ---

class StandbyTest : public ::testing::Test {
protected:
  StandbyTest()
  {
    leader.elector.start();
    h.sim.run_for(milliseconds(10));
    h.create(kConfigMaps, "x");
  }
  static ManagerOptions of_another()
  {
    ManagerOptions options;
    options.leader_election = options_of("b");
    return options;
  }
  Reconciler noting()
  {
    return [this](Context&, const Request& request) {
      keys.push_back(request.to_string());
      return Result::done();
    };
  }
  std::string ready() { return h.manager.readiness().text("readyz", true); }

  std::vector<std::string> keys;
  Harness h{of_another()};
  Replica leader{h, options_of("a")};
};

TEST_F(StandbyTest, IsReadyWhenEachWatchHasSyncedAndNamesTheOneThatHasNot)
{
  bool forbidden = true;
  h.transport->on_request = [&](const HttpRequest& request) {
    return forbidden && request.target.find("/secrets") != std::string::npos
               ? status_answer(403, "Forbidden", "secrets is forbidden")
               : nullptr;
  };
  h.manager.controller().for_(kConfigMaps).reads(kSecrets).build(noting());
  h.manager.start();
  h.sim.run_for(seconds(30));
  EXPECT_FALSE(h.manager.ready());
  EXPECT_THAT(ready(), AllOf(HasSubstr("[-]watch-secrets failed: "), HasSubstr("secrets is forbidden")));
  forbidden = false;
  EXPECT_TRUE(h.until([&] { return h.manager.ready(); }));
  EXPECT_THAT(ready(), HasSubstr("[+]controller-configmap ok: standby: a leads"));
  EXPECT_THAT(keys, IsEmpty());
}

TEST_F(StandbyTest, ItsQueueFillsFromChannelsAndWatchesThatAreAddedToo)
{
  const EventChannel channel;
  const Controller controller = h.manager.controller().for_(kConfigMaps).watches(channel).build(noting());
  h.manager.start();
  h.sim.run_for(seconds(1));
  channel.send(Request(ObjectKey{"ns", "sent"}));
  h.create(kSecrets, "added");
  const ControllerWatch watch = controller.watch(h.manager.cache(kSecrets), map_to_itself());
  h.sim.run_for(seconds(1));
  EXPECT_THAT(keys, IsEmpty());
  EXPECT_TRUE(h.manager.ready()) << ready();
  leader.stop();
  h.sim.run_for(milliseconds(100));
  EXPECT_TRUE(h.manager.is_leader());
  EXPECT_THAT(keys, ::testing::UnorderedElementsAre("default/x", "ns/sent", "default/added"));
}

TEST_F(StandbyTest, StopsAtOnceThoughItsFirstListsGetNoAnswer)
{
  h.transport->hang = [](const HttpRequest& request) {
    return request.target.find("/configmaps") != std::string::npos;
  };
  h.manager.controller().for_(kConfigMaps).build(noting());
  h.manager.start();
  h.sim.run_for(seconds(30));
  EXPECT_FALSE(h.manager.ready());
  const auto before = h.sim.clock().now();
  EXPECT_TRUE(h.stop());
  EXPECT_LE(h.sim.clock().now() - before, seconds(1));
  leader.stop();
  h.sim.run_for(seconds(60));
  EXPECT_THAT(keys, IsEmpty());
}

}  // namespace
}  // namespace kubexx::testing
