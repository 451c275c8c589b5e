// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/flight_recorder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "context/changed_paths.hpp"
#include "context/without_values.hpp"
#include "reconcile/hot_loop_guard.hpp"
#include "reconcile/object_state.hpp"

namespace kubexx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Request request(int number)
{
  return Request(ObjectKey{"default", "an-object-with-a-rather-long-name-" + std::to_string(number)});
}

RecordedReconcile reconcile(std::string error = {})
{
  RecordedReconcile record;
  record.error = std::move(error);
  return record;
}

TEST(FlightRecorder, KeepsTheLastReconcilesOfAKey)
{
  FlightRecorder recorder;
  for (int round = 0; round < 25; ++round) recorder.add("a", request(1), reconcile(std::to_string(round)));
  recorder.add("b", request(1), reconcile("of another controller"));
  const auto history = recorder.history("a", request(1));
  EXPECT_EQ(history.total, 25U);
  ASSERT_THAT(history.reconciles, SizeIs(FlightRecorder::reconciles_per_key));
  EXPECT_EQ(history.reconciles.front().error, "15");
  EXPECT_EQ(history.reconciles.back().error, "24");
  EXPECT_THAT(recorder.history("a", request(2)).reconciles, IsEmpty());
  EXPECT_THAT(recorder.history("b", request(1)).reconciles, SizeIs(1));
}

TEST(FlightRecorder, NamesTheKeysThatAreReconciledAgainAndAgain)
{
  FlightRecorder recorder;
  const WallTime then{};
  const WallTime now = then + std::chrono::hours(1);
  const auto add = [&](const char* controller, int key, WallTime began, int times) {
    RecordedReconcile record;
    record.began = began;
    for (int time = 0; time < times; ++time) recorder.add(controller, request(key), record);
  };
  add("a", 1, now, 20);
  add("a", 2, then, 100);  // long ago
  add("a", 2, now, 9);
  add("b", 3, now, 30);
  add("b", 4, now, 9);  // not often
  const auto busiest = recorder.busiest(now, 5);
  ASSERT_THAT(busiest, SizeIs(2));
  EXPECT_EQ(busiest[0].controller, "b");
  EXPECT_EQ(busiest[0].key, request(3));
  EXPECT_EQ(busiest[0].total, 30U);
  EXPECT_EQ(busiest[1].key, request(1));
  EXPECT_THAT(recorder.busiest(now, 1), SizeIs(1));
  EXPECT_THAT(recorder.busiest(then, 5), SizeIs(3));
}

TEST(FlightRecorder, ForgetsTheKeyOfWhichNothingWasHeardForLongest)
{
  constexpr std::size_t most = 100'000;
  FlightRecorder recorder(most);
  recorder.add("a", request(0), reconcile());
  for (int number = 1; number < 10'000; ++number) {
    recorder.add("a", request(number), reconcile(std::string(200, 'x')));
    recorder.add("a", request(number), reconcile());
    ASSERT_THAT(recorder.history("a", request(number)).reconciles, SizeIs(2))
        << "nothing of the key that had its place";
    if (number % 50 == 0) recorder.add("a", request(0), FilteredEvent{});
    ASSERT_LE(recorder.bytes(), most);
  }
  EXPECT_GT(recorder.bytes(), most / 2);
  EXPECT_GT(recorder.keys(), 50U);
  EXPECT_EQ(recorder.history("a", request(0)).total, 1U);
  EXPECT_EQ(recorder.history("a", request(9'999)).total, 2U);
  EXPECT_EQ(recorder.history("a", request(9'000)).total, 0U);
}

TEST(FlightRecorder, KeepsToItsBytesAlsoWhenTheyAreMany)
{
  constexpr std::size_t most = std::size_t{2} << 20U;
  FlightRecorder recorder(most);
  for (int number = 0; number < 50'000; ++number) recorder.add("a", request(number), reconcile());
  EXPECT_LE(recorder.bytes(), most);
  EXPECT_GT(recorder.bytes(), most * 9 / 10);
  EXPECT_GT(recorder.keys(), 2'000U);
  for (int number = 49'500; number < 50'000; ++number) {
    EXPECT_EQ(recorder.history("a", request(number)).total, 1U) << number;
  }
}

TEST(FlightRecorder, KeepsAllOfAReconcile)
{
  RecordedReconcile one = reconcile("an error whose text is longer than a short string");
  one.began = WallTime(std::chrono::hours(1));
  one.queued_for = std::chrono::milliseconds(3);
  one.took = std::chrono::seconds(2);
  one.triggers = 17;
  one.id = "an id";
  one.result = "error";
  one.failures = 4;
  one.final = true;
  one.next = WallTime(std::chrono::hours(2));
  one.calls_left_out = 9;
  RecordedCall call;
  call.verb = Verb::patch;
  call.resource = "foos.example.com/status";
  call.key = {"default", "a"};
  call.dry_run = true;
  call.status = 409;
  call.error = "no";
  call.took = std::chrono::seconds(1);
  call.changed = {"/a", "/b"};
  one.calls = {call, RecordedCall()};
  FlightRecorder recorder;
  recorder.add("a", request(0), one);
  recorder.add("a", request(0), one);
  const auto history = recorder.history("a", request(0));
  ASSERT_THAT(history.reconciles, SizeIs(2));
  for (const auto& kept : history.reconciles) {
    EXPECT_EQ(kept.began, one.began);
    EXPECT_EQ(kept.queued_for, one.queued_for);
    EXPECT_EQ(kept.took, one.took);
    EXPECT_EQ(kept.triggers, one.triggers);
    EXPECT_EQ(kept.id, one.id);
    EXPECT_STREQ(kept.result, one.result);
    EXPECT_EQ(kept.error, one.error);
    EXPECT_EQ(kept.failures, one.failures);
    EXPECT_EQ(kept.final, one.final);
    EXPECT_EQ(kept.next, one.next);
    EXPECT_EQ(kept.calls_left_out, one.calls_left_out);
    ASSERT_THAT(kept.calls, SizeIs(2));
    EXPECT_EQ(kept.calls[0].verb, call.verb);
    EXPECT_EQ(kept.calls[0].resource, call.resource);
    EXPECT_EQ(kept.calls[0].key, call.key);
    EXPECT_EQ(kept.calls[0].dry_run, call.dry_run);
    EXPECT_EQ(kept.calls[0].status, call.status);
    EXPECT_EQ(kept.calls[0].error, call.error);
    EXPECT_EQ(kept.calls[0].took, call.took);
    EXPECT_EQ(kept.calls[0].changed, call.changed);
    EXPECT_THAT(kept.calls[1].changed, IsEmpty());
  }
}

TEST(FlightRecorder, KeepsNothingThatAloneIsTooLarge)
{
  FlightRecorder recorder(1000);
  recorder.add("a", request(0), reconcile(std::string(2000, 'x')));
  EXPECT_EQ(recorder.bytes(), 0U);
  EXPECT_EQ(recorder.keys(), 0U);
}

TEST(FlightRecorder, AFilteredEventIsKeptUntilTheNextReconcile)
{
  FlightRecorder recorder;
  FilteredEvent filtered;
  filtered.predicate = "a predicate whose name is no short string";
  recorder.add("a", request(0), filtered);
  recorder.add("a", request(0), filtered);
  EXPECT_EQ(recorder.history("a", request(0)).filtered->count, 2U);
  recorder.add("a", request(0), reconcile());
  EXPECT_FALSE(recorder.history("a", request(0)).filtered);
  FlightRecorder other;
  other.add("a", request(0), reconcile());
  EXPECT_EQ(recorder.bytes(), other.bytes());
}

// --- what a write changes ---

ApiCall call_of(Verb verb, std::string body)
{
  ApiCall call;
  call.verb = verb;
  call.request.body = std::move(body);
  return call;
}

TEST(ChangedPaths, OfAMergePatch)
{
  const auto call =
      call_of(Verb::patch, R"({"apiVersion":"v1","metadata":{"resourceVersion":"4","labels":{"a/b~":null}},
      "spec":{"list":[1,2],"empty":{},"deep":{"x":1}},"$setElementOrder/list":[1]})");
  EXPECT_THAT(changed_paths(call, {}).shown,
              ElementsAre("/metadata/labels/a~1b~0", "/spec/deep/x", "/spec/empty", "/spec/list"));
}

TEST(ChangedPaths, OfAJsonPatch)
{
  const auto call = call_of(
      Verb::patch,
      R"([{"op":"test","path":"/a","value":1},{"op":"replace","path":"/a","value":2},{"op":"remove","path":"/b"},3,{"op":1,"path":"/c"},{"op":"add","path":2},{"op":"add"}])");
  EXPECT_THAT(changed_paths(call, {}).shown, ElementsAre("/a", "/b", "/c"))
      << "the server says what is wrong with the rest";
}

TEST(ChangedPaths, HaveWhatDirectivesOfAStrategicPatchChange)
{
  const auto deletes = changed_paths(
      call_of(Verb::patch,
              R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["x"],"$setElementOrder/owners":[]}})"),
      {});
  EXPECT_THAT(deletes.shown, ElementsAre("/metadata/finalizers"));
  EXPECT_THAT(deletes.covering, ElementsAre("/metadata/finalizers"));
  EXPECT_THAT(deletes.beside, ElementsAre("/metadata/owners"));
  const auto replaces =
      changed_paths(call_of(Verb::patch, R"({"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate"}}})"), {});
  EXPECT_THAT(replaces.shown, ElementsAre("/spec/strategy/type"));
  EXPECT_THAT(replaces.beside, ElementsAre("/spec/strategy"));
  EXPECT_THAT(changed_paths(call_of(Verb::patch, R"({"spec":{"$patch":"delete"}})"), {}).covering,
              ElementsAre("/spec"));
  EXPECT_THAT(changed_paths(call_of(Verb::patch, R"({"data":{"$own":"1"}})"), {}).shown, ElementsAre("/data/$own"))
      << "a name of the user";
}

TEST(ChangedPaths, HaveTheArrayWhoseElementsAJsonPatchMoves)
{
  const auto changed = changed_paths(call_of(Verb::patch, R"([{"op":"remove","path":"/a/0"},
      {"op":"add","path":"/b/1","value":1},{"op":"move","from":"/c/2","path":"/d"},{"op":"replace","path":"/e/3","value":1},
      {"op":"copy","from":"/f","path":"/g/-"}])"),
                                     {});
  EXPECT_THAT(changed.shown, ElementsAre("/a/0", "/b/1", "/d", "/c/2", "/e/3", "/g/-"));
  EXPECT_THAT(changed.beside, ElementsAre("/a", "/b", "/c"));
}

TEST(ChangedPaths, OfAnApplyHaveWhatIsBesideThem)
{
  ApiCall call = call_of(Verb::patch, R"({"apiVersion":"v1","kind":"X","metadata":{"name":"a","labels":{"x":"1"}},
      "data":{"b":"1"}})");
  call.request.headers.set("Content-Type", "application/apply-patch+yaml");
  const auto changed = changed_paths(call, {});
  EXPECT_THAT(changed.shown, ElementsAre("/data/b", "/metadata/labels/x"));
  EXPECT_THAT(changed.covering, ElementsAre("/data/b", "/metadata/labels/x"));
  EXPECT_THAT(changed.beside, ElementsAre("/data", "/metadata/labels"));
}

TEST(ChangedPaths, OfAnUpdate)
{
  const Object before = Object::parse(
      R"({"apiVersion":"v1","kind":"X","metadata":{"name":"a","resourceVersion":"1"},"spec":{"a":1,"b":[1],"gone":{"x":1}}})");
  const auto call = call_of(
      Verb::update,
      R"({"apiVersion":"v1","kind":"X","metadata":{"name":"a","resourceVersion":"1"},"spec":{"a":1,"b":[2],"new":{"x":1}}})");
  EXPECT_THAT(changed_paths(call, before).shown, ElementsAre("/spec/b", "/spec/new", "/spec/gone"));
  EXPECT_THAT(changed_paths(call, {}).shown, IsEmpty()) << "what it replaces is not known";
}

TEST(ChangedPaths, OfAnObjectThatIsNestedTooDeeplyForATreeAreTheWhole)
{
  std::string deep;
  for (int level = 0; level < 9'000; ++level) deep += R"({"a":)";
  const Object before = Object::parse(R"({"apiVersion":"v1","kind":"X","metadata":{"name":"a"},"spec":)" + deep + "1" +
                                      std::string(9'001, '}'));
  const auto changed = changed_paths(call_of(Verb::update, R"({"spec":1})"), before);
  EXPECT_THAT(changed.shown, ElementsAre(""));
  EXPECT_THAT(changed.covering, ElementsAre(""));
}

TEST(ChangedPaths, AreBounded)
{
  std::string deep;
  for (int level = 0; level < 50'000; ++level) deep += R"({"a":)";
  const auto whole = changed_paths(call_of(Verb::patch, deep + "1" + std::string(50'000, '}')), {}).shown;
  ASSERT_THAT(whole, SizeIs(1));
  EXPECT_EQ(whole[0].size(), 64U);
  std::string body = "{";
  for (int member = 0; member < 40; ++member)
    body += (member > 0 ? ",\"" : "\"") + std::string(300, 'x') + std::to_string(member) + "\":1";
  const auto paths = changed_paths(call_of(Verb::patch, body + "}"), {}).shown;
  ASSERT_THAT(paths, SizeIs(17));
  EXPECT_LT(paths[0].size(), 140U);
  EXPECT_EQ(paths[16], "and 24 more");
  EXPECT_THAT(changed_paths(call_of(Verb::patch, "no JSON"), {}).shown, IsEmpty());
  EXPECT_THAT(changed_paths(call_of(Verb::create, "{\"a\":1}"), {}).shown, IsEmpty());
}

// --- keys that trigger themselves ---

class HotLoopGuardTest : public testing::Test {
protected:
  static HotLoopGuard::Writes writes_of(const std::string& field)
  {
    ApiCalls::Change change;
    change.object.resource = "foos.example.com";
    change.object.key = {"default", "a"};
    change.paths = {{field}, {field}};
    return {change};
  }
  // One reconcile that wrote this field, or nothing, and left this state.
  std::optional<HotLoopGuard::Trace> add(bool triggered, const std::string& field, std::uint64_t state = 1)
  {
    now += std::chrono::milliseconds(1);
    return guard.add(request(0), triggered, field.empty() ? HotLoopGuard::Writes() : writes_of(field), state, now, now);
  }
  std::uint32_t count() { return guard.trace(request(0), now).value_or(HotLoopGuard::Trace()).count; }

  SteadyTime now{};
  HotLoopGuard guard;
};

TEST_F(HotLoopGuardTest, AReconcileForAnotherReasonThatWritesNothingEndsIt)
{
  EXPECT_TRUE(guard.empty());
  for (int run = 0; run < 5; ++run) EXPECT_FALSE(add(true, "/x"));
  EXPECT_EQ(count(), 5U);
  EXPECT_FALSE(add(true, ""));
  EXPECT_EQ(count(), 5U) << "whoever undoes what it wrote continues it";
  EXPECT_FALSE(add(false, ""));
  EXPECT_FALSE(guard.knows(request(0), now));
  EXPECT_FALSE(add(true, "/x"));
  EXPECT_EQ(count(), 1U);
}

TEST_F(HotLoopGuardTest, ThePausesGrowAndAreReportedWhenTheirNumberDoubles)
{
  int reports = 0;
  Duration last{};
  for (int run = 0; run < 40; ++run) {
    if (add(true, "/x")) ++reports;
    const auto trace = guard.trace(request(0), now);
    const Duration pause = trace->held_until == SteadyTime() ? Duration() : trace->held_until - now;
    EXPECT_EQ(pause > Duration(), run >= 7) << run;
    EXPECT_GE(pause, last);
    EXPECT_LE(pause, HotLoopGuard::longest_pause);
    last = pause;
  }
  EXPECT_EQ(last, HotLoopGuard::longest_pause);
  EXPECT_EQ(reports, 6) << "1, 2, 4, 8, 16, 32 of 33 pauses";
}

TEST_F(HotLoopGuardTest, NewStatesAreProgressUntilThereAreTooMany)
{
  for (std::uint64_t run = 1; run < HotLoopGuard::tolerated_if_new; ++run) EXPECT_FALSE(add(true, "/x", run)) << run;
  EXPECT_TRUE(add(true, "/x", 1000));
  EXPECT_FALSE(add(false, "/x", 1001));
  for (std::uint64_t run = 2; run < HotLoopGuard::tolerated; ++run) EXPECT_FALSE(add(true, "/x", 1000 + run)) << run;
  EXPECT_TRUE(add(true, "/x", 2000)) << "it was found before";
  EXPECT_FALSE(add(false, "/y", 3000));
  for (std::uint64_t run = 2; run < HotLoopGuard::tolerated_if_new; ++run) EXPECT_FALSE(add(true, "/y", 3000 + run));
}

TEST_F(HotLoopGuardTest, AStateThatReturnsIsNone)
{
  for (std::uint64_t run = 0; run < 9; ++run) EXPECT_FALSE(add(true, "/x", run % 3)) << run;
  EXPECT_TRUE(add(true, "/x", 9 % 3));
}

TEST_F(HotLoopGuardTest, NoKeyIsForgottenForAnotherAndThoseThatRestAre)
{
  for (int number = 0; number < 5'000; ++number) {
    static_cast<void>(guard.add(request(number), false, writes_of("/x"), std::nullopt, now, now));
  }
  for (int number = 0; number < 5'000; ++number) EXPECT_TRUE(guard.knows(request(number), now));
  for (int number = 5'000; number < 10'000; ++number) {
    now += std::chrono::milliseconds(100);
    static_cast<void>(guard.add(request(number), false, writes_of("/x"), std::nullopt, now, now));
  }
  EXPECT_FALSE(guard.knows(request(0), now));
  EXPECT_TRUE(guard.knows(request(9'999), now));
  EXPECT_LT(guard.size(), 1'000U);
}

// --- what an error text of the API server quotes ---

TEST(WithoutValues, QuotedValuesAreCutWhateverTheyContain)
{
  EXPECT_EQ(without_values(R"(Secret "s" is invalid: data[hunter2 x]: Invalid value: "hunter2 x": a valid key must)"),
            R"(Secret "s" is invalid: data[…]: Invalid value: "…": a valid key must)");
  EXPECT_EQ(without_values(R"([a: Invalid value: "x\"y": no, b: Invalid value: 17: no, c: Required value])"),
            R"([a: Invalid value: "…": no, b: Invalid value: "…": no, c: Required value])");
  EXPECT_EQ(without_values(R"(a: Invalid value: {"password":"x"}: no)"), R"(a: Invalid value: "…")");
  EXPECT_EQ(without_values(R"(a: Unsupported value: "x": supported values: "b")"),
            R"(a: Unsupported value: "…": supported values: "b")");
  EXPECT_EQ(without_values("a: Invalid value: \"cut off"), "a: Invalid value: \"…\"");
  EXPECT_EQ(without_values("nothing of it"), "nothing of it");
}

// --- states that are the same ---

TEST(StateHash, BookkeepingAndTimesDoNotCountWhereTheyAreSaidNotTo)
{
  const auto hash = [](const char* status, const StateScope& scope) {
    return state_hash(Object::parse(R"({"apiVersion":"v1","kind":"Foo","metadata":{"name":"a","resourceVersion":")" +
                                    std::to_string(std::string(status).size()) +
                                    R"("},"spec":{"x":[1,{"y":2}]},"status":)" + status + "}"),
                      scope);
  };
  StateScope times;
  times.times_are_equal_in = "/status";
  times.now = WallTime(std::chrono::seconds(1'700'000'000));
  EXPECT_EQ(hash(R"({"at":"2026-01-01T00:00:00Z"})", times), hash(R"({"at":"2026-01-01T00:00:01.25Z"})", times));
  EXPECT_EQ(hash(R"({"at":1700000001})", times), hash(R"({"at":1700000002000})", times));
  EXPECT_NE(hash(R"({"at":1})", times), hash(R"({"at":2})", times));
  EXPECT_NE(hash(R"({"at":"2026-01-01T00:00:00Z"})", {}), hash(R"({"at":"2026-01-01T00:00:01Z"})", {}));
  StateScope without;
  without.without = {"/status/a~1b/0"};
  EXPECT_EQ(hash(R"({"a/b":[1,2]})", without), hash(R"({"a/b":[3,2]})", without));
  EXPECT_NE(hash(R"({"a/b":[1,2]})", without), hash(R"({"a/b":[1,3]})", without));
  without.without = {"/status/a/b"};
  EXPECT_EQ(hash(R"({"a":{"b":1}})", without), hash(R"({})", without)) << "the parent came with it";
  EXPECT_NE(hash(R"({"a":{"b":1,"c":2}})", without), hash(R"({})", without));
}

}  // namespace
}  // namespace kubexx
