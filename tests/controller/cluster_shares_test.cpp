// SPDX-License-Identifier: Apache-2.0
// How many workers the keys of one cluster may take while there are others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "harness.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "other_cluster.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::HasSubstr;
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

  ControllerBuilder builder(std::size_t workers = 4)
  {
    h.manager.add_cluster("east", east.client);
    return h.manager.controller().workers(workers).for_(kConfigMaps);
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
    co_return Result::done();
  }
  // How long after a change of the object it was reconciled, at most five minutes.
  Duration delay_of(const std::string& name)
  {
    const SteadyTime before = h.sim.clock().now();
    h.patch(kConfigMaps, {"default", name},
            R"({"data":{"at":")" + std::to_string(before.time_since_epoch().count()) + "\"}}");
    EXPECT_TRUE(h.until([&] { return last[name] > before; }, minutes(5)));
    return last[name] - before;
  }

  std::map<std::string, SteadyTime> last;
  std::size_t running = 0, most = 0;
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
                          .for_(kSecrets)
                          .in_clusters(Clusters::added())
                          .watches(kConfigMaps, in_every_member)
                          .in_clusters(Clusters())
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
              HasSubstr("cluster \"east\" did not answer"));

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
