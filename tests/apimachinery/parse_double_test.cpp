// SPDX-License-Identifier: Apache-2.0
#include "parse_double.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace kubexx::detail {
namespace {

TEST(ParseDouble, ReadsDecimalNumbers)
{
  EXPECT_EQ(parse_double("0"), 0.0);
  EXPECT_EQ(parse_double("2.5"), 2.5);
  EXPECT_EQ(parse_double("+2.5"), 2.5);
  EXPECT_EQ(parse_double("-2.5e2"), -250.0);
  EXPECT_EQ(parse_double(".5"), 0.5);
  EXPECT_EQ(parse_double("5."), 5.0);
  EXPECT_EQ(parse_double("5.E+1"), 50.0);
  EXPECT_EQ(parse_double("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(parse_double("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_TRUE(std::signbit(*parse_double("-0")));
}

TEST(ParseDouble, TooSmallIsZeroAndTooLargeIsNone)
{
  for (const char* text :
       {"1e-400", "0.0001e-330", "1000e-330", "0e999999999999999999999", "1e-999999999999999999999"}) {
    EXPECT_EQ(parse_double(text), 0.0) << text;
  }
  for (const char* text : {"1e400", "0.0001e330", "1000e306", "1e999999999999999999999", "-1e309"}) {
    EXPECT_FALSE(parse_double(text)) << text;
  }
  EXPECT_EQ(parse_double("0." + std::string(200'000, '0') + "1"), 0.0);
  EXPECT_EQ(parse_double("0." + std::string(200'000, '0') + "1e200001"), 1.0);
  EXPECT_FALSE(parse_double(std::string(200'000, '1')));
  EXPECT_EQ(parse_double(std::string(200'000, '1') + "e-199999"), 1.1111111111111112);
}

TEST(ParseDouble, AnyOtherTextIsNone)
{
  for (const char* text : {"", "+", "-", ".", "+-1", "-+1", "--1", "1e", "1e+", "e1", "1.2.3", "1,5", " 1", "1 ", "inf",
                           "nan", "0x1p3", "1_0", "-inf"}) {
    EXPECT_FALSE(parse_double(text)) << text;
  }
}

}  // namespace
}  // namespace kubexx::detail
