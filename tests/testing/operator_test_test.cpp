// SPDX-License-Identifier: Apache-2.0
// The users' test kit, tried on an operator that turns each Note into a ConfigMap.
#include "kubexx/testing/operator_test.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "kubexx/controller.hpp"
#include "testing/note_operator.hpp"

namespace kubexx::testing {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using namespace std::chrono_literals;

namespace {

awaitable<Result> copy_note_by_coroutine(Context& ctx, Request request)
{
  auto note = ctx.get<Note>(request);
  if (!note || note.is_deleting()) co_return Result::done();
  ConfigMap wanted;
  wanted.metadata.name = request.name;
  wanted.data["text"] = note->spec.text;
  ctx.own(note, wanted);
  if (!ctx.get<ConfigMap>(request)) (void)co_await ctx.async_create(wanted);
  co_return Result::done();
}

awaitable<void> wait_for_stop(std::stop_token stop, std::atomic<bool>* stopped)
{
  co_await async_wait_stop(stop);
  *stopped = true;
}

// --- in every mode ---

TEST(OperatorTestKit, RunsAnOperatorInTheSimulation)
{
  OperatorTest test(options_of());
  run_through(test);
}

TEST(OperatorTestKit, RunsItOnAPort)
{
  OperatorTest test(options_of(TestServer::embedded()));
  run_through(test);
}

TEST(OperatorTestKit, TheServerIsRestarted)
{
  for (const auto& server : {TestServer::simulated(), TestServer::embedded()}) {
    OperatorTest test(options_of(server));
    test.apply_text(kDefinition);
    test.start();
    api<Note>(test.user()).create(note(test, "a"));
    test.wait_for<ConfigMap>({test.ns(), "a"});
    test.run_for(100ms);
    test.forget_calls();
    test.restart_server(server.is_simulated() ? Duration(30s) : Duration(1500ms));
    const auto refused = [](const OperatorCall& call) { return call.status == 0; };
    const auto calls = test.calls();
    EXPECT_TRUE(std::any_of(calls.begin(), calls.end(), refused)) << "it was not there";
    api<Note>(test.user()).create(note(test, "b"));
    test.wait_for<ConfigMap>({test.ns(), "b"});
    EXPECT_GT(test.count(Verb::watch, "notes"), 0U) << "the watch was opened again";
    test.wait_until("a watch has begun with a list again, because the history is gone", [&] {
      return ::testing::Value(test.metrics(),
                              ::testing::ContainsRegex("kubexx_informer_relists_total\\{[^}]*\\} [1-9]"));
    });
    test.stop();
  }
}

TEST(OperatorTestKit, WatchesThatAreDroppedAreOpenedAgain)
{
  for (const auto& server : {TestServer::simulated(), TestServer::embedded()}) {
    OperatorTest test(options_of(server));
    test.apply_text(kDefinition);
    test.start();
    test.forget_calls();
    test.drop_watches("notes");
    test.wait_until("the watch of Notes is opened again", [&] { return test.count(Verb::watch, "notes") == 1; });
    EXPECT_EQ(test.count(Verb::watch, "configmaps"), 0U);
    test.drop_watches();
    test.wait_until("both are", [&] {
      return test.count(Verb::watch, "notes") == 2 && test.count(Verb::watch, "configmaps") == 1;
    });
    test.stop();
  }
}

TEST(OperatorTestKit, VirtualTimePassesToItsEnd)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  const SteadyTime before = test.runtime().clock->now();
  test.run_for(24h);
  EXPECT_EQ(test.runtime().clock->now() - before, Duration(24h));
  test.stop();
}

TEST(OperatorTestKit, TheEnvironmentChoosesTheServer)
{
  const auto with = [](const std::string& name, const std::string& value) {
    return [name, value](std::string_view asked) {
      return asked == name ? std::optional<std::string>(value) : std::nullopt;
    };
  };
  EXPECT_TRUE(TestServer::from_environment(with("", "")).is_simulated());
  const auto folder = folder_of("kit");
  std::ofstream(folder / "config") << R"({"apiVersion": "v1", "kind": "Config", "current-context": "a",
      "clusters": [{"name": "a", "cluster": {"server": "https://127.0.0.1:1"}}], "users": [{"name": "a", "user": {}}],
      "contexts": [{"name": "a", "context": {"cluster": "a", "user": "a"}}]})";
  const TestServer cluster = TestServer::from_environment(with("KUBECONFIG", (folder / "config").string()));
  EXPECT_TRUE(cluster.is_real());
  EXPECT_FALSE(cluster.is_simulated());
  EXPECT_THROW((void)TestServer::from_environment(with("KUBECONFIG", (folder / "none").string())), ConfigError);
  try {
    (void)TestServer::from_environment(with("KUBEBUILDER_ASSETS", folder.string()));
    ADD_FAILURE() << "there is no etcd";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("there is no"), HasSubstr("etcd"), HasSubstr("KUBEBUILDER_ASSETS")));
  }
}

// A program that is there and is no etcd.
TEST(OperatorTestKit, AControlPlaneThatDoesNotStartSaysWhy)
{
  const auto folder = folder_of("assets");
  for (const char* name : {"etcd", "kube-apiserver"}) {
    std::ofstream(folder / name) << "#!/bin/sh\necho \"$0 cannot work\" >&2\nexit 3\n";
    std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
  }
  try {
    (void)TestServer::control_plane(folder);
    ADD_FAILURE() << "these are no programs";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("ended (status 3)"), HasSubstr("cannot work")));
  }
}

// Tells when it was let go of, and needs the runtime for it.
struct Companion {
  Companion(Runtime of, const std::atomic<bool>& ended, std::string& told)
      : runtime(std::move(of)), stopped(ended), left(told)
  {
  }
  ~Companion()
  {
    left = stopped ? "after the operator" : "before the operator";
    EXPECT_GT(runtime.clock->wall_now().time_since_epoch().count(), 0);
  }
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

  const Runtime runtime;
  const std::atomic<bool>& stopped;
  std::string& left;
};

TEST(OperatorTestKit, WhatIsKeptOutlivesTheOperatorAlsoAfterAFailure)
{
  for (const auto& server : {TestServer::simulated(), TestServer::embedded()}) {
    std::atomic<bool> stopped = false;
    std::string left;
    OperatorTestOptions options = options_of(server);
    options.setup = [&stopped](Manager& manager) {
      add_note_controller(manager);
      manager.add_runnable("beside",
                           [&stopped](const RunContext& context) { return wait_for_stop(context.stop, &stopped); });
    };
    {
      OperatorTest test(std::move(options));
      test.keep(std::make_shared<Companion>(test.runtime(), stopped, left));
      test.apply_text(kDefinition);
      test.start();
      EXPECT_NE(failure_of([&] { test.wait_for<ConfigMap>({test.ns(), "a"}, 1s); }), "no failure");
      EXPECT_EQ(left, "");
    }
    EXPECT_EQ(left, "after the operator");
  }
}

// --- how a call ends ---

std::string how_it_ended(const std::exception_ptr& error)
{
  try {
    if (error) std::rethrow_exception(error);
  } catch (const std::exception& thrown) {
    return thrown.what();
  }
  return "cleanly";
}

// Watches Notes beside the controllers, in the first life of the operator alone.
struct Watched {
  bool open = false;
  std::vector<std::string> events;
  std::string end;
};

awaitable<void> watch_notes(RunContext context, Watched* watched)
{
  if (std::exchange(watched->open, true)) co_return;
  std::exception_ptr error;
  try {
    const auto stream = co_await context.client.async_watch(resource_of<Note>());
    while (const auto event = co_await stream->async_next()) {
      if (event->type != WatchEvent::Type::bookmark) watched->events.emplace_back(event->object.name());
    }
  } catch (...) {
    error = std::current_exception();
  }
  watched->end = how_it_ended(error);
}

OperatorTestOptions with_runnable(std::function<awaitable<void>(RunContext)> run)
{
  OperatorTestOptions options = options_of();
  options.setup = [run = std::move(run)](Manager& manager) {
    add_note_controller(manager);
    manager.add_runnable("beside", run);
  };
  return options;
}

TEST(OperatorTestKit, AWatchThatIsDroppedEndsWithAnError)
{
  Watched watched;
  OperatorTest test(
      with_runnable([&watched](RunContext context) { return watch_notes(std::move(context), &watched); }));
  test.apply_text(kDefinition);
  test.start();
  api<Note>(test.user()).create(note(test, "a"));
  test.run_for(1ms);
  EXPECT_THAT(watched.events, ::testing::Contains("a"));
  EXPECT_EQ(watched.end, "");
  test.drop_watches("notes");
  test.run_for(1ms);
  EXPECT_THAT(watched.end, HasSubstr("injected: the watch broke off"));
  test.stop();
}

TEST(OperatorTestKit, TheWatchesOfALifeEndWithIt)
{
  Watched watched;
  OperatorTest test(
      with_runnable([&watched](RunContext context) { return watch_notes(std::move(context), &watched); }));
  test.apply_text(kDefinition);
  test.start();
  test.run_for(1ms);
  test.crash();
  api<Note>(test.user()).create(note(test, "a"));
  test.run_for(1ms);
  EXPECT_THAT(watched.end, HasSubstr("injected: the watch broke off"));
  EXPECT_THAT(watched.events, IsEmpty()) << "what happens after its death reaches nobody";
  test.stop();
}

struct Answered {
  int asked = 0;
  std::string end;  // of the first one
};

awaitable<void> ask_once(RunContext context, Answered* answered)
{
  if (answered->asked++ > 0) co_return;
  std::exception_ptr error;
  try {
    (void)co_await context.client.async_list(resource_of<Note>());
  } catch (...) {
    error = std::current_exception();
  }
  answered->end = how_it_ended(error);
}

TEST(OperatorTestKit, AnAnswerThatComesAfterACrashIsNotDelivered)
{
  Answered answered;
  OperatorTestOptions options =
      with_runnable([&answered](RunContext context) { return ask_once(std::move(context), &answered); });
  options.faults = FaultRates();
  options.faults->longest_latency = 2s;  // there and back: less than the drain time of the manager
  OperatorTest test(std::move(options));
  test.apply_text(kDefinition);
  test.start();
  test.wait_until("it has asked", [&] { return answered.asked == 1 && test.count(Verb::list, "notes") == 1; });
  EXPECT_EQ(answered.end, "") << "the answer is under way";
  test.crash();
  test.wait_until("the call has ended", [&] { return !answered.end.empty(); });
  EXPECT_THAT(answered.end, HasSubstr("injected: this process has ended"));
  test.wait_until("it was started again", [&] { return answered.asked == 2; });
  test.faults()->rates = FaultRates();
  test.run_for(1min);
  test.stop();
}

// --- several clusters ---

// Copies the ConfigMaps of the own cluster to `east`.
void add_copier(Manager& manager, bool declares)
{
  auto builder = manager.controller();
  builder.for_<ConfigMap>().reads<ConfigMap>({.clusters = Clusters::added()});
  if (declares) builder.writes<ConfigMap>({Verb::create, Verb::patch}, Clusters::added());
  builder.build([](Context& ctx, const Request& request) {
    const auto original = ctx.get<ConfigMap>(request);
    if (!original) return Result::done();
    for (const auto& cluster : ctx.clusters()) {
      ctx.in(cluster).create_or_update<ConfigMap>(request.key(), [&](ConfigMap& copy) { copy.data = original->data; });
    }
    return Result::done();
  });
}

OperatorTestOptions options_of_copier(TestServer server, bool declares = true)
{
  OperatorTestOptions options;
  options.server = std::move(server);
  options.clusters = {"east"};
  options.setup = [declares](Manager& manager) { add_copier(manager, declares); };
  return options;
}

void create_map(const OperatorTest& test, const std::string& name)
{
  ConfigMap map;
  map.metadata.namespace_ = test.ns();
  map.metadata.name = name;
  map.data = {{"text", name}};
  api<ConfigMap>(test.user()).create(map);
}

void wait_for_copy(OperatorTest& test, const std::string& name, const std::string& cluster = "east")
{
  test.wait_until("a copy of " + name + " is in " + cluster,
                  [&] { return api<ConfigMap>(test.user(cluster)).try_get({test.ns(), name}).has_value(); });
}

TEST(OperatorTestClusters, CallsToAnAddedClusterAreSeenAndFaulted)
{
  for (const auto& server : {TestServer::simulated(), TestServer::embedded()}) {
    OperatorTest test(options_of_copier(server));
    test.start();
    test.wait_until("it watches there", [&] { return test.count(Verb::watch, "configmaps", "east") == 1; });
    test.fail_next(Verb::create, "configmaps", 500, 2, "east");
    create_map(test, "a");
    wait_for_copy(test, "a");
    EXPECT_EQ(test.count(Verb::create, "configmaps", "east"), 3U);
    EXPECT_EQ(test.count(Verb::create, "configmaps"), 0U) << "in the own cluster";
    EXPECT_THAT(test.last_log_lines(), HasSubstr("injected by fail_next(create, \"configmaps\", 500) in cluster east"));
    EXPECT_EQ(test.calls().back().to_string(), "create configmaps east:default/a");
    test.wait_until("its answer has come, too", [&] { return test.calls().back().status == 201; });
    EXPECT_THAT(test.unused_permissions(), ElementsAre("patch configmaps in cluster east"));

    test.drop_watches("configmaps", "east");
    test.wait_until("the watch there is opened again",
                    [&] { return test.count(Verb::watch, "configmaps", "east") == 2; });
    EXPECT_EQ(test.count(Verb::watch, "configmaps"), 1U);
    test.crash_after(Verb::create, "configmaps", "east");
    const Manager* const first = &test.manager();
    create_map(test, "b");
    wait_for_copy(test, "b");
    test.wait_until("it was started again", [&] { return &test.manager() != first && test.manager().ready(); });
    EXPECT_THAT(test.manager().clusters(), ElementsAre("east"));
    test.lose_answer(Verb::patch, "configmaps", "east");
    EXPECT_THAT(failure_of([&] { test.stop(); }), HasSubstr("lose_answer(patch, \"configmaps\") in cluster east"));
  }
}

TEST(OperatorTestClusters, ACallThatWasNotDeclaredForThemFailsTheTest)
{
  OperatorTest test(options_of_copier(TestServer::simulated(), false));
  test.start();
  create_map(test, "a");
  EXPECT_THAT(failure_of([&] { wait_for_copy(test, "a"); }),
              HasSubstr("create configmaps east:default/a: declare it with .writes<ConfigMap>({Verb::create}) "
                        "and, as its last argument, clusters that contain east"));
  EXPECT_FALSE(api<ConfigMap>(test.user("east")).try_get({test.ns(), "a"}));
}

TEST(OperatorTestClusters, OneThatCannotBeReachedAndOneThatComesLater)
{
  OperatorTest test(options_of_copier(TestServer::simulated()));
  test.set_reachable("east", false);
  test.start();
  const Client& west = test.add_cluster("west");
  EXPECT_EQ(&west, &test.user("west"));
  create_map(test, "a");
  test.run_for(1min);
  EXPECT_FALSE(api<ConfigMap>(test.user("east")).try_get({test.ns(), "a"}));
  test.set_reachable("east", true);
  wait_for_copy(test, "a");
  wait_for_copy(test, "a", "west");
  test.restart();
  EXPECT_THAT(test.manager().clusters(), ElementsAre("east", "west"));
  test.stop();
}

TEST(OperatorTestClusters, CrashesAtCallsToThemToo)
{
  const CrashReport report = crash_at_every_call(options_of_copier(TestServer::simulated()), [](OperatorTest& test) {
    create_map(test, "a");
    wait_for_copy(test, "a");
  });
  EXPECT_THAT(report.points, ::testing::Contains(HasSubstr("create configmaps east:default/a")));
}

TEST(OperatorTestClusters, MisuseIsNamed)
{
  OperatorTest test(options_of_copier(TestServer::simulated()));
  for (const char* name : {"", "a:b", "east"}) EXPECT_THROW(test.add_cluster(name), std::invalid_argument) << name;
  EXPECT_THROW((void)test.user("west"), std::out_of_range);
  EXPECT_THROW(test.fail_next(Verb::get, "configmaps", 500, 1, "west"), std::out_of_range);
  EXPECT_THROW(test.set_reachable("west", false), std::out_of_range);
}

// --- failures that can be read ---

TEST(OperatorTestKit, AFailureSaysAllThatIsKnown)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  api<Note>(test.user()).create(note(test, "a"));
  test.wait_for<ConfigMap>({test.ns(), "a"});
  auto changed = api<Note>(test.user()).get({test.ns(), "a"});
  changed->spec.text = "refuse";
  changed.patch();
  const std::string text = failure_of([&] {
    test.wait_for<ConfigMap>(
        {test.ns(), "a"}, "the text is \"refuse\"",
        [](const Typed<ConfigMap>& copy) { return copy->data.at("text") == "refuse"; }, 30s);
  });
  EXPECT_THAT(text, HasSubstr("expected of configmaps default/a, within 30s: the text is \"refuse\""));
  EXPECT_THAT(text, HasSubstr("\"text\": \"hello\"")) << "what was found";
  EXPECT_THAT(text, HasSubstr("Normal Copied Note/a: made a copy"));
  EXPECT_THAT(text, HasSubstr("default/a in controller note:"));
  EXPECT_THAT(text, HasSubstr("this text is refused"));
  EXPECT_THAT(text, HasSubstr("error reconcile failed"));
  test.stop();
}

TEST(OperatorTestKit, AMissingObjectIsNamed)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  const std::string text = failure_of([&] { test.wait_for<ConfigMap>({test.ns(), "a"}, 1s); });
  EXPECT_THAT(text, AllOf(HasSubstr("configmaps default/a, within 1s: it exists"), HasSubstr("no such object")));
  EXPECT_THAT(failure_of([&] { test.wait_until("it rains", [] { return false; }, {}, 2s); }),
              HasSubstr("expected within 2s: it rains"));
  EXPECT_THAT(failure_of([&] { test.expect_always("it is dry", [] { return false; }, 2s); }),
              HasSubstr("expected for 2s: it is dry"));
  test.stop();
}

TEST(OperatorTestKit, DataOfASecretIsInNoFailure)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  test.apply_text("{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {password: hunter2}}");
  const std::string text = failure_of([&] {
    test.wait_for_object(resources::secrets, {test.ns(), "s"}, "never", [](const Object&) { return false; }, 1s);
  });
  EXPECT_THAT(text, AllOf(HasSubstr("\"password\": \"***\""), Not(HasSubstr("aHVudGVyMg"))));
  test.stop();
}

TEST(OperatorTestKit, AWriteIsFoundWhereNoneIsExpected)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  api<Note>(test.user()).create(note(test, "a"));
  EXPECT_THAT(failure_of([&] { test.expect_no_writes(1min); }),
              AllOf(HasSubstr("the operator writes nothing"), HasSubstr("create configmaps default/a")));
  test.wait_for<ConfigMap>({test.ns(), "a"});
  test.run_for(1min);
  test.expect_no_writes(1h);
  test.stop();
}

// --- permissions ---

TEST(OperatorTestKit, ACallThatWasNotDeclaredIsRefusedAndFailsTheTest)
{
  OperatorTestOptions options = options_of();
  options.setup = [](Manager& manager) {
    manager.controller().for_<Note>().owns<ConfigMap>().writes_status<Note>().writes_events().build(copy_note);
  };
  OperatorTest test(std::move(options));
  test.apply_text(kDefinition);
  test.start();
  api<Note>(test.user()).create(note(test, "a"));
  EXPECT_THAT(failure_of([&] { test.wait_for<ConfigMap>({test.ns(), "a"}); }),
              HasSubstr("create configmaps default/a: declare it with .writes<ConfigMap>({Verb::create})"));
  EXPECT_FALSE(api<ConfigMap>(test.user()).try_get({test.ns(), "a"})) << "it was refused";
  EXPECT_THAT(failure_of([&] { test.stop(); }), HasSubstr("has not declared"));
}

TEST(OperatorTestKit, ReadsPastTheCacheAndRunnablesAreDeclaredToo)
{
  OperatorTestOptions options = options_of();
  bool declares = false;
  options.setup = [&declares](Manager& manager) {
    manager.add_runnable("reader", [](const RunContext& context) {
      try {
        (void)context.client.list(resources::secrets);
      } catch (const ApiError& error) {
        if (!is_forbidden(error)) throw;
      }
    });
    auto builder = manager.controller();
    builder.for_<Note>();
    if (declares) builder.uses_client(resources::secrets, {Verb::list});
    builder.build([](Context&, const Request&) { return Result::done(); });
  };
  {
    OperatorTest test(options);
    test.apply_text(kDefinition);
    EXPECT_THAT(failure_of([&] {
                  test.start();
                  test.run_for(1min);
                }),
                HasSubstr("list secrets: declare it with .uses_client<Secret>({Verb::list})"));
  }
  declares = true;
  OperatorTest test(options);
  test.apply_text(kDefinition);
  test.start();
  test.run_for(1min);
  EXPECT_EQ(test.count(Verb::list, "secrets"), 1U);
  test.stop();
}

TEST(OperatorTestKit, AControllerThatIsAddedWhileItRunsMayDoWhatItDeclares)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  test.manager().controller().for_(resources::secrets).build([](Context&, const Request&) { return Result::done(); });
  test.run_for(1min);
  EXPECT_TRUE(test.manager().ready()) << test.manager().readiness().text("readyz", true);
  test.stop();
}

TEST(OperatorTestKit, TheLastLinesOfTheLogAreKept)
{
  OperatorTestOptions options = options_of();
  options.check_reconciles = false;
  OperatorTest test(std::move(options));
  test.apply_text(kDefinition);
  test.start();
  for (int count = 0; count < 30; ++count) {
    api<Note>(test.user()).create(note(test, "n" + std::to_string(count), "refuse"));
  }
  test.run_for(1ms);
  const std::string lines = test.last_log_lines();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 20);
  test.stop();
}

TEST(OperatorTestKit, TheChecksOfPermissionsCanBeLeftOut)
{
  OperatorTestOptions options = options_of();
  options.setup = [](Manager& manager) { manager.controller().for_<Note>().owns<ConfigMap>().build(copy_note); };
  options.check_permissions = false;
  OperatorTest test(std::move(options));
  test.apply_text(kDefinition);
  test.start();
  api<Note>(test.user()).create(note(test, "a"));
  test.wait_for<ConfigMap>({test.ns(), "a"});
  test.stop();
}

// --- faults ---

TEST(OperatorTestKit, ALostAnswerIsALostAnswer)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  test.lose_answer(Verb::create, "configmaps");
  api<Note>(test.user()).create(note(test, "a"));
  test.wait_for<Note>({test.ns(), "a"}, "one copy", [](const Typed<Note>& found) { return found->status.copies == 1; });
  EXPECT_EQ(test.count(Verb::create, "configmaps"), 1U) << "the server had acted";
  EXPECT_FALSE(::testing::Value(test.metrics(), HasSubstr("code=\"404\""))) << "what the user asks does not count";
  EXPECT_THAT(test.last_log_lines(), HasSubstr("the response was lost"));
  test.stop();
}

TEST(OperatorTestKit, AFaultHappensAsOftenAsItIsAskedFor)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  test.fail_next(Verb::create, "configmaps", 422, 2);
  api<Note>(test.user()).create(note(test, "a"));
  test.wait_for<ConfigMap>({test.ns(), "a"});
  EXPECT_EQ(test.count(Verb::create, "configmaps"), 3U);
  EXPECT_EQ(test.calls().at(test.calls().size() - 1).status / 100, 2U);
  EXPECT_THROW(test.fail_next(Verb::create, "configmaps", 200), std::invalid_argument);
  test.stop();
}

TEST(OperatorTestKit, AFaultThatDidNotHappenFailsTheTest)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  test.fail_next(Verb::delete_, "configmaps", 500);
  EXPECT_THAT(failure_of([&] { test.stop(); }), HasSubstr("fail_next(delete, \"configmaps\", 500)"));
}

TEST(OperatorTestKit, ItCrashesBeforeAndAfterACall)
{
  for (const bool after : {false, true}) {
    OperatorTest test(options_of());
    test.apply_text(kDefinition);
    test.start();
    if (after) {
      test.crash_after(Verb::create, "configmaps");
    } else {
      test.crash_before(Verb::create, "configmaps");
    }
    const Manager* const first = &test.manager();
    api<Note>(test.user()).create(note(test, "a"));
    test.wait_for<Note>({test.ns(), "a"}, "one copy",
                        [](const Typed<Note>& found) { return found->status.copies == 1; });
    EXPECT_NE(&test.manager(), first) << "it was started again";
    EXPECT_EQ(test.count(Verb::create, "configmaps"), after ? 1U : 2U);
    test.stop();
  }
}

TEST(OperatorTestKit, TheSeedDrawsFaultsAndAFailureListsThem)
{
  OperatorTestOptions options = options_of();
  options.seed = 7;
  options.faults = FaultRates();
  (*options.faults)[FaultKind::refused] = 0.2;
  (*options.faults)[FaultKind::lost_response] = 0.2;
  (*options.faults)[FaultKind::watch_broken] = 0.1;
  (*options.faults)[FaultKind::crash_after_commit] = 0.1;
  OperatorTest test(std::move(options));
  test.apply_text(kDefinition);
  test.start();
  for (int count = 0; count < 10; ++count) api<Note>(test.user()).create(note(test, "n" + std::to_string(count)));
  for (int count = 0; count < 10; ++count) test.wait_for<ConfigMap>({test.ns(), "n" + std::to_string(count)});
  ASSERT_NE(test.faults(), nullptr);
  EXPECT_THAT(test.faults()->plan.happened(), Not(IsEmpty()));
  EXPECT_THAT(failure_of([&] { test.wait_until("never", [] { return false; }, {}, 1s); }),
              AllOf(HasSubstr("faults of seed 7:"), HasSubstr("operator POST")));
  test.faults()->plan.stop();
  test.stop();
}

// --- crashes everywhere ---

void one_note(OperatorTest& test)
{
  api<Note>(test.user()).create(note(test, "a"));
  test.wait_for<ConfigMap>({test.ns(), "a"}, "the text of the Note", is_copied);
  test.wait_for<Note>({test.ns(), "a"}, "one copy", [](const Typed<Note>& found) { return found->status.copies == 1; });
}

TEST(CrashAtEveryCall, AnOperatorThatStartsOverAgainPasses)
{
  const CrashReport report = crash_at_every_call(with_definition(), one_note);
  EXPECT_THAT(report.calls, Gt(4U)) << "two watches, a create, an event, a status";
  EXPECT_EQ(report.points.size(), 2 * report.calls);
  EXPECT_THAT(report.points.front(), HasSubstr("before call 1, "));
  EXPECT_THAT(report.points, ::testing::Contains(HasSubstr("create configmaps default/a")));
}

// A copy of a made-up name, which the next start does not find again.
TEST(CrashAtEveryCall, AnOperatorThatDoesNotIsFoundAndThePointIsNamed)
{
  OperatorTestOptions options = with_definition();
  options.setup = [](Manager& manager) {
    manager.controller()
        .for_<Note>()
        .writes<ConfigMap>({Verb::create})
        .writes_status<Note>()
        .build([](Context& ctx, const Request& request) {
          auto note = ctx.get<Note>(request);
          if (!note || note->status.copies == 1) return Result::done();
          ConfigMap copy;
          copy.metadata.generateName = "copy-";
          ctx.own(note, copy);
          ctx.create(copy);
          note->status.copies = 1;
          note.patch_status();
          return Result::done();
        });
  };
  const auto one_copy = [](OperatorTest& test) {
    api<Note>(test.user()).create(note(test, "a"));
    test.wait_for<Note>({test.ns(), "a"}, "one copy",
                        [](const Typed<Note>& found) { return found->status.copies == 1; });
    test.expect_always("there is one copy", [&] { return api<ConfigMap>(test.user()).list().size() == 1; }, 1min);
  };
  EXPECT_THAT(failure_of([&] { (void)crash_at_every_call(options, one_copy); }),
              AllOf(HasSubstr("the operator failed after it crashed after call "), HasSubstr(", create configmaps"),
                    HasSubstr("there is one copy")));
}

TEST(CrashAtEveryCall, NoMoreThanItMay)
{
  std::vector<std::string> seen;
  const CrashReport report = crash_at_every_call(
      with_definition(),
      [&seen](OperatorTest& test) {
        seen.push_back(test.crash_point());
        one_note(test);
      },
      3);
  EXPECT_EQ(report.points.size(), 3U);
  EXPECT_EQ(seen.size(), 4U) << "one without a crash";
  EXPECT_EQ(seen.front(), "");
  EXPECT_EQ(seen.back(), report.points.back());
  OperatorTestOptions real = with_definition();
  real.server = TestServer::embedded();
  EXPECT_THROW((void)crash_at_every_call(real, one_note), std::invalid_argument);
}

// --- misuse ---

TEST(OperatorTestKit, MisuseIsNamed)
{
  EXPECT_THROW(OperatorTest(OperatorTestOptions{}), std::invalid_argument);
  OperatorTestOptions faults = options_of(TestServer::embedded());
  faults.faults = FaultRates();
  EXPECT_THROW(OperatorTest(std::move(faults)), std::invalid_argument);
  OperatorTest test(options_of());
  EXPECT_THROW((void)test.manager(), std::logic_error);
  EXPECT_THROW(test.stop(), std::logic_error);
  try {
    test.apply_text("{apiVersion: example.org/v1, kind: Unknown, metadata: {name: x}}");
    ADD_FAILURE() << "there is no such kind";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("text: Unknown \"x\""), HasSubstr("example.org")));
  }
  EXPECT_THROW(test.apply_text("just text"), std::runtime_error);
  EXPECT_THROW(test.apply("/nowhere/crd.yaml"), std::runtime_error);
  EXPECT_THROW(test.apply_text("# nothing\n---\n"), std::runtime_error);
  const auto empty = folder_of("empty");
  EXPECT_THROW(test.apply(empty), std::runtime_error);
  std::ofstream(empty / "none.yaml") << "";
  EXPECT_THROW(test.apply(empty), std::runtime_error);
}

// The test may go on, and ends soon.
TEST(OperatorTestKit, AnOperatorThatCannotStartIsNoneThatRuns)
{
  OperatorTestOptions options = options_of();
  options.setup = [](Manager&) { throw std::runtime_error("no configuration"); };
  OperatorTest test(options);
  EXPECT_THROW(test.start(), std::runtime_error);
  test.run_for(1s);
  EXPECT_THROW(test.stop(), std::logic_error);

  options.setup = add_note_controller;
  options.manager.health_address = "203.0.113.1:1";  // of no interface
  OperatorTest without_port(options);
  EXPECT_THROW(without_port.start(), std::runtime_error);
}

TEST(OperatorTestKit, ManifestsAreAppliedTwice)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.apply_text("{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, data: {a: '1'}}");
  test.apply_text(
      "{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, data: {b: '2'}}]}");
  const auto map = api<ConfigMap>(test.user()).get({"default", "x"});
  EXPECT_EQ(map->data.at("a"), "1");
  EXPECT_EQ(map->data.at("b"), "2");
}

TEST(OperatorTestKit, ACoroutineOperatorWorksInBothWorlds)
{
  for (const auto& server : {TestServer::simulated(), TestServer::embedded()}) {
    OperatorTestOptions options = options_of(server);
    options.setup = [](Manager& manager) {
      manager.controller()
          .for_<Note>()
          .owns<ConfigMap>()
          .writes<ConfigMap>({Verb::create})
          .build(copy_note_by_coroutine);
    };
    OperatorTest test(std::move(options));
    test.apply_text(kDefinition);
    test.start();
    api<Note>(test.user()).create(note(test, "a"));
    test.wait_for<ConfigMap>({test.ns(), "a"}, "the text of the Note", is_copied);
    test.user().delete_(resource_of<Note>(), {test.ns(), "a"});
    test.wait_until_gone<ConfigMap>({test.ns(), "a"});
    test.stop();
  }
}

}  // namespace

}  // namespace kubexx::testing
