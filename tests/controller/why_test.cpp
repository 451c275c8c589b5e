// SPDX-License-Identifier: Apache-2.0
// Why a key is reconciled, or is not: each answer that Manager::why has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "harness.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx::testing {

struct WhyNote {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(WhyNote, (), (metadata, data))

namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Request kA(ObjectKey{"default", "a"});

awaitable<void> stop_manager(Manager& manager)
{
  EXPECT_TRUE(co_await manager.async_stop());
}

class WhyTest : public ::testing::Test {
protected:
  Explanation why(const Request& key = kA) { return h.manager.why(key).at(0); }
  // The codes of what holds now.
  std::vector<std::string> codes(const Request& key = kA)
  {
    std::vector<std::string> codes;
    for (const auto& reason : why(key).now) codes.push_back(reason.code);
    return codes;
  }
  std::string text(const Request& key = kA) { return to_text(h.manager.why(key)); }
  // A reconciler that does what `next` does.
  Reconciler doing_next()
  {
    return [this](Context& context, const Request&) { return next(context); };
  }
  void start_with(Reconciler reconciler)
  {
    h.manager.controller().for_(kConfigMaps).build(std::move(reconciler));
    h.create(kConfigMaps, "a");
    h.start();
    h.sim.run_for(milliseconds(500));
  }

  std::function<Result(Context&)> next = [](Context&) { return Result::done(); };
  Harness h;
};

TEST_F(WhyTest, AKeyAtRest)
{
  start_with(doing_next());
  EXPECT_THAT(codes(), ElementsAre("idle"));
  const Explanation explanation = why();
  EXPECT_EQ(explanation.controller, "configmap");
  EXPECT_EQ(explanation.total, 1U);
  ASSERT_THAT(explanation.past, SizeIs(1));
  EXPECT_STREQ(explanation.past[0].record.result, "success");
  EXPECT_THAT(explanation.past[0].triggers, ElementsAre("configmaps added", "first list"));
  EXPECT_TRUE(explanation.past[0].record.queued_for);
  EXPECT_THAT(text(), HasSubstr("default/a in controller configmap:\n  nothing has changed since it was reconciled\n"));
}

TEST_F(WhyTest, AKeyThatNobodyKnowsAndOneThatIsDeleted)
{
  start_with(doing_next());
  EXPECT_THAT(codes(Request(ObjectKey{"default", "never"})), ElementsAre("unknown_key"));
  h.remove(kConfigMaps, {"default", "a"});
  h.sim.run_for(seconds(1));
  EXPECT_THAT(codes(), ElementsAre("deleted"));
  EXPECT_THAT(why().past[0].triggers, ElementsAre("configmaps deleted"));
  EXPECT_THAT(codes(Request("east", {"default", "a"})), ElementsAre("unknown_cluster"));
}

TEST_F(WhyTest, AKeyThatFails)
{
  next = [](Context& context) -> Result {
    context.log().info("trying");
    throw std::runtime_error("the disk is full");
  };
  start_with(doing_next());
  EXPECT_THAT(codes(), ElementsAre("back_off"));
  const Explanation explanation = why();
  EXPECT_THAT(explanation.now[0].text, AllOf(HasSubstr("it is retried in "), HasSubstr(" failures in a row")));
  const RecordedReconcile& last = explanation.past.at(0).record;
  EXPECT_EQ(last.error, "the disk is full");
  EXPECT_STREQ(last.result, "error");
  EXPECT_EQ(last.failures, explanation.total);
  ASSERT_TRUE(last.next);
  EXPECT_GT(*last.next, last.began);
  EXPECT_EQ(h.log->count({"reconcile_id=" + last.id, "trying"}), 1U) << last.id;
  EXPECT_THAT(explanation.past.at(0).triggers, ElementsAre("retry"));
}

TEST_F(WhyTest, AKeyThatIsGivenUp)
{
  next = [](Context&) { return Result::terminal("spec.size is negative"); };
  start_with(doing_next());
  EXPECT_THAT(codes(), ElementsAre("gave_up"));
  EXPECT_THAT(why().now[0].text, HasSubstr("spec.size is negative"));
  next = [](Context&) { return Result::done(); };
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  h.sim.run_for(seconds(1));
  EXPECT_THAT(codes(), ElementsAre("idle"));
}

TEST_F(WhyTest, AKeyThatWasTriedTooOften)
{
  h.manager.controller().for_(kConfigMaps).max_retries(3).build(doing_next());
  next = [](Context&) -> Result { throw std::runtime_error("the disk is full"); };
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(5));
  EXPECT_THAT(codes(), ElementsAre("gave_up"));
  EXPECT_EQ(why().past.at(0).record.failures, 4U);
}

TEST_F(WhyTest, AKeyThatComesBackByItself)
{
  next = [](Context&) { return Result::requeue_after(minutes(10)); };
  start_with(doing_next());
  EXPECT_THAT(codes(), ElementsAre("requeue"));
  EXPECT_THAT(why().now[0].text, HasSubstr("its reconciler has requeued it, due in 9m59s"));
}

awaitable<Result> wait_for(Context&, Request, OneShot gate)
{
  co_await gate.wait();
  co_return Result::done();
}

TEST_F(WhyTest, AKeyInFlightAndWhatWaitsBehindIt)
{
  OneShot gate;
  start_with([gate](Context& context, Request request) { return wait_for(context, std::move(request), gate); });
  h.create(kConfigMaps, "b");
  h.sim.run_for(seconds(90));
  EXPECT_THAT(codes(), ElementsAre("reconciling"));
  EXPECT_THAT(why().now[0].text, HasSubstr("its reconcile has been running for 90s"));
  EXPECT_THAT(codes(Request(ObjectKey{"default", "b"})), ElementsAre("queued"));
  EXPECT_THAT(why(Request(ObjectKey{"default", "b"})).now[0].text,
              HasSubstr("it has been queued for 90s, queue length 1"));
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  h.sim.run_for(seconds(1));
  EXPECT_THAT(codes(), ElementsAre("reconciling", "queued"));
  gate.fire();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(codes(), ElementsAre("idle"));
}

awaitable<Result> read_late(Context& context, Request request)
{
  (void)co_await context.client().async_get(kConfigMaps, request.key());
  co_return Result::done();
}

TEST_F(WhyTest, AnAnswerThatDoesNotComeAndATurnThatDoesNotCome)
{
  h.transport->hang = [](const HttpRequest& request) { return request.target.ends_with("/configmaps/a"); };
  start_with([](Context& context, Request request) { return read_late(context, std::move(request)); });
  EXPECT_THAT(codes(), ElementsAre("reconciling", "reconciling"));
  EXPECT_THAT(why().now[1].text, HasSubstr("for the response to get configmaps default/a"));
}

TEST(WhyOfABudget, ACallThatWaitsForItsTurn)
{
  Harness h;
  Client::Options options;
  options.budget.per_second = 0.05;
  const Client slow(h.sim.runtime(), h.transport, options);
  EventRecorder events(slow, {});
  ControllerOptions what;
  what.name = "slow";
  what.recorder = std::make_shared<FlightRecorder>();
  // The budget allows one at once.
  Controller controller(slow, events, std::move(what),
                        [](Context& context, Request request) { return read_late(context, std::move(request)); });
  h.create(kConfigMaps, "a");
  h.create(kConfigMaps, "b");
  controller.start();
  controller.enqueue(Request(ObjectKey{"default", "b"}));
  controller.enqueue(kA);
  h.sim.run_for(seconds(10));
  const Explanation explanation = controller.explain(kA);
  ASSERT_THAT(explanation.now, SizeIs(2)) << to_text({explanation});
  EXPECT_EQ(explanation.now[1].code, "throttled");
  EXPECT_THAT(explanation.now[1].text,
              HasSubstr("its call get configmaps default/a has been waiting for 10s for the rate limiter"));
  h.sim.run_for(minutes(5));
  EXPECT_EQ(controller.explain(kA).past.at(0).record.calls.at(0).status, 200U);
  std::function<awaitable<void>()> stop = [&]() -> awaitable<void> {
    return [](Controller ended, SteadyTime now) -> awaitable<void> { (void)co_await ended.async_stop({now, now}); }(
                                                    controller, h.sim.clock().now());
  };
  EXPECT_TRUE(h.sim.run(stop, minutes(1)));
}

TEST_F(WhyTest, TheCallsOfAReconcileAndWhatTheyChange)
{
  next = [](Context& context) {
    auto note = context.get<WhyNote>(context.request());
    if (note->data.contains("seen")) return Result::done();
    note->data["seen"] = "password-4711";
    note->metadata.labels["a/b"] = "x";
    note.patch();
    note->data["again"] = "password-4712";
    note.update();
    WhyNote child;
    child.metadata.name = "child";
    child.metadata.namespace_ = "default";
    context.create(child);
    return Result::done();
  };
  start_with(doing_next());
  const auto past = why().past;
  ASSERT_FALSE(past.empty());
  const RecordedReconcile& record = past.back().record;
  ASSERT_THAT(record.calls, SizeIs(3)) << text();
  EXPECT_EQ(record.calls[0].verb, Verb::patch);
  EXPECT_EQ(record.calls[0].status, 200U);
  EXPECT_EQ(record.calls[0].resource, "configmaps");
  EXPECT_EQ(record.calls[0].key, (ObjectKey{"default", "a"}));
  EXPECT_THAT(record.calls[0].changed, ::testing::UnorderedElementsAre("/data/seen", "/metadata/labels/a~1b"));
  EXPECT_EQ(record.calls[1].verb, Verb::update);
  EXPECT_THAT(record.calls[1].changed, ElementsAre("/data/again"));
  EXPECT_EQ(record.calls[2].verb, Verb::create);
  EXPECT_EQ(record.calls[2].status, 201U);
  EXPECT_THAT(record.calls[2].changed, IsEmpty());
  const std::string json = to_json(h.manager.why(kA));
  EXPECT_THAT(json, Not(HasSubstr("password")));
  EXPECT_THAT(text(), AllOf(HasSubstr("patch configmaps default/a: 200 after "), HasSubstr(", changes /data/seen")));
  const auto parsed = nlohmann::json::parse(json);
  const auto& calls = parsed.at("controllers").at(0).at("past").back().at("calls");
  EXPECT_EQ(calls.at(1).at("changed").at(0), "/data/again");
  EXPECT_EQ(parsed.at("key"), "default/a");
}

TEST_F(WhyTest, OfManyCallsTheFirstAreKeptAndTheOthersCounted)
{
  next = [](Context& context) {
    for (int number = 0; number < 40; ++number) (void)context.client().get(kConfigMaps, {"default", "a"});
    return Result::done();
  };
  start_with(doing_next());
  const auto past = why().past;
  ASSERT_THAT(past, SizeIs(1));
  EXPECT_THAT(past[0].record.calls, SizeIs(32));
  EXPECT_EQ(past[0].record.calls_left_out, 8U);
  EXPECT_THAT(text(), HasSubstr("    and 8 more calls\n"));
  EXPECT_THAT(to_json(h.manager.why(kA)), HasSubstr("\"callsLeftOut\": 8"));
}

TEST_F(WhyTest, ACreationThatTheGuardHoldsBack)
{
  next = [this](Context& context) {
    const auto child =
        Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"child","namespace":"default"}})");
    for (int time = 0; time < 6; ++time) {
      context.client().create(kSecrets, child);
      h.remove(kSecrets, {"default", "child"});
    }
    return Result::done();
  };
  start_with(doing_next());
  const auto past = why().past;
  ASSERT_FALSE(past.empty());
  const auto& calls = past.front().record.calls;
  ASSERT_THAT(calls, SizeIs(6)) << text();
  EXPECT_EQ(calls[4].status, 201U);
  EXPECT_EQ(calls[5].verb, Verb::create);
  EXPECT_EQ(calls[5].key, (ObjectKey{"default", "child"}));
  EXPECT_EQ(calls[5].status, 0U) << "it was not sent";
  EXPECT_THAT(calls[5].error, HasSubstr("create held back"));
  EXPECT_THAT(text(), HasSubstr("create secrets default/child after "));
  EXPECT_EQ(h.transport->requests["POST /api/v1/namespaces/default/secrets"], 5);
}

// It is outside of the program's own links.
TEST(WhyOfALink, ACallThatALinkOfTheProgramMakesADryRun)
{
  class DryRun final : public Interceptor {
  public:
    awaitable<HttpResponse> intercept(ApiCall call, Next next) override
    {
      if (is_write(call.verb)) {
        const bool first = call.request.target.find('?') == std::string::npos;
        call.request.target += std::string(first ? "?" : "&") + "dryRun=All";
        call.dry_run = true;
      }
      return next(std::move(call));
    }
  };
  Harness h;
  Manager manager(h.user.with_interceptor(std::make_shared<DryRun>()));
  manager.controller().for_(kConfigMaps).build([](Context& context, const Request&) {
    context.client().create(
        kSecrets,
        Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","namespace":"default"}})"));
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  manager.start();
  h.sim.run_for(seconds(1));
  const auto past = manager.why(kA).at(0).past;
  ASSERT_FALSE(past.empty());
  ASSERT_THAT(past[0].record.calls, SizeIs(1));
  EXPECT_TRUE(past[0].record.calls[0].dry_run);
  EXPECT_THAT(h.list(kSecrets), IsEmpty());
  EXPECT_TRUE(h.sim.run([&]() -> awaitable<void> { return stop_manager(manager); }, minutes(1)));
}

TEST_F(WhyTest, AnEventThatAPredicateFiltered)
{
  h.manager.controller()
      .for_(kConfigMaps, Predicate::labels_changed().named("labels_changed"))
      .watches(
          kSecrets,
          [](const Object& object) { return std::vector{Request(ObjectKey{"default", std::string(object.name())})}; },
          Predicate::has_label("app", "web"))
      .build(doing_next());
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(codes(), ElementsAre("idle"));
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"1"}})");
  h.patch(kConfigMaps, {"default", "a"}, R"({"data":{"x":"2"}})");
  h.sim.run_for(seconds(1));
  EXPECT_THAT(codes(), ElementsAre("filtered"));
  EXPECT_THAT(
      why().now[0].text,
      AllOf(HasSubstr("a predicate (labels_changed) filtered out the event that configmaps default/a was updated"),
            HasSubstr("and 1 before it")));
  h.create(kSecrets, "a");
  h.create(kSecrets, "b");
  h.sim.run_for(seconds(1));
  EXPECT_THAT(codes(), ElementsAre("filtered", "filtered")) << text();
  EXPECT_THAT(why().now[0].text,
              HasSubstr("a predicate (has_label(app=web)) filtered out the event that secrets default/a"));
  h.patch(kConfigMaps, {"default", "a"}, R"({"metadata":{"labels":{"x":"1"}}})");
  h.sim.run_for(seconds(1));
  EXPECT_THAT(codes(), ElementsAre("filtered")) << "the reconcile has made up for that of its own kind";
}

TEST_F(WhyTest, AMapperThatThrowsHidesNothingElse)
{
  h.manager.controller()
      .for_(kConfigMaps)
      .watches(
          kSecrets,
          [](const Object& object) {
            if (object.name() == "odd") throw 3;
            return std::vector{kA};
          },
          Predicate::has_label("app", "web"))
      .build(doing_next());
  h.create(kConfigMaps, "a");
  h.create(kSecrets, "even");
  h.create(kSecrets, "odd");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(codes(), ElementsAre("filtered"));
  EXPECT_THAT(why().now[0].text, HasSubstr("secrets default/even"));
}

TEST_F(WhyTest, AWatchThatFailsAndAControllerThatWaitsForIt)
{
  h.transport->on_request = [](const HttpRequest& request) {
    const bool list = request.target.starts_with("/api/v1/configmaps");
    return list ? status_answer(403, "Forbidden", "configmaps is forbidden") : nullptr;
  };
  h.manager.controller().for_(kConfigMaps).build(doing_next());
  EXPECT_THAT(codes(), ElementsAre("not_started", "watch_syncing", "unknown_key"));
  h.manager.start();
  h.sim.run_for(seconds(5));
  EXPECT_THAT(codes(), ElementsAre("not_started", "watch_failing", "unknown_key"));
  EXPECT_THAT(why().now[1].text, AllOf(HasSubstr("watch of configmaps"), HasSubstr("403 Forbidden")));
}

TEST_F(WhyTest, AReplicaThatDoesNotLead)
{
  h.create_json({"coordination.k8s.io", "v1", "Lease", "leases", Scope::namespaced},
                R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"x","namespace":"default"},
                    "spec":{"holderIdentity":"other","leaseDurationSeconds":3600,
                    "renewTime":"2026-01-01T00:00:00.000000Z","acquireTime":"2026-01-01T00:00:00.000000Z"}})");
  ManagerOptions options;
  options.leader_election.emplace();
  options.leader_election->lease = "x";
  options.leader_election->identity = "me";
  options.leader_election->namespace_ = "default";
  Manager standby(Client(h.sim.runtime(), h.transport), options);
  standby.controller().for_(kConfigMaps).build(doing_next());
  h.create(kConfigMaps, "a");
  standby.start();
  h.sim.run_for(seconds(5));
  const Explanation explanation = standby.why(kA).at(0);
  EXPECT_EQ(explanation.now.at(0).code, "not_leader");
  EXPECT_THAT(explanation.now.at(0).text, HasSubstr("this replica is not the leader: other leads"));
  EXPECT_TRUE(explanation.has("queued"));
  std::function<awaitable<void>()> stop = [&] {
    return [](Manager& m) -> awaitable<void> { (void)co_await m.async_stop(); }(standby);
  };
  EXPECT_TRUE(h.sim.run(stop, minutes(1)));
}

TEST_F(WhyTest, OfAControllerByItsNameAndOfOneThatStops)
{
  h.manager.controller().for_(kConfigMaps).named("one").build(doing_next());
  h.manager.controller().for_(kConfigMaps).named("two").build(doing_next());
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_THAT(h.manager.why(kA), SizeIs(2));
  ASSERT_THAT(h.manager.why(kA, "two"), SizeIs(1));
  EXPECT_EQ(h.manager.why(kA, "two")[0].controller, "two");
  EXPECT_THAT(h.manager.why(kA, "three"), IsEmpty());
  EXPECT_TRUE(h.stop());
  EXPECT_EQ(codes().at(0), "stopping");
}

TEST(WhyOfNamespaces, AKeyOutsideOfThem)
{
  ManagerOptions options;
  options.namespaces = {"team-a"};
  Harness h(options);
  h.manager.controller().for_(kConfigMaps).build([](Context&, const Request&) { return Result::done(); });
  h.start();
  EXPECT_EQ(h.manager.why(kA).at(0).now.at(0).code, "not_watched");
}

TEST(WhyWithoutARecorder, TellsWhatHoldsNow)
{
  ManagerOptions options;
  options.flight_recorder_bytes = 0;
  Harness h(options);
  h.manager.controller().for_(kConfigMaps).build([](Context& context, const Request& request) {
    (void)context.client().get(kConfigMaps, request.key());
    return Result::requeue_after(minutes(5));
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  const Explanation explanation = h.manager.why(kA).at(0);
  EXPECT_EQ(explanation.now.at(0).code, "requeue");
  EXPECT_THAT(explanation.past, IsEmpty());
}

}  // namespace
}  // namespace kubexx::testing
