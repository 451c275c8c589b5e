// SPDX-License-Identifier: Apache-2.0
#include "events/event_series.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "events/event_filter.hpp"

namespace kubexx {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr SteadyTime kStart{seconds(1000)};
constexpr WallTime kWall{std::chrono::sys_days{std::chrono::January / 2 / 2026}};

Object foo(const std::string& name = "a", const std::string& version = "7")
{
  return Object::parse(R"({"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","metadata":{"name":")" + name +
                       R"(","namespace":"ns","uid":"u-)" + name + R"(","resourceVersion":")" + version + R"("}})");
}

class EventSeriesTest : public testing::Test {
protected:
  bool record(SteadyTime now, const Object& object, const std::string& reason = "Synced",
              const std::string& note = "done")
  {
    return recorded(now, object, reason, note) == EventSeries::Recorded::yes;
  }
  EventSeries::Recorded recorded(SteadyTime now, const Object& object, const std::string& reason = "Synced",
                                 const std::string& note = "done", const EventAnnotations& annotations = {})
  {
    const Object none;
    return series.record({"Normal", reason, "Reconcile", note, object, none, annotations}, now, kWall + (now - kStart),
                         "fallback");
  }
  // The note of what is to be created next, with its count; "none" when nothing is.
  std::string created(SteadyTime now)
  {
    const auto write = series.next(now);
    if (!write || !write->create) return "none";
    const auto event = nlohmann::json::parse(write->body);
    const std::string count = event.contains("series") ? " x" + event["series"]["count"].dump() : "";
    series.sent(write->id, EventSeries::Outcome::accepted, now);
    return event["note"].get<std::string>() + count;
  }

  EventSeries series{{"sample-controller", "sample-controller-1", 3, minutes(6), minutes(30)}};
};

TEST_F(EventSeriesTest, TheFirstIsCreatedWithEverythingTheApiDemands)
{
  ASSERT_TRUE(record(kStart, foo()));
  EXPECT_EQ(series.waiting(), 1U);
  const auto write = series.next(kStart);
  ASSERT_TRUE(write);
  EXPECT_TRUE(write->create);
  const auto event = nlohmann::json::parse(write->body);
  EXPECT_EQ(event["apiVersion"], "events.k8s.io/v1");
  EXPECT_EQ(event["metadata"]["namespace"], "ns");
  EXPECT_TRUE(event["metadata"]["name"].get<std::string>().starts_with("a."));
  EXPECT_EQ(event["eventTime"], "2026-01-02T00:00:00.000000Z");
  EXPECT_EQ(event["type"], "Normal");
  EXPECT_EQ(event["reason"], "Synced");
  EXPECT_EQ(event["action"], "Reconcile");
  EXPECT_EQ(event["note"], "done");
  EXPECT_EQ(event["reportingController"], "sample-controller");
  EXPECT_EQ(event["reportingInstance"], "sample-controller-1");
  EXPECT_EQ(event["regarding"]["kind"], "Foo");
  EXPECT_EQ(event["regarding"]["uid"], "u-a");
  EXPECT_FALSE(event.contains("series"));
  EXPECT_FALSE(event.contains("related"));
}

TEST_F(EventSeriesTest, ASecondOneWritesTheSeriesAndLaterOnesAreOnlyCounted)
{
  record(kStart, foo());
  const auto first = series.next(kStart);
  series.sent(first->id, EventSeries::Outcome::accepted, kStart);
  EXPECT_EQ(series.waiting(), 0U);

  record(kStart + minutes(5), foo("a", "8"));  // a newer version of the object is the same object
  const auto second = series.next(kStart + minutes(5));
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->create);
  EXPECT_EQ(second->key, first->key);
  EXPECT_EQ(nlohmann::json::parse(second->body),
            nlohmann::json::parse(R"({"series":{"count":2,"lastObservedTime":"2026-01-02T00:05:00.000000Z"}})"));
  series.sent(second->id, EventSeries::Outcome::accepted, kStart + minutes(5));

  record(kStart + minutes(6), foo());
  record(kStart + minutes(7), foo());
  EXPECT_FALSE(series.next(kStart + minutes(7)));
}

TEST_F(EventSeriesTest, FinishSeries)
{
  record(kStart, foo());
  auto write = series.next(kStart);
  series.sent(write->id, EventSeries::Outcome::accepted, kStart);
  for (int i = 1; i <= 3; ++i) record(kStart + seconds(i), foo());
  write = series.next(kStart + seconds(3));
  series.sent(write->id, EventSeries::Outcome::accepted, kStart + seconds(3));
  record(kStart + seconds(4), foo());

  EXPECT_EQ(series.next_sweep(), kStart + seconds(4) + minutes(6));
  series.sweep(kStart + minutes(6));
  EXPECT_FALSE(series.next(kStart + minutes(6))) << "it has not been idle long enough";
  series.sweep(kStart + minutes(6) + seconds(4));
  write = series.next(kStart + minutes(7));
  ASSERT_TRUE(write) << "the end of a series is written";
  EXPECT_EQ(nlohmann::json::parse(write->body)["series"]["count"], 5);
  series.sent(write->id, EventSeries::Outcome::accepted, kStart + minutes(7));
  EXPECT_EQ(series.size(), 0U);
  EXPECT_FALSE(series.next_sweep());
}

TEST_F(EventSeriesTest, RefreshExistingEventSeries)
{
  record(kStart, foo());
  auto write = series.next(kStart);
  series.sent(write->id, EventSeries::Outcome::accepted, kStart);
  record(kStart + minutes(1), foo());
  write = series.next(kStart + minutes(1));
  series.sent(write->id, EventSeries::Outcome::accepted, kStart + minutes(1));
  for (int at = 5; at <= 30; at += 5) record(kStart + minutes(at), foo());
  EXPECT_FALSE(series.next(kStart + minutes(30)));
  record(kStart + minutes(31), foo());
  write = series.next(kStart + minutes(31));
  ASSERT_TRUE(write);
  EXPECT_EQ(nlohmann::json::parse(write->body)["series"]["count"], 9);
}

TEST_F(EventSeriesTest, ARepeatAfterTheIdleTimeIsANewEvent)
{
  record(kStart, foo());
  auto write = series.next(kStart);
  const auto first = write->key;
  series.sent(write->id, EventSeries::Outcome::accepted, kStart);
  record(kStart + minutes(6), foo());
  write = series.next(kStart + minutes(6));
  ASSERT_TRUE(write);
  EXPECT_TRUE(write->create);
  EXPECT_NE(write->key, first);
}

TEST_F(EventSeriesTest, RepeatsBeforeItCouldBeSentAreOneRequest)
{
  for (int i = 0; i < 3; ++i) record(kStart + seconds(i), foo());
  const auto write = series.next(kStart + seconds(3));
  ASSERT_TRUE(write);
  EXPECT_TRUE(write->create);
  EXPECT_EQ(nlohmann::json::parse(write->body)["series"]["count"], 3);
  EXPECT_FALSE(series.next(kStart + seconds(3)));
}

TEST_F(EventSeriesTest, RepeatsWhileItIsBeingSentFollowIt)
{
  record(kStart, foo());
  const auto write = series.next(kStart);
  record(kStart + seconds(1), foo());
  EXPECT_FALSE(series.next(kStart + seconds(1))) << "never two requests for one event";
  series.sent(write->id, EventSeries::Outcome::accepted, kStart + seconds(1));
  const auto second = series.next(kStart + seconds(1));
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->create);
}

TEST_F(EventSeriesTest, UpdateExpiredEvent)
{
  record(kStart, foo());
  auto write = series.next(kStart);
  series.sent(write->id, EventSeries::Outcome::accepted, kStart);
  record(kStart + seconds(1), foo());
  write = series.next(kStart + seconds(1));
  series.sent(write->id, EventSeries::Outcome::gone, kStart + seconds(1));
  record(kStart + seconds(2), foo());
  write = series.next(kStart + seconds(2));
  ASSERT_TRUE(write);
  EXPECT_TRUE(write->create) << "an event that the server has deleted is created again";
}

TEST_F(EventSeriesTest, AnotherReasonOrObjectIsAnotherEvent)
{
  record(kStart, foo());
  record(kStart, foo(), "ErrResourceExists");
  record(kStart, foo("b"));
  EXPECT_EQ(series.waiting(), 3U);
}

TEST_F(EventSeriesTest, WithoutRoomTheNewOneIsDroppedUnlessOneRests)
{
  for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(record(kStart, foo(name)));
  EXPECT_FALSE(record(kStart, foo("d"))) << "all wait to be sent";
  const auto write = series.next(kStart);
  series.sent(write->id, EventSeries::Outcome::accepted, kStart);
  EXPECT_TRUE(record(kStart, foo("d")));
  EXPECT_EQ(series.size(), 3U);
}

TEST_F(EventSeriesTest, LongTextsAreCutBetweenCharacters)
{
  std::string note(1023, 'x');
  note += "\xC3\xA4 and more";
  record(kStart, foo(), std::string(200, 'R'), note);
  const auto event = nlohmann::json::parse(series.next(kStart)->body);
  EXPECT_EQ(event["reason"].get<std::string>().size(), 128U);
  EXPECT_EQ(event["note"].get<std::string>(), std::string(1023, 'x'));
}

TEST_F(EventSeriesTest, TextThatIsNotUtf8IsMadeValidBeforeItIsCut)
{
  for (const char byte : {'\xE9', '\xFF', '\x80'}) {
    record(kStart, foo(), "Reason", std::string(1200, byte));
    const auto event = nlohmann::json::parse(series.next(kStart)->body);
    const auto note = event["note"].get<std::string>();
    EXPECT_EQ(note.size(), 1023U) << "341 times U+FFFD";
    EXPECT_EQ(note.substr(0, 3), "\uFFFD");
  }
}

TEST_F(EventSeriesTest, EveryTextOfTheEventIsValidJson)
{
  EventSeries odd{{"a \"controller\"\n", "pod-\xFF", 3, minutes(6), minutes(30)}};
  const Object none;
  const EventAnnotations annotations{{"team", "\"a\"\\"}, {"note", "x\xE9"}};
  odd.record({"Normal", "Re\"ason", "Act\tion", "a \"note\"", foo(), none, annotations}, kStart, kWall, "fallback");
  const auto event = nlohmann::json::parse(odd.next(kStart)->body);
  EXPECT_EQ(event["reportingController"], "a \"controller\"\n");
  EXPECT_EQ(event["reportingInstance"], "pod-\uFFFD");
  EXPECT_EQ(event["metadata"]["annotations"], (nlohmann::json{{"team", "\"a\"\\"}, {"note", "x\uFFFD"}}));
  EXPECT_EQ(event["reason"], "Re\"ason");
  EXPECT_EQ(event["action"], "Act\tion");
  EXPECT_EQ(event["note"], "a \"note\"");
}

TEST_F(EventSeriesTest, EventfNoNamespace)
{
  record(kStart, Object::parse(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"system:n","uid":"u"}})"));
  const auto event = nlohmann::json::parse(series.next(kStart)->body);
  EXPECT_EQ(event["metadata"]["namespace"], "default");
  EXPECT_EQ(event["metadata"]["name"], "fallback") << "a name that no event may have";
}

TEST_F(EventSeriesTest, FinishAllWritesEveryOpenSeries)
{
  record(kStart, foo());
  auto write = series.next(kStart);
  series.sent(write->id, EventSeries::Outcome::accepted, kStart);
  record(kStart + seconds(1), foo());
  write = series.next(kStart + seconds(1));
  series.sent(write->id, EventSeries::Outcome::accepted, kStart + seconds(1));
  record(kStart + seconds(2), foo());
  record(kStart + seconds(2), foo("b"));
  series.finish_all(kStart + seconds(3));
  EXPECT_EQ(series.waiting(), 2U);
}

TEST_F(EventSeriesTest, AnotherNoteIsAnotherEvent)
{
  EXPECT_TRUE(record(kStart, foo(), "Synced", "created a"));
  EXPECT_TRUE(record(kStart, foo(), "Synced", "created b"));
  EXPECT_EQ(created(kStart), "created a");
  EXPECT_EQ(created(kStart), "created b");
}

TEST_F(EventSeriesTest, AnotherObjectOfTheSameNameIsAnotherEvent)
{
  EXPECT_TRUE(record(kStart, foo()));
  EXPECT_TRUE(record(kStart, Object::parse(R"({"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","metadata":{
    "name":"a","namespace":"ns","uid":"another","resourceVersion":"8"}})")));
  EXPECT_EQ(created(kStart), "done");
  EXPECT_EQ(created(kStart), "done");
}

TEST_F(EventSeriesTest, AnnotationsAreThoseOfTheEvent)
{
  recorded(kStart, foo(), "Synced", "done", {{"example.com/job", "7"}});
  const auto write = series.next(kStart);
  ASSERT_TRUE(write);
  EXPECT_EQ(nlohmann::json::parse(write->body)["metadata"]["annotations"],
            nlohmann::json::parse(R"({"example.com/job":"7"})"));
}

// client-go: TestEventAggregatorByReasonFunc, TestEventCorrelator.
TEST_F(EventSeriesTest, ManyNotesOfOneReasonAreCombined)
{
  EventSeries::Limits limits{"c", "c-1", 100, minutes(6), minutes(30)};
  series = EventSeries(limits);
  for (int note = 0; note < 9; ++note) {
    record(kStart, foo(), "Synced", "note " + std::to_string(note));
    EXPECT_EQ(created(kStart), "note " + std::to_string(note));
  }
  record(kStart, foo(), "Synced", "note 9");
  record(kStart, foo(), "Synced", "note 10");
  EXPECT_EQ(created(kStart), "(combined from similar events): note 9 x2");
  record(kStart, foo(), "Other", "note 11");
  EXPECT_EQ(created(kStart), "note 11") << "another reason";
  record(kStart, foo("b"), "Synced", "note 12");
  EXPECT_EQ(created(kStart), "note 12") << "another object";
  record(kStart, foo(), "Synced", "note 3");
  const auto repeat = series.next(kStart);
  ASSERT_TRUE(repeat);
  EXPECT_FALSE(repeat->create) << "a repeat of an event that there is";
  series.sent(repeat->id, EventSeries::Outcome::accepted, kStart);
  const SteadyTime later = kStart + minutes(10) + seconds(1);
  record(later, foo(), "Synced", "note 13");
  EXPECT_EQ(created(later), "note 13") << "ten minutes without one";
}

// client-go: TestEventSpamFilter.
TEST_F(EventSeriesTest, AnObjectAboutWhichTooMuchIsSaidIsSilenced)
{
  EventSeries::Limits limits{"c", "c-1", 100, minutes(6), minutes(30)};
  series = EventSeries(limits);
  for (int reason = 0; reason < 25; ++reason) EXPECT_TRUE(record(kStart, foo(), "Reason" + std::to_string(reason)));
  EXPECT_EQ(recorded(kStart, foo(), "Reason25"), EventSeries::Recorded::too_many);
  EXPECT_TRUE(record(kStart, foo(), "Reason3")) << "a repeat makes no event";
  EXPECT_TRUE(record(kStart, foo("b"), "Reason25")) << "another object";
  EXPECT_EQ(recorded(kStart + minutes(5) - seconds(1), foo(), "Reason25"), EventSeries::Recorded::too_many);
  EXPECT_TRUE(record(kStart + minutes(5), foo(), "Reason25")) << "one in five minutes";
  EXPECT_EQ(recorded(kStart + minutes(9), foo(), "Reason26"), EventSeries::Recorded::too_many);
  EXPECT_TRUE(record(kStart + minutes(10), foo(), "Reason26"));
}

TEST(EventFilter, ForgetsTheObjectsThatWereUsedLeastRecently)
{
  EventFilter filter({.burst = 1, .capacity = 2});
  EXPECT_TRUE(filter.admits({"a"}, kStart));
  EXPECT_TRUE(filter.admits({"b"}, kStart));
  EXPECT_FALSE(filter.admits({"a"}, kStart));
  EXPECT_TRUE(filter.admits({"c"}, kStart)) << "b is forgotten";
  EXPECT_FALSE(filter.admits({"a"}, kStart));
  EXPECT_TRUE(filter.admits({"b"}, kStart));
}

}  // namespace
}  // namespace kubexx
