// SPDX-License-Identifier: Apache-2.0
// Start and stop in order, whatever hangs; probes; read-your-writes through the manager's client.
#include "kubexx/controller/manager.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <stdexcept>

#include "harness.hpp"
#include "kubexx/apimachinery/error.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

awaitable<Result> takes(Clock* clock, Duration time, int* done)
{
  (void)co_await async_sleep(*clock, time);
  ++*done;
  co_return Result::done();
}

// It is not even cancelled.
awaitable<Result> ignores_the_stop(Clock* clock, Duration time, int* done)
{
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  (void)co_await async_sleep(*clock, time);
  ++*done;
  co_return Result::done();
}

TEST(Manager, OneWatchPerKindHoweverManyControllersUseIt)
{
  Harness h;
  int first = 0, second = 0;
  h.manager.controller().for_(kConfigMaps).build([&](Context&, const Request&) { return ++first, Result::done(); });
  h.manager.controller().for_(kConfigMaps).named("second").reads(kSecrets).build([&](Context&, const Request&) {
    return ++second, Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  EXPECT_TRUE(h.until([&] { return first == 1 && second == 1; }));
  EXPECT_EQ(h.server.open_watches(), 2U);
}

TEST(Manager, AControllerAddedLaterStartsAtOnce)
{
  Harness h;
  h.start();
  h.create(kConfigMaps, "a");
  int calls = 0;
  h.manager.controller().for_(kConfigMaps).build([&](Context&, const Request&) { return ++calls, Result::done(); });
  EXPECT_TRUE(h.until([&] { return calls == 1; }));
  EXPECT_THROW(h.manager.start(), std::logic_error) << "a second start";
}

TEST(Manager, StopWorksOffTheQueueAndRefusesNewControllers)
{
  Harness h;
  int done = 0;
  h.manager.controller().for_(kConfigMaps).build([&](Context&, Request) {
    return takes(&h.sim.clock(), milliseconds(100), &done);
  });
  for (int i = 0; i < 10; ++i) h.create(kConfigMaps, "a" + std::to_string(i));
  h.start();
  h.sim.run_for(milliseconds(50));
  EXPECT_EQ(done, 0);
  const auto before = h.sim.clock().now();
  EXPECT_TRUE(h.stop());
  EXPECT_EQ(done, 10) << "what was queued is still done";
  EXPECT_LE(h.sim.clock().now() - before, seconds(1));
  EXPECT_EQ(h.server.open_watches(), 0U);
  h.create(kConfigMaps, "late");
  h.sim.run_for(seconds(5));
  EXPECT_EQ(done, 10);
  EXPECT_THROW(h.manager.controller().for_(kSecrets).build([](Context&, const Request&) { return Result::done(); }),
               std::logic_error);
  EXPECT_TRUE(h.stop()) << "stopping again gives the same answer";
}

TEST(Manager, AFullQueueIsWorkedOffForTheDrainTimeOnly)
{
  ManagerOptions options;
  options.drain = seconds(2);
  Harness h(options);
  int done = 0;
  h.manager.controller().for_(kConfigMaps).build([&](Context&, Request) {
    return takes(&h.sim.clock(), seconds(1), &done);
  });
  for (int i = 0; i < 10; ++i) h.create(kConfigMaps, "a" + std::to_string(i));
  h.start();
  h.sim.run_for(milliseconds(100));
  EXPECT_TRUE(h.stop());
  EXPECT_EQ(done, 2) << "two seconds' worth; the one under way is cancelled";
  EXPECT_EQ(h.log->count({"warn stopping before the queue is drained"}), 1U);
}

TEST(Manager, AHangingServerDoesNotHoldUpTheStop)
{
  Harness h;
  h.manager.controller().for_(kConfigMaps).build([&](Context& context, Request) {
    struct Call {
      static awaitable<Result> run(Context* inner)
      {
        Object secret =
            Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","namespace":"default"}})");
        (void)co_await inner->client().async_create(kSecrets, std::move(secret));
        co_return Result::done();
      }
    };
    return Call::run(&context);
  });
  h.create(kConfigMaps, "a");
  h.transport->hang = [](const HttpRequest& request) { return request.method == "POST"; };
  h.start();
  h.sim.run_for(seconds(1));
  const auto before = h.sim.clock().now();
  EXPECT_TRUE(h.stop());
  EXPECT_LE(h.sim.clock().now() - before, seconds(6)) << "the drain time, then the call is cancelled";
  EXPECT_EQ(h.log->count({"error reconcile failed"}), 0U) << "an interrupted reconcile is no error";
}

TEST(Manager, AServerThatNeverAnswersAListDoesNotHoldUpTheStop)
{
  Harness h;
  h.transport->hang = [](const HttpRequest&) { return true; };
  h.manager.controller().for_(kConfigMaps).build([](Context&, const Request&) { return Result::done(); });
  h.manager.start();
  h.sim.run_for(seconds(1));
  EXPECT_FALSE(h.manager.ready());
  const auto before = h.sim.clock().now();
  EXPECT_TRUE(h.stop());
  EXPECT_LE(h.sim.clock().now() - before, seconds(1)) << "controller-runtime hangs here";
}

TEST(Manager, AReconcileThatIgnoresTheStopIsGivenUpAfterTheGracePeriodAndNamed)
{
  ManagerOptions options;
  options.grace = seconds(12);
  Harness h(options);
  int done = 0;
  h.manager.controller().for_(kConfigMaps).build([&](Context&, Request) {
    return ignores_the_stop(&h.sim.clock(), seconds(50), &done);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  const auto before = h.sim.clock().now();
  EXPECT_FALSE(h.stop());
  EXPECT_LE(h.sim.clock().now() - before, seconds(12));
  EXPECT_EQ(h.log->count({"error a reconcile does not stop", "name=a", "controller=configmap"}), 1U) << h.log->text();
  h.sim.run_for(seconds(60));
  EXPECT_EQ(done, 1) << "it was left alone";
}

TEST(Manager, StopBeforeStartIsFine)
{
  Harness h;
  h.manager.controller().for_(kConfigMaps).build([](Context&, const Request&) { return Result::done(); });
  EXPECT_TRUE(h.stop());
  EXPECT_THROW(h.manager.start(), std::logic_error);
}

awaitable<void> run_manager(Manager& manager, std::stop_token stop, bool& well)
{
  well = co_await manager.async_run(std::move(stop));
}

TEST(Manager, RunsUntilItsStopToken)
{
  Harness h;
  std::stop_source stop;
  bool well = false;
  spawn(h.sim.runtime().executor, run_manager(h.manager, stop.get_token(), well));
  h.sim.run_for(seconds(1));
  EXPECT_TRUE(h.manager.ready());
  EXPECT_FALSE(well);
  stop.request_stop();
  EXPECT_TRUE(h.until([&] { return well; }));
}

awaitable<void> stop_quietly(Manager& manager)
{
  (void)co_await manager.async_stop();
}

TEST(Manager, AsyncRunEndsWithAStopFromElsewhere)
{
  Harness h;
  const std::stop_source never;
  bool well = false;
  h.manager.controller().for_(kConfigMaps).build([&](Context&, const Request&) {
    spawn(h.sim.runtime().executor, stop_quietly(h.manager));
    return Result::done();
  });
  spawn(h.sim.runtime().executor, run_manager(h.manager, never.get_token(), well));
  h.sim.run_for(seconds(1));
  EXPECT_FALSE(well);
  h.create(kConfigMaps, "a");
  EXPECT_TRUE(h.until([&] { return well; }));
  EXPECT_EQ(h.server.open_watches(), 0U);
}

TEST(Manager, AfterAStopItSaysThatItDoesNotStartAgain)
{
  Harness h;
  EXPECT_TRUE(h.stop());
  try {
    h.manager.start();
    FAIL() << "it started";
  } catch (const std::logic_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("was stopped"));
  }
}

TEST(Manager, ReadinessFollowsStartAndStopAndUsersChecks)
{
  Harness h;
  EXPECT_THAT(h.manager.readiness().text("readyz", true), HasSubstr("[-]manager failed: has not started"));
  bool wrong = false;
  h.manager.add_readyz_check("database",
                             [&] { return wrong ? std::optional<std::string>("no answer") : std::nullopt; });
  h.manager.add_healthz_check("disk", [&] { return wrong ? std::optional<std::string>("full") : std::nullopt; });
  h.manager.start();
  h.sim.run_ready();
  EXPECT_TRUE(h.manager.ready());
  wrong = true;
  EXPECT_THAT(h.manager.readiness().text("readyz", true), HasSubstr("[-]database failed: no answer"));
  EXPECT_THAT(h.manager.liveness().text("healthz", true), HasSubstr("[-]disk failed: full"));
  wrong = false;
  h.stop();
  EXPECT_THAT(h.manager.readiness().text("readyz", true), HasSubstr("[-]manager failed: is stopping"));
  EXPECT_TRUE(h.manager.liveness().ok());
  EXPECT_THROW(h.manager.add_readyz_check("", nullptr), std::invalid_argument);
}

// It returns, or throws std::logic_error at once.
TEST(Manager, AHealthCheckMayCallEverything)
{
  Harness h;
  const Controller controller =
      h.manager.controller().for_(kConfigMaps).build([](Context&, const Request&) { return Result::done(); });
  int calls = 0;
  const auto check = [&]() -> std::optional<std::string> {
    const std::string n = std::to_string(++calls);
    Manager& manager = h.manager;
    EXPECT_THROW((void)manager.readiness(), std::logic_error);
    EXPECT_THROW((void)manager.liveness(), std::logic_error);
    EXPECT_THROW((void)manager.ready(), std::logic_error);
    EXPECT_THROW(manager.start(), std::logic_error);
    EXPECT_THROW(manager.add(controller), std::logic_error);
    EXPECT_TRUE(manager.has("configmap"));
    (void)manager.controller().for_(kSecrets).named("made-" + n).build([](Context&, const Request&) {
      return Result::done();
    });
    manager.add_runnable("runnable-" + n, [](const RunContext&) {});
    manager.add_cluster("cluster-" + n, h.user);
    (void)manager.clusters();
    {
      const auto never_awaited = manager.async_remove_cluster("cluster-" + n);
    }
    {
      const auto never_awaited = manager.async_stop();
    }
    {
      const auto never_awaited = manager.async_run({});
    }
    (void)manager.why(Request(ObjectKey{"default", "x"}));
    (void)manager.permissions();
    (void)manager.lease_permissions();
    manager.declare({});
    (void)manager.roles({"a", "b"});
    (void)manager.cache(kSecrets);
    (void)manager.client().list(kConfigMaps);
    manager.events().normal(Object(), "No", "Do", "nothing");
    (void)manager.leader_client().list(kConfigMaps);
    (void)manager.flight_recorder();
    (void)manager.is_leader();
    (void)manager.options();
    (void)manager.health_port();
    manager.add_readyz_check("check-" + n, [] { return std::nullopt; });
    manager.add_healthz_check("check-" + n, [] { return std::nullopt; });
    (void)controller.status();
    (void)controller.active();
    (void)controller.on_executor();
    controller.enqueue(Request(ObjectKey{"default", "x"}));
    return std::nullopt;
  };
  h.manager.add_readyz_check("all", check);
  h.manager.add_healthz_check("all", check);
  h.manager.start();
  h.sim.run_for(std::chrono::seconds(1));
  EXPECT_TRUE(h.manager.liveness().ok()) << h.manager.liveness().text("healthz", true);
  (void)h.manager.readiness();
  EXPECT_GE(calls, 2);
}

TEST(Manager, WhatAHealthCheckThrowsFailsIt)
{
  Harness h;
  h.manager.add_healthz_check("itself", [&]() -> std::optional<std::string> {
    (void)h.manager.liveness();
    return std::nullopt;
  });
  h.manager.add_healthz_check("seven", []() -> std::optional<std::string> { throw 7; });
  const HealthReport report = h.manager.liveness();
  EXPECT_FALSE(report.ok());
  EXPECT_THAT(report.text("healthz", true),
              ::testing::AllOf(HasSubstr("[-]itself failed: a health check requests the report that it is part of"),
                               HasSubstr("[-]seven failed: ")));
  EXPECT_TRUE(h.manager.readiness().items.size() > 0) << "the guard ends with the check";
}

TEST(Manager, ABrokenWatchAfterTheSyncStaysReadyAndSaysSo)
{
  Harness h;
  h.manager.controller().for_(kConfigMaps).build([](Context&, const Request&) { return Result::done(); });
  h.start();
  h.transport->on_request = [](const HttpRequest&) { return status_answer(503, "ServiceUnavailable", "going down"); };
  h.server.close_watches();
  h.sim.run_for(seconds(30));
  const auto report = h.manager.readiness();
  EXPECT_TRUE(report.ok()) << "what is cached still serves";
  EXPECT_THAT(report.text("readyz", true), HasSubstr("[+]watch-configmaps ok: but failing for"));
  EXPECT_THAT(report.text("readyz", true), HasSubstr("going down"));
}

TEST(Manager, WrongAddressesAreRefusedByName)
{
  const auto with = [](std::string metrics, std::string health) {
    ManagerOptions options;
    options.metrics_address = std::move(metrics);
    options.health_address = std::move(health);
    return options;
  };
  EXPECT_THROW(Harness(with("8080", "")), std::invalid_argument);
  try {
    Harness h(with("", "nowhere"));
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("health address \"nowhere\""));
  }
}

TEST(Manager, NegativeDurationsAreRefusedWithTheOtherMistakes)
{
  ManagerOptions options;
  options.drain = milliseconds(-1);
  options.grace = seconds(-1);
  options.metrics_tls.emplace();
  options.metrics_address = options.health_address = "127.0.0.1:0";
  try {
    Harness h(options);
    FAIL() << "it was built";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("ManagerOptions::metrics_tls needs a metrics_address"));
    EXPECT_THAT(error.what(), HasSubstr("; ManagerOptions::drain is negative; ManagerOptions::grace is negative"));
  }
}

// controller-runtime: "should not wait for runnables to stop if the timeout is 0".
TEST(Manager, WithoutAGracePeriodAStopWaitsForNothing)
{
  ManagerOptions options;
  options.grace = Duration::zero();
  Harness h(options);
  int done = 0;
  h.manager.controller().for_(kConfigMaps).build([&](Context&, Request) {
    return ignores_the_stop(&h.sim.clock(), seconds(50), &done);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  const auto before = h.sim.clock().now();
  EXPECT_FALSE(h.stop());
  EXPECT_LE(h.sim.clock().now() - before, milliseconds(10));
  EXPECT_EQ(done, 0);
}

TEST(Manager, InformersCanBeConfiguredByKind)
{
  ManagerOptions options;
  options.namespaces = {"default"};
  options.configure_informer = [](const ResourceType& type, const std::string&, InformerOptions& informer) {
    if (type == kConfigMaps) informer.label_selector = "mine=yes";
  };
  Harness h(options);
  std::vector<std::string> seen;
  h.manager.controller().for_(kConfigMaps).build([&](Context&, const Request& request) {
    seen.push_back(request.to_string());
    return Result::done();
  });
  h.create(kConfigMaps, "other");
  h.create_json(kConfigMaps, R"({"apiVersion":"v1","kind":"ConfigMap",
      "metadata":{"name":"mine","namespace":"default","labels":{"mine":"yes"}}})");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(seen, ElementsAre("default/mine"));
  EXPECT_EQ(h.transport->requests.count("GET /api/v1/namespaces/default/configmaps"), 1U);
}

// Reconciles ConfigMaps: creates a Secret of the same name if there is none. `see` notes what the cache says after.
struct Creator {
  std::vector<bool>* seen;
  int* creates;

  Result reconcile(Context& context, const Request& request) const
  {
    if (!context.get(kSecrets, request.key())) {
      ++*creates;
      context.client().create(kSecrets, Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":")" +
                                                      request.name + R"(","namespace":"default"}})"));
    }
    seen->push_back(static_cast<bool>(context.get(kSecrets, request.key())));
    EXPECT_EQ(context.list(kSecrets).size(), seen->back() ? 1U : 0U);
    return Result::done();
  }
};

// The watch of Secrets is dropped and every attempt to open it again fails: the cache stays behind.
void blind_secrets(Harness& h)
{
  h.transport->on_request = [](const HttpRequest& request) {
    return request.method == "GET" && request.target.find("/secrets") != std::string::npos
               ? status_answer(500, "InternalError", "not now")
               : nullptr;
  };
  h.server.close_watches();
  h.sim.run_for(seconds(2));
}

TEST(Manager, ReconcilersReadTheirOwnWrites)
{
  Harness h;
  std::vector<bool> seen;
  int creates = 0;
  h.manager.controller().for_(kConfigMaps).reads(kSecrets).build(Creator{&seen, &creates});
  h.start();
  blind_secrets(h);
  h.create(kConfigMaps, "a");
  ASSERT_TRUE(h.until([&] { return seen.size() == 1; }));
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  ASSERT_TRUE(h.until([&] { return seen.size() == 2; }));
  EXPECT_THAT(seen, ElementsAre(true, true));
  EXPECT_EQ(creates, 1);
  EXPECT_EQ(h.manager.cache(kSecrets).pending_writes(), 1U);

  h.transport->on_request = nullptr;
  EXPECT_TRUE(h.until([&] { return h.manager.cache(kSecrets).pending_writes() == 0; })) << "the watch brought it back";
  EXPECT_TRUE(h.manager.cache(kSecrets).get({"default", "a"}));
  h.remove(kSecrets, {"default", "a"});
  EXPECT_TRUE(h.until([&] { return !h.manager.cache(kSecrets).get({"default", "a"}); }));
}

// A controller of ConfigMaps that own Secrets, with one ConfigMap, which has been looked at once.
struct OwnerWorld : Harness {
  OwnerWorld()
  {
    manager.controller().for_(kConfigMaps).owns(kSecrets).build([this](Context&, const Request& request) {
      reconciled += request.name == "owner" ? 1 : 0;
      return Result::done();
    });
    start();
    owner = create(kConfigMaps, "owner");
    EXPECT_TRUE(until([this] { return reconciled == 1; }));
  }
  [[nodiscard]] Object child() const
  {
    return Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"child","namespace":"default",)"
                         R"("ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"owner","uid":")" +
                         std::string(owner.uid()) + R"(","controller":true}]}})");
  }
  Object owner;
  int reconciled = 0;
};

// A child that was created and deleted between two lists is in no event of the watch.
TEST(Manager, AnOwnCreationThatVanishedBetweenTwoListsQueuesItsOwner)
{
  OwnerWorld h;
  blind_secrets(h);
  h.manager.client().create(kSecrets, h.child());
  h.remove(kSecrets, {"default", "child"});
  h.server.compact();
  h.sim.run_for(seconds(5));
  EXPECT_EQ(h.reconciled, 2) << "of the creation; nothing could tell the deletion yet";
  h.transport->on_request = nullptr;
  EXPECT_TRUE(h.until([&] { return h.reconciled == 3; }));
  EXPECT_FALSE(h.manager.cache(kSecrets).get({"default", "child"}));
  EXPECT_EQ(h.manager.cache(kSecrets).pending_writes(), 0U);
}

// Both events are on the watch before a handler is called, where an addition and its deletion are nothing.
TEST(Manager, AChildThatCameAndWentBeforeAnybodyLookedQueuesItsOwner)
{
  OwnerWorld h;
  h.user.create(kSecrets, h.child());
  h.remove(kSecrets, {"default", "child"});
  EXPECT_TRUE(h.until([&] { return h.reconciled == 2; }));
}

TEST(Manager, WithoutReadYourWritesAStaleCreateHappens)
{
  ManagerOptions options;
  options.read_your_writes = false;
  Harness h(options);
  std::vector<bool> seen;
  int creates = 0;
  h.manager.controller().for_(kConfigMaps).reads(kSecrets).build(Creator{&seen, &creates});
  h.start();
  blind_secrets(h);
  h.create(kConfigMaps, "a");
  ASSERT_TRUE(h.until([&] { return seen.size() == 1; }));
  EXPECT_THAT(seen, ElementsAre(false));
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  EXPECT_TRUE(h.until([&] { return creates == 2; }));
}

TEST(Manager, ADryRunIsNotReadBack)
{
  Harness h;
  std::vector<std::string> data;
  std::vector<bool> made;
  h.create(kSecrets, "a", R"(,"stringData":{"x":"old"})");
  h.manager.controller().for_(kConfigMaps).reads(kSecrets).build([&](Context& context, const Request& request) {
    PatchOptions patch;
    patch.dry_run = true;
    context.client().patch(kSecrets, request.key(), R"({"data":{"x":"bmV3"}})", patch);
    data.push_back(context.get(kSecrets, request.key()).at("/data/x").as_string().value_or("?"));
    DeleteOptions remove;
    remove.dry_run = true;
    context.client().delete_(kSecrets, request.key(), remove);
    made.push_back(static_cast<bool>(context.get(kSecrets, request.key())));
    WriteOptions create;
    create.dry_run = true;
    context.client().create(
        kSecrets,
        Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"default","name":"never"}})"),
        create);
    made.push_back(static_cast<bool>(context.get(kSecrets, {"default", "never"})));
    return Result::done();
  });
  h.start();
  h.create(kConfigMaps, "a");
  ASSERT_TRUE(h.until([&] { return made.size() == 2; }));
  EXPECT_THAT(data, ElementsAre("b2xk"));
  EXPECT_THAT(made, ElementsAre(true, false)) << "deleted, created";
}

TEST(Manager, OwnUpdatesAndDeletesAreReadToo)
{
  Harness h;
  std::vector<std::string> data;
  bool removed = false;
  h.create(kSecrets, "a", R"(,"stringData":{"x":"old"})");
  h.manager.controller().for_(kConfigMaps).reads(kSecrets).build([&](Context& context, const Request& request) {
    const Object secret = context.get(kSecrets, request.key());
    if (data.empty()) {
      context.client().patch(kSecrets, request.key(), R"({"data":{"x":"bmV3"}})");
    } else if (!removed) {
      context.client().delete_(kSecrets, request.key());
      removed = true;
    }
    const Object now = context.get(kSecrets, request.key());
    data.push_back(now ? now.at("/data/x").as_string().value_or("?") : "gone");
    return data.size() < 3 ? Result::requeue_after(milliseconds(10)) : Result::done();
  });
  h.start();
  blind_secrets(h);
  h.create(kConfigMaps, "a");
  ASSERT_TRUE(h.until([&] { return data.size() == 3; }));
  EXPECT_THAT(data, ElementsAre("bmV3", "gone", "gone"));
}

TEST(Manager, OwnedObjectsBringTheirOwnerIn)
{
  const ResourceType deployments{"apps", "v1", "Deployment", "deployments", Scope::namespaced};
  Harness h;
  std::vector<std::string> seen;
  h.manager.controller().for_(kConfigMaps).owns(deployments).build([&](Context&, const Request& request) {
    seen.push_back(request.name);
    return Result::done();
  });
  h.start();
  const Object owner = h.create(kConfigMaps, "owner");
  ASSERT_TRUE(h.until([&] { return seen.size() == 1; }));
  const auto deployment = [&](const std::string& name, const std::string& controller) {
    return R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":")" + name +
           R"(","namespace":"default","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"owner","uid":")" +
           std::string(owner.uid()) + R"(","controller":)" + controller +
           R"(}]},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},)" +
           R"("spec":{"containers":[{"name":"c","image":"i"}]}}}})";
  };
  h.create_json(deployments, deployment("mere-owner", "false"));
  h.sim.run_for(seconds(1));
  EXPECT_EQ(seen.size(), 1U);
  h.create_json(deployments, deployment("controlled", "true"));
  ASSERT_TRUE(h.until([&] { return seen.size() == 2; }));
  EXPECT_THAT(seen, ElementsAre("owner", "owner"));
}

TEST(Manager, PredicatesApplyToTheKindTheyWereGivenFor)
{
  Harness h;
  std::vector<std::string> seen;
  const auto skip = [](std::string name) {
    return Predicate::of([name = std::move(name)](const Object& object) { return object.name() != name; });
  };
  h.manager.controller()
      .for_(kConfigMaps, skip("a"))
      .watches(kSecrets, map_to_itself())
      .with_predicate(skip("everywhere"))
      .build([&](Context&, const Request& request) {
        seen.push_back(request.name);
        return Result::done();
      });
  h.start();
  h.create(kConfigMaps, "a");
  h.create(kConfigMaps, "everywhere");
  h.create(kSecrets, "everywhere");
  h.sim.run_for(seconds(1));
  EXPECT_THAT(seen, IsEmpty());
  h.create(kSecrets, "a");
  EXPECT_TRUE(h.until([&] { return seen.size() == 1; }));
}

}  // namespace
}  // namespace kubexx::testing
