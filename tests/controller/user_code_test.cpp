// SPDX-License-Identifier: Apache-2.0
// Functions of the user that a manager calls: it holds no lock meanwhile, so they may call everything.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/system/system_error.hpp>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "kubexx/base/asio.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;

awaitable<void> remove_cluster(Manager& manager, std::string name, std::vector<bool>* removed)
{
  const bool one = co_await manager.async_remove_cluster(std::move(name));
  removed->push_back(one);
}

class UserCodeTest : public ::testing::Test {
protected:
  // Configures ConfigMaps with call_everything(), once per cluster.
  static ManagerOptions options_of(UserCodeTest* self)
  {
    ManagerOptions options;
    options.configure_informer = [self](const ResourceType& type, const std::string& cluster, InformerOptions&) {
      if (!self->configure || type != kConfigMaps) return;
      self->configured.push_back(cluster);
      self->configure(cluster);
    };
    return options;
  }
  static Reconciler nothing()
  {
    return [](Context&, const Request&) { return Result::done(); };
  }
  // Everything that a manager can be asked for but its own stop. `tag` makes names that are not taken.
  void call_everything(const std::string& tag)
  {
    Manager& manager = h.manager;
    (void)manager.clusters();
    (void)manager.readiness();
    (void)manager.liveness();
    (void)manager.why(Request(ObjectKey{"default", "x"}));
    (void)manager.permissions();
    (void)manager.permissions("east");
    (void)manager.lease_permissions();
    (void)manager.roles({"a", "b"});
    manager.declare({}, Clusters::every());
    Permissions needed;
    needed.allow(kEvents, {Verb::create});
    manager.declare(needed);
    (void)manager.cache(kSecrets);
    if (on_executor) {
      EXPECT_THROW((void)manager.client().list(kSecrets), std::logic_error);
    } else {
      (void)manager.client().list(kSecrets);
    }
    (void)manager.is_leader();
    manager.add_runnable("runnable-" + tag, [](const RunContext&) {});
    manager.add_readyz_check("check-" + tag, [] { return std::nullopt; });
    (void)manager.controller().for_(kSecrets, {.clusters = Clusters::every()}).named("made-" + tag).build(nothing());
    manager.add_cluster("made-" + tag, h.user);
    spawn(h.sim.runtime().executor, remove_cluster(manager, "made-" + tag, &removed));
    called.push_back(tag);
  }

  std::function<void(const std::string& cluster)> configure;
  std::vector<std::string> configured, called;
  std::vector<bool> removed;
  bool on_executor = false;  // the calls come from there
  bool inside = false;  // a reconcile; a member, because clusters that are added at the end are reconciled in ~Harness
  Harness h{options_of(this)};
};

TEST_F(UserCodeTest, ConfigureInformerMayCallEverything)
{
  configure = [this](const std::string& cluster) {
    if (cluster.starts_with("made-")) return;  // by this
    call_everything("in-" + cluster);
  };
  (void)h.manager.controller().for_(kConfigMaps, {.clusters = Clusters::every()}).build(nothing());
  h.start();
  h.manager.add_cluster("east", h.user);
  h.sim.run_for(seconds(1));
  EXPECT_THAT(called, ElementsAre("in-", "in-east"));
  EXPECT_EQ(removed, (std::vector{true, true}));
  EXPECT_THAT(h.manager.clusters(), ElementsAre("east"));
}

TEST_F(UserCodeTest, ACacheIsNotAskedForWhereItIsConfigured)
{
  configure = [this](const std::string&) { EXPECT_THROW((void)h.manager.cache(kConfigMaps), std::logic_error); };
  const KindCache made = h.manager.cache(kConfigMaps);
  EXPECT_EQ(made.type(), kConfigMaps);
  EXPECT_THAT(configured, ElementsAre(""));
}

TEST_F(UserCodeTest, ACacheWhoseConfigurationFailsIsConfiguredAgain)
{
  configure = [this](const std::string&) {
    if (configured.size() == 1) throw std::runtime_error("not yet");
  };
  EXPECT_THROW((void)h.manager.cache(kConfigMaps), std::runtime_error);
  EXPECT_EQ(h.manager.cache(kConfigMaps).type(), kConfigMaps);
  EXPECT_THAT(configured, ElementsAre("", ""));
}

TEST_F(UserCodeTest, AClusterWhoseConfigurationFailsIsNotThere)
{
  bool fails = true;
  configure = [&](const std::string& cluster) {
    if (fails && cluster == "east") throw std::runtime_error("not yet");
  };
  std::vector<std::string> keys;
  (void)h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::every()})
      .build([&](Context&, const Request& request) {
        keys.push_back(request.to_string());
        return Result::done();
      });
  h.create(kConfigMaps, "a");
  h.start();
  EXPECT_THROW(h.manager.add_cluster("east", h.user), std::runtime_error);
  EXPECT_THAT(h.manager.clusters(), ::testing::IsEmpty());
  h.sim.run_for(seconds(1));
  EXPECT_THAT(std::exchange(keys, {}), ElementsAre("default/a"));
  fails = false;
  h.manager.add_cluster("east", h.user);
  h.sim.run_for(seconds(1));
  EXPECT_THAT(keys, ElementsAre("east:default/a"));
}

TEST_F(UserCodeTest, AnIndexFunctionMayCallEverything)
{
  h.create(kConfigMaps, "a");
  (void)h.manager.controller().for_(kConfigMaps, {.clusters = Clusters::every()}).build(nothing());
  h.start();
  (void)h.manager.controller()
      .for_(kConfigMaps)
      .named("indexes")
      .index(kConfigMaps, "by-name",
             [this](const Object& object) {
               if (called.empty()) call_everything("index");
               return std::vector{std::string(object.name())};
             })
      .build(nothing());
  h.sim.run_for(seconds(1));
  EXPECT_THAT(called, ElementsAre("index"));
  EXPECT_EQ(removed, std::vector{true});
}

awaitable<Result> run_until_stopped(std::stop_token stop, std::function<void()> on_stop)
{
  const std::stop_callback asked(stop, std::move(on_stop));
  co_await async_wait_stop(stop);
  co_return Result::done();
}

TEST_F(UserCodeTest, AStopCallbackOfARemovedClusterMayCallEverything)
{
  h.create(kConfigMaps, "a");
  h.manager.add_cluster("east", h.user);
  (void)h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::added()})
      .reconcile_timeout(Duration::zero())
      .build([this](Context& context, const Request& request) {
        std::function<void()> on_stop = [this] {
          if (!called.empty()) return;
          EXPECT_THROW(h.manager.add_cluster("east", h.user), std::invalid_argument) << "it is not quite gone";
          on_executor = true;
          call_everything("stop");
        };
        inside = inside || request.cluster == "east";
        return run_until_stopped(context.stop_token(), std::move(on_stop));
      });
  h.start();
  ASSERT_TRUE(h.until([&] { return inside; }));
  spawn(h.sim.runtime().executor, remove_cluster(h.manager, "east", &removed));
  h.sim.run_for(seconds(5));
  EXPECT_THAT(called, ElementsAre("stop"));
  EXPECT_EQ(removed, (std::vector{true, true}));
  EXPECT_THAT(h.manager.clusters(), ::testing::IsEmpty());
  h.manager.add_cluster("east", h.user);
  EXPECT_THAT(h.manager.clusters(), ElementsAre("east"));
}

// --- who waits for a stop ---

awaitable<void> await_stop(awaitable<bool> stop, std::vector<bool>* well)
{
  const bool one = co_await std::move(stop);
  well->push_back(one);
}

awaitable<void> wait_for_stop(Manager& manager, std::stop_token stop, std::vector<bool>* well)
{
  bool cancelled = false;
  try {
    co_await async_cancel_on(std::move(stop), await_stop(manager.async_stop(), well));
  } catch (const boost::system::system_error&) {
    cancelled = true;
  }
  EXPECT_TRUE(cancelled);
}

awaitable<void> run_manager(Manager& manager, bool* well)
{
  *well = co_await manager.async_run({});
}

TEST_F(UserCodeTest, AStopGoesOnWhenTheOneThatWaitsForItIsCancelled)
{
  (void)h.manager.controller().for_(kConfigMaps).build(nothing());
  h.start();
  std::stop_source stop;
  std::vector<bool> well;
  spawn(h.sim.runtime().executor, wait_for_stop(h.manager, stop.get_token(), &well));
  stop.request_stop();
  h.sim.run_ready();
  EXPECT_THAT(well, ::testing::IsEmpty());
  spawn(h.sim.runtime().executor, await_stop(h.manager.async_stop(), &well));
  h.sim.run_for(seconds(1));
  EXPECT_THAT(well, ElementsAre(true));
}

awaitable<void> stop_when_done(Manager* manager)
{
  (void)co_await manager->async_stop();
}

TEST_F(UserCodeTest, ARunnableMayWaitForTheStopUntilItIsCancelled)
{
  h.manager.add_runnable("job", [this](const RunContext&) { return stop_when_done(&h.manager); });
  bool ended = false, well = false;
  spawn(h.sim.runtime().executor, run_manager(h.manager, &well), [&] { ended = true; });
  EXPECT_TRUE(h.until([&] { return ended; }));
  EXPECT_TRUE(well) << h.log->text();
}

// --- handles that go early ---

TEST_F(UserCodeTest, AManagerMayBeDestroyedBeforeItsStopBegins)
{
  std::vector<bool> well;
  auto manager = std::make_unique<Manager>(Client(h.sim.runtime(), h.transport));
  (void)manager->controller().for_(kConfigMaps).build(nothing());
  manager->start();
  h.sim.run_for(seconds(1));
  EXPECT_EQ(h.server.open_watches(), 1U);
  spawn(h.sim.runtime().executor, await_stop(manager->async_stop(), &well));
  manager.reset();
  h.sim.run_for(seconds(1));
  EXPECT_EQ(well, std::vector{true});
  EXPECT_EQ(h.server.open_watches(), 0U);
}

// --- a leader election ---

LeaderElectionOptions election(const std::string& identity)
{
  LeaderElectionOptions options;
  options.lease = "demo";
  options.identity = identity;
  return options;
}

TEST_F(UserCodeTest, ACheckThatThrowsAnythingKeepsAReplicaFromLeading)
{
  bool throws = true;
  LeaderElector::Callbacks callbacks;
  callbacks.check = [&]() -> std::optional<std::string> {
    if (throws) throw 7;
    return std::nullopt;
  };
  const LeaderElector elector(h.user, election("a"), callbacks);
  elector.start();
  h.sim.run_for(seconds(30));
  EXPECT_FALSE(elector.is_leader());
  EXPECT_EQ(h.log->count({"warn cannot acquire or renew the Lease", "its check threw"}), 1U) << h.log->text();
  throws = false;
  h.sim.run_for(seconds(5));
  EXPECT_TRUE(elector.is_leader());
}

awaitable<Result> takes(Clock* clock, Duration time)
{
  (void)co_await async_sleep(*clock, time);
  co_return Result::done();
}

awaitable<void> stop_manager(Manager& manager, bool* well)
{
  *well = co_await manager.async_stop();
}

TEST(LostDuringAStop, TheLeaseEndsTheDrain)
{
  ManagerOptions options;
  options.leader_election = election("a");
  Harness h(options);
  int begun = 0;
  (void)h.manager.controller().for_(kConfigMaps).build([&](Context&, const Request&) {
    ++begun;
    return takes(&h.sim.clock(), milliseconds(300));
  });
  for (int i = 0; i < 20; ++i) h.create(kConfigMaps, "a" + std::to_string(i));
  h.start();
  ASSERT_TRUE(h.until([&] { return begun > 0; }));
  bool well = true, ended = false;
  spawn(h.sim.runtime().executor, stop_manager(h.manager, &well), [&] { ended = true; });
  h.sim.run_for(milliseconds(100));
  h.patch({"coordination.k8s.io", "v1", "Lease", "leases", Scope::namespaced}, {"default", "demo"},
          R"({"spec":{"holderIdentity":"thief"}})");
  ASSERT_TRUE(h.until([&] { return h.log->count({"error leadership lost"}) == 1; }, seconds(3))) << h.log->text();
  const int before = begun;
  const SteadyTime lost = h.sim.clock().now();
  ASSERT_TRUE(h.until([&] { return ended; }));
  EXPECT_LE(begun, before);
  EXPECT_LT(before, 20);
  EXPECT_FALSE(well);
  EXPECT_LE(h.sim.clock().now() - lost, seconds(3)) << "it does not wait for the drain";
}

}  // namespace
}  // namespace kubexx::testing
