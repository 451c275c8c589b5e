// SPDX-License-Identifier: Apache-2.0
// The tables of k8s.io/apimachinery/pkg/util/intstr/intstr_test.go.
#include "kubexx/apimachinery/int_or_string.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx {
namespace {

using Rounding = IntOrString::Rounding;

TEST(IntOrString, ParsesWhatFitsInto32Bits)
{
  for (const std::int32_t number : {0, 2147483647, std::numeric_limits<std::int32_t>::min()}) {
    EXPECT_EQ(IntOrString::parse(std::to_string(number)), IntOrString(number));
  }
  EXPECT_EQ(IntOrString::parse("+7"), IntOrString(7));
  for (const char* text : {"2147483648", "-2147483649", "9223372036854775808", "", "http", "1.5", "+-1", " 1", "0x1"}) {
    EXPECT_EQ(IntOrString::parse(text), IntOrString(text)) << text;
  }
}

TEST(IntOrString, KnowsItsNumber)
{
  EXPECT_EQ(IntOrString(93).int_value(), 93);
  EXPECT_EQ(IntOrString("76").int_value(), 76);
  EXPECT_EQ(IntOrString("web").int_value(), 0);
  EXPECT_EQ(IntOrString("99999999999999999999").int_value(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(IntOrString("-99999999999999999999").int_value(), std::numeric_limits<std::int64_t>::min());
  EXPECT_NE(IntOrString(80), IntOrString("80"));
  EXPECT_EQ(IntOrString(-80).to_string(), "-80");
  EXPECT_EQ(IntOrString("web").to_string(), "web");
}

TEST(IntOrString, ScalesPercentages)
{
  EXPECT_EQ(IntOrString(123).scaled(0, Rounding::up), 123);
  EXPECT_EQ(IntOrString("90%").scaled(100, Rounding::up), 90);
  EXPECT_EQ(IntOrString("90%").scaled(95, Rounding::up), 86);
  EXPECT_EQ(IntOrString("90%").scaled(95, Rounding::down), 85);
  EXPECT_EQ(IntOrString("-50%").scaled(3, Rounding::down), -2);
  EXPECT_EQ(IntOrString("9223372036854775807%").scaled(200, Rounding::up), std::numeric_limits<std::int64_t>::max());
  for (const char* text : {"%", "90#", "#%", "90", "30%0", "a%", "a", "40#", "40%%", "", "99999999999999999999%"}) {
    EXPECT_THROW((void)IntOrString(text).scaled(100, Rounding::up), ValueError) << text;
  }
  try {
    (void)IntOrString("half").scaled(100, Rounding::up);
    FAIL();
  } catch (const ValueError& error) {
    EXPECT_STREQ(error.what(), R"(count or percentage "half": expected an integer, or a percentage like "25%")");
  }
}

}  // namespace
}  // namespace kubexx
