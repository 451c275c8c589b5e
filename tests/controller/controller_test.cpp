// SPDX-License-Identifier: Apache-2.0
// The engine: what happens to a key, when workers start and how they end. Counterparts of controller-runtime's
// internal/controller tests carry their sentence in the name.
#include "kubexx/controller/controller.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness.hpp"
#include "kubexx/apimachinery/error.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

const Request kA(ObjectKey{"default", "a"});

// A reconciler whose answers the test decides, one after the other; done() after the last.
struct Script {
  std::vector<std::function<Result()>> answers;
  std::vector<Request> seen;
  std::vector<SteadyTime> times;
  Clock* clock = nullptr;

  Result next(const Request& request)
  {
    seen.push_back(request);
    times.push_back(clock->now());
    if (seen.size() > answers.size()) return Result::done();
    return answers[seen.size() - 1]();
  }
  [[nodiscard]] std::vector<Duration> gaps() const
  {
    std::vector<Duration> gaps;
    for (std::size_t i = 1; i < times.size(); ++i) gaps.push_back(times[i] - times[i - 1]);
    return gaps;
  }
};

class ControllerTest : public ::testing::Test {
protected:
  ControllerTest() { script->clock = &h.sim.clock(); }

  Controller build()
  {
    return h.manager.controller()
        .for_(kConfigMaps)
        .queue_observer(observer())
        .build([script = script](Context&, const Request& request) { return script->next(request); });
  }

  QueueObserver<Request> observer()
  {
    return [this](const QueueEvent<Request>& event) { operations.push_back(event.operation); };
  }

  std::size_t count(QueueOperation operation) const
  {
    return static_cast<std::size_t>(std::count(operations.begin(), operations.end(), operation));
  }

  // Runs one reconcile of ConfigMap a whose end is `answer`, and what follows within ten minutes.
  void once(std::function<Result()> answer)
  {
    script->answers = {std::move(answer)};
    build();
    h.create(kConfigMaps, "a");
    h.start();
    h.sim.run_for(std::chrono::minutes(10));
  }

  std::string total(const char* result) const
  {
    return h.metric(R"(controller_runtime_reconcile_total{controller="configmap",result=")" + std::string(result) +
                    "\"}");
  }
  std::string counter(const char* name) const
  {
    return h.metric("controller_runtime_" + std::string(name) + R"({controller="configmap"})");
  }

  std::shared_ptr<Script> script = std::make_shared<Script>();
  std::vector<QueueOperation> operations;
  Harness h;
};

// Tenants choose the names of objects: with a hash that everybody knows they could make them collide.
TEST_F(ControllerTest, ItsQueueHashesNamesWithASeedOfItsOwn)
{
  class Counted final : public Random {
  public:
    [[nodiscard]] std::uint64_t next() override { return ++count; }
    std::uint64_t count = 0;
  } random;
  Runtime runtime = h.sim.runtime();
  runtime.random = &random;
  const Client client(runtime, h.transport);
  const EventRecorder events(client, {});
  ControllerOptions options;
  options.name = "c";
  const std::uint64_t before = random.count;
  const Controller controller(client, events, std::move(options),
                              [](Context&, const Request&) { return Result::done(); });
  EXPECT_EQ(random.count, before + 1);
}

TEST_F(ControllerTest, ReconcilesAnItem)
{
  once([] { return Result::done(); });
  EXPECT_THAT(script->seen, ElementsAre(kA));
  EXPECT_EQ(count(QueueOperation::forgotten), 1U);
  EXPECT_EQ(count(QueueOperation::rate_limited), 0U);
  EXPECT_EQ(total("success"), "1");
  EXPECT_EQ(counter("reconcile_errors_total"), "0");
}

TEST_F(ControllerTest, RequeueAfterForgetsAndComesBackThen)
{
  once([] { return Result::requeue_after(seconds(90)); });
  EXPECT_THAT(script->gaps(), ElementsAre(seconds(90)));
  EXPECT_EQ(count(QueueOperation::forgotten), 2U);
  EXPECT_EQ(count(QueueOperation::rate_limited), 0U);
  EXPECT_EQ(total("requeue_after"), "1");
}

TEST_F(ControllerTest, BackoffIsRateLimitedAndNotForgotten)
{
  once([] { return Result::requeue(); });
  EXPECT_THAT(script->gaps(), ElementsAre(milliseconds(5)));
  EXPECT_EQ(count(QueueOperation::rate_limited), 1U);
  EXPECT_EQ(total("requeue"), "1");
  EXPECT_EQ(counter("reconcile_errors_total"), "0");
}

TEST_F(ControllerTest, TerminalErrorIsNotRequeuedAndItsFailuresAreForgotten)
{
  once([] { return Result::terminal("spec.x is empty"); });
  EXPECT_EQ(script->seen.size(), 1U);
  EXPECT_EQ(count(QueueOperation::forgotten), 1U);
  EXPECT_EQ(count(QueueOperation::delayed), 0U);
  EXPECT_EQ(total("error"), "1");
  EXPECT_EQ(counter("reconcile_errors_total"), "1");
  EXPECT_EQ(counter("terminal_reconcile_errors_total"), "1");
  EXPECT_EQ(h.log->count({"error reconcile failed with a terminal error", "spec.x is empty", "name=a"}), 1U);
}

TEST_F(ControllerTest, ThrownTerminalErrorIsTheSame)
{
  once([]() -> Result { throw TerminalError("never"); });
  EXPECT_EQ(script->seen.size(), 1U);
  EXPECT_EQ(counter("terminal_reconcile_errors_total"), "1");
}

TEST_F(ControllerTest, ConflictIsRetriedQuietlyUnderItsOwnLabel)
{
  Status status;
  status.code = 409;
  status.reason = "Conflict";
  once([status]() -> Result { throw ApiError(status, "the object has been modified"); });
  EXPECT_THAT(script->gaps(), ElementsAre(milliseconds(5)));
  EXPECT_EQ(total("conflict"), "1");
  EXPECT_EQ(total("error"), "0");
  EXPECT_EQ(counter("reconcile_errors_total"), "0");
  EXPECT_EQ(h.log->count({"error "}), 0U) << h.log->text();
}

TEST_F(ControllerTest, ErrorRequeuesRateLimitedAndNamesTheCause)
{
  once([]() -> Result { throw std::runtime_error("no luck"); });
  EXPECT_THAT(script->gaps(), ElementsAre(milliseconds(5)));
  EXPECT_EQ(total("error"), "1");
  EXPECT_EQ(total("success"), "1");
  EXPECT_EQ(counter("reconcile_errors_total"), "1");
  EXPECT_EQ(h.log->count({"error reconcile failed", "controller=configmap", "namespace=default", "name=a", "no luck",
                          "failures=1", "reconcile_id=", "trigger=configmaps added, first list"}),
            1U)
      << h.log->text();
}

TEST_F(ControllerTest, ADebugLineTellsWhatCausedEachReconcileAndHowItEnded)
{
  once([] { return Result::requeue_after(seconds(90)); });
  EXPECT_EQ(h.log->count({"debug reconciled", "controller=configmap", "namespace=default", "name=a", "reconcile_id=",
                          "result=requeue_after", "took=", "queued_for=", "trigger=configmaps added, first list"}),
            1U)
      << h.log->text();
  EXPECT_EQ(h.log->count({"debug reconciled", "name=a", "result=success", "trigger=requeue after a delay"}), 1U);
  EXPECT_EQ(h.log->count({"debug reconciled"}), 2U);
}

TEST(ControllerWithoutMetrics, ADebugLineLeavesOutHowLongItWasQueued)
{
  ManagerOptions options;
  options.flight_recorder_bytes = 0;
  Harness h(options, false);
  h.manager.controller().for_(kConfigMaps).build([](Context&, const Request&) { return Result::done(); });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(std::chrono::seconds(1));
  EXPECT_EQ(h.log->count({"debug reconciled", "name=a", "result=success", "took="}), 1U) << h.log->text();
  EXPECT_EQ(h.log->count({"queued_for"}), 0U);
}

// An id is drawn for the first line of a reconcile.
TEST_F(ControllerTest, OfADebugLineThatIsOffNothingIsMade)
{
  h.log->set_least(LogLevel::info);
  script->answers = {[]() -> Result {
    Status status;
    status.code = 409;
    status.reason = "Conflict";
    throw ApiError(status, "the object has been modified");
  }};
  build();
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  const auto past = h.manager.why(kA).at(0).past;
  ASSERT_THAT(past, SizeIs(2));
  for (const auto& one : past) EXPECT_EQ(one.record.id, "") << one.record.result;
}

std::function<Result()> throttled(Duration retry_after)
{
  Status status;
  status.code = 429;
  status.reason = "TooManyRequests";
  status.retry_after = retry_after;
  return [status]() -> Result { throw ApiError(status, "slow down"); };
}

TEST_F(ControllerTest, TheServersRetryAfterIsKeptAndSpreadAndCountsAsAFailure)
{
  once(throttled(seconds(7)));
  ASSERT_THAT(script->gaps(), SizeIs(1));
  EXPECT_GE(script->gaps()[0], seconds(7));
  EXPECT_LT(script->gaps()[0], milliseconds(8400));
  EXPECT_NE(script->gaps()[0], seconds(7)) << "keys that were refused together would come back together";
  EXPECT_EQ(total("error"), "1");
  EXPECT_EQ(h.log->count({"error reconcile failed", "slow down", "failures=1", "retry_in="}), 1U) << h.log->text();
}

TEST_F(ControllerTest, ARetryAfterOfNothingIsNoHotLoop)
{
  script->answers = {8, throttled(Duration::zero())};
  build();
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(60));
  EXPECT_THAT(script->gaps(), ElementsAre(milliseconds(5), milliseconds(10), milliseconds(20), milliseconds(40),
                                          milliseconds(80), milliseconds(160), milliseconds(320), milliseconds(640)))
      << "the back-off of its failures";
}

TEST_F(ControllerTest, ARetryAfterOfADayDoesNotParkTheKeyForADay)
{
  once(throttled(std::chrono::hours(24)));
  ASSERT_THAT(script->gaps(), SizeIs(1));
  EXPECT_GE(script->gaps()[0], std::chrono::minutes(5));
  EXPECT_LE(script->gaps()[0], std::chrono::minutes(6));
}

std::function<Result()> already_exists()
{
  Status status;
  status.code = 409;
  status.reason = "AlreadyExists";
  return [status]() -> Result { throw ApiError(status, "secrets \"a\" already exists"); };
}

TEST_F(ControllerTest, AlreadyExistsOfALateCacheIsAsQuietAsAConflict)
{
  once(already_exists());
  EXPECT_THAT(script->gaps(), ElementsAre(milliseconds(5)));
  EXPECT_EQ(total("conflict"), "1");
  EXPECT_EQ(total("error"), "0");
  EXPECT_EQ(h.log->count({"error "}), 0U) << h.log->text();
  EXPECT_EQ(h.log->count({"debug ", "already exists", "retry_in="}), 1U) << h.log->text();
}

TEST_F(ControllerTest, AlreadyExistsThatLastsIsAnError)
{
  script->answers = {12, already_exists()};
  build();
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(std::chrono::minutes(10));
  EXPECT_EQ(script->seen.size(), 13U);
  EXPECT_EQ(total("conflict"), "10");
  EXPECT_EQ(total("error"), "2");
  EXPECT_EQ(h.log->count({"error reconcile failed", "already exists"}), 2U) << h.log->text();
}

TEST_F(ControllerTest, AFailureSaysWhenItIsTriedAgain)
{
  script->answers = {3, []() -> Result { throw std::runtime_error("no luck"); }};
  build();
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(60));
  EXPECT_EQ(h.log->count({"failures=1", "retry_in=5ms"}), 1U) << h.log->text();
  EXPECT_EQ(h.log->count({"failures=3", "retry_in=20ms"}), 1U) << h.log->text();
}

TEST_F(ControllerTest, WhatIsNoExceptionIsCountedAsPanicAndRetried)
{
  once([]() -> Result { throw 42; });
  EXPECT_EQ(script->seen.size(), 2U);
  EXPECT_EQ(counter("reconcile_panics_total"), "1");
  EXPECT_EQ(counter("reconcile_errors_total"), "1");
}

TEST_F(ControllerTest, BackoffIsNotResetUntilANonErrorResult)
{
  const auto fail = []() -> Result { throw std::runtime_error("x"); };
  script->answers = {fail,
                     fail,
                     [] { return Result::requeue(); },
                     fail,
                     [] { return Result::requeue_after(seconds(1)); },
                     fail,
                     [] { return Result::done(); }};
  build();
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(60));
  EXPECT_THAT(script->gaps(), ElementsAre(milliseconds(5), milliseconds(10), milliseconds(20), milliseconds(40),
                                          seconds(1), milliseconds(5)));
}

TEST_F(ControllerTest, CountsTimesAndWorkers)
{
  once([] { return Result::done(); });
  EXPECT_EQ(h.metric(R"(controller_runtime_reconcile_time_seconds_count{controller="configmap"})"), "1");
  EXPECT_EQ(h.metric(R"(controller_runtime_max_concurrent_reconciles{controller="configmap"})"), "1");
  EXPECT_EQ(h.metric(R"(controller_runtime_active_workers{controller="configmap"})"), "0");
  EXPECT_EQ(h.metric(R"(workqueue_adds_total{name="configmap",controller="configmap"})"), "1");
  EXPECT_EQ(h.metric(R"(workqueue_depth{name="configmap",controller="configmap",priority=""})"), "0");
  EXPECT_EQ(h.metric(R"(workqueue_work_duration_seconds_count{name="configmap",controller="configmap"})"), "1");
  EXPECT_EQ(h.metric(R"(workqueue_queue_duration_seconds_bucket{name="configmap",controller="configmap",le="1000"})"),
            "1")
      << "controller-runtime has twelve buckets";
}

awaitable<Result> slow(Request request, Clock* clock, int* active, int* most, std::multiset<std::string>* running,
                       bool* twice)
{
  ++*active;
  *most = std::max(*most, *active);
  if (running->count(request.name) != 0) *twice = true;
  const auto mine = running->insert(request.name);
  (void)co_await async_sleep(*clock, seconds(1));
  running->erase(mine);
  --*active;
  co_return Result::done();
}

TEST_F(ControllerTest, OneKeyIsNeverReconciledTwiceAtTheSameTimeAndOthersAre)
{
  int active = 0, most = 0, runs = 0;
  std::multiset<std::string> running;
  bool twice = false;
  Clock* clock = &h.sim.clock();
  h.manager.controller().for_(kConfigMaps).workers(3).build([&](Context&, Request request) {
    ++runs;
    return slow(std::move(request), clock, &active, &most, &running, &twice);
  });
  for (const char* name : {"a", "b"}) h.create(kConfigMaps, name);
  h.start();
  for (int i = 0; i < 20; ++i) {
    h.patch(kConfigMaps, {"default", i % 2 == 0 ? "a" : "b"}, R"({"data":{"i":")" + std::to_string(i) + "\"}}");
    h.sim.run_for(milliseconds(100));
  }
  h.sim.run_for(seconds(10));
  EXPECT_FALSE(twice);
  EXPECT_EQ(most, 2);
  EXPECT_EQ(active, 0);
  EXPECT_GE(runs, 5) << "changes during a reconcile bring the key back";
  EXPECT_LE(runs, 10) << "many changes during a reconcile are one";
}

TEST_F(ControllerTest, DoesNotReconcileBeforeAllInitialEventsAreHandled)
{
  bool forbidden = true;
  h.transport->on_request = [&](const HttpRequest& request) {
    return forbidden && request.target.find("/secrets") != std::string::npos
               ? status_answer(403, "Forbidden", "secrets is forbidden: User x cannot list resource")
               : nullptr;
  };
  std::vector<std::size_t> visible;
  h.manager.controller().for_(kConfigMaps).reads(kSecrets).build([&](Context& context, const Request&) {
    visible.push_back(context.list(kSecrets).size());
    return Result::done();
  });
  int others = 0;
  h.manager.controller().for_(kConfigMaps).named("other").build([&](Context&, const Request&) {
    ++others;
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  h.create(kSecrets, "s");
  h.manager.start();
  h.sim.run_for(seconds(30));

  EXPECT_TRUE(visible.empty());
  EXPECT_EQ(others, 1) << "one forbidden kind holds up its own controllers alone";
  const auto report = h.manager.readiness().text("readyz", true);
  EXPECT_THAT(report, HasSubstr("[-]watch-secrets failed: "));
  EXPECT_THAT(report, HasSubstr("forbidden"));
  EXPECT_THAT(report, HasSubstr("[+]watch-configmaps ok"));
  EXPECT_THAT(report, HasSubstr("[-]controller-configmap failed: waiting for its watches"));
  EXPECT_THAT(report, HasSubstr("[+]controller-other ok"));
  EXPECT_GE(h.log->count(
                {"warn the workers are waiting for a watch to sync", "controller=configmap", "secrets", "forbidden"}),
            2U)
      << h.log->text();

  forbidden = false;
  EXPECT_TRUE(h.until([&] { return h.manager.ready(); }));
  EXPECT_TRUE(h.until([&] { return !visible.empty(); }));
  EXPECT_THAT(visible, ElementsAre(1U));
}

// A CRD whose plural is not the one that the program believes in.
TEST_F(ControllerTest, AWrongPluralIsToldFromAMissingKind)
{
  h.create_json({"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions", Scope::cluster},
                R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
                    "metadata":{"name":"boxes.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
                    "names":{"kind":"Box","plural":"boxes","singular":"box","listKind":"BoxList"},
                    "versions":[{"name":"v1","served":true,"storage":true,
                                 "schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
  const auto build_for = [&](const ResourceType& type) {
    h.manager.controller().for_(type).build([](Context&, const Request&) { return Result::done(); });
  };
  build_for({"example.com", "v1", "Box", "boxs"});
  build_for({"example.com", "v2", "Box2", "boxes2"});
  h.manager.controller()
      .for_(ResourceType{"example.com", "v2", "Box", "boxes"})
      .named("version")
      .build([](Context&, const Request&) { return Result::done(); });
  h.manager.start();
  h.sim.run_for(seconds(30));
  const char* waits = "warn the workers are waiting for a watch to sync";
  EXPECT_GE(h.log->count({waits, "kind Box of example.com/v1 exists with the plural \"boxes\": correct \"boxs\""}), 1U)
      << h.log->text();
  EXPECT_GE(h.log->count({waits, "the server does not serve kind Box2 of example.com/v2"}), 1U);
  EXPECT_GE(h.log->count({waits, "kind Box of example.com/v2 does not exist, but example.com/v1 has it"}), 1U);
  EXPECT_THAT(h.manager.readiness().text("readyz", true),
              HasSubstr("[-]controller-box failed: waiting for its watches: boxs.example.com (failing): "));
}

TEST_F(ControllerTest, ACauseSaysWhyAndNothingMore)
{
  std::vector<std::vector<std::string>> triggers;
  h.manager.controller().for_(kConfigMaps).build([&](Context& context, const Request&) {
    triggers.push_back(context.triggers());
    return triggers.size() == 3 ? Result::requeue() : Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  ASSERT_TRUE(h.until([&] { return triggers.size() == 1; }));
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  ASSERT_TRUE(h.until([&] { return triggers.size() == 2; }));
  h.remove(kConfigMaps, {"default", "a"});
  ASSERT_TRUE(h.until([&] { return triggers.size() == 4; }));
  EXPECT_THAT(triggers[0], ElementsAre("configmaps added", "first list"));
  EXPECT_THAT(triggers[1], ElementsAre("configmaps updated"));
  EXPECT_THAT(triggers[2], ElementsAre("configmaps deleted"));
  EXPECT_THAT(triggers[3], ElementsAre("retry"));
}

struct Counting {
  int* calls;
  Result reconcile(Context&, const Request&) const
  {
    ++*calls;
    return Result::done();
  }
};

struct AwaitableCounting {
  int* calls;
  awaitable<Result> reconcile(Context& context, Request request) const
  {
    (void)co_await context.client().async_get(kConfigMaps, request.key());
    ++*calls;
    co_return Result::done();
  }
};

TEST_F(ControllerTest, AReconcilerMayBeAClassOfEitherForm)
{
  int plain = 0, coroutine = 0;
  h.manager.controller().for_(kConfigMaps).named("plain").build(Counting{&plain});
  h.manager.controller().for_(kConfigMaps).named("coroutine").build(std::make_shared<AwaitableCounting>(&coroutine));
  h.create(kConfigMaps, "a");
  h.start();
  EXPECT_TRUE(h.until([&] { return plain == 1 && coroutine == 1; }));
}

struct Referring {
  std::string* seen;
  awaitable<Result> reconcile(Context& context, const Request& request) const
  {
    (void)co_await context.client().async_get(kConfigMaps, request.key());
    *seen = request.to_string();
    co_return Result::done();
  }
};

TEST_F(ControllerTest, ACoroutineMayTakeTheRequestByReference)
{
  const std::string name(100, 'n');
  std::string by_class, by_lambda, in_time;
  h.manager.controller().for_(kConfigMaps).named("class").build(Referring{&by_class});
  const Referring limited{&in_time};
  h.manager.controller()
      .for_(kConfigMaps)
      .named("lambda")
      .build([&by_lambda](Context& context, const Request& request) -> awaitable<Result> {
        (void)co_await context.client().async_get(kConfigMaps, request.key());
        by_lambda = request.to_string();
        co_return Result::done();
      });
  h.manager.controller().for_(kConfigMaps).named("limited").reconcile_timeout(seconds(10)).build(limited);
  h.create(kConfigMaps, name);
  h.start();
  EXPECT_TRUE(h.until([&] { return !by_class.empty() && !by_lambda.empty() && !in_time.empty(); }));
  EXPECT_EQ(by_class, "default/" + name);
  EXPECT_EQ(by_lambda, "default/" + name);
  EXPECT_EQ(in_time, "default/" + name);
}

TEST_F(ControllerTest, ReadingAKindThatIsNotWatchedNamesTheMissingCall)
{
  script->answers = {};
  std::string message;
  h.manager.controller().for_(kConfigMaps).build([&](Context& context, const Request& request) {
    try {
      (void)context.get(kSecrets, request.key());
    } catch (const NotWatched& error) {
      message = error.what();
    }
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  ASSERT_TRUE(h.until([&] { return !message.empty(); }));
  EXPECT_THAT(message, HasSubstr("controller 'configmap' reads secrets (v1)"));
  EXPECT_THAT(message, HasSubstr("reads<Secret>()"));
  EXPECT_EQ(h.transport->requests.count("GET /api/v1/secrets"), 0U) << "no hidden watch";
}

awaitable<Result> until_stopped(Context& context, bool* stopped)
{
  co_await async_wait_stop(context.stop_token());
  *stopped = true;
  co_return Result::done();
}

TEST_F(ControllerTest, ReconciliationTimeoutRequestsTheStopAndIsCounted)
{
  bool stopped = false;
  h.manager.controller().for_(kConfigMaps).reconcile_timeout(seconds(3)).build([&](Context& context, Request) {
    return until_stopped(context, &stopped);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(milliseconds(2900));
  EXPECT_FALSE(stopped);
  h.sim.run_for(milliseconds(200));
  EXPECT_TRUE(stopped);
  EXPECT_EQ(counter("reconcile_timeouts_total"), "1");
}

TEST_F(ControllerTest, TheTimeoutIsNotCountedWhenTheReconcileEndsEarly)
{
  h.manager.controller().for_(kConfigMaps).reconcile_timeout(seconds(3)).build([](Context&, const Request&) {
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(10));
  EXPECT_EQ(total("success"), "1");
  EXPECT_EQ(counter("reconcile_timeouts_total"), "0");
}

awaitable<Result> create_secret(Context& context, std::string* error)
{
  try {
    Object secret =
        Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","namespace":"default"}})");
    (void)co_await context.client().async_create(kSecrets, std::move(secret));
  } catch (const TransportError& failure) {
    *error = to_string(failure.code());
  }
  co_return Result::done();
}

TEST_F(ControllerTest, ATimeoutEndsCallsOfTheLiveClient)
{
  h.transport->hang = [](const HttpRequest& request) { return request.method == "POST"; };
  std::string error;
  h.manager.controller().for_(kConfigMaps).reconcile_timeout(seconds(3)).build([&](Context& context, Request) {
    return create_secret(context, &error);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(4));
  EXPECT_EQ(error, to_string(TransportErrc::cancelled));
}

// Asks the controller at each warning.
class AskingSink final : public LogSink {
public:
  [[nodiscard]] bool enabled(LogLevel level) const noexcept override { return level >= LogLevel::warn; }
  void write(const LogLine& line) noexcept override
  {
    lines.emplace_back(line.message);
    if (controller) waiting_for = controller->status().waiting_for;
  }

  std::vector<std::string> lines, waiting_for;
  std::optional<Controller> controller;
};

awaitable<void> stop_both(Controller controller, SharedInformer informer, SteadyTime now)
{
  const Controller::StopLimits limits{now, now};
  (void)co_await controller.async_stop(limits);
  co_await informer.async_stop();
}

TEST_F(ControllerTest, ALogMayAskWhatAControllerWaitsFor)
{
  const auto sink = std::make_shared<AskingSink>();
  Runtime runtime = h.sim.runtime();
  runtime.log = Log(sink);
  const Client client(runtime, h.transport);
  h.transport->hang = [](const HttpRequest&) { return true; };
  const SharedInformer informer(client, kConfigMaps);
  ControllerOptions options;
  options.name = "c";
  const Controller controller(client, EventRecorder(client, {}), std::move(options),
                              [](Context&, const Request&) { return Result::done(); });
  controller.watch(KindCache(informer), map_to_itself());
  sink->controller = controller;
  controller.start();
  informer.start();
  h.sim.run_for(seconds(11));
  EXPECT_THAT(sink->lines, Contains("the workers are waiting for a watch to sync"));
  EXPECT_THAT(sink->waiting_for, SizeIs(1));
  sink->controller.reset();
  h.transport->hang = nullptr;
  std::function<awaitable<void>()> work = [&] { return stop_both(controller, informer, h.sim.clock().now()); };
  EXPECT_TRUE(h.sim.run(work, seconds(10)));
}

}  // namespace
}  // namespace kubexx::testing
