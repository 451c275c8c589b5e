// SPDX-License-Identifier: Apache-2.0
// Mistakes of a test, or of its operator, that the test kit must not pass over; and right ones that it must not accuse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "testing/note_operator.hpp"

namespace kubexx::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using namespace std::chrono_literals;

/// Runs `call` in the reconcile of each ConfigMap.
OperatorTestOptions calling(std::function<void(Context&)> call, std::function<void(ControllerBuilder&)> declare = {})
{
  OperatorTestOptions options;
  options.check_reconciles = false;
  options.setup = [call = std::move(call), declare = std::move(declare)](Manager& manager) {
    auto builder = manager.controller();
    builder.for_<ConfigMap>();
    if (declare) declare(builder);
    (void)builder.build([call](Context& context, const Request& request) {
      if (request.name == "a") call(context);
      return Result::done();
    });
  };
  return options;
}

void create(OperatorTest& test, const std::string& name = "a")
{
  (void)test.user().create(resources::config_maps,
                           Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default",)"
                                         R"("name":")" +
                                         name + R"("}})"));
}

/// What it throws; "" when it throws nothing.
std::string text_of(const std::function<void()>& what)
{
  try {
    what();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

/// What a test of that operator fails with; "" when it passes.
std::string run(const OperatorTestOptions& options, std::string* unused = nullptr)
{
  return text_of([&] {
    OperatorTest test(options);
    test.start();
    create(test);
    test.run_for(1s);
    test.stop();
    if (unused == nullptr) return;
    for (const auto& one : test.unused_permissions()) *unused += one;
  });
}

// --- permissions ---

void apply_b(Context& context)
{
  ConfigMap made;
  made.metadata.name = "b";
  made.metadata.namespace_ = "default";
  context.apply(made);
}

// kubernetes/apiserver/pkg/endpoints/handlers/patch.go asks for create when an apply creates.
TEST(KitPermissions, AnApplyThatCreatesNeedsCreateAsWell)
{
  const auto declaring = [](std::set<Verb> verbs) {
    return calling(apply_b, [verbs](ControllerBuilder& builder) { builder.writes<ConfigMap>(verbs); });
  };
  EXPECT_THAT(run(declaring({Verb::patch})),
              AllOf(HasSubstr("patch configmaps default/b: the apply creates"), HasSubstr("({Verb::create})")));
  std::string unused;
  EXPECT_EQ(run(declaring({Verb::patch, Verb::create}), &unused), "");
  EXPECT_EQ(unused, "");
}

TEST(KitPermissions, TheRemedyOfASubresourceHelps)
{
  const auto evict = [](Context& context) {
    try {
      context.client().evict({"default", "p"});
    } catch (const ApiError& error) {
      if (!is_not_found(error) && !is_forbidden(error)) throw;
    }
  };
  EXPECT_THAT(run(calling(evict)), HasSubstr(R"(Permissions::allow(resource_of<Pod>(), {Verb::create}, "eviction"))"));
  OperatorTestOptions declared = calling(evict);
  declared.setup = [setup = declared.setup](Manager& manager) {
    setup(manager);
    Permissions needed;
    needed.allow(resources::pods, {Verb::create}, "eviction");
    manager.declare(needed);
  };
  EXPECT_EQ(run(declared), "");
}

TEST(KitPermissions, ARawReadIsJudgedByItsPath)
{
  std::string got;
  const auto reading = [&](std::string path) {
    return calling([path, &got](Context& context) { got = context.client().get_raw(path); });
  };
  EXPECT_THAT(run(reading("/api/v1/namespaces/default/secrets")), HasSubstr("declare it with"));
  EXPECT_EQ(got, "");
  EXPECT_THAT(run(reading("/api/v1/namespaces/default/secrets/s?pretty=1")), HasSubstr("declare it with"));
  EXPECT_THAT(run(reading("/apis/apps/v1/deployments?watch=1")), HasSubstr("{Verb::watch}"));
  EXPECT_EQ(run(reading("/api/v1/namespaces/default/configmaps")), "") << "the controller may list them";
  for (const char* path : {"/version", "/api", "/apis/apps/v1", "/api/v1"}) EXPECT_EQ(run(reading(path)), "") << path;
}

// The ClusterRole system:basic-user.
TEST(KitPermissions, EverybodyMayAskWhatHeMayDo)
{
  const ResourceType reviews("authorization.k8s.io", "v1", "SelfSubjectAccessReview", "selfsubjectaccessreviews",
                             Scope::cluster);
  const auto ask = [reviews](Context& context) {
    (void)context.client().create(
        reviews, Object::parse(R"({"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview",)"
                               R"("spec":{"resourceAttributes":{"verb":"get","resource":"pods"}}})"));
  };
  EXPECT_EQ(run(calling(ask)), "");
}

// --- names and times that are wrong ---

void nothing(Context& /*context*/) {}

TEST(KitMistakes, AWatchThatNobodyHasCannotBeDropped)
{
  OperatorTest test(calling(nothing));
  test.start();
  test.drop_watches("configmaps");
  test.drop_watches("");
  EXPECT_THROW(test.drop_watches("configmap"), std::invalid_argument);
  EXPECT_THROW(test.drop_watches("deployments.apps"), std::invalid_argument);
  EXPECT_THROW(test.drop_watches("", "east"), std::out_of_range);
  test.stop();
}

TEST(KitMistakes, WhatIsNoResourceIsNotCounted)
{
  OperatorTest test(calling(nothing));
  test.apply_text(kDefinition);
  test.start();
  EXPECT_GT(test.count(Verb::watch, "configmaps"), 0U);
  for (const char* name : {"secrets", "deployments.apps", "deployments/status", "notes", "notes.example.org"}) {
    EXPECT_EQ(test.count(Verb::create, name), 0U) << name;
  }
  for (const char* name : {"secret", "Secret", "deployments.app", "note.example.org"}) {
    EXPECT_THROW((void)test.count(Verb::create, name), std::invalid_argument) << name;
  }
  EXPECT_EQ(test.count(Verb::raw, "/version"), 0U);
  EXPECT_THROW((void)test.count(Verb::create, "secrets", "east"), std::out_of_range);
  test.stop();
}

TEST(KitMistakes, WhatIsExpectedOfAnOperatorThatDoesNotRun)
{
  OperatorTest test(calling(nothing));
  EXPECT_THROW(test.expect_no_writes(1s), std::logic_error);
  EXPECT_THROW(test.expect_always("true", [] { return true; }, 1s), std::logic_error);
  EXPECT_THAT(text_of([&] { test.wait_until("never", [] { return false; }, {}, 1s); }), HasSubstr("call start()"));
  test.start();
  test.expect_no_writes(1s);
  EXPECT_THAT(text_of([&] { test.wait_until("never", [] { return false; }, {}, 1s); }), Not(HasSubstr("start()")));
  test.stop();
  EXPECT_THROW(test.expect_no_writes(1s), std::logic_error);
}

TEST(KitMistakes, AFaultThatHappenedTooSeldomIsToldOf)
{
  OperatorTestOptions options =
      calling(apply_b, [](ControllerBuilder& builder) { builder.writes<ConfigMap>({Verb::patch, Verb::create}); });
  OperatorTest test(options);
  test.start();
  test.fail_next(Verb::patch, "configmaps", 500, 100);
  create(test);
  test.run_for(1s);
  EXPECT_THAT(text_of([&] { test.stop(); }), HasSubstr("no such call, or too few"));
}

TEST(KitMistakes, ARateOfFaultsIsAProbability)
{
  for (const double rate : {-1.0, 2.0, std::nan("")}) {
    OperatorTestOptions options = calling([](Context&) {});
    options.faults.emplace()[FaultKind::refused] = rate;
    EXPECT_THROW(OperatorTest{std::move(options)}, std::invalid_argument) << rate;
  }
}

TEST(KitMistakes, ASweepWithoutACrashPointIsRefused)
{
  EXPECT_THROW(crash_at_every_call(
                   calling([](Context&) {}), [](OperatorTest& test) { test.start(); }, 0),
               std::invalid_argument);
}

// As kubectl apply does.
TEST(KitMistakes, AFieldThatNobodyKnowsIsRefused)
{
  OperatorTest test(calling(nothing));
  const auto apply = [&](const std::string& member) {
    return text_of([&] {
      test.apply_text("apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec:\n  ports: [{port: 80}]\n  " + member);
    });
  };
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(apply("sessionAfinity: None\n"), HasSubstr("unknown field \"spec.sessionAfinity\""));
    EXPECT_EQ(apply("sessionAffinity: None\n"), "");
  }
}

// --- time ---

TEST(KitMistakes, ARequeueAfterNanosecondsIsALoop)
{
  OperatorTestOptions options;
  options.max_tasks = 5000;
  options.setup = [](Manager& manager) {
    (void)manager.controller().for_<ConfigMap>().build(
        [](Context&, const Request&) { return Result::requeue_after(30ns); });
  };
  EXPECT_THAT(run(options), AllOf(HasSubstr("the simulation is stuck"), HasSubstr("default/a")));
}

TEST(KitMistakes, WhatMustAlwaysHoldIsAskedWhenNothingHappensToo)
{
  OperatorTest test(calling(nothing));
  test.start();
  const Clock& clock = *test.runtime().clock;
  const SteadyTime begin = clock.now();
  const auto holds = [&] { return clock.now() - begin < 20s || clock.now() - begin > 40s; };
  EXPECT_THAT(text_of([&] { test.expect_always("it is no time between", holds, 2min); }),
              HasSubstr("it is no time between"));
  test.stop();
}

// --- the end of a test ---

awaitable<Result> take_a_minute(Clock& clock, std::stop_token stop)
{
  const bool slept = co_await async_sleep(clock, 1min, std::move(stop));
  if (slept) co_return Result::done();
  throw std::runtime_error("interrupted");
}

TEST(KitMistakes, AReconcileThatTheStopInterruptsHasNotFailed)
{
  OperatorTestOptions options;
  options.setup = [](Manager& manager) {
    (void)manager.controller().for_<ConfigMap>().build([](Context& context, const Request&) {
      return take_a_minute(*context.client().runtime().clock, context.stop_token());
    });
  };
  EXPECT_EQ(run(options), "");
}

TEST(KitMistakes, ASweepNamesThePointOfEveryException)
{
  OperatorTestOptions options;
  options.setup = [](Manager& manager) {
    // Wrong: the mark comes before the copy.
    (void)manager.controller()
        .for_<ConfigMap>()
        .writes<ConfigMap>({Verb::create, Verb::patch})
        .build([](Context& context, const Request& request) {
          auto found = context.get<ConfigMap>(request);
          if (!found || request.name != "a" || !found->data.empty()) return Result::done();
          found->data["copied"] = "true";
          found.patch();
          ConfigMap made;
          made.metadata.name = "b";
          made.metadata.namespace_ = "default";
          (void)context.create(made);
          return Result::done();
        });
  };
  const std::string failure = text_of([&] {
    (void)crash_at_every_call(options, [](OperatorTest& test) {
      create(test);
      test.run_for(1min);
      (void)api<ConfigMap>(test.user()).get({"default", "b"});
    });
  });
  EXPECT_THAT(failure, AllOf(HasSubstr("the scenario threw in the run with a crash "), HasSubstr("configmaps default/"),
                             HasSubstr("\"b\"")));
}

}  // namespace
}  // namespace kubexx::testing
