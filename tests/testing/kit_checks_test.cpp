// SPDX-License-Identifier: Apache-2.0
// What the test kit must find, although the operator seems to do what the test expects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/controller.hpp"
#include "kubexx/testing/operator_test.hpp"
#include "testing/note_operator.hpp"

namespace kubexx::testing {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

namespace {

Result nothing(Context&, const Request&)
{
  return Result::done();
}

OperatorTestOptions with_setup(std::function<void(Manager&)> setup)
{
  OperatorTestOptions options = options_of();
  options.setup = std::move(setup);
  return options;
}

void create_note(OperatorTest& test, const std::string& text = "hello")
{
  api<Note>(test.user()).create(note(test, "a", text));
}

void wait_for_status(OperatorTest& test)
{
  test.wait_for<Note>({test.ns(), "a"}, "one copy", [](const Typed<Note>& found) { return found->status.copies == 1; });
}

// --- loops that take no virtual time ---

TEST(KitChecks, AKeyThatQueuesItselfEndsEachWaitAndIsNamed)
{
  auto own = std::make_shared<std::optional<Controller>>();
  OperatorTestOptions options = with_setup([self = own.get()](Manager& manager) {
    *self = manager.controller().for_<Note>().build([self](Context&, const Request& request) {
      (*self)->enqueue(request);
      return Result::done();
    });
  });
  options.max_tasks = 5000;
  OperatorTest test(std::move(options));
  test.keep(std::move(own));
  test.apply_text(kDefinition);
  test.start();
  create_note(test);
  const auto is_explained = AllOf(HasSubstr("the simulation is stuck"), HasSubstr("default/a in controller note: "),
                                  HasSubstr("because: enqueued"));
  EXPECT_THAT(failure_of([&] { test.wait_until("never", [] { return false; }, {}, 1s); }), is_explained);
  EXPECT_THAT(failure_of([&] { test.run_for(1s); }), is_explained);
  EXPECT_THAT(failure_of([&] { test.expect_no_writes(1s); }), is_explained);
  test.stop();  // its queue takes no more keys
}

awaitable<void> list_for_ever(RunContext context)
{
  while (!context.stop.stop_requested()) (void)co_await context.client.async_list(resource_of<Note>());
}

TEST(KitChecks, ACoroutineThatNeverWaitsIsShownByItsCalls)
{
  OperatorTestOptions options = with_setup([](Manager& manager) { manager.add_runnable("busy", list_for_ever); });
  options.check_permissions = false;
  options.max_tasks = 500;
  OperatorTest test(std::move(options));
  test.apply_text(kDefinition);
  EXPECT_THAT(failure_of([&] {
                test.start();
                test.run_for(1s);
              }),
              AllOf(HasSubstr("500 tasks have run at 2026-01-01T00:00:"), HasSubstr("list notes.example.org")));
}

TEST(KitChecks, AFunctionThatNeverWaitsIsShownByItsCalls)
{
  for (const bool reconciles : {false, true}) {
    const auto list_for_ever = [](const Client& client, const std::stop_token& stop) {
      while (!stop.stop_requested()) (void)client.list(resource_of<Note>());
    };
    OperatorTestOptions options = with_setup([&](Manager& manager) {
      if (!reconciles) {
        manager.add_runnable("busy", [&](const RunContext& context) { list_for_ever(context.client, context.stop); });
        return;
      }
      (void)manager.controller().for_<Note>().build([&](Context& ctx, const Request&) {
        list_for_ever(ctx.client(), ctx.stop_token());
        return Result::done();
      });
    });
    options.check_permissions = false;
    options.max_tasks = 500;
    OperatorTest test(std::move(options));
    test.apply_text(kDefinition);
    EXPECT_THAT(
        failure_of([&] {
          api<Note>(test.user()).create(note(test, "a"));
          test.start();
          test.run_for(1s);
        }),
        AllOf(HasSubstr("500 calls were made in one task at 2026-01-01T00:00:"), HasSubstr("list notes.example.org")));
  }
}

TEST(KitChecks, ManyKeysAreNoLoop)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  for (int count = 0; count < 200; ++count) api<Note>(test.user()).create(note(test, "n" + std::to_string(count)));
  test.wait_until("each has its copy", [&] { return api<ConfigMap>(test.user()).list().size() == 200; });
  test.stop();
}

// --- blocking verbs in coroutines ---

awaitable<Result> copy_note_blocking(Context& ctx, Request request)
{
  const auto note = ctx.get<Note>(request);
  if (!note) co_return Result::done();
  ConfigMap copy;
  copy.metadata.name = request.name;
  ctx.own(note, copy);
  ctx.create(copy);
  co_return Result::done();
}

TEST(KitChecks, ABlockingVerbInACoroutineFailsAsInProduction)
{
  for (const auto& server : {TestServer::simulated(), TestServer::embedded()}) {
    OperatorTestOptions options = options_of(server);
    options.setup = [](Manager& manager) {
      manager.controller().for_<Note>().owns<ConfigMap>().writes<ConfigMap>({Verb::create}).build(copy_note_blocking);
    };
    OperatorTest test(std::move(options));
    test.apply_text(kDefinition);
    test.start();
    create_note(test);
    test.wait_until("a reconcile has failed, and the log says why", [&] {
      return ::testing::Value(
          test.last_log_lines(),
          HasSubstr("blocking call on a thread of its own executor would wait for itself: use async_create"));
    });
    EXPECT_EQ(test.count(Verb::create, "configmaps"), 0U);
    EXPECT_THAT(failure_of([&] { test.stop(); }), HasSubstr("every reconcile of controller note has failed"));
  }
}

TEST(KitChecks, TheUserMayBlockInACoroutineOfTheOperator)
{
  OperatorTest* playing = nullptr;
  const auto check = [&playing] { return api<Note>(playing->user()).list().empty() ? "no Note" : ""; };
  OperatorTest test(with_setup([check](Manager& manager) {
    add_note_controller(manager);
    manager.add_runnable("beside", [check](const RunContext& context) -> awaitable<void> {
      EXPECT_STREQ(check(), "no Note");
      return async_wait_stop(context.stop);
    });
  }));
  playing = &test;
  test.apply_text(kDefinition);
  test.start();
  test.run_for(1s);
  test.stop();
}

// --- conditions that must always hold ---

// Deletes the copy and makes it again.
Result replace_copy(Context& ctx, const Request& request)
{
  const auto note = ctx.get<Note>(request);
  if (!note) return Result::done();
  ConfigMap copy;
  copy.metadata.name = request.name;
  copy.data["text"] = note->spec.text;
  ctx.own(note, copy);
  if (const auto old = ctx.get<ConfigMap>(request)) {
    if (old->data.at("text") == note->spec.text) return Result::done();
    (void)old.remove();
  }
  ctx.create(copy);
  return Result::done();
}

awaitable<Result> replace_copy_by_coroutine(Context& ctx, Request request)
{
  const auto note = ctx.get<Note>(request);
  if (!note) co_return Result::done();
  ConfigMap copy;
  copy.metadata.name = request.name;
  copy.data["text"] = note->spec.text;
  ctx.own(note, copy);
  if (const auto old = ctx.get<ConfigMap>(request)) {
    if (old->data.at("text") == note->spec.text) co_return Result::done();
    (void)co_await old.async_remove();
  }
  (void)co_await ctx.async_create(copy);
  co_return Result::done();
}

template <class Reconcile>
void expect_the_gap_is_found(Reconcile reconcile)
{
  OperatorTest test(with_setup([reconcile](Manager& manager) {
    manager.controller()
        .for_<Note>()
        .owns<ConfigMap>()
        .writes<ConfigMap>({Verb::create, Verb::delete_})
        .build(reconcile);
  }));
  test.apply_text(kDefinition);
  test.start();
  create_note(test);
  test.wait_for<ConfigMap>({test.ns(), "a"});
  const auto there = [&] { return api<ConfigMap>(test.user()).try_get({test.ns(), "a"}).has_value(); };
  test.expect_always("the copy is there", there, 1min);
  auto changed = api<Note>(test.user()).get({test.ns(), "a"});
  changed->spec.text = "bye";
  changed.patch();
  EXPECT_THAT(failure_of([&] { test.expect_always("the copy is there", there, 1min); }),
              AllOf(HasSubstr("the copy is there"), HasSubstr("it did not hold after delete configmaps default/a")));
  test.wait_for<ConfigMap>({test.ns(), "a"}, "the new text",
                           [](const Typed<ConfigMap>& copy) { return copy->data.at("text") == "bye"; });
  test.stop();
}

TEST(KitChecks, WhatAReconcileUndoesAtOnceIsSeen)
{
  expect_the_gap_is_found(replace_copy);
}

TEST(KitChecks, WhatACoroutineUndoesAtOnceIsSeen)
{
  expect_the_gap_is_found(replace_copy_by_coroutine);
}

TEST(KitChecks, WhatAConditionThrowsLeavesTheWait)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  create_note(test);
  const auto throws = [&]() -> bool {
    if (test.count(Verb::create, "configmaps") > 0) throw std::runtime_error("cannot tell");
    return true;
  };
  EXPECT_THROW(test.expect_always("it can tell", throws, 1min), std::runtime_error);
  test.stop();
}

TEST(KitChecks, RenewalsOfTheElectionsLeaseAreNoWrites)
{
  OperatorTestOptions options = options_of();
  options.manager.leader_election.emplace();
  options.manager.leader_election->lease = "notes";
  OperatorTest test(std::move(options));
  test.apply_text(kDefinition);
  test.start();
  test.expect_no_writes(5min);
  EXPECT_GT(test.count(Verb::update, "leases"), 10U) << "there were some";
  create_note(test);
  EXPECT_THAT(failure_of([&] { test.expect_no_writes(1min); }), HasSubstr("create configmaps default/a"));
  test.stop();
}

// --- crash points ---

OperatorTestOptions counted(OperatorTestOptions options, int& setups)
{
  options.setup = [setup = options.setup, &setups](Manager& manager) {
    ++setups;
    setup(manager);
  };
  return options;
}

TEST(KitChecks, ACrashPointAtACallThatFailsIsReached)
{
  int setups = 0;
  const CrashReport report = crash_at_every_call(counted(with_definition(), setups), [](OperatorTest& test) {
    test.fail_next(Verb::create, "configmaps", 500);
    create_note(test);
    wait_for_status(test);
  });
  EXPECT_THAT(report.points, Contains(HasSubstr("create configmaps default/a")));
  EXPECT_EQ(report.points.size(), 2 * report.calls);
  EXPECT_EQ(static_cast<std::size_t>(setups), 1 + 2 * report.points.size()) << "one more life for each point";
}

TEST(KitChecks, ACrashPointAtACallThatReachesNobodyIsReached)
{
  int setups = 0;
  const CrashReport report = crash_at_every_call(counted(with_definition(), setups), [](OperatorTest& test) {
    test.set_reachable({}, false);
    test.run_for(5s);
    test.set_reachable({}, true);
    create_note(test);
    wait_for_status(test);
  });
  EXPECT_EQ(report.points.size(), 2 * report.calls);
  EXPECT_EQ(static_cast<std::size_t>(setups), 1 + 2 * report.points.size());
}

TEST(KitChecks, ACrashPointThatIsNotReachedIsNotReported)
{
  int setups = 0;
  bool first = true;
  const CrashReport report = crash_at_every_call(counted(with_definition(), setups), [&first](OperatorTest& test) {
    create_note(test);
    wait_for_status(test);
    if (!std::exchange(first, false)) return;
    api<Note>(test.user()).create(note(test, "b"));
    test.wait_for<ConfigMap>({test.ns(), "b"});
    test.run_for(1s);
  });
  EXPECT_THAT(report.points, Contains(HasSubstr("create configmaps default/a")));
  EXPECT_THAT(report.points, Not(Contains(HasSubstr("create configmaps default/b"))));
  const std::size_t runs = 1 + 2 * report.calls;
  EXPECT_LT(report.points.size(), 2 * report.calls);
  EXPECT_EQ(static_cast<std::size_t>(setups), runs + report.points.size());
}

// --- the stop ---

awaitable<void> write_at_the_stop(RunContext context)
{
  co_await async_wait_stop(context.stop);
  ConfigMap last;
  last.metadata.namespace_ = "default";
  last.metadata.name = "last";
  try {
    (void)co_await api<ConfigMap>(context.client).async_create(last);
  } catch (const ApiError&) {
    co_return;  // nobody hears of it
  }
}

TEST(KitChecks, ACallDuringTheStopMustBeDeclaredToo)
{
  OperatorTest test(with_setup([](Manager& manager) {
    manager.controller().for_<Note>().build(nothing);
    manager.add_runnable("last", write_at_the_stop);
  }));
  test.apply_text(kDefinition);
  test.start();
  test.run_for(1s);
  EXPECT_THAT(failure_of([&] { test.stop(); }),
              HasSubstr("create configmaps default/last: declare it with .writes<ConfigMap>({Verb::create})"));
}

// --- reconciles that all fail ---

TEST(KitChecks, AnOperatorThatDoesNothingButFailDoesNotPass)
{
  for (const bool checked : {true, false}) {
    OperatorTestOptions options = options_of();
    options.check_reconciles = checked;
    OperatorTest test(std::move(options));
    test.apply_text(kDefinition);
    test.start();
    create_note(test, "refuse");
    test.run_for(1s);
    const std::string failure = failure_of([&] { test.stop(); });
    if (checked) {
      EXPECT_THAT(failure,
                  AllOf(HasSubstr("every reconcile of controller note has failed"), HasSubstr("this text is refused")));
    } else {
      EXPECT_EQ(failure, "no failure");
    }
  }
}

TEST(KitChecks, OneThatHasSucceededOncePasses)
{
  OperatorTest test(options_of());
  test.apply_text(kDefinition);
  test.start();
  create_note(test, "refuse");
  test.run_for(1s);
  auto changed = api<Note>(test.user()).get({test.ns(), "a"});
  changed->spec.text = "hello";
  changed.patch();
  wait_for_status(test);
  test.stop();
}

// --- namespaces ---

// Copies each Note to the namespace of its text.
Result copy_to_namespace(Context& ctx, const Request& request)
{
  const auto note = ctx.get<Note>(request);
  if (!note) return Result::done();
  ConfigMap copy;
  copy.metadata.namespace_ = note->spec.text;
  copy.metadata.name = request.name;
  if (!api<ConfigMap>(ctx.client()).try_get({copy.metadata.namespace_, copy.metadata.name})) ctx.create(copy);
  return Result::done();
}

TEST(KitChecks, RolesAreForTheNamespacesOfTheManager)
{
  for (const bool everywhere : {false, true}) {
    OperatorTestOptions options = with_setup([](Manager& manager) {
      manager.controller()
          .for_<Note>()
          .writes<ConfigMap>({Verb::create})
          .uses_client<ConfigMap>({Verb::get})
          .build(copy_to_namespace);
    });
    if (!everywhere) options.manager.namespaces = {"default", "team"};
    OperatorTest test(std::move(options));
    test.apply_text(kDefinition);
    for (const char* name : {"team", "other"}) {
      test.apply_text(std::string("{apiVersion: v1, kind: Namespace, metadata: {name: ") + name + "}}");
    }
    test.start();
    create_note(test, "team");
    test.wait_for<ConfigMap>({"team", "a"});
    EXPECT_THAT(test.unused_permissions(), ::testing::IsEmpty());
    api<Note>(test.user()).create(note(test, "b", "other"));
    if (everywhere) {
      test.wait_for<ConfigMap>({"other", "b"});
      test.stop();
    } else {
      EXPECT_THAT(
          failure_of([&] { test.wait_for<ConfigMap>({"other", "b"}); }),
          HasSubstr("get configmaps other/b: it is declared, but the roles grant it only in namespaces \"default\", "
                    "\"team\""));
      EXPECT_FALSE(api<ConfigMap>(test.user()).try_get({"other", "b"}));
    }
  }
}

TEST(KitChecks, TheLeaseIsInARoleOfItsOwnNamespace)
{
  OperatorTestOptions options = options_of();
  options.manager.namespaces = {"team"};
  options.manager.leader_election.emplace();
  options.manager.leader_election->lease = "notes";
  OperatorTest test(std::move(options));
  test.apply_text(kDefinition);
  test.start();
  test.run_for(1min);
  EXPECT_GT(test.count(Verb::update, "leases"), 0U);
  test.stop();
}

}  // namespace
}  // namespace kubexx::testing
