// SPDX-License-Identifier: Apache-2.0
// Controllers that work in several clusters, which come and go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "other_cluster.hpp"

namespace kubexx::testing {

struct Settings {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(Settings, (), (metadata, data))

namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using Cluster = OtherCluster;

class ClustersTest : public ::testing::Test {
protected:
  // Before the servers go.
  void TearDown() override
  {
    east.transport->hang = nullptr;
    (void)h.stop();
  }
  Reconciler noting()
  {
    return [this](Context&, const Request& request) {
      keys.push_back(request.to_string());
      return Result::done();
    };
  }
  // The keys reconciled since the last call.
  std::vector<std::string> reconciled(Duration within = seconds(1))
  {
    h.sim.run_for(within);
    return std::exchange(keys, {});
  }
  bool remove(const std::string& name) { return remove_cluster(h, name); }
  std::string ready() { return h.manager.readiness().text("readyz", true); }

  std::vector<std::string> keys;
  Harness h;
  Cluster east{h}, west{h};
};

// Makes what is to be awaited first, of a context that is gone when it is awaited.
awaitable<Result> remove_and_apply_everywhere(Context* context, std::vector<std::string>* done)
{
  Settings wanted;
  wanted.metadata.name = "applied";
  wanted.metadata.namespace_ = "default";
  wanted.data["from"] = "below";
  std::vector<awaitable<Typed<Settings>>> applies;
  std::vector<awaitable<bool>> removals;
  for (const std::string cluster : {"east", "west"}) {
    removals.push_back(context->in(cluster).async_remove_if_exists<Settings>({"default", "old"}));
    applies.push_back(context->in(cluster).async_apply(wanted));
  }
  for (auto& removal : removals) {
    const bool removed = co_await std::move(removal);
    done->emplace_back(removed ? "removed" : "none");
  }
  for (auto& apply : applies) {
    const Typed<Settings> applied = co_await std::move(apply);
    done->push_back("applied " + applied->data.at("from"));
  }
  co_return Result::done();
}

TEST_F(ClustersTest, WhatIsToBeAwaitedMayOutliveTheContextOfItsCluster)
{
  std::vector<std::string> done;
  h.manager.add_cluster("east", east.client);
  h.manager.add_cluster("west", west.client);
  east.create(kConfigMaps, "old");
  h.manager.controller()
      .for_(kSecrets)
      .reads(kConfigMaps, {.clusters = Clusters::every()})
      .build([&](Context& context, Request) { return remove_and_apply_everywhere(&context, &done); });
  h.create(kSecrets, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(done, ElementsAre("removed", "none", "applied below", "applied below")) << h.log->text();
}

TEST_F(ClustersTest, AReconcileReadsAndWritesInTheClusterOfItsKey)
{
  std::vector<std::string> read;
  h.manager.add_cluster("east", east.client);
  h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::every()})
      .build([&](Context& context, const Request& request) {
        keys.push_back(request.to_string());
        auto settings = context.get<Settings>(request);
        read.push_back(settings->data["where"]);
        settings->data["seen"] = context.cluster();
        settings.patch();
        EXPECT_EQ(context.get<Settings>(request)->data["seen"], context.cluster()) << "it reads what it wrote";
        context.events().normal(settings.origin(), "Seen", "See", "in " + context.cluster());
        EXPECT_THAT(context.clusters(), ElementsAre("east"));
        return Result::done();
      });
  h.create(kConfigMaps, "a", R"(,"data":{"where":"own"})");
  east.create(kConfigMaps, "a", R"(,"data":{"where":"east"})");
  h.start();
  EXPECT_THAT(reconciled(), ::testing::IsSupersetOf({"default/a", "east:default/a"}));
  EXPECT_THAT(read, ::testing::IsSupersetOf({"own", "east"}));
  EXPECT_TRUE(h.get(kConfigMaps, {"default", "a"}).at("/data/seen").equals(""));
  EXPECT_TRUE(east.user.get(kConfigMaps, {"default", "a"}).at("/data/seen").equals("east"));
  ASSERT_EQ(east.user.list(kEvents).items.size(), 1U);
  EXPECT_TRUE(east.user.list(kEvents).items[0].at("/note").equals("in east"));
  EXPECT_EQ(h.list(kEvents).size(), 1U);
  EXPECT_THAT(ready(), HasSubstr("[+]watch-configmaps@east ok"));
  EXPECT_THAT(h.metrics.text(), HasSubstr(R"(name="cluster=east")"));
}

TEST_F(ClustersTest, KindsAreWatchedWhereTheyShallBe)
{
  h.manager.add_cluster("east", east.client);
  h.manager.add_cluster("west", west.client);
  h.manager.controller().for_(kConfigMaps).named("own").build(noting());
  h.manager.controller().for_(kConfigMaps, {.clusters = Clusters::added()}).named("added").build(noting());
  h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::named({"west", "north"})})
      .named("named")
      .build(noting());
  h.create(kConfigMaps, "o");
  east.create(kConfigMaps, "e");
  west.create(kConfigMaps, "w");
  h.start();
  EXPECT_THAT(reconciled(), UnorderedElementsAre("default/o", "east:default/e", "west:default/w", "west:default/w"));
}

TEST_F(ClustersTest, OwnedObjectsAreWatchedWhereTheirOwnersAre)
{
  h.manager.add_cluster("east", east.client);
  h.manager.controller().for_(kConfigMaps, {.clusters = Clusters::every()}).owns(kSecrets).build(noting());
  h.start();
  east.create(kConfigMaps, "a");
  EXPECT_THAT(reconciled(), ElementsAre("east:default/a"));
  const std::string uid(east.user.get(kConfigMaps, {"default", "a"}).uid());
  (void)east.user.create(kSecrets, Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s",
      "namespace":"default","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"a","controller":true,
      "uid":")" + uid + R"("}]}})"));
  EXPECT_THAT(reconciled(), ElementsAre("east:default/a"));
}

awaitable<Result> fail_when_stopped(std::stop_token stop)
{
  co_await async_wait_stop(stop);
  throw std::runtime_error("interrupted");
}

TEST_F(ClustersTest, AReconcileThatEndsWithItsClusterHasNotFailed)
{
  h.manager.add_cluster("east", east.client);
  h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::added()})
      .reconcile_timeout(Duration::zero())
      .build([this](Context& context, const Request& request) {
        keys.push_back(request.to_string());
        return fail_when_stopped(context.stop_token());
      });
  east.create(kConfigMaps, "a");
  h.start();
  EXPECT_THAT(reconciled(), ElementsAre("east:default/a"));
  EXPECT_TRUE(remove("east"));
  EXPECT_THAT(reconciled(minutes(1)), IsEmpty());
  EXPECT_EQ(h.log->count({"error reconcile"}), 0U) << h.log->text();
}

TEST_F(ClustersTest, ClustersComeAndGoWhileTheManagerRuns)
{
  h.manager.controller().for_(kConfigMaps, {.clusters = Clusters::added()}).build(noting());
  east.create(kConfigMaps, "a");
  h.start();
  EXPECT_THAT(reconciled(), IsEmpty());
  for (int round = 0; round < 100; ++round) {
    h.manager.add_cluster("east", east.client);
    EXPECT_THAT(h.manager.clusters(), ElementsAre("east"));
    ASSERT_THAT(reconciled(milliseconds(100)), ElementsAre("east:default/a")) << round;
    ASSERT_TRUE(remove("east"));
    EXPECT_THAT(h.manager.clusters(), IsEmpty());
  }
  EXPECT_FALSE(remove("east"));
  east.create(kConfigMaps, "b");
  EXPECT_THAT(reconciled(), IsEmpty());
  EXPECT_EQ(h.metrics.text().find("kubexx_informer_store_objects"), std::string::npos) << "its gauges are gone";
  EXPECT_TRUE(h.stop());
}

TEST_F(ClustersTest, ManyClustersAtOnce)
{
  std::vector<std::unique_ptr<Cluster>> many;
  std::vector<std::string> triggers;
  h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::added()})
      .build([&](Context& context, const Request& request) {
        for (const auto& trigger : context.triggers()) {
          if (trigger != "first list") triggers.push_back(trigger);
        }
        keys.push_back(request.to_string());
        return Result::done();
      });
  h.start();
  for (int i = 0; i < 100; ++i) {
    many.push_back(std::make_unique<Cluster>(h));
    many.back()->create(kConfigMaps, "a");
    h.manager.add_cluster("c" + std::to_string(i), many.back()->client);
  }
  EXPECT_EQ(reconciled().size(), 100U);
  EXPECT_THAT(triggers, ::testing::Each("configmaps added"));
  EXPECT_TRUE(h.stop());
}

TEST_F(ClustersTest, ACacheOfAClusterThatCameBackIsTheNewOne)
{
  std::string found;
  h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::added()})
      .build([&](Context& context, const Request& request) {
        found = context.get(kConfigMaps, request.key()).at("/data/x").as_string().value_or("nothing");
        return Result::done();
      });
  east.create(kConfigMaps, "a", R"(,"data":{"x":"old"})");
  h.manager.add_cluster("east", east.client);
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_EQ(found, "old");
  EXPECT_TRUE(remove("east"));
  (void)east.user.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"new"}})");
  h.manager.add_cluster("east", east.client);
  h.sim.run_for(seconds(1));
  EXPECT_EQ(found, "new");
}

TEST_F(ClustersTest, NothingOfAClusterThatIsGoneComesBackPeriodically)
{
  h.manager.add_cluster("east", east.client);
  h.manager.controller().for_(kConfigMaps, {.clusters = Clusters::every()}).every(minutes(1)).build(noting());
  h.create(kConfigMaps, "a");
  east.create(kConfigMaps, "a");
  h.start();
  EXPECT_THAT(reconciled(), UnorderedElementsAre("default/a", "east:default/a"));
  EXPECT_TRUE(remove("east"));
  EXPECT_THAT(reconciled(minutes(3)), ::testing::Each("default/a"));
  EXPECT_EQ(h.log->count({"dropped a key of a removed cluster"}), 0U) << h.log->text();
}

TEST_F(ClustersTest, FailuresAreForgottenWithTheCluster)
{
  h.manager.add_cluster("east", east.client);
  h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::added()})
      .build([](Context&, const Request&) -> Result { throw std::runtime_error("no luck"); });
  east.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_TRUE(remove("east"));
  h.sim.run_for(minutes(1));
  const std::size_t before = h.log->count({"error reconcile failed", "failures=1 "});
  h.manager.add_cluster("east", east.client);
  h.sim.run_for(seconds(1));
  EXPECT_EQ(h.log->count({"error reconcile failed", "failures=1 "}), before + 1);
}

TEST_F(ClustersTest, WhatIsNotWatchedInAClusterIsNotIndexedThere)
{
  h.manager.add_cluster("east", east.client);
  h.manager.controller().for_(kConfigMaps).index(kConfigMaps, "x", "/data/x").build(noting());
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(east.transport->requests, IsEmpty());
}

TEST_F(ClustersTest, InformersAreConfiguredByCluster)
{
  std::vector<std::string> configured;
  ManagerOptions options;
  options.configure_informer = [&](const ResourceType& type, const std::string& cluster, InformerOptions& informer) {
    configured.push_back(cluster + ":" + type.plural);
    if (cluster == "spoke") informer.label_selector = "mine=yes";
    if (cluster == "other") informer.namespaces = {"elsewhere"};
  };
  Harness world(options);
  Cluster spoke(world), other(world);
  world.manager.add_cluster("spoke", spoke.client);
  world.manager.controller().for_(kConfigMaps, {.clusters = Clusters::every()}).build(noting());
  for (const auto& [name, labels] : {std::pair("a", ""), {"b", R"(,"labels":{"mine":"yes"})"}}) {
    const std::string text =
        std::string(R"({"metadata":{"namespace":"default","name":")") + name + "\"" + labels + "}}";
    world.create_json(kConfigMaps, text);
    for (const Cluster* cluster : {&spoke, &other}) (void)cluster->user.create(kConfigMaps, Object::parse(text));
  }
  world.start();
  world.manager.add_cluster("other", other.client);  // also of one that comes later
  world.sim.run_for(seconds(1));
  EXPECT_THAT(keys, UnorderedElementsAre("default/a", "default/b", "spoke:default/b"));
  EXPECT_THAT(configured, ElementsAre(":configmaps", "spoke:configmaps", "other:configmaps"));
  EXPECT_EQ(other.transport->requests.count("GET /api/v1/namespaces/elsewhere/configmaps"), 1U);
  EXPECT_TRUE(world.stop());
}

TEST_F(ClustersTest, WhatTheOwnCacheDoesNotHaveMayBeElsewhere)
{
  h.manager.add_cluster("east", east.client);
  bool removed = false;
  h.manager.controller().for_(kConfigMaps).build([&](Context& context, const Request&) {
    removed = context.in("east").remove_if_exists<Settings>({"default", "b"});
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  east.create(kConfigMaps, "b");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_TRUE(removed);
  EXPECT_THROW((void)east.user.get(kConfigMaps, {"default", "b"}), ApiError);
}

// Its watch never gets an answer.
TEST_F(ClustersTest, AClusterThatDoesNotAnswerKeepsNothingFromTheOthers)
{
  east.transport->hang = [](const HttpRequest&) { return true; };
  h.manager.add_cluster("east", east.client);
  h.manager.controller().for_(kConfigMaps, {.clusters = Clusters::every()}).build(noting());
  h.manager.add_runnable("beside", [this](const RunContext&) { keys.emplace_back("beside"); });
  h.create(kConfigMaps, "a");
  east.create(kConfigMaps, "a");
  h.start();
  EXPECT_THAT(reconciled(), UnorderedElementsAre("default/a", "beside"));
  EXPECT_TRUE(h.manager.ready()) << ready();
  EXPECT_THAT(ready(), HasSubstr("[+]watch-configmaps@east ok: has not synced yet"));
  east.transport->hang = nullptr;
  EXPECT_THAT(reconciled(minutes(10)), ElementsAre("east:default/a"));
}

TEST_F(ClustersTest, AMapperMayMakeKeysOfTheOwnCluster)
{
  h.manager.add_cluster("east", east.client);
  h.manager.controller()
      .for_(kConfigMaps)
      .index(kConfigMaps, "secret", "/data/secret")
      .watches(kSecrets, map_by_index(kConfigMaps, "secret").to_own_cluster(), {.clusters = Clusters::added()})
      .build(noting());
  h.create(kConfigMaps, "hub", R"(,"data":{"secret":"s"})");
  h.start();
  EXPECT_THAT(reconciled(), ElementsAre("default/hub"));
  h.create(kSecrets, "s");
  EXPECT_THAT(reconciled(), IsEmpty()) << "it is not watched here";
  east.create(kSecrets, "s");
  EXPECT_THAT(reconciled(), ElementsAre("default/hub"));
}

TEST_F(ClustersTest, AReconcileReachesTheOtherClusters)
{
  h.manager.add_cluster("east", east.client);
  std::string error, not_watched, where, id;
  h.manager.controller()
      .for_(kConfigMaps)
      .reads(kConfigMaps, {.clusters = Clusters::added()})
      .reads(kSecrets, {.clusters = Clusters::added()})
      .build([&](Context& context, const Request& request) {
        const Context there = context.in("east");
        id = context.reconcile_id() == there.reconcile_id() ? "the same" : "another";
        where = std::string(there.get(kSecrets, {"default", "s"}).name()) + " in " + there.request().to_string();
        there.create_or_update<Settings>(request.key(), [](Settings& copy) { copy.data["copied"] = "yes"; });
        there.log().info("copied");
        try {
          (void)context.get(kSecrets, {"default", "s"});
        } catch (const NotWatched& thrown) {
          not_watched = thrown.what();
        }
        try {
          (void)context.in("north");
        } catch (const NoSuchCluster& thrown) {
          error = thrown.what();
        }
        return Result::done();
      });
  east.create(kSecrets, "s");
  h.start();
  h.sim.run_for(seconds(1));
  h.create(kConfigMaps, "a");
  h.sim.run_for(seconds(1));
  EXPECT_EQ(where, "s in east:default/a");
  EXPECT_EQ(id, "the same");
  EXPECT_TRUE(east.user.get(kConfigMaps, {"default", "a"}).at("/data/copied").equals("yes"));
  EXPECT_THAT(not_watched, HasSubstr("reads secrets (v1) from its cache and does not watch it"));
  EXPECT_THAT(error, HasSubstr("there is no cluster 'north'"));
  EXPECT_EQ(h.log->count({"info copied", "cluster=east", "name=a"}), 1U) << h.log->text();
}

TEST_F(ClustersTest, WhatIsNotWatchedThereIsNamed)
{
  h.manager.add_cluster("east", east.client);
  std::string watched, known;
  h.manager.controller().for_(kConfigMaps).build([&](Context& context, const Request&) {
    try {
      (void)context.in("east").get(kSecrets, {"default", "s"});
    } catch (const NotWatched& thrown) {
      watched = thrown.what();
    }
    try {
      const CacheReader& caches = context;
      (void)caches.in("north").get(kSecrets, {"default", "s"});
    } catch (const NotWatched& thrown) {
      known = thrown.what();
    }
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(watched, HasSubstr("of cluster 'east' and does not watch it: add owns<Secret>(), watches<Secret>(…) or "
                                 "reads<Secret>() with KindOptions::clusters"));
  EXPECT_THAT(known, HasSubstr("of cluster 'north': there is no such cluster"));
}

TEST_F(ClustersTest, AnIndexIsMadeInEachCluster)
{
  h.manager.add_cluster("east", east.client);
  std::vector<std::string> found;
  h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::every()})
      .index(kConfigMaps, "x", "/data/x")
      .build([&](Context& context, const Request&) {
        for (const Object& object : context.by_index(kConfigMaps, "x", "1")) {
          found.push_back(context.cluster() + std::string(object.name()));
        }
        return Result::done();
      });
  h.create(kConfigMaps, "a", R"(,"data":{"x":"1"})");
  east.create(kConfigMaps, "b", R"(,"data":{"x":"1"})");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(found, UnorderedElementsAre("a", "eastb"));
}

awaitable<Result> wait_for_stop(Context& context, Request, bool* asked)
{
  co_await async_wait_stop(context.stop_token());
  *asked = true;
  throw std::runtime_error("interrupted");
}

TEST_F(ClustersTest, KeysOfAClusterThatGoesAreDroppedAndItsReconcilesAskedToStop)
{
  h.manager.add_cluster("east", east.client);
  bool asked = false;
  h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::added()})
      .build([&](Context& context, Request request) {
        keys.push_back(request.to_string());
        return wait_for_stop(context, std::move(request), &asked);
      });
  east.create(kConfigMaps, "a");
  east.create(kConfigMaps, "b");
  h.start();
  EXPECT_THAT(reconciled(), ElementsAre("east:default/a"));
  EXPECT_TRUE(remove("east"));
  EXPECT_THAT(reconciled(minutes(10)), IsEmpty()) << "neither b nor a again";
  EXPECT_TRUE(asked);
  EXPECT_EQ(h.log->count({"debug dropped a key of a removed cluster", "east:default/b"}), 1U) << h.log->text();
  EXPECT_TRUE(h.stop());
}

TEST_F(ClustersTest, AKeyOfAClusterThatIsNotKnownIsDroppedAndSaid)
{
  const Controller controller = h.manager.controller().for_(kConfigMaps).build(noting());
  h.start();
  controller.enqueue(Request("nowhere", ObjectKey{"default", "a"}));
  EXPECT_THAT(reconciled(), IsEmpty());
  EXPECT_EQ(h.log->count({"warn dropped a key of an unknown cluster", "nowhere:default/a"}), 1U);
}

TEST_F(ClustersTest, MistakesAreRefused)
{
  Harness other;
  h.manager.add_cluster("east", east.client);
  EXPECT_THROW(h.manager.add_cluster("east", west.client), std::invalid_argument);
  EXPECT_THROW(h.manager.add_cluster("", west.client), std::invalid_argument);
  EXPECT_THROW(h.manager.add_cluster("a:b", west.client), std::invalid_argument);
  EXPECT_THROW(h.manager.add_cluster("west", other.user), std::invalid_argument) << "another runtime";
  h.start();
  h.stop();
  EXPECT_THROW(h.manager.add_cluster("west", west.client), std::logic_error);
}

// --- with a leader election, which is in the own cluster ---

awaitable<Result> patch_at(Context& context, Request request, OneShot gate, std::string* error)
{
  co_await gate.wait();
  context.events().normal(context.get(kConfigMaps, request.key()), "Late", "Patch", "late");
  try {
    Patch patch(PatchType::merge, R"({"data":{"late":"yes"}})");
    (void)co_await context.client().async_patch(kConfigMaps, request.key(), std::move(patch));
    *error = "sent";
  } catch (const std::exception& refused) {
    *error = refused.what();
  }
  co_return Result::done();
}

TEST_F(ClustersTest, TheFenceHoldsInEveryCluster)
{
  const OneShot gate;
  std::string error;
  ManagerOptions options;
  options.leader_election.emplace();
  options.leader_election->lease = "demo";
  Harness world(options);
  Cluster spoke(world);
  world.manager.add_cluster("spoke", spoke.client);
  world.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::added()})
      .build([&](Context& context, Request request) { return patch_at(context, std::move(request), gate, &error); });
  spoke.create(kConfigMaps, "a");
  world.start();
  world.sim.run_for(seconds(1));
  world.transport->hang = [](const HttpRequest& request) {
    return request.target.find("/leases") != std::string::npos;
  };
  gate.fire();
  world.sim.clock().advance(seconds(11));
  world.sim.run_for(seconds(1));
  EXPECT_THAT(error, HasSubstr("this replica is not the leader"));
  EXPECT_THAT(spoke.user.list(kEvents).items, IsEmpty());
  world.transport->hang = nullptr;
  (void)world.stop();
}

}  // namespace
}  // namespace kubexx::testing
