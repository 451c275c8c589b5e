// SPDX-License-Identifier: Apache-2.0
// The listings of docs/controller.md and docs/testing.md, compiled and run. tests/design checks that the pages show
// nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/apps.hpp"
#include "kubexx/apimachinery/ownership.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/testing/faults.hpp"
#include "kubexx/testing/simulated_runtime.hpp"

using namespace kubexx;
using namespace kubexx::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Condition {
  std::string type, status, reason, message;
  std::optional<std::int64_t> observedGeneration;
  std::optional<Time> lastTransitionTime;
};
BOOST_DESCRIBE_STRUCT(Condition, (), (type, status, reason, message, observedGeneration, lastTransitionTime))

struct SiteSpec {
  std::string image;
  std::int32_t replicas = 1;
};
BOOST_DESCRIBE_STRUCT(SiteSpec, (), (image, replicas))

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

template <>
struct kubexx::FieldTraits<&SiteStatus::conditions> {
  static constexpr std::array<std::string_view, 1> merge_keys{"type"};
};

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

Deployment deployment_of(const Cached<Site>& site)
{
  Deployment deployment;
  deployment.metadata.name = site->metadata.name;
  deployment.metadata.namespace_ = site->metadata.namespace_;
  deployment.metadata.ownerReferences = {new_controller_ref(site.object)};
  deployment.spec.replicas = site->spec.replicas;
  deployment.spec.selector.matchLabels = {{"site", site->metadata.name}};
  deployment.spec.template_.metadata.labels = {{"site", site->metadata.name}};
  Container server;
  server.name = "server";
  server.image = site->spec.image;
  deployment.spec.template_.spec.containers = {server};
  return deployment;
}

void set_ready(Site& site, bool ready, const std::string& reason, Time now)
{
  auto& conditions = site.status.conditions;
  auto known = std::ranges::find(conditions, "Ready", &Condition::type);
  if (known == conditions.end()) known = conditions.insert(known, Condition{});
  const std::string status = ready ? "True" : "False";
  if (known->status != status) known->lastTransitionTime = now;
  known->type = "Ready";
  known->status = status;
  known->reason = reason;
  known->observedGeneration = site.metadata.generation;
}

Result reconcile_site(Context& ctx, const Request& request)
{
  auto site = ctx.get<Site>(request);
  if (!site) return Result::done();

  auto& finalizers = site->metadata.finalizers;
  const bool ours = std::ranges::find(finalizers, kFinalizer) != finalizers.end();
  if (site.object.is_deleting()) {
    if (!ours) return Result::done();
    delete_bucket(site->metadata.name);  // must also succeed when the bucket is gone already
    std::erase(finalizers, kFinalizer);
    ctx.client().patch(resource_of<Site>(), request.key(), site.patch());
    return Result::done();
  }
  if (!ours) {
    finalizers.push_back(kFinalizer);
    ctx.client().patch(resource_of<Site>(), request.key(), site.patch());
    return Result::done();  // the patch is a change of the Site, which brings the key back
  }
  create_bucket(site->metadata.name);

  const ObjectKey key = request.key();
  if (!ctx.get<Deployment>(key)) {
    ctx.client().create(resource_of<Deployment>(), Object::from(deployment_of(site)));
    ctx.events().normal(site.object, "Published", "Reconcile", "created the Deployment");
  }

  auto deployment = ctx.get<Deployment>(key);
  deployment->spec.replicas = site->spec.replicas;
  if (deployment.changed()) ctx.client().patch(resource_of<Deployment>(), key, deployment.patch());

  const bool ready = deployment->status.readyReplicas >= site->spec.replicas;
  const Time now(ctx.client().runtime().clock->wall_now());
  set_ready(site.value, ready, ready ? "AllReplicasReady" : "WaitingForReplicas", now);
  if (site.changed()) ctx.client().patch(resource_of<Site>(), key, site.patch(), {}, "status");
  return Result::done();
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

// The listing of docs/testing.md.
TEST(TestingGuide, ASiteBecomesADeployment)
{
  SimulatedRuntime sim({.seed = 1});
  const Runtime runtime = sim.runtime();
  ApiServer server({.clock = runtime.clock, .random = runtime.random});
  const Client user(runtime, make_in_process_transport(runtime, server));
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
  const Client user(runtime, make_in_process_transport(runtime, server));
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

// What docs/controller.md says of the operator that it shows.
class ControllerGuide : public ::testing::Test {
protected:
  ControllerGuide()
  {
    buckets.clear();
    user.create(resources::custom_resource_definitions, Object::parse(kSiteDefinition));
    manager.controller().for_<Site>().owns<Deployment>().build(reconcile_site);
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
  Client user{sim.runtime(), make_in_process_transport(sim.runtime(), server)};
  Manager manager{user};
};

TEST_F(ControllerGuide, TheConditionChangesItsTimeWithItsStatusAlone)
{
  ASSERT_THAT(site()->status.conditions, ::testing::SizeIs(1));
  const Condition waiting = site()->status.conditions[0];
  EXPECT_EQ(waiting.status, "False");
  EXPECT_EQ(waiting.reason, "WaitingForReplicas");
  ASSERT_TRUE(waiting.lastTransitionTime);

  auto wanted = site();
  wanted->spec.replicas = 3;
  api<Site>(user).update(wanted);
  sim.run_for(std::chrono::minutes(1));
  EXPECT_EQ(api<Deployment>(user).get(kKey)->spec.replicas, 3) << "the difference was written";
  EXPECT_EQ(site()->status.conditions[0].lastTransitionTime, waiting.lastTransitionTime);
  EXPECT_GT(site()->status.conditions[0].observedGeneration, waiting.observedGeneration);

  auto deployment = api<Deployment>(user).get(kKey);
  deployment->status.readyReplicas = 3;
  deployment->status.replicas = 3;
  api<Deployment>(user).update_status(deployment);
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
  api<Site>(user).update(wanted);
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

TEST_F(ControllerGuide, TheEventIsThere)
{
  std::vector<std::string> notes;
  for (const auto& event : user.list(resources::events).items) {
    notes.emplace_back(event.at("/note").as_string().value_or(""));
  }
  EXPECT_THAT(notes, ElementsAre("created the Deployment"));
}

}  // namespace
