// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/time.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

WallTime wall(std::chrono::sys_days day, Duration time = {})
{
  return WallTime(day) + time;
}

TEST(Time, IsWrittenInUtcWithWholeSeconds)
{
  const auto at = wall(std::chrono::May / 5 / 1998, 5h + 5min + 5s + 50ns);
  EXPECT_EQ(Time(at).to_string(), "1998-05-05T05:05:05Z");
  EXPECT_EQ(MicroTime(at + 1us).to_string(), "1998-05-05T05:05:05.000001Z");
  EXPECT_EQ(Time(wall(std::chrono::January / 1 / 1960)).to_string(), "1960-01-01T00:00:00Z");
  EXPECT_EQ(MicroTime(WallTime(-1ns)).to_string(), "1969-12-31T23:59:59.999999Z");
  EXPECT_EQ(Time().to_string(), "0001-01-01T00:00:00Z");
  EXPECT_EQ((Time() - 367 * 24h).to_string(), "-0001-12-31T00:00:00Z") << "as Go writes it";
  EXPECT_EQ((Time::parse("9999-12-31T23:59:59Z") + 1s).to_string(), "10000-01-01T00:00:00Z");
}

TEST(Time, IsReadFromAnyJsonString)
{
  const Time time = Time::parse("2006-01-02T15:04:05Z");
  EXPECT_EQ(Time::from_json(JsonView(R"("2006-01-02T15:04:05Z")")), time);
  EXPECT_EQ(Time::from_json(JsonView(R"("2006\u002d01-02T15:04:05Z")")), time);
  EXPECT_EQ(MicroTime::from_json(JsonView(R"("2006-01-02T15:04:05.000000\u005a")")), time);
  EXPECT_THROW((void)Time::from_json(JsonView("1136214245")), ValueError);
  EXPECT_THROW((void)Time::from_json(JsonView("\"")), ValueError);
}

TEST(Time, IsReadAsGoReadsIt)
{
  const auto noon = Time::parse("1998-05-05T12:00:00Z");
  for (const char* text : {"1998-05-05T12:00:00+00:00", "1998-05-05T08:00:00-04:00", "1998-05-06T12:00:00+24:00",
                           "1998-05-05T13:00:00+00:60", "1998-05-05T12:00:00.0Z", "1998-05-05T12:00:00,0Z"}) {
    EXPECT_EQ(Time::parse(text), noon) << text;
  }
  EXPECT_EQ(Time::parse("1998-05-05T3:00:00Z"), noon - 9h) << "an hour of one digit";
  const auto fine = Time::parse("1998-05-05T12:00:00.1234567899Z");
  EXPECT_EQ(fine, noon + 123456789ns);
  EXPECT_EQ(fine.to_string(), noon.to_string());
  EXPECT_EQ(Time::parse("2024-02-29T00:00:00Z").unix_seconds(), 1709164800);
  EXPECT_EQ(Time::parse("0000-01-01T00:00:00Z").to_string(), "0000-01-01T00:00:00Z");
}

TEST(Time, RefusesWhatGoRefuses)
{
  for (const char* text : {"",
                           "hello",
                           "1998-05-05",
                           "1998-05-05T05:05:05",
                           "1998-05-05t05:05:05Z",
                           "1998-05-05T05:05:05z",
                           "1998-05-05 05:05:05Z",
                           "1998-13-05T05:05:05Z",
                           "1998-00-05T05:05:05Z",
                           "1998-02-29T05:05:05Z",
                           "1998-05-00T05:05:05Z",
                           "1998-05-05T24:05:05Z",
                           "1998-05-05T05:60:05Z",
                           "1998-05-05T05:05:60Z",
                           "1998-05-05T05:05:05.Z",
                           "1998-05-05T05:05:05+0400",
                           "1998-05-05T05:05:05+25:00",
                           "1998-05-05T05:05:05+00:61",
                           "1998-05-05T05:05:05Zx",
                           " 1998-05-05T05:05:05Z",
                           "98-05-05T05:05:05Z",
                           "1998-5-05T05:05:05Z",
                           "+998-05-05T05:05:05Z",
                           "1998-05-05T5:5:05Z"}) {
    EXPECT_THROW((void)Time::parse(text), ValueError) << text;
  }
}

TEST(MicroTime, WantsSixDigits)
{
  const auto at = MicroTime::parse("1998-05-05T05:05:05.000123Z");
  EXPECT_EQ(at.nanosecond(), 123000);
  EXPECT_EQ(at.to_string(), "1998-05-05T05:05:05.000123Z");
  EXPECT_EQ(MicroTime::parse("1998-05-05T05:05:05,000123+01:00"), at - 1h);
  EXPECT_EQ(MicroTime::parse("1998-05-05T05:05:05.+00123Z"), at) << "Go reads a sign there";
  for (const char* text : {"1998-05-05T05:05:05Z", "1998-05-05T05:05:05.12345Z", "1998-05-05T05:05:05.1234567Z",
                           "1998-05-05T05:05:05.-00001Z", "1998-05-05T05:05:05.12345"}) {
    EXPECT_THROW((void)MicroTime::parse(text), ValueError) << text;
  }
}

TEST(Time, AnErrorNamesTextAndForm)
{
  try {
    (void)Time::parse("yester\nday");
    FAIL();
  } catch (const ValueError& error) {
    EXPECT_STREQ(error.what(), R"(time "yester\nday": expected a time like "2006-01-02T15:04:05Z" (RFC 3339))");
  }
  try {
    (void)Time::parse(std::string(1000, 'x'));
    FAIL();
  } catch (const ValueError& error) {
    EXPECT_THAT(error.what(), HasSubstr("xxx\"...: expected"));
    EXPECT_LT(std::string_view(error.what()).size(), 200U);
    EXPECT_EQ(error.text().size(), 1000U);
  }
}

TEST(Time, Computes)
{
  const auto at = Time::parse("2026-01-01T00:00:00Z");
  EXPECT_EQ((at + 1500ms).nanosecond(), 500'000'000);
  EXPECT_EQ((at - 1ns).to_string(), "2025-12-31T23:59:59Z");
  EXPECT_EQ((at - 1ns).nanosecond(), 999'999'999);
  EXPECT_EQ((at + 1500ms) - at, 1500ms);
  EXPECT_EQ(at - (at + 1500ms), -1500ms);
  EXPECT_EQ(at + Duration::max() - at, Duration::max());
  EXPECT_EQ(at + Duration::min() - at, Duration::min());
  EXPECT_EQ(at - Time(), Duration::max()) << "more than 292 years";
  EXPECT_EQ(Time() - at, Duration::min());
  EXPECT_LT(at, at + 1ns);
  EXPECT_EQ(Time(at + 1us), MicroTime(at) + 1us) << "both types compare";
  EXPECT_TRUE(Time().is_zero());
  EXPECT_FALSE(at.is_zero());
}

TEST(Time, ConvertsToWallTime)
{
  const auto at = wall(std::chrono::May / 5 / 1998, 5h + 7ns);
  EXPECT_EQ(Time(at).wall_time(), at);
  EXPECT_EQ(Time(WallTime(-7ns)).wall_time(), WallTime(-7ns));
  EXPECT_EQ(Time().wall_time(), WallTime::min());
  for (const WallTime edge : {WallTime::min(), WallTime::min() + 1ns, WallTime(-1ns), WallTime::max()}) {
    EXPECT_EQ(Time(edge).wall_time(), edge);
  }
  EXPECT_EQ(Time(WallTime::min()).nanosecond(), 145224192);
  EXPECT_EQ(Time::parse("9999-12-31T23:59:59Z").wall_time(), WallTime::max());
}

}  // namespace
}  // namespace kubexx
