// SPDX-License-Identifier: Apache-2.0
// The names that 0.3 has deprecated, each used once: the old headers, the old functions, members and builder calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "kubexx/apimachinery/misfit.hpp"
#include "kubexx/apimachinery/resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/client/budget.hpp"
#include "kubexx/client/config.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/controller/events.hpp"
#include "kubexx/controller/leader_election.hpp"
#include "kubexx/informer/event.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "kubexx/informer/own_writes.hpp"
#include "kubexx/testing/operator_test.hpp"
#include "kubexx/testing/simulated_runtime.hpp"
#include "kubexx/testing/test_failure.hpp"
#include "kubexx/types/core/v1/config_map.hpp"
#include "kubexx/types/core/v1/secret.hpp"
#include "kubexx/workqueue/lease_batch.hpp"
#include "kubexx/workqueue/priority_queue.hpp"
#include "kubexx/workqueue/snapshot.hpp"

namespace {

using kubexx::corev1::ConfigMap;
using kubexx::corev1::Secret;
using ::testing::ElementsAre;
namespace kit = kubexx::testing;
using namespace kubexx;

TEST(OldNames, AResultIsBackoff)
{
  EXPECT_EQ(Result::backoff().kind(), Result::Kind::requeue);
  EXPECT_EQ(Result::requeue().kind(), Result::Kind::backoff);
}

TEST(OldNames, TriggersAreCauses)
{
  ManualClock clock;
  QueueOptions options;
  options.clock = &clock;
  options.introspection = true;
  std::vector<Cause> seen;
  PriorityQueue<std::string> queue(RetryPolicy::exponential(std::chrono::milliseconds(5), std::chrono::seconds(1)),
                                   options);
  queue.add_with("a", {.priority = 1, .cause = 4});
  EXPECT_EQ(snapshot(queue).entries.at(0).state.causes, 4U);
  const auto lease = queue.try_get();
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->causes(), 4U);
  queue.add_with("b", {.trigger = 1, .cause = 2});
  LeaseBatch<std::string> batch;
  ASSERT_TRUE(queue.get_batch(batch, 1));
  EXPECT_EQ(batch.causes(0), 3U);
  QueueEvent<std::string> event;
  event.triggers = 8;
  EXPECT_EQ(event.causes, 8U);
  RecordedReconcile record;
  record.triggers = 16;
  EXPECT_EQ(record.causes, 16U);
}

TEST(OldNames, TypesAndOptions)
{
  const Misfit misfit{{}, "unreadable"};
  EXPECT_EQ(static_cast<const UnreadableObject&>(misfit).problem, "unreadable");
  EXPECT_FALSE(resources::pods.plural.empty());
  EXPECT_THROW((void)load_kubeconfig("/nonexistent/config"), ConfigError);
  EXPECT_TRUE(RequestBudget().adaptive);
  EXPECT_FALSE(mistakes_of(LeaderElectionOptions()).empty());
  try {
    throw kit::SimulationStuck("stuck");
  } catch (const kit::TimeStandsStill& failure) {
    EXPECT_STREQ(failure.what(), "stuck");
  }
}

TEST(OldNames, ASimulationHasMostTasks)
{
  kit::SimulatedRuntime sim({.seed = 1, .most_tasks = 10});
  const auto again = std::make_shared<std::function<void()>>();
  *again = [&sim, again] { asio::post(sim.runtime().executor, *again); };
  (*again)();
  EXPECT_THROW((void)sim.run_ready(), kit::SimulationStuck);
  *again = [] {};
}

// `{}` was an empty predicate; it is now no options. A list of callbacks still is a predicate.
[[maybe_unused]] void takes_lists(ControllerBuilder& builder, const ResourceType& type)
{
  builder.for_<ConfigMap>({}).owns<Secret>({}).owns<Secret>({}, Owners::every).watches<Secret>(map_to_itself(), {});
  builder.for_(type, {}).owns(type, {}).owns(type, {}, Owners::every).watches(type, map_to_itself(), {});
  builder.for_<ConfigMap>({.on_update = [](const Object&, const Object&) { return true; }});
  builder.owns(type, {.on_add = [](const Object&) { return true; }});
  builder.watches<Secret>(map_to_itself(), {.on_delete = [](const Object&) { return true; }});
  builder.for_<ConfigMap>({.metadata_only = true}).owns<Secret>({.optional = true}, Owners::every);
}

// What a controller did, with everything that has an old name on the way.
TEST(OldNames, ABuilderTakesModifiers)
{
  std::vector<std::string> causes;
  kit::OperatorTestOptions options;
  options.clusters = {"east"};
  options.patience = std::chrono::seconds(30);
  options.most_tasks = 100'000;
  options.setup = [&](Manager& manager) {
    manager.controller()
        .for_<ConfigMap>(Predicate::has_label("app", "web"))
        .owns<Secret>({}, Owners::every)
        .only_metadata()
        .watches<Secret>(map_to_itself())
        .in_clusters(Clusters::added())
        .optional()
        .writes<ConfigMap>({Verb::patch})
        .in_clusters(Clusters::added())
        .build([&](Context& context, const Request& request) {
          if (context.get<ConfigMap>(request)) causes = context.causes();
          return Result::done();
        });
  };
  kit::OperatorTest test(options);
  test.start();
  ConfigMap map;
  map.metadata.name = "a";
  map.metadata.namespace_ = "default";
  map.metadata.labels["app"] = "web";
  api<ConfigMap>(test.user()).create(map);
  test.wait_until("it was reconciled", [&] { return !causes.empty(); });
  EXPECT_THAT(causes, ElementsAre("configmaps added"));
  const auto explanations = test.manager().why(Request(ObjectKey{"default", "a"}));
  ASSERT_FALSE(explanations.empty());
  ASSERT_FALSE(explanations[0].past.empty());
  EXPECT_THAT(explanations[0].past[0].causes, ElementsAre("configmaps added"));
  EXPECT_EQ(test.manager().cache(resources::config_maps).own_writes(), 0U);
  // The declaration holds for the added clusters only.
  const auto has_patch = [&](const std::string& cluster) {
    for (const auto& rule : test.manager().permissions(cluster).rules()) {
      if (rule.resource == "configmaps" && rule.verbs.contains(Verb::patch)) return true;
    }
    return false;
  };
  EXPECT_TRUE(has_patch("east"));
  EXPECT_FALSE(has_patch(""));
  test.stop();
}

TEST(OldNames, AnInformerHasOwnWrites)
{
  kit::SimulatedRuntime sim({.seed = 1});
  auto random = SeededRandom(1);
  ApiServer server({.clock = sim.runtime().clock, .random = &random, .garbage_lag = 7, .fake_workloads = true});
  InformerOptions options;
  options.own_write_ttl = std::chrono::seconds(3);
  const SharedInformer informer(Client(sim.runtime(), make_in_process_transport(sim.runtime(), server)),
                                resources::config_maps, options);
  EXPECT_EQ(informer.own_writes(), 0U);
  IndexedStore store;
  EXPECT_EQ(store.own_writes(), 0U);
  EXPECT_TRUE(store.own_writes_shown().empty());
  EXPECT_TRUE(store.expire_own_writes(SteadyTime(), Duration(1)).empty());
  const ObjectList list;
  EXPECT_TRUE(list.misfits.empty());
}

}  // namespace
