// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/recording_log.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <memory>

#include "kubexx/base/manual_clock.hpp"

namespace kubexx::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(RecordingLogTest, KeepsLinesWithTheirLevelAndFields)
{
  const auto sink = std::make_shared<RecordingLog>();
  const Log log = Log(sink).with({{"controller", "foo"}});
  log.trace("seen", {{"a", "b c"}, {"n", 7}, {"yes", true}, {"half", 0.5}});
  log.error("failed");
  EXPECT_THAT(sink->lines(),
              ElementsAre("trace seen controller=foo a=b c n=7 yes=true half=0.5", "error failed controller=foo"));
  EXPECT_EQ(sink->text(), "trace seen controller=foo a=b c n=7 yes=true half=0.5\nerror failed controller=foo\n");
  sink->clear();
  EXPECT_THAT(sink->lines(), IsEmpty());
}

TEST(RecordingLogTest, DurationsAreWholeNumbersOfTheirLargestUnit)
{
  const auto sink = std::make_shared<RecordingLog>();
  Log(sink).info("m", {{"a", 2s}, {"b", 1500ms}, {"c", 20us}, {"d", 1001ns}, {"e", 0s}, {"f", -3ms}});
  EXPECT_THAT(sink->lines(), ElementsAre("info m a=2s b=1500ms c=20us d=1001ns e=0s f=-3ms"));
}

TEST(RecordingLogTest, CountsLinesThatHaveAllParts)
{
  const auto sink = std::make_shared<RecordingLog>();
  const Log log(sink);
  log.info("one", {{"x", 1}});
  log.info("one", {{"x", 2}});
  log.warn("one", {{"x", 2}});
  EXPECT_EQ(sink->count({"one"}), 3U);
  EXPECT_EQ(sink->count({"one", "x=2"}), 2U);
  EXPECT_EQ(sink->count({"warn", "x=2"}), 1U);
  EXPECT_EQ(sink->count({"x=1", "x=2"}), 0U);
}

TEST(RecordingLogTest, TheLeastLevelCanBeChanged)
{
  const auto sink = std::make_shared<RecordingLog>(RecordingLog::Options{.least = LogLevel::warn});
  const Log log(sink);
  EXPECT_FALSE(log.enabled(LogLevel::info));
  log.info("dropped");
  sink->set_least(LogLevel::info);
  EXPECT_TRUE(log.enabled(LogLevel::info));
  log.info("kept");
  EXPECT_THAT(sink->lines(), ElementsAre("info kept"));
}

TEST(RecordingLogTest, TheNextSinkGetsEveryLineThatItEnables)
{
  const auto next = std::make_shared<RecordingLog>(RecordingLog::Options{.least = LogLevel::info});
  const auto sink = std::make_shared<RecordingLog>(RecordingLog::Options{.least = LogLevel::warn, .next = next});
  const Log log(sink);
  EXPECT_TRUE(log.enabled(LogLevel::info)) << "for the next one";
  EXPECT_FALSE(log.enabled(LogLevel::debug));
  log.info("low");
  log.warn("high");
  EXPECT_THAT(sink->lines(), ElementsAre("warn high"));
  EXPECT_THAT(next->lines(), ElementsAre("info low", "warn high"));
}

TEST(RecordingLogTest, TheOldestLinesMakeRoom)
{
  const auto sink = std::make_shared<RecordingLog>(RecordingLog::Options{.max_lines = 2});
  const Log log(sink);
  for (const char* line : {"a", "b", "c"}) log.info(line);
  EXPECT_THAT(sink->lines(), ElementsAre("info b", "info c"));
}

TEST(RecordingLogTest, ShowsTheTimeWhenToldTo)
{
  const ManualClock clock(WallTime(std::chrono::sys_days(std::chrono::year(2026) / 1 / 2)));
  const auto sink = std::make_shared<RecordingLog>(RecordingLog::Options{.times = true});
  Log(sink).with_clock(clock).info("then");
  Log(sink).info("never");
  EXPECT_THAT(sink->lines(), ElementsAre("2026-01-02T00:00:00.000000Z info then", "info never"));
}

}  // namespace
}  // namespace kubexx::testing
