// SPDX-License-Identifier: Apache-2.0
// Quantities, times and their like as members of described structs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/describe/class.hpp>
#include <chrono>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace sample {

using namespace kubexx;

/// A JsonValue of the user's own.
struct Flag {
  bool on = false;
  static Flag from_json(JsonView json) { return {json.equals("on")}; }
  void write_json(JsonWriter& to) const { to.string(on ? "on" : "off"); }
  friend bool operator==(const Flag&, const Flag&) = default;
};

struct Values {
  Quantity cpu;
  std::optional<Quantity> memory;
  std::map<std::string, Quantity> limits;
  Time made;
  std::optional<Time> seen;
  std::optional<MicroTime> renewed;
  std::optional<MetaDuration> period;
  IntOrString port;
  std::vector<IntOrString> more;
  Flag flag;
};
BOOST_DESCRIBE_STRUCT(Values, (), (cpu, memory, limits, made, seen, renewed, period, port, more, flag))

}  // namespace sample

namespace kubexx {
namespace {

using namespace std::chrono_literals;
using sample::Values;

constexpr std::string_view kFull =
    R"({"cpu":0.50,"memory":"1024Mi","limits":{"gpu":1,"a.b/c":"1.500"},"made":"2026-01-01T01:00:00+01:00",)"
    R"("seen":"2026-01-01T00:00:00.5Z","renewed":"2026-01-01T00:00:00.000001Z","period":"90s","port":"http",)"
    R"("more":[1,"1"],"flag":"on"})";

std::string error_of(const std::string& text)
{
  try {
    (void)decode_text<Values>(text);
  } catch (const ObjectError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ValuesInStructs, AreRead)
{
  const auto values = decode_text<Values>(kFull);
  EXPECT_EQ(values.cpu, Quantity::parse("500m"));
  EXPECT_EQ(values.memory->value(), 1 << 30);
  EXPECT_EQ(values.limits.at("gpu"), Quantity(1));
  EXPECT_EQ(values.made.to_string(), "2026-01-01T00:00:00Z");
  EXPECT_EQ(*values.seen - values.made, 500ms);
  EXPECT_EQ(*values.renewed - values.made, 1us);
  EXPECT_EQ(*values.period, 90s);
  EXPECT_EQ(values.port, IntOrString("http"));
  EXPECT_EQ(values.more, (std::vector<IntOrString>{1, "1"}));
  EXPECT_TRUE(values.flag.on);
  EXPECT_EQ(decode_text<Values>(R"({"cpu":" 1 "})").cpu, Quantity(1));
  EXPECT_EQ(decode_text<Values>(R"({"cpu":1e3})").cpu.format(), Quantity::Format::decimal_exponent);
}

TEST(ValuesInStructs, AreWrittenInCanonicalForm)
{
  EXPECT_EQ(encode(decode_text<Values>(kFull)),
            R"({"cpu":"500m","memory":"1Gi","limits":{"a.b/c":"1.500","gpu":"1"},"made":"2026-01-01T00:00:00Z",)"
            R"("seen":"2026-01-01T00:00:00Z","renewed":"2026-01-01T00:00:00.000001Z","period":"1m30s","port":"http",)"
            R"("more":[1,"1"],"flag":"on"})");
  EXPECT_EQ(encode(Values{}), R"({"cpu":"0","port":0,"flag":"off"})") << "a zero time is left out";
}

TEST(ValuesInStructs, WhatDidNotChangeKeepsItsSpelling)
{
  auto values = decode_text<Values>(kFull);
  EXPECT_EQ(encode_over(values, JsonView(kFull)), kFull);
  values.memory = Quantity::parse("2048Mi");
  values.made = values.made + 1s;
  std::string expected(kFull);
  expected.replace(expected.find("1024Mi"), 6, "2Gi");
  expected.replace(expected.find("2026-01-01T01:00:00+01:00"), 25, "2026-01-01T00:00:01Z");
  EXPECT_EQ(encode_over(values, JsonView(kFull)), expected);
}

TEST(ValuesInStructs, NullIsMissing)
{
  const std::string text = R"({"cpu":null,"memory":null,"made":null,"seen":null,"period":null,"port":null})";
  const auto values = decode_text<Values>(text);
  EXPECT_TRUE(values.cpu.is_zero());
  EXPECT_TRUE(values.made.is_zero());
  EXPECT_FALSE(values.seen);
  EXPECT_EQ(encode_over(values, JsonView(text)), text);
}

TEST(ValuesInStructs, AWrongOriginalIsReplaced)
{
  Values values;
  values.cpu = Quantity(3);
  EXPECT_EQ(encode_over(values, JsonView(R"({"cpu":"lots"})")), R"({"cpu":"3"})");
}

TEST(ValuesInStructs, ErrorsNameThePath)
{
  EXPECT_THAT(error_of(R"({"limits":{"cpu":"lots"}})"),
              testing::StartsWith(R"(limits.cpu: quantity "lots": expected )"));
  EXPECT_THAT(error_of(R"({"limits":{"cpu":true}})"), testing::StartsWith(R"(limits.cpu: quantity "true": expected )"));
  EXPECT_THAT(error_of(R"({"seen":5})"), testing::StartsWith(R"(seen: time "5": expected a time like )"));
  EXPECT_THAT(error_of(R"({"renewed":"2026-01-01T00:00:00Z"})"), testing::HasSubstr("microseconds"));
  EXPECT_THAT(error_of(R"({"period":"soon"})"), testing::StartsWith(R"(period: duration "soon": expected )"));
  EXPECT_THAT(error_of(R"({"more":[1,2147483648]})"),
              testing::StartsWith(R"(more[1]: number or text "2147483648": expected a string or an integer)"));
}

}  // namespace
}  // namespace kubexx
