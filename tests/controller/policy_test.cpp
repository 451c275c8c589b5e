// SPDX-License-Identifier: Apache-2.0
// What a controller does about failures that do not end, reconciles that do not end, and keys that cannot wait.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/controller/not_synced.hpp"

namespace kubexx::testing {

struct PolicySettings {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
};
BOOST_DESCRIBE_STRUCT(PolicySettings, (), (metadata))
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Result nothing(Context&, const Request&)
{
  return Result::done();
}

// Sleeps on the clock, which an Asio cancellation ends.
awaitable<Result> sleep_for(Clock* clock, Duration time, std::string* end)
{
  try {
    (void)co_await async_sleep(*clock, time);
  } catch (const std::exception& error) {
    *end = error.what();
    throw;
  }
  *end = "slept";
  co_return Result::done();
}

class PolicyTest : public ::testing::Test {
protected:
  std::string counter(const std::string& name) const { return h.metric(name + R"({controller="configmap"})"); }
  std::string total(const std::string& result) const
  {
    return h.metric(R"(controller_runtime_reconcile_total{controller="configmap",result=")" + result + "\"}");
  }
  // A reconciler that fails, and notes when.
  Reconciler failing(std::function<void()> fail = [] { throw std::runtime_error("no luck"); })
  {
    return [this, fail](Context&, const Request&) -> Result {
      times.push_back(h.sim.clock().now());
      fail();
      return Result::done();
    };
  }
  [[nodiscard]] std::vector<Duration> gaps() const
  {
    std::vector<Duration> gaps;
    for (std::size_t i = 1; i < times.size(); ++i) gaps.push_back(times[i] - times[i - 1]);
    return gaps;
  }

  std::vector<SteadyTime> times;
  std::string end;  // of the last sleep; its reconcile may run until the harness ends
  Harness h;
};

// --- giving up ---

TEST_F(PolicyTest, AKeyThatFailsTooOftenIsGivenUpUntilSomethingChanges)
{
  std::vector<std::string> reports;
  h.manager.controller()
      .for_(kConfigMaps)
      .max_retries(2,
                   [&](Context& context, const Request& request) {
                     reports.push_back(request.name + ": " + context.failure());
                     return Result::requeue_after(seconds(1));  // ignored
                   })
      .build(failing());
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(10));
  EXPECT_THAT(gaps(), ElementsAre(milliseconds(5), milliseconds(10))) << "two retries after the first failure";
  EXPECT_THAT(reports, ElementsAre("a: no luck"));
  EXPECT_EQ(counter("kubexx_controller_given_up_total"), "1");
  EXPECT_EQ(counter("controller_runtime_reconcile_errors_total"), "3");
  EXPECT_EQ(h.log->count({"error reconcile failed too often: giving up until something changes", "no luck", "name=a",
                          "failures=3", "trigger=retry"}),
            1U)
      << h.log->text();
  EXPECT_EQ(h.log->count({"error reconcile failed", "retry_in="}), 2U);

  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  h.sim.run_for(minutes(10));
  EXPECT_THAT(reports, SizeIs(2)) << "its failures start over";
  EXPECT_THAT(times, SizeIs(6));
}

TEST_F(PolicyTest, OnGiveUpMayWriteAlthoughTheReconcileTimedOut)
{
  std::string failure;
  h.manager.controller()
      .for_(kConfigMaps)
      .reconcile_timeout(seconds(3))
      .max_retries(0,
                   [&](Context& context, const Request& request) {
                     failure = context.failure();
                     (void)context.client().patch(kConfigMaps, request.key(), R"({"data":{"given":"up"}})");
                     return Result::done();
                   })
      .with_predicate(Predicate{nullptr, [](const Object&, const Object&) { return false; }, nullptr})
      .build([&](Context&, Request) { return sleep_for(&h.sim.clock(), minutes(5), &end); });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(10));
  EXPECT_THAT(failure, HasSubstr("it took longer than 3s: "));
  EXPECT_TRUE(h.get(kConfigMaps, {"default", "a"}).at("/data/given").equals("up"));
}

// The example of docs/guides/controller.md with a failure that differs each time, as those with request ids do.
TEST_F(PolicyTest, WhatOnGiveUpWritesDoesNotQueueTheKeyAndIsShown)
{
  int failures = 0;
  h.manager.controller()
      .for_(kConfigMaps)
      .max_retries(3,
                   [&](Context& context, const Request& request) {
                     (void)context.client().patch(kConfigMaps, request.key(),
                                                  R"({"data":{"message":")" + context.failure() + R"("}})");
                     return Result::done();
                   })
      .build([&](Context&, const Request&) -> Result {
        throw std::runtime_error("request " + std::to_string(++failures) + " failed");
      });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(10));
  EXPECT_EQ(failures, 4);
  EXPECT_EQ(counter("kubexx_controller_given_up_total"), "1");
  EXPECT_TRUE(h.get(kConfigMaps, {"default", "a"}).at("/data/message").equals("request 4 failed"));
  const Explanation why = h.manager.why(Request(ObjectKey{"default", "a"})).at(0);
  EXPECT_THAT(to_text({why}), HasSubstr("patch configmaps default/a: 200"));

  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  h.sim.run_for(minutes(10));
  EXPECT_EQ(failures, 8) << "a change by someone else begins anew";
  EXPECT_EQ(counter("kubexx_controller_given_up_total"), "2");
}

// A change that came between the last read and what on_give_up wrote is in the same event.
TEST_F(PolicyTest, AChangeBesideWhatOnGiveUpWritesQueuesTheKey)
{
  int failures = 0;
  bool changed = false;
  h.manager.controller()
      .for_(kConfigMaps)
      .max_retries(0,
                   [&](Context& context, const Request& request) {
                     if (!std::exchange(changed, true)) {
                       h.patch(kConfigMaps, request.key(), R"({"data":{"user":"1"}})");
                     }
                     (void)context.client().patch(kConfigMaps, request.key(), R"({"data":{"given":"up"}})");
                     return Result::done();
                   })
      .build([&](Context&, const Request&) -> Result { throw std::runtime_error(std::to_string(++failures)); });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(10));
  EXPECT_EQ(failures, 2);
}

TEST_F(PolicyTest, WhatOnGiveUpThrowsIsLogged)
{
  h.manager.controller()
      .for_(kConfigMaps)
      .max_retries(0, [](Context&, const Request&) -> Result { throw std::runtime_error("out of order"); })
      .build(failing());
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(1));
  EXPECT_EQ(h.log->count({"error on_give_up failed", "out of order", "name=a"}), 1U);
  EXPECT_THAT(times, SizeIs(1));
}

class ThrowingLimiter final : public CustomRateLimiter<Request> {
public:
  Duration when(const Request& /*key*/, SteadyTime /*now*/) override { throw std::runtime_error("no delay"); }
  void forget(const Request& /*key*/) override { throw std::runtime_error("nothing to forget"); }
  [[nodiscard]] std::uint32_t num_requeues(const Request& /*key*/) const override
  {
    throw std::runtime_error("nothing counted");
  }
};

TEST_F(PolicyTest, ARateLimiterThatThrowsLosesNoKey)
{
  int left = 2;
  h.manager.controller()
      .for_(kConfigMaps)
      .rate_limiter(RateLimiter<Request>(std::make_unique<ThrowingLimiter>()))
      .build([&](Context&, const Request&) {
        times.push_back(h.sim.clock().now());
        if (left-- > 0) throw std::runtime_error("no luck");
        return Result::done();
      });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(1));
  EXPECT_THAT(gaps(), ElementsAre(seconds(1), seconds(1)));
  EXPECT_EQ(h.log->count({"error the rate limiter failed", "no delay", "key=default/a"}), 2U) << h.log->text();
  EXPECT_EQ(h.log->count({"error the rate limiter failed", "nothing to forget"}), 1U);
}

TEST_F(PolicyTest, ConflictsAndBackoffsAreNotGivenUp)
{
  Status status;
  status.code = 409;
  status.reason = "Conflict";
  int calls = 0;
  h.manager.controller().for_(kConfigMaps).max_retries(1).build([&](Context&, const Request&) -> Result {
    ++calls;
    if (calls % 2 == 1) throw ApiError(status, "the object has been modified");
    return Result::requeue();
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(2));
  EXPECT_GT(calls, 5);
  EXPECT_EQ(counter("kubexx_controller_given_up_total"), "0");
}

// The cache still says that the object is alive.
TEST_F(PolicyTest, AFinalizerForAnObjectThatIsDeletedMeanwhileIsAsQuietAsAConflict)
{
  int runs = 0;
  h.manager.controller().for_(kConfigMaps).max_retries(0).build([&](Context& context, const Request& request) {
    ++runs;
    auto settings = context.get<PolicySettings>(request);
    if (!settings) return Result::done();
    if (!settings.is_deleting()) {
      h.remove(kConfigMaps, request.key());
      EXPECT_FALSE(context.get<PolicySettings>(request).is_deleting());
    }
    context.ensure_finalizer(settings, "example.org/cleanup");
    return Result::done();
  });
  h.create_json(kConfigMaps, R"({"apiVersion":"v1","kind":"ConfigMap",
      "metadata":{"name":"a","namespace":"default","finalizers":["example.org/other"]}})");
  h.start();
  h.sim.run_for(minutes(1));
  EXPECT_GE(runs, 2);
  EXPECT_EQ(counter("kubexx_controller_given_up_total"), "0");
  EXPECT_EQ(counter("controller_runtime_reconcile_errors_total"), "0");
  EXPECT_EQ(h.log->count({"error "}), 0U) << h.log->text();
}

// --- answers that will be the same again ---

TEST_F(PolicyTest, WhatTheServerWillRefuseAgainSlowsDownAtOnceAndSaysSo)
{
  for (const unsigned code : {422U, 413U}) {
    Status status;
    status.code = code;
    times.clear();
    const std::string name = "c" + std::to_string(code);
    h.manager.controller().for_(kConfigMaps).named(name).build(failing([status] {
      throw ApiError(status, "spec.replicas: must be positive");
    }));
  }
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(59));
  EXPECT_THAT(times, SizeIs(2)) << "once for each controller";
  h.sim.run_for(seconds(2));
  EXPECT_THAT(times, SizeIs(4));
  for (const char* name : {"controller=c422", "controller=c413"}) {
    EXPECT_EQ(h.log->count({"error reconcile failed: the API server will reject the same request again", name,
                            "failures=1", "retry_in=60s"}),
              1U)
        << h.log->text();
  }
  const std::size_t before = times.size();
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  h.sim.run_for(seconds(1));
  EXPECT_EQ(times.size(), before + 2) << "a change need not wait";
}

// --- reconciles that do not end ---

TEST_F(PolicyTest, AStuckReconcileIsLoggedAtEachDoublingAndCountedWhileItIsStuck)
{
  h.manager.controller().for_(kConfigMaps).workers(2).build([&](Context&, Request request) {
    return sleep_for(&h.sim.clock(), request.name == "slow" ? minutes(5) : seconds(59), &end);
  });
  h.create(kConfigMaps, "quick");
  h.create(kConfigMaps, "slow");
  h.start();
  const auto lines = [&] { return h.log->count({"warn a reconcile has been running for a long time"}); };
  h.sim.run_for(seconds(58));
  EXPECT_EQ(lines(), 0U);
  EXPECT_EQ(counter("kubexx_controller_stuck_reconciles"), "0");
  h.sim.run_for(seconds(3));
  EXPECT_EQ(lines(), 1U);
  EXPECT_EQ(h.log->count({"controller=configmap", "namespace=default", "name=slow", "running=60s",
                          "trigger=configmaps added, first list"}),
            1U)
      << h.log->text();
  EXPECT_EQ(counter("kubexx_controller_stuck_reconciles"), "1");
  h.sim.run_for(seconds(60));
  EXPECT_EQ(h.log->count({"name=slow", "running=120s"}), 1U);
  h.sim.run_for(seconds(120));
  EXPECT_EQ(h.log->count({"name=slow", "running=240s"}), 1U);
  EXPECT_EQ(lines(), 3U);
  h.sim.run_for(seconds(61));
  EXPECT_EQ(counter("kubexx_controller_stuck_reconciles"), "0");
  EXPECT_EQ(h.log->count({"info a long-running reconcile has ended", "name=slow", "took=300s",
                          "trigger=configmaps added, first list"}),
            1U);
  h.sim.run_for(minutes(20));
  EXPECT_EQ(lines(), 3U);
}

TEST_F(PolicyTest, HowLongIsLongIsAnOption)
{
  h.manager.controller().for_(kConfigMaps).named("soon").stuck_after(seconds(2)).build([&](Context&, Request) {
    return sleep_for(&h.sim.clock(), seconds(3), &end);
  });
  h.manager.controller().for_(kConfigMaps).named("never").stuck_after(Duration::zero()).build([&](Context&, Request) {
    return sleep_for(&h.sim.clock(), minutes(30), &end);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(31));
  EXPECT_EQ(h.log->count({"warn a reconcile has been running for a long time", "controller=soon"}), 1U);
  EXPECT_EQ(h.log->count({"warn a reconcile has been running for a long time", "controller=never"}), 0U);
}

// --- deadline and cancellation ---

TEST_F(PolicyTest, ATimeoutCancelsWhatACoroutineWaitsFor)
{
  std::vector<Duration> left;
  h.manager.controller().for_(kConfigMaps).reconcile_timeout(seconds(3)).build([&](Context& context, Request) {
    left.push_back(*context.deadline() - h.sim.clock().now());
    return sleep_for(&h.sim.clock(), minutes(5), &end);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(milliseconds(2990));
  EXPECT_EQ(end, "");
  h.sim.run_for(milliseconds(20));
  EXPECT_THAT(end, HasSubstr("canceled"));
  EXPECT_THAT(left, ::testing::Each(seconds(3)));
  EXPECT_EQ(counter("controller_runtime_reconcile_timeouts_total"), "1");
  EXPECT_EQ(h.log->count({"error reconcile failed", "it took longer than 3s", "failures=1"}), 1U) << h.log->text();
}

TEST_F(PolicyTest, EachTimeoutIsCounted)
{
  h.manager.controller().for_(kConfigMaps).reconcile_timeout(seconds(3)).build([&](Context&, Request) {
    return sleep_for(&h.sim.clock(), minutes(5), &end);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(20));
  EXPECT_EQ(counter("controller_runtime_reconcile_timeouts_total"), "6");
  EXPECT_EQ(total("error"), "6");
}

// Sleeps, whoever asks it to end.
awaitable<Result> sleep_on(Clock* clock, Duration time)
{
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  (void)co_await async_sleep(*clock, time);
  co_return Result::done();
}

// controller-runtime: "should not increment ReconcileTimeouts when user cancels context earlier than the
// ReconciliationTimeout", and the same of the parent's.
TEST_F(PolicyTest, WhatEndedForAnotherReasonIsNoTimeoutHoweverLongItTook)
{
  int calls = 0;
  h.manager.controller()
      .for_(kConfigMaps)
      .reconcile_timeout(seconds(8))
      .cancel_superseded()
      .build([&](Context&, Request) {
        if (++calls == 2) throw TransportError(TransportErrc::cancelled, "the reconciler ended its call itself");
        return sleep_on(&h.sim.clock(), seconds(calls == 3 ? 0 : 20));
      });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  h.sim.run_for(seconds(30));
  EXPECT_EQ(calls, 3) << "superseded after a second, cancelled by itself, done";
  EXPECT_EQ(counter("controller_runtime_reconcile_timeouts_total"), "0");
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"2"}})");
  h.sim.run_for(seconds(1));
  EXPECT_TRUE(h.stop()) << "asked to end after the drain time of five seconds";
  EXPECT_EQ(calls, 4);
  EXPECT_EQ(counter("controller_runtime_reconcile_timeouts_total"), "0");
}

TEST_F(PolicyTest, WithoutATimeoutThereIsNoDeadline)
{
  bool deadline = true;
  h.manager.controller().for_(kConfigMaps).build([&](Context& context, const Request&) {
    deadline = context.deadline().has_value();
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_FALSE(deadline);
}

TEST_F(PolicyTest, AChangeEndsTheReconcileThatLooksAtTheFormerState)
{
  int calls = 0;
  h.manager.controller().for_(kConfigMaps).cancel_superseded().build([&](Context&, Request) {
    ++calls;
    return sleep_for(&h.sim.clock(), seconds(10), &end);
  });
  h.create(kConfigMaps, "a");
  h.create(kConfigMaps, "b");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_EQ(calls, 1);
  h.patch(kConfigMaps, {"default", "b"}, R"({"data":{"x":"1"}})");
  h.sim.run_for(seconds(1));
  EXPECT_EQ(calls, 1) << "another key";
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  h.sim.run_for(seconds(1));
  EXPECT_THAT(end, HasSubstr("canceled"));
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(total("superseded"), "1");
  EXPECT_EQ(counter("controller_runtime_reconcile_errors_total"), "0");
  EXPECT_EQ(h.log->count({"error "}), 0U) << h.log->text();
  h.sim.run_for(minutes(1));
  EXPECT_EQ(calls, 3) << "b, the new a, and nothing that was retried";
}

// Writes its object, then does something that takes long.
awaitable<Result> write_and_work(Context* context, Clock* clock, std::string value, int* completed)
{
  ObjectKey key = context->request().key();
  Patch patch(R"({"data":{"finalizer":")" + value + R"("}})");
  (void)co_await context->client().async_patch(kConfigMaps, std::move(key), std::move(patch));
  (void)co_await async_sleep(*clock, seconds(1));
  ++*completed;
  co_return Result::done();
}

TEST_F(PolicyTest, WhatAReconcileWritesItselfDoesNotEndIt)
{
  int begun = 0;
  int completed = 0;
  h.manager.controller().for_(kConfigMaps).cancel_superseded().build([&](Context& context, Request) {
    ++begun;
    return write_and_work(&context, &h.sim.clock(), begun == 1 ? "set" : "the same", &completed);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(1));
  EXPECT_EQ(begun, completed);
  EXPECT_GE(begun, 2);
  EXPECT_EQ(total("superseded"), "0");
  const int before = begun;
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"user":"1"}})");
  h.sim.run_for(milliseconds(500));
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"user":"2"}})");
  h.sim.run_for(minutes(1));
  EXPECT_EQ(total("superseded"), "1") << "what someone else writes does";
  EXPECT_EQ(begun, before + 2);
}

// Applies another member, so that the former one goes, then does something that takes long.
awaitable<Result> apply_and_work(Context* context, Clock* clock, std::string member, int* completed)
{
  Object wanted =
      Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default"},"data":{")" +
                    member + R"(":"x"}})");
  PatchOptions options;
  options.force = true;
  (void)co_await context->client().async_apply(kConfigMaps, std::move(wanted), std::move(options));
  (void)co_await async_sleep(*clock, seconds(1));
  ++*completed;
  co_return Result::done();
}

TEST_F(PolicyTest, WhatAReconcileRemovesItselfDoesNotEndIt)
{
  int begun = 0;
  int completed = 0;
  h.manager.controller().for_(kConfigMaps).cancel_superseded().build([&](Context& context, Request) {
    ++begun;
    return apply_and_work(&context, &h.sim.clock(), begun == 1 ? "one" : "two", &completed);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(1));
  EXPECT_GE(begun, 2);
  EXPECT_EQ(begun, completed);
  EXPECT_EQ(total("superseded"), "0");
  EXPECT_FALSE(h.get(kConfigMaps, {"default", "a"}).at("/data/one"));
  EXPECT_TRUE(h.get(kConfigMaps, {"default", "a"}).at("/data/two"));
}

TEST_F(PolicyTest, TheEndOfTheDrainCancelsACoroutineWithoutATimeout)
{
  h.manager.controller().for_(kConfigMaps).build([&](Context&, Request) {
    return sleep_for(&h.sim.clock(), std::chrono::hours(2), &end);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  const SteadyTime before = h.sim.clock().now();
  EXPECT_TRUE(h.stop());
  EXPECT_LE(h.sim.clock().now() - before, seconds(6));
  EXPECT_THAT(end, HasSubstr("canceled"));
}

TEST_F(PolicyTest, ATimeThatHasPassedDoesNotParkTheKey)
{
  for (const Duration delay : {Duration::zero(), Duration(-std::chrono::hours(24 * 365 * 26))}) {
    Harness one;
    int calls = 0;
    one.manager.controller().for_(kConfigMaps).build([&](Context&, const Request&) {
      ++calls;
      return Result::requeue_after(delay);
    });
    one.create(kConfigMaps, "a");
    one.start();
    one.sim.run_for(minutes(10));
    EXPECT_GT(calls, 5);
    EXPECT_LT(calls, 30) << "rate limited";
  }
}

TEST_F(PolicyTest, ADelayWithoutAnEndIsShownAsTheLastTimeThereIs)
{
  h.manager.controller().for_(kConfigMaps).build([](Context&, const Request&) {
    return Result::requeue_after(Duration::max());
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  const Explanation why = h.manager.why(Request(ObjectKey{"default", "a"})).at(0);
  ASSERT_FALSE(why.past.empty());
  EXPECT_EQ(why.past.front().record.next, WallTime::max());
}

TEST_F(PolicyTest, AKeyThatNeverRestsIsReconciledAllTheSame)
{
  int slept = 0;
  h.manager.controller().for_(kConfigMaps).cancel_superseded().build([&](Context&, Request) {
    if (end == "slept") ++slept;
    return sleep_for(&h.sim.clock(), milliseconds(500), &end);
  });
  h.create(kConfigMaps, "a");
  h.start();
  for (int i = 0; i < 100; ++i) {
    h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"i":")" + std::to_string(i) + "\"}}");
    h.sim.run_for(milliseconds(100));
  }
  EXPECT_GE(slept, 10);
  EXPECT_GE(std::stoi(total("superseded")), 10);
}

// --- priorities ---

class PriorityControllerTest : public PolicyTest {
protected:
  // Reconciles that take a second each, one at a time.
  Reconciler noting()
  {
    return [this](Context& context, Request request) { return note(this, &context, std::move(request)); };
  }
  static awaitable<Result> note(PriorityControllerTest* self, Context* /*context*/, Request request)
  {
    self->order.push_back(request.key().to_string());
    if (request.name == self->waits && std::exchange(self->waits, "") != "") throw NotSynced("not yet");
    if (request.name == self->fails && std::exchange(self->fails, "") != "") throw std::runtime_error("no luck");
    (void)co_await async_sleep(self->h.sim.clock(), seconds(1));
    co_return Result::done();
  }

  std::string fails;  // the name that fails once
  std::string waits;  // the name that waits once for a cache
  std::vector<std::string> order;
};

TEST_F(PriorityControllerTest, WhatChangesComesBeforeTheFirstList)
{
  for (int i = 0; i < 5; ++i) h.create(kConfigMaps, "old" + std::to_string(i));
  h.manager.controller().for_(kConfigMaps).prioritize().build(noting());
  h.start();
  h.sim.run_for(milliseconds(1500));
  h.create(kConfigMaps, "new");
  h.sim.run_for(minutes(1));
  EXPECT_THAT(order, ElementsAre("default/old0", "default/old1", "default/new", "default/old2", "default/old3",
                                 "default/old4"));
  EXPECT_EQ(h.metric(R"(workqueue_depth{name="configmap",controller="configmap",priority="-100"})"), "0");
}

TEST_F(PriorityControllerTest, ARetryKeepsItsPriority)
{
  for (int i = 0; i < 3; ++i) h.create(kConfigMaps, "old" + std::to_string(i));
  fails = "old0";
  h.manager.controller().for_(kConfigMaps).prioritize().build(noting());
  h.start();
  h.sim.run_for(milliseconds(500));
  h.create(kConfigMaps, "new");
  h.sim.run_for(minutes(1));
  EXPECT_THAT(order, ElementsAre("default/old0", "default/old1", "default/new", "default/old2", "default/old0"));
}

TEST_F(PriorityControllerTest, AKeyThatWaitedForACacheKeepsItsPriority)
{
  for (int i = 0; i < 3; ++i) h.create(kConfigMaps, "old" + std::to_string(i));
  waits = "old0";
  const Controller controller = h.manager.controller().for_(kConfigMaps).prioritize().build(noting());
  h.start();
  h.sim.run_for(milliseconds(300));
  controller.watch(h.manager.cache(kSecrets), {});
  h.sim.run_for(milliseconds(300));
  h.create(kConfigMaps, "new");
  h.sim.run_for(minutes(1));
  EXPECT_THAT(order, ElementsAre("default/old0", "default/old1", "default/new", "default/old2", "default/old0"));
}

TEST_F(PriorityControllerTest, AResultChoosesThePriorityOfTheNextTime)
{
  std::vector<std::string> seen;
  h.manager.controller().for_(kConfigMaps).prioritize().build([&](Context&, const Request& request) {
    seen.push_back(request.name);
    if (seen.size() <= 3) {
      return Result::requeue_after(seconds(1)).with_priority(request.name == "b" ? 5 : -5);
    }
    return Result::done();
  });
  for (const char* name : {"a", "b", "c"}) h.create(kConfigMaps, name);
  h.start();
  h.sim.run_for(minutes(1));
  EXPECT_THAT(seen, ElementsAre("a", "b", "c", "b", "a", "c"));
}

TEST_F(PriorityControllerTest, KeysWhoseGroupIsNotKnownAreReconciledAllTheSame)
{
  PriorityOptions<Request> how;
  how.group = [](const Request&) -> std::uint64_t { throw std::runtime_error("no group"); };
  fails = "b";
  h.manager.controller().for_(kConfigMaps).prioritize(std::move(how)).build(noting());
  for (const char* name : {"a", "b"}) h.create(kConfigMaps, name);
  h.start();
  h.sim.run_for(minutes(1));
  EXPECT_THAT(order, ElementsAre("default/a", "default/b", "default/b"));
  EXPECT_EQ(h.log->count({"error the group function of the priorities failed", "no group"}), 1U) << h.log->text();
  EXPECT_EQ(h.metric(R"(kubexx_controller_event_errors_total{controller="configmap"})"), "0");
}

TEST_F(PriorityControllerTest, NamespacesTakeTurns)
{
  const ResourceType namespaces{"", "v1", "Namespace", "namespaces", Scope::cluster};
  h.create_json(namespaces, R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"small"}})");
  for (int i = 0; i < 5; ++i) h.create(kConfigMaps, "m" + std::to_string(i));
  h.create_json(kConfigMaps, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"s","namespace":"small"}})");
  h.manager.controller().for_(kConfigMaps).fair_by_namespace().build(noting());
  h.start();
  h.sim.run_for(minutes(1));
  ASSERT_THAT(order, SizeIs(6));
  EXPECT_EQ(order[1], "small/s") << ::testing::PrintToString(order);
}

TEST_F(PriorityControllerTest, TheServersRetryAfterIsKeptThereToo)
{
  Status status;
  status.code = 429;
  status.retry_after = seconds(7);
  h.manager.controller().for_(kConfigMaps).prioritize().build(failing([&] {
    if (times.size() == 1) throw ApiError(status, "slow down");
  }));
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(minutes(1));
  ASSERT_THAT(gaps(), SizeIs(1));
  EXPECT_GE(gaps()[0], seconds(7));
}

// --- mistakes ---

TEST_F(PolicyTest, MistakesAreReportedAtOnce)
{
  auto builder = h.manager.controller();
  builder.named("x")
      .watches(EventChannel(), Mapper())
      .reads(kSecrets, {.predicate = Predicate::labels_changed()})
      .stuck_after(seconds(-1))
      .every(Duration::zero());
  try {
    builder.build(nothing);
    FAIL();
  } catch (const BuildError& error) {
    EXPECT_THAT(error.mistakes(),
                ElementsAre(HasSubstr("watches(EventChannel): the map function is empty"),
                            HasSubstr("reads(Secret): its events enqueue nothing, so a predicate has no effect"),
                            HasSubstr("stuck_after(): it must not be negative"),
                            HasSubstr("every(): the period must be greater")));
  }
  auto periodic = h.manager.controller();
  periodic.named("y").watches(kSecrets, map_to_itself()).every(seconds(1));
  try {
    periodic.build(nothing);
    FAIL();
  } catch (const BuildError& error) {
    EXPECT_THAT(error.mistakes(), ElementsAre(HasSubstr("every() needs for_()")));
  }
}

}  // namespace
}  // namespace kubexx::testing
