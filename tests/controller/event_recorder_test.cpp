// SPDX-License-Identifier: Apache-2.0
// Events as a reconciler records them: in the background, folded, retried, bounded, and flushed by the stop.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness.hpp"
#include "kubexx/controller/event_recorder.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

awaitable<void> stop_recorder(EventRecorder recorder, SteadyTime deadline, bool* sent)
{
  *sent = co_await recorder.async_stop(deadline);
}

class EventRecorderTest : public ::testing::Test {
protected:
  EventRecorder recorder(EventRecorder::Options options = {})
  {
    options.reporting_controller = "example.com/test";
    return {Client(h.sim.runtime(), h.transport), options};
  }
  Object map(const std::string& name) { return h.create(kConfigMaps, name); }
  bool stop(const EventRecorder& of, Duration within)
  {
    bool sent = false;
    const SteadyTime deadline = h.sim.clock().now() + within;
    std::function<awaitable<void>()> work = [&] { return stop_recorder(of, deadline, &sent); };
    EXPECT_TRUE(h.sim.run(work, within + seconds(1))) << "the stop does not come back by its deadline";
    return sent;
  }
  int posts() { return h.transport->requests["POST /apis/events.k8s.io/v1/namespaces/default/events"]; }
  void refuse(unsigned code, const char* reason)
  {
    h.transport->on_request = [code, reason](const HttpRequest& request) {
      const bool event = request.target.find("/events") != std::string::npos;
      return event ? status_answer(code, reason, "no events today") : nullptr;
    };
  }

  Harness h;
};

TEST_F(EventRecorderTest, RecordingSendsNothingInsideTheCall)
{
  const EventRecorder events = recorder();
  const Object about = map("a");
  events.normal(about, "Made", "Make", "made it");
  EXPECT_EQ(posts(), 0) << "a reconcile would wait for the server";
  EXPECT_EQ(events.waiting(), 1U);
  h.sim.run_for(seconds(1));
  EXPECT_EQ(events.waiting(), 0U);
  const auto sent = h.list(kEvents);
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_TRUE(sent[0].at("/type").equals("Normal"));
  EXPECT_TRUE(sent[0].at("/regarding/name").equals("a"));
  EXPECT_TRUE(sent[0].at("/reportingController").equals("example.com/test"));
  EXPECT_TRUE(sent[0].at("/reportingInstance").equals("example.com/test"));
}

TEST_F(EventRecorderTest, RepeatsAreOneEventWhoseCountIsRightAfterTheStop)
{
  const EventRecorder events = recorder();
  const Object about = map("a");
  for (int time = 0; time < 50; ++time) {
    events.warning(about, "Failed", "Make", "no luck");
    h.sim.run_for(seconds(1));
  }
  EXPECT_EQ(posts(), 1);
  EXPECT_TRUE(stop(events, seconds(3)));
  const auto sent = h.list(kEvents);
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(sent[0].at("/series/count").as_int(), 50);
}

TEST_F(EventRecorderTest, ARepeatThatFindsItsEventDeletedEndsTheSeriesAndTheNextStartsAnew)
{
  const EventRecorder events = recorder();
  const Object about = map("a");
  events.normal(about, "Made", "Make", "made it");
  h.sim.run_for(seconds(1));
  for (const auto& event : h.list(kEvents)) h.remove(kEvents, event.key());
  for (int time = 0; time < 2; ++time) {
    events.normal(about, "Made", "Make", "made it");
    h.sim.run_for(seconds(1));
  }
  EXPECT_THAT(h.list(kEvents), SizeIs(1));
  EXPECT_EQ(events.rejected(), 0U);
}

TEST_F(EventRecorderTest, WhatTheServerRefusesIsNotSentAgainAndIsReportedOnceAMinute)
{
  const EventRecorder events = recorder();
  refuse(403, "Forbidden");
  for (int i = 0; i < 10; ++i) {
    events.normal(map("a" + std::to_string(i)), "Made", "Make", "made it");
    h.sim.run_for(seconds(1));
  }
  EXPECT_EQ(posts(), 10);
  EXPECT_EQ(events.rejected(), 10U);
  EXPECT_EQ(h.log->count({"warn an event could not be recorded", "no events today"}), 1U) << h.log->text();
  h.sim.run_for(minutes(1));
  events.normal(map("late"), "Made", "Make", "made it");
  h.sim.run_for(seconds(1));
  EXPECT_EQ(h.log->count({"warn an event could not be recorded", "events_lost=11"}), 1U) << h.log->text();
}

TEST_F(EventRecorderTest, WhatCanPassIsTriedAgain)
{
  const EventRecorder events = recorder();
  refuse(503, "ServiceUnavailable");
  events.normal(map("a"), "Made", "Make", "made it");
  h.sim.run_for(seconds(30));
  EXPECT_GE(posts(), 3);
  EXPECT_LE(posts(), 4) << "ten seconds apart, and a little more";
  EXPECT_EQ(events.rejected(), 0U);
  h.transport->on_request = nullptr;
  h.sim.run_for(seconds(15));
  EXPECT_THAT(h.list(kEvents), SizeIs(1));
  EXPECT_EQ(events.waiting(), 0U);
}

TEST_F(EventRecorderTest, ItGivesUpAfterTheLastTry)
{
  EventRecorder::Options options;
  options.tries = 3;
  const EventRecorder events = recorder(options);
  refuse(503, "ServiceUnavailable");
  events.normal(map("a"), "Made", "Make", "made it");
  h.sim.run_for(minutes(5));
  EXPECT_EQ(posts(), 3);
  EXPECT_EQ(events.rejected(), 1U);
  EXPECT_EQ(events.waiting(), 0U);
}

TEST_F(EventRecorderTest, ACreateWhoseAnswerWasLostIsNoRejection)
{
  const EventRecorder events = recorder();
  refuse(409, "AlreadyExists");
  events.normal(map("a"), "Made", "Make", "made it");
  h.sim.run_for(minutes(1));
  EXPECT_EQ(posts(), 1);
  EXPECT_EQ(events.rejected(), 0U);
}

TEST_F(EventRecorderTest, NoMoreThanTheSendersAreUnderWay)
{
  EventRecorder::Options options;
  options.senders = 3;
  const EventRecorder events = recorder(options);
  h.transport->hang = [](const HttpRequest& request) { return request.target.find("/events") != std::string::npos; };
  for (int i = 0; i < 20; ++i) events.normal(map("a" + std::to_string(i)), "Made", "Make", "made it");
  h.sim.run_for(seconds(1));
  EXPECT_EQ(posts(), 3);
  EXPECT_EQ(events.waiting(), 20U);
}

TEST_F(EventRecorderTest, WhatFindsNoRoomIsDroppedAndCounted)
{
  EventRecorder::Options options;
  options.capacity = 5;
  const EventRecorder events = recorder(options);
  for (int i = 0; i < 8; ++i) events.normal(map("a" + std::to_string(i)), "Made", "Make", "made it");
  EXPECT_EQ(events.dropped(), 3U);
  EXPECT_EQ(h.log->count({"warn too many events are waiting to be sent", "capacity=5"}), 1U) << "said once";
  h.sim.run_for(seconds(1));
  EXPECT_THAT(h.list(kEvents), SizeIs(5));
}

TEST_F(EventRecorderTest, WhatIsTooMuchAboutOneObjectIsDroppedAndCounted)
{
  const EventRecorder events = recorder();
  const Object about = map("a");
  for (int i = 0; i < 30; ++i) events.normal(about, "Made" + std::to_string(i), "Make", "made it");
  events.normal(map("b"), "Made", "Make", "made it");
  EXPECT_EQ(events.dropped(), 5U);
  EXPECT_EQ(
      h.log->count({"debug dropped an event: too many events about one object", "key=default/a", "reason=Made29"}), 1U);
  h.sim.run_for(seconds(1));
  EXPECT_THAT(h.list(kEvents), SizeIs(26));
}

TEST_F(EventRecorderTest, AnnotationsReachTheServer)
{
  const EventRecorder events = recorder();
  events.normal(map("a"), "Made", "Make", "made it", {}, {{"example.com/job", "7"}});
  h.sim.run_for(seconds(1));
  const auto sent = h.list(kEvents);
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(sent[0].annotation("example.com/job"), "7");
}

// The server would refuse each event, and nobody would look for the reason in its name.
TEST_F(EventRecorderTest, NamesThatTheServerWouldRefuseAreRefusedWhenItIsMade)
{
  const auto error = [&](std::string controller, std::string instance) {
    EventRecorder::Options options;
    options.reporting_controller = std::move(controller);
    options.reporting_instance = std::move(instance);
    try {
      (void)EventRecorder(Client(h.sim.runtime(), h.transport), options);
    } catch (const std::invalid_argument& refused) {
      return std::string(refused.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(error("example.com/test", std::string(128, 'x')), "none");
  EXPECT_THAT(error("example.com/test", std::string(129, 'x')), HasSubstr("has 129 bytes"));
  EXPECT_THAT(error("my controller", ""), HasSubstr("\"my controller\", is not a qualified name"));
  EXPECT_THAT(error(std::string(64, 'x'), ""), HasSubstr("is not a qualified name"));
}

TEST_F(EventRecorderTest, AnIncompleteEventIsDroppedWithALineThatShowsIt)
{
  const EventRecorder events = recorder();
  events.normal(Object(), "Made", "Make", "about nothing");
  events.normal(map("a"), "", "Make", "without a reason");
  events.normal(map("b"), "Made", "", "without an action");
  h.sim.run_for(seconds(1));
  EXPECT_EQ(posts(), 0);
  EXPECT_EQ(h.log->count({"error dropped an event: it needs an object, a reason and an action"}), 3U);
  EXPECT_EQ(h.log->count({"note=without a reason"}), 1U);
}

TEST_F(EventRecorderTest, TheStopSendsWhatWaitsAndRefusesTheRest)
{
  const EventRecorder events = recorder();
  for (int i = 0; i < 20; ++i) events.normal(map("a" + std::to_string(i)), "Made", "Make", "made it");
  EXPECT_TRUE(stop(events, seconds(3)));
  EXPECT_THAT(h.list(kEvents), SizeIs(20));
  events.normal(map("late"), "Made", "Make", "too late");
  h.sim.run_for(seconds(1));
  EXPECT_EQ(events.dropped(), 1U);
  EXPECT_THAT(h.list(kEvents), SizeIs(20));
}

TEST_F(EventRecorderTest, TheStopDoesNotWaitForRetries)
{
  const EventRecorder events = recorder();
  refuse(503, "ServiceUnavailable");
  events.normal(map("a"), "Made", "Make", "made it");
  h.sim.run_for(seconds(1));
  const auto before = h.sim.clock().now();
  EXPECT_TRUE(stop(events, seconds(30))) << "refused for good counts as ended";
  EXPECT_LE(h.sim.clock().now() - before, seconds(1));
  EXPECT_EQ(events.rejected(), 1U);
}

TEST_F(EventRecorderTest, AServerThatHangsDoesNotHoldUpTheStop)
{
  const EventRecorder events = recorder();
  h.transport->hang = [](const HttpRequest& request) { return request.target.find("/events") != std::string::npos; };
  events.normal(map("a"), "Made", "Make", "made it");
  h.sim.run_for(milliseconds(10));
  const auto before = h.sim.clock().now();
  EXPECT_FALSE(stop(events, seconds(3)));
  EXPECT_EQ(h.sim.clock().now() - before, seconds(3));
  h.sim.run_for(milliseconds(10));
  EXPECT_EQ(events.waiting(), 0U) << "the request under way ended with the stop";
}

// Makes an event of each warning, and asks the recorder what it may ask.
class EventsOfWarnings final : public LogSink {
public:
  [[nodiscard]] bool enabled(LogLevel level) const noexcept override { return level >= LogLevel::warn; }
  void write(const LogLine& line) noexcept override
  {
    if (!events) return;
    lines.emplace_back(line.message);
    events->warning(about, "Logged", "Log", line.message);
    (void)events->waiting();
  }

  std::optional<EventRecorder> events;
  Object about;
  std::vector<std::string> lines;
};

TEST_F(EventRecorderTest, ALogMayRecordEvents)
{
  const auto sink = std::make_shared<EventsOfWarnings>();
  Runtime runtime = h.sim.runtime();
  runtime.log = Log(sink);
  EventRecorder::Options options;
  options.reporting_controller = "example.com/test";
  options.capacity = 2;
  const EventRecorder events(Client(runtime, h.transport), options);
  sink->about = map("logged");
  sink->events = events;
  for (const char* name : {"a", "b", "c"}) events.normal(map(name), "Made", "Make", "made it");
  EXPECT_THAT(sink->lines, ::testing::ElementsAre("too many events are waiting to be sent: dropping some"));
  EXPECT_EQ(events.dropped(), 2U) << "that of the log as well";
  refuse(403, "Forbidden");
  h.sim.run_for(seconds(1));
  EXPECT_THAT(sink->lines, ::testing::Contains("an event could not be recorded"));
  h.transport->on_request = nullptr;
  h.sim.run_for(seconds(1));
  EXPECT_TRUE(stop(events, seconds(3)));
  sink->events.reset();
}

}  // namespace
}  // namespace kubexx::testing
