// SPDX-License-Identifier: Apache-2.0
// The listings of docs/guides/controller.md and docs/guides/testing.md, compiled and run. tests/design checks that the
// pages show nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/testing/faults.hpp"
#include "kubexx/testing/simulated_runtime.hpp"
#include "kubexx/types/apps/v1/deployment.hpp"

using namespace kubexx;
using namespace kubexx::testing;
using appsv1::Deployment;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct SiteSpec {
  std::string image;
  std::int32_t replicas = 1;
  std::string secret;  // the name of one
};
BOOST_DESCRIBE_STRUCT(SiteSpec, (), (image, replicas, secret))

struct SiteStatus {
  std::vector<Condition> conditions;
};
BOOST_DESCRIBE_STRUCT(SiteStatus, (), (conditions))

struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Site", "sites"};
  ObjectMeta metadata;
  SiteSpec spec;
  SiteStatus status;
};
BOOST_DESCRIBE_STRUCT(Site, (), (metadata, spec, status))

namespace {

constexpr auto kFinalizer = "example.org/bucket";

constexpr auto kSiteDefinition = R"({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "sites.example.org"},
  "spec": {
    "group": "example.org", "scope": "Namespaced",
    "names": {"kind": "Site", "listKind": "SiteList", "plural": "sites", "singular": "site"},
    "versions": [{
      "name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
      "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}
    }]
  }
})";
constexpr auto kSite = R"({"apiVersion": "example.org/v1", "kind": "Site",
  "metadata": {"name": "blog", "namespace": "default"}, "spec": {"image": "blog:1", "replicas": 2}})";

// What a Site has outside the cluster.
std::set<std::string> buckets;

void create_bucket(const std::string& name)
{
  buckets.insert(name);
}

void delete_bucket(const std::string& name)
{
  buckets.erase(name);
}

// Sets what a Site decides about its Deployment, and nothing else.
void shape(Deployment& deployment, const Typed<Site>& site)
{
  const std::map<std::string, std::string> labels{{"site", site->metadata.name}};
  deployment.spec.replicas = site->spec.replicas;
  deployment.spec.selector.emplace().matchLabels = labels;
  deployment.spec.template_.metadata.labels = labels;
  auto& containers = deployment.spec.template_.spec.containers;
  containers.resize(1);
  containers[0].name = "server";
  containers[0].image = site->spec.image;
}

int reconciled = 0;

Result reconcile_site(Context& ctx, const Request& request)
{
  ++reconciled;
  auto site = ctx.get<Site>(request);
  if (!site) return Result::done();
  if (site->spec.image == "nowhere") throw std::runtime_error("there is no such image");

  const auto cleanup = [&] { delete_bucket(site->metadata.name); };
  if (!finalize(ctx, site, "example.org/bucket", cleanup)) return Result::done();
  create_bucket(site->metadata.name);

  auto [result, deployment] = ctx.create_or_update<Deployment>(request.key(), [&](Deployment& wanted) {
    ctx.own(site, wanted);
    shape(wanted, site);
  });
  if (result == OperationResult::created) ctx.events().normal(site, "Published", "created the Deployment");

  const bool ready = deployment->status.readyReplicas >= site->spec.replicas;
  Condition condition;
  condition.type = "Ready";
  condition.status = ready ? "True" : "False";
  condition.reason = ready ? "AllReplicasReady" : "WaitingForReplicas";
  ctx.set_condition(site, condition);
  site.patch_status();
  return Result::done();
}

Result give_up(Context& ctx, const Request& request)
{
  auto site = ctx.get<Site>(request);
  if (!site) return Result::done();
  Condition condition;
  condition.type = "Ready";
  condition.status = "False";
  condition.reason = "GivenUp";
  condition.message = ctx.failure();
  ctx.set_condition(site, condition);
  site.patch_status();
  return Result::done();
}

// The controller of the section on finding objects, and of the one on failures.
void add_site_controller(Manager& manager)
{
  manager.controller()
      .for_<Site>()
      .owns<Deployment>()
      .index<Site>("secret", "/spec/secret")
      .watches(resources::secrets, map_by_index<Site>("secret"))
      .reconcile_timeout(std::chrono::minutes(2))
      .max_retries(10, give_up)
      .fair_by_namespace()
      .build(reconcile_site);
}

awaitable<void> stop(Manager& manager)
{
  EXPECT_TRUE(co_await manager.async_stop());
}

std::optional<Object> find(const Client& user, const ResourceType& type, const ObjectKey& key)
{
  try {
    return user.get(type, key);
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
    return std::nullopt;
  }
}

// The listing of docs/guides/testing.md.
TEST(TestingGuide, ASiteBecomesADeployment)
{
  SimulatedRuntime sim({.seed = 1});
  const Runtime runtime = sim.runtime();
  ApiServer server({.clock = runtime.clock, .random = runtime.random});
  const Client user(sim.user_runtime(), make_in_process_transport(runtime, server));
  user.create(resources::custom_resource_definitions, Object::parse(kSiteDefinition));

  Manager manager(Client(runtime, make_in_process_transport(runtime, server)));
  manager.controller().for_<Site>().owns<Deployment>().build(reconcile_site);
  manager.start();

  user.create(resource_of<Site>(), Object::parse(kSite));
  sim.run_for(std::chrono::minutes(5));
  EXPECT_EQ(api<Deployment>(user).get({"default", "blog"})->spec.replicas, 2);

  EXPECT_TRUE(sim.run([&] { return stop(manager); }, std::chrono::minutes(1)));
}

// The second one: the same behind a bad network.
TEST(TestingGuide, FaultsDelayItAndNoMore)
{
  SimulatedRuntime sim({.seed = 1});
  const Runtime runtime = sim.runtime();
  ApiServer server({.clock = runtime.clock, .random = runtime.random});
  const Client user(sim.user_runtime(), make_in_process_transport(runtime, server));
  user.create(resources::custom_resource_definitions, Object::parse(kSiteDefinition));

  Faults faults(FaultPlan(7), nullptr);
  faults.rates[FaultKind::refused] = 0.2;
  faults.rates[FaultKind::conflict] = 0.2;
  faults.rates[FaultKind::watch_broken] = 0.1;
  const auto network =
      make_fault_transport(runtime, make_in_process_transport(runtime, server), faults, "operator", {});
  Manager manager(Client(runtime, network));
  manager.controller().for_<Site>().owns<Deployment>().build(reconcile_site);
  manager.start();

  user.create(resource_of<Site>(), Object::parse(kSite));
  sim.run_for(std::chrono::minutes(5));
  EXPECT_EQ(api<Deployment>(user).get({"default", "blog"})->spec.replicas, 2);
  EXPECT_THAT(faults.plan.happened(), ::testing::Not(IsEmpty()));
  faults.plan.stop();
  EXPECT_TRUE(sim.run([&] { return stop(manager); }, std::chrono::minutes(1)));
}

Result reconcile_from_the_hub(Context& context, const Request& request)
{
  const auto site = context.get<Site>(request);
  if (!site) return Result::done();
  const auto shaped = [&](Deployment& deployment) { shape(deployment, site); };
  context.in("east").create_or_update<Deployment>(request.key(), shaped);
  return Result::done();
}

void remove_copy(Context& ctx, const Typed<Site>& site, const std::string& cluster)
{
  const std::vector<std::string> known = ctx.clusters();
  if (std::ranges::find(known, cluster) == known.end()) return;  // the manager has let go of it
  const Context there = ctx.in(cluster);
  const bool patient = ctx.now() - *site->metadata.deletionTimestamp < std::chrono::hours(24);
  if (!patient && !there.synced<Deployment>()) {
    ctx.events().warning(site, "LeftBehind", cluster + " has not answered for a day: a Deployment may be left there");
    return;
  }
  there.remove_if_exists<Deployment>(site.key());  // throws while the cluster does not answer: the finalizer stays
}

TEST(SeveralClusters, ACleanUpGivesUpOnAClusterThatDoesNotComeBack)
{
  SimulatedRuntime sim({.seed = 1});
  const Runtime runtime = sim.runtime();
  ApiServer hub({.clock = runtime.clock, .random = runtime.random});
  const Client user(runtime, make_in_process_transport(runtime, hub));
  Faults faults(FaultPlan(7), nullptr);
  faults.rates[FaultKind::refused] = 1.0;
  ApiServer east({.clock = runtime.clock, .random = runtime.random});
  const auto nowhere = make_fault_transport(runtime, make_in_process_transport(runtime, east), faults, "east", {});
  user.create(resources::custom_resource_definitions, Object::parse(kSiteDefinition));
  Manager manager(user);
  manager.add_cluster("east", Client(runtime, nowhere));
  manager.controller()
      .for_<Site>()
      .reads<Deployment>({.clusters = Clusters::added()})
      .build([](Context& ctx, const Request& request) {
        auto site = ctx.get<Site>(request);
        const auto cleanup = [&] { remove_copy(ctx, site, "east"); };
        if (site) static_cast<void>(finalize(ctx, site, kFinalizer, cleanup));
        return Result::done();
      });
  manager.start();
  const ObjectKey key{"default", "blog"};
  user.create(resource_of<Site>(), Object::parse(kSite));
  sim.run_for(std::chrono::seconds(1));
  user.delete_(resource_of<Site>(), key);
  sim.run_for(std::chrono::hours(23));
  EXPECT_TRUE(api<Site>(user).try_get(key)) << "it may come back";
  sim.run_for(std::chrono::hours(2));
  EXPECT_FALSE(api<Site>(user).try_get(key));
  faults.plan.stop();
  EXPECT_TRUE(sim.run([&] { return stop(manager); }, std::chrono::minutes(1)));
}

TEST(SeveralClusters, ASiteOfTheHubBecomesADeploymentElsewhere)
{
  SimulatedRuntime sim({.seed = 1});
  const Runtime runtime = sim.runtime();
  ApiServer hub({.clock = runtime.clock, .random = runtime.random});
  ApiServer east({.clock = runtime.clock, .random = runtime.random});
  const Client user(sim.user_runtime(), make_in_process_transport(runtime, hub));
  const Client client_of_east(runtime, make_in_process_transport(runtime, east));
  user.create(resources::custom_resource_definitions, Object::parse(kSiteDefinition));
  const Mapper map_to_sites = map_to_itself();
  Manager manager(user);

  // clang-format off
manager.add_cluster("east", client_of_east);
manager.controller().for_<Site>().watches<Deployment>(map_to_sites.to_own_cluster(), {.clusters = Clusters::added()}).build(
    reconcile_from_the_hub);
manager.add_runnable("report", [](const RunContext& context) {
  context.log.info("configmaps", {{"count", context.client.list(resources::config_maps).items.size()}});
});
  // clang-format on
  manager.start();
  sim.run_for(std::chrono::seconds(1));
  user.create(resource_of<Site>(), Object::parse(kSite));
  sim.run_for(std::chrono::seconds(1));
  const ObjectKey key{"default", "blog"};
  EXPECT_EQ(api<Deployment>(client_of_east).get(key)->spec.replicas, 2);
  client_of_east.delete_(resource_of<Deployment>(), key);
  sim.run_for(std::chrono::seconds(1));
  EXPECT_TRUE(api<Deployment>(client_of_east).try_get(key)) << "what is deleted there comes back";
  EXPECT_TRUE(manager.ready()) << manager.readiness().text("readyz", true);
  EXPECT_THAT(manager.readiness().text("readyz", true), ::testing::HasSubstr("watch-deployments.apps@east ok"));
  EXPECT_TRUE(sim.run([&] { return stop(manager); }, std::chrono::minutes(1)));
}

// What docs/guides/controller.md says of the operator that it shows.
class ControllerGuide : public ::testing::Test {
protected:
  ControllerGuide()
  {
    buckets.clear();
    user.create(resources::custom_resource_definitions, Object::parse(kSiteDefinition));
    add_site_controller(manager);
    manager.start();
    user.create(resource_of<Site>(), Object::parse(kSite));
    sim.run_for(std::chrono::minutes(1));
  }
  ~ControllerGuide() override
  {
    EXPECT_TRUE(sim.run([&] { return stop(manager); }, std::chrono::minutes(1)));
  }

  Typed<Site> site() { return api<Site>(user).get(kKey); }

  const ObjectKey kKey{"default", "blog"};
  SimulatedRuntime sim{{.seed = 1}};
  ApiServer server{{.clock = sim.runtime().clock, .random = sim.runtime().random}};
  Client user{sim.user_runtime(), make_in_process_transport(sim.runtime(), server)};
  Manager manager{user};
};

TEST_F(ControllerGuide, TheConditionChangesItsTimeWithItsStatusAlone)
{
  ASSERT_THAT(site()->status.conditions, ::testing::SizeIs(1));
  const Condition waiting = site()->status.conditions[0];
  EXPECT_EQ(waiting.status, "False");
  EXPECT_EQ(waiting.reason, "WaitingForReplicas");
  ASSERT_FALSE(waiting.lastTransitionTime.is_zero());

  auto wanted = site();
  wanted->spec.replicas = 3;
  wanted.patch();
  sim.run_for(std::chrono::minutes(1));
  EXPECT_EQ(api<Deployment>(user).get(kKey)->spec.replicas, 3) << "the difference was written";
  EXPECT_EQ(site()->status.conditions[0].lastTransitionTime, waiting.lastTransitionTime);
  EXPECT_GT(site()->status.conditions[0].observedGeneration, waiting.observedGeneration);

  auto deployment = api<Deployment>(user).get(kKey);
  deployment->status.readyReplicas = 3;
  deployment->status.replicas = 3;
  deployment.patch_status();
  sim.run_for(std::chrono::minutes(1));
  EXPECT_EQ(site()->status.conditions[0].status, "True");
  EXPECT_GT(site()->status.conditions[0].lastTransitionTime, waiting.lastTransitionTime);
}

TEST_F(ControllerGuide, AnotherWritersConditionAndUnknownFieldsStay)
{
  user.patch(resource_of<Site>(), kKey, {PatchType::json, R"([{"op": "add", "path": "/status/conditions/0",
               "value": {"type": "Paid", "status": "True", "until": "tomorrow"}}])"},
             {}, "status");
  auto wanted = site();
  wanted->spec.replicas = 1;
  wanted.patch();
  sim.run_for(std::chrono::minutes(1));
  const Object now = user.get(resource_of<Site>(), kKey);
  EXPECT_EQ(now.at("/status/conditions/0/until").as_string(), "tomorrow");
  EXPECT_EQ(now.at("/status/conditions/1/type").as_string(), "Ready");
  EXPECT_EQ(now.at("/status/conditions/1/observedGeneration").as_int(), now.generation());
}

TEST_F(ControllerGuide, TheFinalizerLeavesNothingBehind)
{
  EXPECT_THAT(buckets, ElementsAre("blog"));
  EXPECT_THAT(user.get(resource_of<Site>(), kKey).finalizers(), ElementsAre(kFinalizer));
  user.delete_(resource_of<Site>(), kKey);
  sim.run_for(std::chrono::minutes(1));
  EXPECT_THAT(buckets, IsEmpty());
  EXPECT_FALSE(find(user, resource_of<Site>(), kKey));
  EXPECT_FALSE(find(user, resource_of<Deployment>(), kKey)) << "the garbage collector deletes what the Site owned";
}

TEST_F(ControllerGuide, AChangeOfTheSecretReconcilesTheSite)
{
  auto wanted = site();
  wanted->spec.secret = "key";
  wanted.patch();
  sim.run_for(std::chrono::minutes(1));
  const auto create = [&](const std::string& name) {
    user.create(resources::secrets,
                Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"default","name":")" +
                              name + R"("}})"));
    const int before = reconciled;
    sim.run_for(std::chrono::minutes(1));
    return reconciled - before;
  };
  EXPECT_EQ(create("other"), 0);
  EXPECT_EQ(create("key"), 1);
}

TEST_F(ControllerGuide, AFailureThatLastsIsInTheStatusAndRestsUntilSomethingChanges)
{
  auto wanted = site();
  wanted->spec.image = "nowhere";
  wanted.patch();
  sim.run_for(std::chrono::minutes(1));
  EXPECT_EQ(site()->status.conditions[0].reason, "GivenUp");
  EXPECT_EQ(site()->status.conditions[0].message, "there is no such image");
  wanted->spec.image = "blog:2";
  wanted.patch();
  sim.run_for(std::chrono::minutes(1));
  EXPECT_EQ(site()->status.conditions[0].reason, "WaitingForReplicas");
}

TEST_F(ControllerGuide, TheEventIsThere)
{
  std::vector<std::string> notes;
  for (const auto& event : user.list(resources::events).items) {
    notes.emplace_back(event.at("/note").as_string().value_or(""));
  }
  EXPECT_THAT(notes, ElementsAre("created the Deployment"));
}

}  // namespace
