// SPDX-License-Identifier: Apache-2.0
// The tables of Go's time package for Duration.
#include "kubexx/apimachinery/meta_duration.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>

#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

constexpr auto kMost = Duration::max();
constexpr auto kLeast = Duration::min();

TEST(MetaDuration, IsReadAsGoReadsIt)
{
  const std::pair<const char*, Duration> table[] = {
      {"0", 0s},
      {"5s", 5s},
      {"30s", 30s},
      {"1478s", 1478s},
      {"-5s", -5s},
      {"+5s", 5s},
      {"-0", 0s},
      {"+0", 0s},
      {"5.0s", 5s},
      {"5.6s", 5600ms},
      {"5.s", 5s},
      {".5s", 500ms},
      {"1.0s", 1s},
      {"1.00s", 1s},
      {"1.004s", 1004ms},
      {"1.0040s", 1004ms},
      {"100.00100s", 100001ms},
      {"10ns", 10ns},
      {"11us", 11us},
      {"12\xc2\xb5s", 12us},
      {"12\xce\xbcs", 12us},
      {"13ms", 13ms},
      {"14s", 14s},
      {"15m", 15min},
      {"16h", 16h},
      {"3h30m", 3h + 30min},
      {"10.5s4m", 4min + 10500ms},
      {"-2m3.4s", -(2min + 3400ms)},
      {"1h2m3s4ms5us6ns", 1h + 2min + 3s + 4ms + 5us + 6ns},
      {"39h9m14.425s", 39h + 9min + 14425ms},
      {"52763797000ns", 52763797000ns},
      {"0.3333333333333333333h", 20min},
      {"9007199254740993ns", 9007199254740993ns},
      {"9223372036854775807ns", kMost},
      {"9223372036854775.807us", kMost},
      {"9223372036s854ms775us807ns", kMost},
      {"-9223372036854775808ns", kLeast},
      {"-9223372036854775.808us", kLeast},
      {"-9223372036s854ms775us808ns", kLeast},
      {"-2562047h47m16.854775808s", kLeast},
      {"0.100000000000000000000h", 6min},
      {"0.830103483285477580700h", 49min + 48s + 372539827ns},
  };
  for (const auto& [text, span] : table) EXPECT_EQ(MetaDuration::parse(text), span) << text;
}

TEST(MetaDuration, RefusesWhatGoRefuses)
{
  for (const char* text : {"",
                           "3",
                           "-",
                           "s",
                           ".",
                           "-.",
                           ".s",
                           "+.s",
                           "1d",
                           "\x85\x85",
                           "\xff\xff",
                           "hello \xff\xff world",
                           "9223372036854775810ns",
                           "9223372036854775808ns",
                           "-9223372036854775809ns",
                           "9223372036854776us",
                           "3000000h",
                           "9223372036854775.808us",
                           "9223372036854ms775us808ns",
                           "1 s",
                           "1s ",
                           "00",
                           "1h1"}) {
    EXPECT_THROW((void)MetaDuration::parse(text), ValueError) << text;
  }
}

TEST(MetaDuration, IsWrittenAsGoWritesIt)
{
  const std::pair<const char*, Duration> table[] = {
      {"0s", 0s},
      {"1ns", 1ns},
      {"1.1\xc2\xb5s", 1100ns},
      {"2.2ms", 2200us},
      {"3.3s", 3300ms},
      {"4m5s", 4min + 5s},
      {"4m5.001s", 4min + 5001ms},
      {"5h6m7.001s", 5h + 6min + 7001ms},
      {"8m0.000000001s", 8min + 1ns},
      {"1h0m0s", 1h},
      {"-1m30s", -90s},
      {"2562047h47m16.854775807s", kMost},
      {"-2562047h47m16.854775808s", kLeast},
  };
  for (const auto& [text, span] : table) {
    EXPECT_EQ(MetaDuration(span).to_string(), text);
    EXPECT_EQ(MetaDuration::parse(text), span);
  }
}

TEST(MetaDuration, IsADurationInAllElse)
{
  MetaDuration period = 90s;
  EXPECT_EQ(period + 10s, 100s);
  EXPECT_LT(period, MetaDuration(2h));
  period = period * 2;
  EXPECT_EQ(period.to_string(), "3m0s");
}

}  // namespace
}  // namespace kubexx
