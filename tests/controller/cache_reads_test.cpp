// SPDX-License-Identifier: Apache-2.0
// What a cache answers while it does not know, and what ends with its last user.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/controller/not_synced.hpp"

namespace kubexx::testing {

struct Page {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(Page, (), (metadata, data))

struct PageMetadata {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
};
BOOST_DESCRIBE_STRUCT(PageMetadata, (), (metadata))

struct Box {
  static constexpr ResourceInfo kubexx_resource{"example.com", "v1", "Box", "boxes"};
  ObjectMeta metadata;
};
BOOST_DESCRIBE_STRUCT(Box, (), (metadata))

namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

auto each_of_some(auto matcher)
{
  return AllOf(Not(IsEmpty()), Each(std::move(matcher)));
}

const ResourceType kCrds{"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
                         Scope::cluster};
const ResourceType kBoxes = resource_of<Box>();

// A server of its own, in the time of the harness.
struct Spoke {
  explicit Spoke(Harness& harness)
      : server(options_of(harness)),
        transport(std::make_shared<ControlledTransport>(harness.sim.runtime(),
                                                        make_in_process_transport(harness.sim.runtime(), server))),
        client(harness.sim.runtime(), transport),
        user(harness.sim.runtime(), make_in_process_transport(harness.sim.runtime(), server))
  {
  }
  static ApiServer::Options options_of(Harness& harness)
  {
    ApiServer::Options options;
    options.clock = &harness.sim.clock();
    options.random = harness.sim.runtime().random;
    return options;
  }
  void create(const std::string& name)
  {
    (void)user.create(kConfigMaps, Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap",
        "metadata":{"namespace":"default","name":")" +
                                                 name + R"("},"data":{"x":"1"}})"));
  }
  [[nodiscard]] std::size_t count() const { return user.list(kConfigMaps).items.size(); }

  ApiServer server;
  std::shared_ptr<ControlledTransport> transport;
  Client client, user;
};

awaitable<void> remove_cluster(Manager& manager, std::string name)
{
  static_cast<void>(co_await manager.async_remove_cluster(std::move(name)));
}

class CacheReadsTest : public ::testing::Test {
protected:
  void TearDown() override
  {
    east.transport->hang = nullptr;
    h.transport->hang = nullptr;
    h.transport->on_request = nullptr;
    (void)h.stop();
  }
  void install_boxes()
  {
    h.create_json(kCrds, R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
        "metadata":{"name":"boxes.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
        "names":{"kind":"Box","plural":"boxes","singular":"box","listKind":"BoxList"},
        "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
  }
  void remove_east()
  {
    std::function<awaitable<void>()> work = [this] { return remove_cluster(h.manager, "east"); };
    ASSERT_TRUE(h.sim.run(work, minutes(1)));
  }
  // What `ask` says in each reconcile; what it throws goes on.
  Reconciler asking(std::function<std::string(const Context&)> ask)
  {
    return [this, ask = std::move(ask)](Context& context, const Request&) {
      try {
        answers.push_back(ask(context));
      } catch (const std::exception& error) {
        answers.push_back(error.what());
        throw;
      }
      return Result::done();
    };
  }
  std::vector<std::string> answered(Duration within = seconds(1))
  {
    h.sim.run_for(within);
    return std::exchange(answers, {});
  }
  std::string ready() { return h.manager.readiness().text("readyz", true); }

  std::vector<std::string> answers;
  Harness h;
  Spoke east{h};
};

std::string count_boxes(const Context& context)
{
  const bool served = context.serves<Box>();
  const bool synced = context.synced<Box>();
  return std::to_string(context.list<Box>().size()) + (served ? " served" : " not served") + (synced ? " synced" : "");
}

// --- clusters that do not answer ---

TEST_F(CacheReadsTest, ACacheOfAClusterThatDoesNotAnswerThrowsUntilItHasItsFirstList)
{
  east.create("a");
  east.transport->hang = [](const HttpRequest&) { return true; };
  h.manager.add_cluster("east", east.client);
  h.manager.controller()
      .for_(kConfigMaps)
      .reads(kConfigMaps, {.clusters = Clusters::added()})
      .max_retries(3)
      .build(asking([](const Context& context) {
        const Context there = context.in("east");
        EXPECT_EQ(there.synced<Page>(), there.synced(kConfigMaps, "default"));
        EXPECT_TRUE(there.serves<Page>()) << "nobody has said otherwise";
        return std::string(there.try_get<Page>({"default", "a"}) ? "there" : "absent") +
               (there.synced<Page>() ? " synced" : "");
      }));
  h.create(kConfigMaps, "a");
  h.start();
  const auto unsynced = answered(minutes(10));
  EXPECT_THAT(unsynced, Each(AllOf(HasSubstr("configmaps (v1) in namespace \"default\" of cluster 'east'"),
                                   HasSubstr("have not synced"))));
  EXPECT_THAT(unsynced.size(), AllOf(::testing::Ge(40U), ::testing::Le(80U))) << "every ten seconds";
  EXPECT_EQ(h.log->count({"error "}), 0U) << h.log->text();
  EXPECT_NE(h.metric(R"(controller_runtime_reconcile_total{controller="configmap",result="not_synced"})"), "0");
  EXPECT_EQ(h.metric(R"(controller_runtime_reconcile_errors_total{controller="configmap"})"), "0");

  east.transport->hang = nullptr;
  ASSERT_TRUE(h.until([&] { return !answers.empty() && answers.back() == "there synced"; }, minutes(10)));
  EXPECT_THAT(answered(minutes(1)), Contains("there synced").Times(1)) << "and it is not repeated";
}

TEST_F(CacheReadsTest, ADeletionIsSentWhereTheCacheDoesNotKnowThatThereIsNoObject)
{
  east.create("a");
  bool listing = false;
  east.transport->hang = [&](const HttpRequest& request) { return !listing && request.method == "GET"; };
  h.manager.add_cluster("east", east.client);
  h.manager.controller()
      .for_(kConfigMaps)
      .reads(kConfigMaps, {.clusters = Clusters::added()})
      .build(asking([](const Context& context) {
        return context.in("east").remove_if_exists<Page>({"default", "a"}) ? "removed" : "none";
      }));
  h.create(kConfigMaps, "a");
  h.start();
  EXPECT_THAT(answered(), ElementsAre("removed"));
  EXPECT_EQ(east.count(), 0U);
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"2"}})");
  EXPECT_THAT(answered(), ElementsAre("none")) << "as the server says";
  listing = true;
  h.sim.run_for(minutes(10));
  const int deletions = east.transport->requests["DELETE /api/v1/namespaces/default/configmaps/a"];
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"3"}})");
  EXPECT_THAT(answered(), ElementsAre("none"));
  EXPECT_EQ(east.transport->requests["DELETE /api/v1/namespaces/default/configmaps/a"], deletions) << "the cache knows";
}

// --- optional kinds ---

TEST_F(CacheReadsTest, AnOptionalKindReadsAsAbsentWhileItIsNotServedAndNotAfterwards)
{
  h.manager.controller().for_(kConfigMaps).reads(kBoxes, {.optional = true}).build(asking(count_boxes));
  h.create(kConfigMaps, "a");
  h.start();
  EXPECT_THAT(answered(minutes(5)), ElementsAre("0 not served"));
  install_boxes();
  h.create(kBoxes, "box");
  h.create(kConfigMaps, "b");
  EXPECT_THAT(answered(seconds(1)), AllOf(Not(IsEmpty()), Each(HasSubstr("the API server has the kind now"))));
  ASSERT_TRUE(h.until([&] { return !answers.empty() && answers.back() == "1 served synced"; }, minutes(2)));
  EXPECT_EQ(h.log->count({"error "}), 0U) << h.log->text();
}

TEST_F(CacheReadsTest, AnOptionalKindIsNotTakenForAbsentWhenDiscoveryDoesNotAnswer)
{
  h.manager.controller().for_(kConfigMaps).reads(kBoxes, {.optional = true}).build(asking(count_boxes));
  h.create(kConfigMaps, "a");
  h.transport->on_request = [](const HttpRequest& request) {
    return request.target == "/apis/example.com/v1" ? status_answer(500, "InternalError", "not now") : nullptr;
  };
  h.start();
  EXPECT_THAT(answered(), each_of_some(HasSubstr("it is not known yet whether the API server has the kind")));
  h.transport->on_request = nullptr;
  const auto later = answered(minutes(1));
  ASSERT_FALSE(later.empty());
  EXPECT_EQ(later.back(), "0 not served");
}

TEST_F(CacheReadsTest, DiscoveryIsAskedAtMostOnceASecond)
{
  const Controller controller =
      h.manager.controller().for_(kConfigMaps).reads(kBoxes, {.optional = true}).build(asking(count_boxes));
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(1));
  const int before = h.transport->requests["GET /apis/example.com/v1"];
  for (int i = 0; i < 100; ++i) {
    controller.enqueue(Request(ObjectKey{"default", "a"}));
    h.sim.run_for(std::chrono::milliseconds(100));
  }
  EXPECT_LE(h.transport->requests["GET /apis/example.com/v1"] - before, 11);
  h.sim.run_for(minutes(10));
  EXPECT_LE(h.transport->requests["GET /apis/example.com/v1"] - before, 11) << "nobody wants to know";
}

TEST_F(CacheReadsTest, WhatAnotherClusterLacksIsKnownAfterARest)
{
  h.manager.add_cluster("east", east.client);
  h.manager.controller()
      .for_(kConfigMaps)
      .reads(kBoxes, {.optional = true, .clusters = Clusters::added()})
      .build(asking([](const Context& context) { return std::to_string(context.in("east").list<Box>().size()); }));
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(2));
  (void)answered();
  const int before = east.transport->requests["GET /apis/example.com/v1"];
  for (int round = 0; round < 5; ++round) {
    h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"round":")" + std::to_string(round) + R"("}})");
    EXPECT_THAT(answered(std::chrono::milliseconds(100)), each_of_some("0")) << round;
    h.sim.run_for(minutes(2));
  }
  const int asked = east.transport->requests["GET /apis/example.com/v1"] - before;
  EXPECT_GE(asked, 5);
  EXPECT_LE(asked, 10);
}

TEST_F(CacheReadsTest, AnIndexRequiresNoOptionalKind)
{
  h.manager.controller()
      .for_(kConfigMaps)
      .reads(kBoxes, {.optional = true})
      .index(kBoxes, "team", "/metadata/labels/team")
      .build(
          asking([](const Context& context) { return std::to_string(context.by_index<Box>("team", "blue").size()); }));
  h.create(kConfigMaps, "a");
  h.start();
  EXPECT_THAT(answered(), ElementsAre("0"));
  EXPECT_TRUE(h.manager.ready()) << ready();
  install_boxes();
  h.create_json(kBoxes, R"({"apiVersion":"example.com/v1","kind":"Box",
      "metadata":{"name":"box","namespace":"default","labels":{"team":"blue"}}})");
  h.sim.run_for(minutes(2));
  h.create(kConfigMaps, "b");
  EXPECT_THAT(answered(), Contains("1"));
}

// --- metadata only ---

TEST_F(CacheReadsTest, MetadataIsNotReadAsAWholeObject)
{
  h.manager.controller()
      .for_(kConfigMaps, {.metadata_only = true})
      .index(kConfigMaps, "team", "/metadata/labels/team")
      .build([&](Context& context, const Request& request) {
        const auto refused = [&](const std::function<void()>& read) {
          try {
            read();
            answers.emplace_back("answered");
          } catch (const std::logic_error& error) {
            answers.emplace_back(error.what());
          }
        };
        refused([&] { (void)context.get<Page>(request); });
        refused([&] { (void)context.try_get<Page>({"default", "none"}); });
        refused([&] { (void)context.list<Page>("elsewhere"); });
        refused([&] { (void)context.by_index<Page>("team", "blue"); });
        refused([&] { context.create_or_update<Page>(request.key(), [](Page& page) { page.data["x"] = "2"; }); });
        EXPECT_EQ(context.get<PageMetadata>(request)->metadata.name, "a");
        EXPECT_EQ(context.get(kConfigMaps, request.key()).name(), "a");
        EXPECT_EQ(context.list<PageMetadata>().size(), 1U);
        EXPECT_EQ(context.by_index<PageMetadata>("team", "blue").size(), 1U);
        return Result::done();
      });
  h.create_json(kConfigMaps, R"({"apiVersion":"v1","kind":"ConfigMap",
      "metadata":{"name":"a","namespace":"default","labels":{"team":"blue"}},"data":{"x":"1"}})");
  h.start();
  const auto all = answered();
  ASSERT_EQ(all.size(), 5U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_THAT(all[i], HasSubstr("watches only the metadata of configmaps, so the rest of a ConfigMap is not cached"));
  }
  EXPECT_THAT(all[4], HasSubstr("keeps only a part of each object"));
  EXPECT_EQ(h.transport->requests["GET /api/v1/configmaps"], 1) << "no second watch for the index";
  EXPECT_TRUE(h.get(kConfigMaps, {"default", "a"}).at("/data/x").equals("1"));
}

// --- what is watched at run time ---

TEST_F(CacheReadsTest, AWatchThatWasMadeAtRunTimeEndsWithItsLastUser)
{
  const Controller one = h.manager.controller().for_(kConfigMaps).named("one").build(asking([](const Context& context) {
    return std::to_string(context.list(kSecrets).size());
  }));
  const Controller other = h.manager.controller().for_(kConfigMaps).named("other").build([](Context&, const Request&) {
    return Result::done();
  });
  h.start();
  const std::string gauge = R"(kubexx_informer_store_objects{name="",group="",version="v1",resource="secrets"})";
  const ControllerWatch first = one.watch(h.manager.cache(kSecrets), map_to_itself());
  const ControllerWatch second = other.watch(h.manager.cache(kSecrets), map_to_itself());
  h.create(kSecrets, "s");
  EXPECT_THAT(answered(), each_of_some("1"));
  EXPECT_EQ(h.metric(gauge), "1");
  first.remove();
  h.sim.run_for(seconds(1));
  EXPECT_EQ(h.metric(gauge), "1") << "the other one has it";
  one.enqueue(Request(ObjectKey{"default", "s"}));
  EXPECT_THAT(answered(), each_of_some(HasSubstr("does not watch it")));
  second.remove();
  h.sim.run_for(seconds(1));
  EXPECT_EQ(h.metric(gauge), "none");
  const int lists = h.transport->requests["GET /api/v1/secrets"];
  h.sim.run_for(minutes(60));
  EXPECT_EQ(h.transport->requests["GET /api/v1/secrets"], lists) << "nobody watches it any more";
  const ControllerWatch again = one.watch(h.manager.cache(kSecrets), map_to_itself());
  EXPECT_THAT(answered(), Contains("1")) << "it can be watched again";
}

TEST_F(CacheReadsTest, AKindThatIsWatchedAtRunTimeDoesNotDecideReadiness)
{
  const Controller controller = h.manager.controller().for_(kConfigMaps).build(asking(count_boxes));
  h.start();
  ASSERT_TRUE(h.manager.ready());
  const ControllerWatch watch = controller.watch(h.manager.cache(kBoxes), map_to_itself());
  h.sim.run_for(minutes(1));
  EXPECT_TRUE(h.manager.ready()) << ready();
  EXPECT_THAT(ready(), HasSubstr("[+]watch-boxes.example.com ok: "));
  h.create(kConfigMaps, "a");
  EXPECT_THAT(answered(), each_of_some(HasSubstr("have not synced"))) << "it is not optional";
  watch.remove();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(ready(), Not(HasSubstr("boxes")));
}

// --- clusters that go ---

TEST_F(CacheReadsTest, NothingOfAClusterThatIsGoneStaysInMemory)
{
  std::vector<std::weak_ptr<int>> informers;
  ManagerOptions options;
  options.configure_informer = [&](const ResourceType&, const std::string& cluster, InformerOptions& informer) {
    if (cluster.empty()) return;
    const auto token = std::make_shared<int>(0);
    informers.push_back(token);
    informer.observer = [token](const Delta&) {};
  };
  Harness world(options);
  Spoke spoke(world);
  spoke.create("a");
  world.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::added()})
      .reads(kSecrets)
      .build([](Context&, const Request&) { return Result::done(); });
  world.start();
  world.manager.add_cluster("spoke", spoke.client);
  world.sim.run_for(seconds(1));
  ASSERT_EQ(informers.size(), 2U);
  std::function<awaitable<void>()> work = [&] { return remove_cluster(world.manager, "spoke"); };
  ASSERT_TRUE(world.sim.run(work, minutes(1)));
  world.sim.run_for(seconds(1));
  for (const auto& informer : informers) EXPECT_TRUE(informer.expired());
  EXPECT_TRUE(world.stop());
}

class PassingLink final : public Interceptor {
public:
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override { return next(std::move(call)); }
};

awaitable<Result> list_and_wait(Context& context, Clock* clock, int* lists)
{
  const Context there = context.in("spoke");
  (void)co_await there.client().async_list(kSecrets);
  ++*lists;
  (void)co_await async_sleep(*clock, seconds(10));
  (void)co_await there.client().async_list(kSecrets);
  ++*lists;
  co_return Result::done();
}

TEST_F(CacheReadsTest, TheClientOfAClusterThatIsGoneDoesNotStayInMemory)
{
  Harness world;
  Spoke spoke(world);
  int lists = 0;
  world.manager.controller().for_(kConfigMaps).workers(2).build([&](Context& context, Request) {
    return list_and_wait(context, &world.sim.clock(), &lists);
  });
  world.start();
  auto link = std::make_shared<PassingLink>();
  const std::weak_ptr<PassingLink> alive = link;
  world.manager.add_cluster("spoke", spoke.client.with_interceptor(std::move(link)));
  world.create(kConfigMaps, "a");  // ends before the cluster goes
  world.sim.run_for(seconds(11));
  world.create(kConfigMaps, "b");  // and after it
  world.sim.run_for(seconds(1));
  ASSERT_EQ(lists, 3);
  std::function<awaitable<void>()> work = [&] { return remove_cluster(world.manager, "spoke"); };
  ASSERT_TRUE(world.sim.run(work, minutes(1)));
  world.sim.run_for(minutes(1));
  EXPECT_EQ(lists, 4);
  EXPECT_TRUE(alive.expired());
  EXPECT_TRUE(world.stop());
}

TEST_F(CacheReadsTest, AClusterThatCannotBeAddedIsNotHalfAdded)
{
  bool refuse = true;
  ManagerOptions options;
  options.configure_informer = [&](const ResourceType& type, const std::string& cluster, InformerOptions&) {
    if (refuse && !cluster.empty() && type == kSecrets) throw std::runtime_error("no selector for this cluster");
  };
  Harness world(options);
  Spoke spoke(world);
  spoke.create("a");
  std::vector<std::string> keys;
  world.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::added()})
      .reads(kSecrets)
      .build([&](Context& context, const Request& request) {
        keys.push_back(request.to_string());
        EXPECT_THAT(context.clusters(), ElementsAre("spoke"));
        return Result::done();
      });
  world.start();
  EXPECT_THROW(world.manager.add_cluster("spoke", spoke.client), std::runtime_error);
  EXPECT_THAT(world.manager.clusters(), IsEmpty());
  world.sim.run_for(minutes(1));
  EXPECT_THAT(spoke.transport->requests, IsEmpty());
  refuse = false;
  world.manager.add_cluster("spoke", spoke.client);
  world.sim.run_for(seconds(1));
  EXPECT_THAT(keys, ElementsAre("spoke:default/a"));
  EXPECT_TRUE(world.stop());
}

}  // namespace
}  // namespace kubexx::testing
