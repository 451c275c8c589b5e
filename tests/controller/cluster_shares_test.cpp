// SPDX-License-Identifier: Apache-2.0
// How many workers the keys of one cluster may take while there are others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "other_cluster.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::PrintToString;
using ::testing::SizeIs;

class ClusterSharesTest : public ::testing::Test {
protected:
  // Before the servers go.
  void TearDown() override
  {
    east.transport->hang = nullptr;
    (void)h.stop();
  }

  Harness h;
  OtherCluster east{h}, west{h};
};

// Reconciles keys of the own cluster, beside which there is one without any.
class OwnKeysTest : public ClusterSharesTest {
protected:
  using Work = awaitable<void> (*)(OwnKeysTest*, Context*, std::string);

  ControllerBuilder builder(std::size_t workers = 4, const Clusters& clusters = Clusters::own())
  {
    h.manager.add_cluster("east", east.client);
    ControllerBuilder made = h.manager.controller();
    made.workers(workers).for_(kConfigMaps, {.clusters = clusters});
    return made;
  }
  Reconciler doing(Work work)
  {
    return [this, work](Context& context, Request request) { return run(this, work, &context, std::move(request)); };
  }
  static awaitable<Result> run(OwnKeysTest* self, Work work, Context* context, Request request)
  {
    self->most = std::max(self->most, ++self->running);
    std::exception_ptr failure;
    try {
      co_await work(self, context, request.name);
    } catch (...) {
      failure = std::current_exception();
    }
    --self->running;
    if (failure) std::rethrow_exception(failure);
    self->last[request.name] = self->h.sim.clock().now();
    ++self->times[request.name];
    co_return Result::done();
  }
  // How long after a change of the object it was reconciled, at most five minutes.
  Duration delay_of(const std::string& name)
  {
    const SteadyTime before = h.sim.clock().now();
    h.patch(kConfigMaps, {"default", name},
            R"({"data":{"at":")" + std::to_string(before.time_since_epoch().count()) + "\"}}");
    EXPECT_TRUE(h.until([&, done = times[name]] { return times[name] > done; }, minutes(5))) << h.log->text();
    return last[name] - before;
  }

  std::map<std::string, SteadyTime> last;
  std::map<std::string, int> times;
  std::size_t running = 0, most = 0;

public:
  std::vector<std::string> order;  // of the names
};

awaitable<void> take_a_second(OwnKeysTest* /*self*/, Context* context, std::string /*name*/)
{
  (void)co_await async_sleep(*context->client().runtime().clock, seconds(1), context->stop_token());
}

TEST_F(OwnKeysTest, TheRemovalOfTheLastOtherClusterKeepsNoneBack)
{
  const Controller controller = builder().build(doing(take_a_second));
  for (int i = 0; i < 100; ++i) h.create(kConfigMaps, "c" + std::to_string(i));
  h.start();
  h.sim.run_for(milliseconds(500));
  EXPECT_EQ(running, 3U) << "one worker is left for the other cluster";
  EXPECT_TRUE(remove_cluster(h, "east"));
  h.sim.run_for(seconds(40));
  EXPECT_THAT(last, SizeIs(100));
  EXPECT_EQ(most, 4U);
  EXPECT_EQ(controller.status().queued, 0U);
}

awaitable<void> note_and_take_a_second(OwnKeysTest* self, Context* context, std::string name)
{
  self->order.push_back(name);
  co_await take_a_second(self, context, std::move(name));
}

TEST_F(OwnKeysTest, WhatIsKeptBackIsInTheOrderOfThePriorities)
{
  for (int i = 0; i < 5; ++i) h.create(kConfigMaps, "old" + std::to_string(i));
  (void)builder(2).prioritize().build(doing(note_and_take_a_second));
  h.start();
  h.sim.run_for(milliseconds(1500));
  h.create(kConfigMaps, "new");
  h.sim.run_for(minutes(1));
  EXPECT_THAT(order, ElementsAre("old0", "old1", "new", "old2", "old3", "old4"));
}

TEST_F(OwnKeysTest, NamespacesTakeTurnsInWhatIsKeptBack)
{
  const ResourceType namespaces{"", "v1", "Namespace", "namespaces", Scope::cluster};
  h.create_json(namespaces, R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"small"}})");
  for (int i = 0; i < 5; ++i) h.create(kConfigMaps, "m" + std::to_string(i));
  h.create_json(kConfigMaps, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"s","namespace":"small"}})");
  (void)builder(2).fair_by_namespace().build(doing(note_and_take_a_second));
  h.start();
  h.sim.run_for(minutes(1));
  ASSERT_THAT(order, SizeIs(6));
  EXPECT_THAT(std::vector(order.begin(), order.begin() + 3), Contains("s")) << PrintToString(order);
}

TEST_F(OwnKeysTest, NamespacesOfOneNameInTwoClustersHaveTurnsOfTheirOwn)
{
  for (int i = 0; i < 5; ++i) east.create(kConfigMaps, "e" + std::to_string(i));
  west.create(kConfigMaps, "w");
  h.manager.add_cluster("west", west.client);
  (void)builder(1, Clusters::added()).fair_by_namespace().build(doing(note_and_take_a_second));
  h.start();
  h.sim.run_for(minutes(1));
  ASSERT_THAT(order, SizeIs(6));
  EXPECT_THAT(std::vector(order.begin(), order.begin() + 3), Contains("w")) << PrintToString(order);
}

awaitable<void> ask_east(OwnKeysTest* /*self*/, Context* context, std::string name)
{
  if (name == "slow") (void)co_await context->in("east").client().async_list(kConfigMaps);
}

TEST_F(OwnKeysTest, AnotherClusterThatDoesNotAnswerSaysNothingOfTheirs)
{
  east.transport->hang = [](const HttpRequest&) { return true; };
  (void)builder().reconcile_timeout(seconds(10)).build(doing(ask_east));
  h.create(kConfigMaps, "quick");
  h.create(kConfigMaps, "slow");
  h.start();
  h.sim.run_for(seconds(11));
  EXPECT_LE(delay_of("quick"), milliseconds(100));
}

awaitable<void> wait_for_outside(OwnKeysTest* /*self*/, Context* context, std::string name)
{
  if (name != "slow") co_return;
  (void)co_await context->client().async_list(kSecrets);
  const bool slept = co_await async_sleep(*context->client().runtime().clock, minutes(10), context->stop_token());
  if (!slept) throw std::runtime_error("the cloud did not answer");
}

TEST_F(OwnKeysTest, ATimeoutAfterAnAnswerIsNotTheClustersFault)
{
  const Controller controller = builder().reconcile_timeout(seconds(10)).build(doing(wait_for_outside));
  h.create(kConfigMaps, "quick");
  h.create(kConfigMaps, "slow");
  h.start();
  h.sim.run_for(seconds(11));
  EXPECT_LE(delay_of("quick"), milliseconds(100));
}

awaitable<void> list_secrets(OwnKeysTest* self, Context* context, std::string name)
{
  if (name == "slow") (void)co_await context->client().async_list(kSecrets);
  co_await take_a_second(self, context, std::move(name));
}

TEST_F(OwnKeysTest, AfterAReconcileThatNeedsNoAnswerTheyHaveTheirWorkersAgain)
{
  h.transport->hang = [](const HttpRequest& request) { return request.target.find("/secrets") != std::string::npos; };
  (void)builder().reconcile_timeout(seconds(5)).max_retries(0).build(doing(list_secrets));
  h.create(kConfigMaps, "slow");
  h.start();
  h.sim.run_for(seconds(6));
  for (int i = 0; i < 20; ++i) h.create(kConfigMaps, "c" + std::to_string(i));
  h.sim.run_for(seconds(3));
  EXPECT_EQ(running, 0U) << "the cluster rests";
  h.sim.run_for(seconds(12));
  EXPECT_EQ(most, 3U);
  EXPECT_THAT(last, SizeIs(20));
  h.transport->hang = nullptr;
}

TEST_F(OwnKeysTest, AnAnswerThatCannotBeReadIsOne)
{
  (void)builder().build(doing(list_secrets));
  h.create(kConfigMaps, "slow");
  h.create(kConfigMaps, "quick");
  TransportErrc code = TransportErrc::too_large;
  h.transport->on_request = [&code](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
    if (request.target.find("/secrets") != std::string::npos) throw TransportError(code, "odd");
    return nullptr;
  };
  h.start();
  h.sim.run_for(seconds(2));
  EXPECT_LE(delay_of("quick"), milliseconds(1100));
  code = TransportErrc::protocol;
  h.patch(kConfigMaps, {"default", "slow"}, R"({"data":{"again":"1"}})");
  h.sim.run_for(seconds(2));
  EXPECT_LE(delay_of("quick"), milliseconds(1100));
  EXPECT_GT(h.log->count({"reconcile failed", "odd"}), 0U) << h.log->text();
  h.transport->on_request = nullptr;
}

// --- a cluster that does not answer ---

// Each ConfigMap of the hub has a key in each member.
Mapper::Keys in_every_member(const CacheReader& caches, const Object& original)
{
  Mapper::Keys keys;
  for (const auto& member : caches.clusters()) keys.emplace_back(member, original.key());
  return keys;
}

awaitable<Result> look_into_member(Context& context, Request request, std::map<std::string, int>* answered, int* tried)
{
  ++*tried;
  (void)co_await context.client().async_list(kConfigMaps);
  ++(*answered)[request.to_string()];
  co_return Result::done();
}

class DeadMemberTest : public ClusterSharesTest {
protected:
  Controller distribute(std::size_t workers, Duration timeout = Duration::zero())
  {
    h.manager.add_cluster("east", east.client);
    h.manager.add_cluster("west", west.client);
    Controller made = h.manager.controller()
                          .named("distributor")
                          .workers(workers)
                          .reconcile_timeout(timeout)
                          .for_(kSecrets, {.clusters = Clusters::added()})
                          .watches(kConfigMaps, in_every_member, {.clusters = Clusters::own()})
                          .build([this](Context& context, Request request) {
                            int* const tried = request.cluster == "east" ? &tried_east : &tried_west;
                            return look_into_member(context, std::move(request), &answered, tried);
                          });
    for (int i = 0; i < 200; ++i) h.create(kConfigMaps, "c" + std::to_string(i));
    east.transport->hang = [](const HttpRequest&) { return true; };
    h.manager.start();
    return made;
  }
  // How long after a change of the original the copy in `west` was looked at, at most five minutes.
  Duration delay_in_west(const std::string& name)
  {
    const SteadyTime before = h.sim.clock().now();
    const int known = answered["west:default/" + name];
    h.patch(kConfigMaps, {"default", name},
            R"({"data":{"at":")" + std::to_string(before.time_since_epoch().count()) + "\"}}");
    EXPECT_TRUE(h.until([&] { return answered["west:default/" + name] > known; }, minutes(5)));
    return h.sim.clock().now() - before;
  }

  std::map<std::string, int> answered;
  int tried_east = 0, tried_west = 0;
};

TEST_F(DeadMemberTest, AMemberThatDoesNotAnswerDelaysTheOthersByNothing)
{
  const Controller controller = distribute(4);
  h.sim.run_for(seconds(2));
  EXPECT_EQ(tried_west, 200) << "one worker is left for them from the start";
  EXPECT_EQ(tried_east, 3);
  for (int i = 0; i < 10; ++i) {
    EXPECT_LE(delay_in_west("c" + std::to_string(i * 17)), seconds(2));
    h.sim.run_for(seconds(17));
  }
  EXPECT_GT(tried_east, 3) << "it is tried";
  EXPECT_LT(tried_east, 20);
  EXPECT_GT(controller.status().queued, 100U) << "its keys are not forgotten";
  EXPECT_THAT(to_text(h.manager.why(Request("east", ObjectKey{"default", "c150"}))),
              HasSubstr("cluster \"east\" did not respond"));

  east.transport->hang = nullptr;
  EXPECT_TRUE(h.until([&] { return answered.size() == 400; }, minutes(20))) << answered.size();
  EXPECT_TRUE(h.until([&] { return controller.status().queued == 0; }));
}

TEST_F(DeadMemberTest, WithOneWorkerTheOthersWaitForOneReconcileOfIt)
{
  const Controller controller = distribute(1);
  h.sim.run_for(minutes(2));
  EXPECT_EQ(answered.size(), 200U) << "every copy in the healthy member";
  for (int i = 0; i < 10; ++i) {
    EXPECT_LE(delay_in_west("c" + std::to_string(i * 17)), seconds(31)) << "the deadline of a call is 30 s";
    h.sim.run_for(seconds(17));
  }
}

TEST_F(DeadMemberTest, TheKeysOfAMemberThatIsRemovedGoWithIt)
{
  const Controller controller = distribute(4);
  h.sim.run_for(minutes(2));
  EXPECT_GT(controller.status().queued, 100U);
  EXPECT_TRUE(remove_cluster(h, "east"));
  h.sim.run_for(seconds(60));
  EXPECT_EQ(controller.status().queued, 0U);
}

TEST_F(DeadMemberTest, AStopIsNotHeldUpByKeysThatWaitForIt)
{
  (void)distribute(4);
  h.sim.run_for(seconds(100));  // it rests from 90 s to 120 s
  east.transport->hang = nullptr;
  EXPECT_TRUE(h.stop());
  EXPECT_EQ(answered.size(), 400U) << "what waits is drained as what is queued";
}

TEST_F(DeadMemberTest, ItDelaysTheOthersByNothingWhenItsReconcilesTimeOutFirst)
{
  (void)distribute(4, seconds(10));
  h.sim.run_for(seconds(61));
  EXPECT_EQ(tried_west, 200);
  EXPECT_LE(tried_east, 6) << "it rests after each";
  EXPECT_LE(delay_in_west("c7"), seconds(1));
}

TEST_F(DeadMemberTest, WhatComesBackUnderItsNameBeginsAnew)
{
  (void)distribute(4);
  h.sim.run_for(seconds(40));
  EXPECT_TRUE(remove_cluster(h, "east"));
  h.sim.run_for(seconds(1));
  tried_east = 0;
  h.manager.add_cluster("east", east.client);
  for (int i = 0; i < 8; ++i) h.patch(kConfigMaps, {"default", "c" + std::to_string(i)}, R"({"data":{"a":"b"}})");
  h.sim.run_for(seconds(1));
  EXPECT_EQ(tried_east, 3);
}

}  // namespace
}  // namespace kubexx::testing
