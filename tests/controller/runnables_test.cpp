// SPDX-License-Identifier: Apache-2.0
// What runs beside the controllers: when it starts and stops, and what becomes of its failures. Counterparts of
// controller-runtime's runnable_group_test.go and of "component" cases of manager_test.go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "harness.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Notes = std::vector<std::string>;

// Notes the end of a coroutine, also that of one that is cancelled.
class NoteEnd {
public:
  NoteEnd(Notes* notes, std::string name) : notes_(notes), name_(std::move(name)) {}
  NoteEnd(const NoteEnd&) = delete;
  NoteEnd& operator=(const NoteEnd&) = delete;
  ~NoteEnd() { notes_->push_back(name_ + " ended"); }

private:
  Notes* notes_;
  std::string name_;
};

// Runs until it is asked to stop, and for `after` longer.
awaitable<void> note_life(RunContext context, Clock* clock, Notes* notes, std::string name, Duration after)
{
  const NoteEnd end(notes, name);
  notes->push_back(name + " started");
  co_await async_wait_stop(context.stop);
  notes->push_back(name + " asked");
  (void)co_await async_sleep(*clock, after);
}

awaitable<void> fail_at(Clock* clock, Duration when, std::stop_token stop)
{
  (void)co_await async_sleep(*clock, when, stop);
  throw std::runtime_error("out of luck");
}

awaitable<void> never_end(Clock* clock)
{
  for (;;) {
    try {
      (void)co_await async_sleep(*clock, minutes(1));
    } catch (const std::exception&) {  // not even when it is cancelled
    }
    co_await asio::this_coro::reset_cancellation_state();
  }
}

// It is not cancelled itself.
awaitable<void> send(RunContext context, std::string* error, OneShot gate)
{
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await gate.wait();
  try {
    (void)co_await context.client.async_list(kConfigMaps);
    *error = "sent";
  } catch (const std::exception& thrown) {
    *error = thrown.what();
  }
}

ManagerOptions candidate()
{
  ManagerOptions options;
  options.leader_election.emplace();
  options.leader_election->lease = "demo";
  options.leader_election->identity = "a";
  return options;
}

class RunnablesTest : public ::testing::Test {
protected:
  RunnableFunction life(const std::string& name, Duration after = {}, Harness* of = nullptr)
  {
    Clock* clock = &(of == nullptr ? h : *of).sim.clock();
    return [this, name, after, clock](RunContext context) {
      return note_life(std::move(context), clock, &notes, name, after);
    };
  }
  std::string ready(Harness& of) { return of.manager.readiness().text("readyz", true); }

  Notes notes;
  Harness h;
};

TEST_F(RunnablesTest, GroupsStartInOrderAndStopInOrder)
{
  h.manager.add_runnable("work", life("work", milliseconds(10)));
  h.manager.add_runnable("beside", life("beside", milliseconds(20)), RunnableGroup::every_replica);
  h.manager.add_runnable("server", life("server"), RunnableGroup::servers);
  h.manager.controller().for_(kConfigMaps).build([](Context&, const Request&) { return Result::done(); });
  EXPECT_THAT(ready(h), HasSubstr("[-]runnable-server failed: has not started"));
  h.start();
  h.sim.run_for(seconds(1));
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_EQ(notes[0], "server started");
  EXPECT_TRUE(h.manager.ready());
  EXPECT_THAT(ready(h), HasSubstr("[+]runnable-work ok"));
  notes.clear();
  EXPECT_TRUE(h.stop());
  ASSERT_EQ(notes.size(), 6U);
  EXPECT_THAT(Notes(notes.begin() + 2, notes.end()),
              ElementsAre("work ended", "beside ended", "server asked", "server ended"));
}

// controller-runtime: "cache before everything".
TEST_F(RunnablesTest, WorkWaitsForTheWatches)
{
  h.transport->on_request = [](const HttpRequest& request) {
    return request.target.find("secrets") == std::string::npos ? nullptr : status_answer(403, "Forbidden", "no");
  };
  h.manager.add_runnable("work", life("work"));
  h.manager.add_runnable("beside", life("beside"), RunnableGroup::every_replica);
  h.manager.add_runnable("server", life("server"), RunnableGroup::servers);
  h.manager.controller().for_(kConfigMaps).reads(kSecrets).build([](Context&, const Request&) {
    return Result::done();
  });
  h.manager.start();
  h.sim.run_for(seconds(5));
  EXPECT_THAT(notes, ElementsAre("server started"));
  EXPECT_THAT(ready(h), HasSubstr("[-]runnable-work failed: waiting for the watches"));
  EXPECT_THAT(ready(h), HasSubstr("[-]runnable-beside failed: waiting for the watches"));
  h.transport->on_request = nullptr;
  h.sim.run_for(minutes(2));
  EXPECT_EQ(notes.size(), 3U);
  EXPECT_TRUE(h.manager.ready());
}

TEST_F(RunnablesTest, AnOptionalKindIsNotWaitedFor)
{
  const ResourceType boxes{"example.com", "v1", "Box", "boxes", Scope::namespaced};
  h.manager.add_runnable("work", life("work"));
  h.manager.controller().for_(kConfigMaps).reads(boxes, {.optional = true}).build([](Context&, const Request&) {
    return Result::done();
  });
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(notes, ElementsAre("work started"));
}

// "stops on cancel" while the watches never sync.
TEST_F(RunnablesTest, WhatNeverStartedStopsAtOnce)
{
  h.transport->on_request = [](const HttpRequest&) { return status_answer(403, "Forbidden", "no"); };
  h.manager.add_runnable("work", life("work"));
  h.manager.controller().for_(kConfigMaps).build([](Context&, const Request&) { return Result::done(); });
  h.manager.start();
  h.sim.run_for(seconds(5));
  const SteadyTime before = h.sim.clock().now();
  EXPECT_TRUE(h.stop());
  EXPECT_LT(h.sim.clock().now() - before, seconds(1));
  h.transport->on_request = nullptr;
  h.sim.run_for(minutes(5));
  EXPECT_THAT(notes, IsEmpty());
}

// "component error returned".
TEST_F(RunnablesTest, OneThatFailsStopsTheManager)
{
  h.manager.add_runnable("other", life("other"));
  h.manager.add_runnable("unlucky",
                         [this](RunContext context) { return fail_at(&h.sim.clock(), seconds(10), context.stop); });
  h.start();
  h.sim.run_for(seconds(11));
  EXPECT_THAT(notes, ElementsAre("other started", "other asked", "other ended"));
  EXPECT_EQ(h.log->count({"error runnable failed", "runnable=unlucky", "error=out of luck"}), 1U) << h.log->text();
  EXPECT_EQ(h.log->count({"error stopped: runnable 'unlucky': out of luck"}), 1U) << h.log->text();
  EXPECT_FALSE(h.stop()) << "run() ends with 1";
}

TEST_F(RunnablesTest, AFailureAfterTheStopBeganIsNone)
{
  h.manager.add_runnable("unlucky",
                         [this](RunContext context) { return fail_at(&h.sim.clock(), minutes(10), context.stop); });
  h.start();
  EXPECT_TRUE(h.stop());
  EXPECT_EQ(h.log->count({"error runnable failed"}), 0U);
  EXPECT_EQ(h.log->count({"debug runnable ended", "out of luck"}), 1U) << h.log->text();
}

TEST_F(RunnablesTest, OneMayEndBeforeTheManager)
{
  h.manager.add_runnable("once", [](const RunContext& context) {
    (void)context.client.create(kConfigMaps, Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap",
        "metadata":{"name":"made","namespace":"default"}})"));
    context.log.info("made it");
  });
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_TRUE(h.get(kConfigMaps, {"default", "made"}));
  EXPECT_EQ(h.log->count({"info made it", "runnable=once"}), 1U) << h.log->text();
  EXPECT_THAT(ready(h), HasSubstr("[+]runnable-once ok: ended"));
  EXPECT_TRUE(h.manager.ready());
  EXPECT_TRUE(h.stop());
}

// "Add: starts immediately if running", "Add refused while stopping".
TEST_F(RunnablesTest, OneMayBeAddedWhileTheManagerRuns)
{
  h.start();
  h.manager.add_runnable("late", life("late"));
  h.sim.run_for(milliseconds(1));
  EXPECT_THAT(notes, ElementsAre("late started"));
  EXPECT_TRUE(h.stop());
  EXPECT_THROW(h.manager.add_runnable("later", life("later")), std::logic_error);
}

TEST_F(RunnablesTest, MistakesAreRefused)
{
  h.manager.add_runnable("work", life("work"));
  EXPECT_THROW(h.manager.add_runnable("work", life("work")), std::invalid_argument);
  EXPECT_THROW(h.manager.add_runnable("", life("work")), std::invalid_argument);
  EXPECT_THROW(h.manager.add_runnable("x", std::function<void(const RunContext&)>()), std::invalid_argument);
}

// "waits for runnables", grace.
TEST_F(RunnablesTest, OneThatDoesNotEndIsNamedWhenTheGraceIsOver)
{
  for (const RunnableGroup group : {RunnableGroup::leader, RunnableGroup::servers}) {
    ManagerOptions options;
    options.grace = seconds(10);
    Harness world(options);
    world.manager.add_runnable("deaf", [&](RunContext) { return never_end(&world.sim.clock()); }, group);
    world.start();
    const SteadyTime before = world.sim.clock().now();
    EXPECT_FALSE(world.stop());
    EXPECT_LE(world.sim.clock().now() - before, seconds(10));
    EXPECT_EQ(world.log->count({"error a runnable does not stop", "runnable=deaf"}), 1U) << world.log->text();
  }
}

TEST_F(RunnablesTest, CallsEndWithTheDrainTime)
{
  ManagerOptions options;
  options.drain = seconds(3);
  std::string error;
  const OneShot gate;
  gate.fire();
  Harness world(options);
  world.manager.add_runnable("sends", [&](RunContext context) { return send(std::move(context), &error, gate); });
  world.transport->hang = [](const HttpRequest&) { return true; };
  world.start();
  world.sim.run_for(milliseconds(10));
  const SteadyTime before = world.sim.clock().now();
  EXPECT_TRUE(world.stop());
  EXPECT_EQ(world.sim.clock().now() - before, seconds(3));
  EXPECT_THAT(error, HasSubstr("configmaps"));
}

// "LeaderElection: default for everything else"; "cancelled only after runnables end".
TEST_F(RunnablesTest, OnlyTheLeaderRunsItsGroupAndEndsItBeforeTheLeaseIsGivenBack)
{
  Harness a(candidate());
  const ResourceType leases{"coordination.k8s.io", "v1", "Lease", "leases", Scope::namespaced};
  const auto holder = [&] {
    return a.get(leases, {"default", "demo"}).at("/spec/holderIdentity").as_string().value_or("");
  };
  a.create_json(leases, R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease",
      "metadata":{"name":"demo","namespace":"default"},"spec":{"holderIdentity":"other","leaseDurationSeconds":15,
      "leaseTransitions":1,"acquireTime":"2020-01-01T00:00:00.000000Z","renewTime":"2020-01-01T00:00:00.000000Z"}})");
  a.manager.add_runnable("work", life("work", milliseconds(100), &a));
  a.manager.add_runnable("beside", life("beside", {}, &a), RunnableGroup::every_replica);
  a.manager.start();
  a.sim.run_for(seconds(5));
  EXPECT_THAT(notes, ElementsAre("beside started"));
  EXPECT_THAT(ready(a), HasSubstr("[+]runnable-work ok: standby: other leads"));
  EXPECT_TRUE(a.manager.ready()) << ready(a);
  a.sim.run_for(seconds(11));
  EXPECT_THAT(notes, ElementsAre("beside started", "work started"));
  a.transport->on_request = [&](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
    if (request.method == "PUT") notes.push_back("lease");
    return nullptr;
  };
  EXPECT_TRUE(a.stop());
  EXPECT_EQ(holder(), "");
  EXPECT_EQ(notes.back(), "lease");
}

TEST_F(RunnablesTest, ALostLeaseStopsThem)
{
  std::string error;
  const OneShot gate;
  Harness a(candidate());
  a.manager.add_runnable("work", life("work", {}, &a));
  a.manager.add_runnable("sends", [&](RunContext context) { return send(std::move(context), &error, gate); });
  a.manager.start();
  a.sim.run_for(seconds(5));
  a.patch(ResourceType{"coordination.k8s.io", "v1", "Lease", "leases", Scope::namespaced}, {"default", "demo"},
          R"({"spec":{"holderIdentity":"thief"}})");
  a.sim.run_for(milliseconds(100));
  gate.fire();
  a.sim.run_for(seconds(1));
  EXPECT_THAT(error, HasSubstr("this replica is not the leader"));
  EXPECT_THAT(notes, ElementsAre("work started", "work asked", "work ended"));
  EXPECT_EQ(a.log->count({"error stopped: leadership was lost"}), 1U);
}

}  // namespace
}  // namespace kubexx::testing
