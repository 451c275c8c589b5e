// SPDX-License-Identifier: Apache-2.0
#include "yaml_scalar.hpp"

#include <gtest/gtest.h>

namespace kubexx::cli {
namespace {

using nlohmann::json;

TEST(YamlScalar, PlainScalarsAreReadByYaml11AsGoDoes)
{
  EXPECT_EQ(read_plain_scalar("yes"), json(true));
  EXPECT_EQ(read_plain_scalar("Off"), json(false));
  EXPECT_EQ(read_plain_scalar("~"), json(nullptr));
  EXPECT_EQ(read_plain_scalar(""), json(nullptr));
  EXPECT_EQ(read_plain_scalar("0x1f"), json(31));
  EXPECT_EQ(read_plain_scalar("017"), json(15));
  EXPECT_EQ(read_plain_scalar("0o17"), json(15));
  EXPECT_EQ(read_plain_scalar("-0b11"), json(-3));
  EXPECT_EQ(read_plain_scalar("1_000"), json(1000));
  EXPECT_EQ(read_plain_scalar("18446744073709551615"), json(18446744073709551615U));
  EXPECT_EQ(read_plain_scalar("1e3"), json(1000.0));
  EXPECT_EQ(read_plain_scalar(".5"), json(0.5));
  EXPECT_EQ(read_plain_scalar("08"), json(8.0)) << "no octal number, so a decimal fraction";
}

TEST(YamlScalar, WhatIsNoneOfThemIsText)
{
  for (const char* text : {"tRUE", "1.2.3", "0x", "0b2", "1e400", "-", "+", ".", "e5", "a", "2001-01-01", "12:30"}) {
    EXPECT_EQ(read_plain_scalar(text), json(text)) << text;
  }
}

TEST(YamlScalar, QuotesAreForWhatWouldBeReadAsSomethingElse)
{
  for (const char* text : {"",
                           "~",
                           "null",
                           "y",
                           "NO",
                           "on",
                           "1",
                           "1.",
                           ".5",
                           "1e3",
                           "0x1f",
                           "1_0",
                           ".nan",
                           "-.INF",
                           "2001-01-01",
                           "2001-1-1T1:2:3Z",
                           "2001-01-01t00:00:00.5+01:00",
                           "2001-01-01 00:00:00",
                           "12:30:45",
                           "1:2"}) {
    EXPECT_TRUE(needs_quotes(text)) << text;
  }
  for (const char* text : {"a", "<<", "=", "2001-02-30", "2001-13-01", "2001-01-01T25:00:00Z", "2001-01-01T00:00",
                           "12:60", "20010-01-01", "1.2.3", "tRUE", "v1", "-a", "1e400"}) {
    EXPECT_FALSE(needs_quotes(text)) << text;
  }
}

}  // namespace
}  // namespace kubexx::cli
