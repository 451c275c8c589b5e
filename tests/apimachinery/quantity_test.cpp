// SPDX-License-Identifier: Apache-2.0
// The tables of k8s.io/apimachinery/pkg/api/resource/quantity_test.go, and what we do where that loses digits.
#include "kubexx/apimachinery/quantity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx {
namespace {

using Format = Quantity::Format;
constexpr auto SI = Format::decimal_si;
constexpr auto Bin = Format::binary_si;
constexpr auto Exp = Format::decimal_exponent;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

Quantity make(std::int64_t value, int scale, Format format = SI)
{
  return Quantity::scaled(value, scale, format);
}

struct Parsed {
  const char* text;
  std::int64_t value;
  int scale;
  Format format;
};

const std::vector<Parsed> parse_table{
    {"0", 0, 0, SI},
    {"0n", 0, 0, SI},
    {"0u", 0, 0, SI},
    {"0m", 0, 0, SI},
    {"0Ki", 0, 0, Bin},
    {"0k", 0, 0, SI},
    {"0Mi", 0, 0, Bin},
    {"0M", 0, 0, SI},
    {"0Gi", 0, 0, Bin},
    {"0G", 0, 0, SI},
    {"0Ti", 0, 0, Bin},
    {"0T", 0, 0, SI},
    {"1", 1, 0, SI},
    {"1Ki", 1024, 0, Bin},
    {"8Ki", 8 * 1024, 0, Bin},
    {"7Mi", 7 * 1024 * 1024, 0, Bin},
    {"6Gi", 6LL << 30, 0, Bin},
    {"5Ti", 5LL << 40, 0, Bin},
    {"4Pi", 4LL << 50, 0, Bin},
    {"3Ei", 3LL << 60, 0, Bin},
    {"10Ti", 10LL << 40, 0, Bin},
    {"100Ti", 100LL << 40, 0, Bin},
    {"5n", 5, -9, SI},
    {"4u", 4, -6, SI},
    {"3m", 3, -3, SI},
    {"9", 9, 0, SI},
    {"8k", 8, 3, SI},
    {"50k", 5, 4, SI},
    {"7M", 7, 6, SI},
    {"6G", 6, 9, SI},
    {"5T", 5, 12, SI},
    {"40T", 4, 13, SI},
    {"300T", 3, 14, SI},
    {"2P", 2, 15, SI},
    {"1E", 1, 18, SI},
    {"1E-3", 1, -3, Exp},
    {"1e3", 1, 3, Exp},
    {"1E6", 1, 6, Exp},
    {"1e9", 1, 9, Exp},
    {"1E12", 1, 12, Exp},
    {"1e15", 1, 15, Exp},
    {"1E18", 1, 18, Exp},
    {"1e14", 1, 14, Exp},
    {"1e13", 1, 13, Exp},
    {"100.035k", 100035, 0, SI},
    {"0.001", 1, -3, SI},
    {"0.0005k", 5, -1, SI},
    {"0.005", 5, -3, SI},
    {"0.05", 5, -2, SI},
    {"0.5", 5, -1, SI},
    {"0.00050k", 5, -1, SI},
    {"0.00500", 5, -3, SI},
    {"0.05000", 5, -2, SI},
    {"0.50000", 5, -1, SI},
    {"0.5e0", 5, -1, Exp},
    {"0.5e-1", 5, -2, Exp},
    {"0.5e-2", 5, -3, Exp},
    {"10.035M", 10035, 3, SI},
    {"1.2e3", 12, 2, Exp},
    {"1.3E+6", 13, 5, Exp},
    {"1.40e9", 14, 8, Exp},
    {"1.53E12", 153, 10, Exp},
    {"1.6e15", 16, 14, Exp},
    {"1.7E18", 17, 17, Exp},
    {"9.01", 901, -2, SI},
    {"8.1k", 81, 2, SI},
    {"7.123456M", 7123456, 0, SI},
    {"6.987654321G", 6987654321, 0, SI},
    {"5.444T", 5444, 9, SI},
    {"40.1T", 401, 11, SI},
    {"300.2T", 3002, 11, SI},
    {"2.5P", 25, 14, SI},
    {"1.01E", 101, 16, SI},
    // Saturated or rounded.
    {"3.001n", 4, -9, SI},
    {"1.1E-9", 2, -9, Exp},
    {"0.0000000001", 1, -9, SI},
    {"0.0000000005", 1, -9, SI},
    {"0.00000000050", 1, -9, SI},
    {"0.5e-9", 1, -9, Exp},
    {"0.9n", 1, -9, SI},
    {"0.00000012345", 124, -9, SI},
    {"0.00000012354", 124, -9, SI},
    {"9Ei", kMost, 0, Bin},
    {"9223372036854775807Ki", kMost, 0, Bin},
    {"12E", 12, 18, SI},
    // Fractions of binary units.
    {"100.035Ki", 10243584, -2, Bin},
    {"0.5Mi", 512 * 1024, 0, Bin},
    {"0.05Gi", 536870912, -1, Bin},
    {"0.025Ti", 274877906944, -1, Bin},
    {"0.000000000001Ki", 2, -9, SI},
    {".001", 1, -3, SI},
    {".0001k", 100, -3, SI},
    {"1.", 1, 0, SI},
    {"1.G", 1, 9, SI},
};

TEST(Quantity, ParsesUpstreamsTable)
{
  for (const auto& [text, value, scale, format] : parse_table) {
    for (const std::string sign : {"", "-", "+"}) {
      const auto parsed = Quantity::parse(sign + text);
      const auto expected = make(sign == "-" ? -value : value, scale);
      EXPECT_EQ(parsed, expected) << sign << text << " is " << parsed.to_string();
      EXPECT_EQ(parsed.format(), format) << sign << text;
    }
  }
}

TEST(Quantity, RefusesWhatUpstreamRefuses)
{
  for (const char* text : {"",
                           "1.1.M",
                           "1+1.0M",
                           "0.1mi",
                           "0.1am",
                           "aoeu",
                           ".5i",
                           "1i",
                           "-3.01i",
                           "-3.01e-",
                           " 1",
                           "1 ",
                           "1e",
                           "1e3m",
                           "1eE3",
                           "--1",
                           "1e99999999999999999999",
                           ".e-10",
                           ".Pi",
                           "1\n"}) {
    EXPECT_THROW((void)Quantity::parse(text), ValueError) << text;
  }
}

TEST(Quantity, AnErrorNamesTextAndForm)
{
  try {
    (void)Quantity::parse("1.5GiB");
    FAIL();
  } catch (const ValueError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith(R"(quantity "1.5GiB": expected a decimal number, then)"));
    EXPECT_EQ(error.text(), "1.5GiB");
  }
  EXPECT_THROW((void)Quantity::parse("1e1001"), ValueError) << "nothing that takes minutes to write down";
  EXPECT_THROW((void)Quantity::parse("1e2000000000"), ValueError);
  EXPECT_THROW((void)Quantity::parse(std::string(5000, '1')), ValueError);
  EXPECT_THROW((void)make(1, 1001), ValueError);
  EXPECT_EQ(Quantity::parse("1e-2000000000").to_string(), "1e-9");
  EXPECT_EQ(Quantity::parse("-12345678901234567890e-9000000000000000000").to_string(), "-1e-9");
}

struct Written {
  Quantity quantity;
  const char* text;
  const char* alternate;
};

TEST(Quantity, WritesUpstreamsCanonicalForms)
{
  const std::vector<Written> table{
      {make(1024 * 1024 * 1024, 0, Bin), "1Gi", "1024Mi"},
      {make(300 * 1024 * 1024, 0, Bin), "300Mi", "307200Ki"},
      {make(6 * 1024, 0, Bin), "6Ki", ""},
      {make(1001LL << 30, 0, Bin), "1001Gi", "1025024Mi"},
      {make(1LL << 40, 0, Bin), "1Ti", "1024Gi"},
      {make(5, 0, Bin), "5", "5000m"},
      {make(500, -3, Bin), "500m", "0.5"},
      {make(1, 9), "1G", "1000M"},
      {make(1000, 6), "1G", "0.001T"},
      {make(1000000, 3), "1G", ""},
      {make(1000000000, 0), "1G", ""},
      {make(1, -3), "1m", "1000u"},
      {make(80, -3), "80m", ""},
      {make(1080, -3), "1080m", "1.08"},
      {make(108, -2), "1080m", "1080000000n"},
      {make(10800, -4), "1080m", ""},
      {make(300, 6), "300M", ""},
      {make(1, 12), "1T", ""},
      {make(1234567, 6), "1234567M", ""},
      {make(1234567, -3, Bin), "1234567m", ""},
      {make(3, 3), "3k", ""},
      {make(1025, 0, Bin), "1025", ""},
      {make(0, 0), "0", ""},
      {make(0, 0, Bin), "0", ""},
      {make(1, 9, Exp), "1e9", ".001e12"},
      {make(1, -3, Exp), "1e-3", "0.001e0"},
      {make(1, -9, Exp), "1e-9", "1000e-12"},
      {make(80, -3, Exp), "80e-3", ""},
      {make(300, 6, Exp), "300e6", ""},
      {make(1, 12, Exp), "1e12", ""},
      {make(1, 3, Exp), "1e3", ""},
      {make(3, 3, Exp), "3e3", ""},
      {make(0, 0, Exp), "0", "00"},
      {make(1, -9), "1n", ""},
      {make(80, -9), "80n", ""},
      {make(1080, -9), "1080n", ""},
      {make(108, -8), "1080n", ""},
      {make(10800, -10), "1080n", ""},
      {make(1, -6), "1u", ""},
      {make(80, -6), "80u", ""},
      {make(1080, -6), "1080u", ""},
  };
  for (const auto& [quantity, text, alternate] : table) {
    EXPECT_EQ(quantity.to_string(), text);
    EXPECT_EQ(Quantity::parse(text).to_string(), text);
    EXPECT_EQ(Quantity::parse(*alternate == '\0' ? text : alternate).to_string(), text);
    EXPECT_EQ((-quantity).to_string(), quantity.is_zero() ? text : std::string("-") + text);
  }
}

TEST(Quantity, ParsesAndWrites)
{
  const std::pair<const char*, const char*> table[] = {
      {"1Ki", "1Ki"},           {"1Mi", "1Mi"},      {"1Gi", "1Gi"},         {"1024Mi", "1Gi"},
      {"1000M", "1G"},          {".001Ki", "1024m"}, {".000001Ki", "1024u"}, {".000000001Ki", "1024n"},
      {".000000000001Ki", "2n"}};
  for (const auto& [in, out] : table) {
    EXPECT_EQ(Quantity::parse(in).to_string(), out);
    EXPECT_EQ(Quantity::parse(std::string("-") + in).to_string(), std::string("-") + out);
  }
}

// TestParseQuantity: the border of 64 bits. Empty canonical form: the text itself.
TEST(Quantity, IsExactAroundAndBeyond64Bits)
{
  const std::pair<const char*, const char*> table[] = {
      {"999999999999999999", ""},
      {"999999999999999999.0", "999999999999999999"},
      {"999999999999999999.1", "999999999999999999100m"},
      {"9999999999999999999", ""},
      {"1E", ""},
      {"1000000000000000000", "1E"},
      {"9999999999999999999.0", "9999999999999999999"},
      {"1.0E", "1E"},
      {"1000000000000000000.0", "1E"},
      {"9999999999999999999000m", "9999999999999999999"},
      {"9999999999999999999.1", "9999999999999999999100m"},
      {"1.0000000000000000001E", "1000000000000000000100m"},
      {"1000000000000000000.1", "1000000000000000000100m"},
      {"1.000000000000000001E", "1000000000000000001"},
      {"1000000000000000001", ""},
      {"10E", ""},
      {"10000000000000000000", "10E"},
      {"10.0E", "10E"},
      {"10000000000000000000.0", "10E"},
      {"10000000000000000000000m", "10E"},
      {"10.0000000000000000001E", "10000000000000000000100m"},
      {"10000000000000000000.1", "10000000000000000000100m"},
      {"10.000000000000000001E", "10000000000000000001"},
      {"10000000000000000001", ""},
      {"9223372036854775809", ""},
      {"9223372036854775806", ""},
      {"9223372036854775809.0", "9223372036854775809"},
      {"9223372036854775806000m", "9223372036854775806"},
      {"9223372036854775809.1", "9223372036854775809100m"},
      {"9223372036854775808", ""},
      {"9223372036854775807", ""},
      {"9223372036854775808.0", "9223372036854775808"},
      {"9223372036854775807000m", "9223372036854775807"},
      {"9223372036854775808.1", "9223372036854775808100m"},
  };
  for (const auto& [in, canonical] : table) {
    for (const std::string sign : {"", "-"}) {
      const std::string out = sign + (*canonical == '\0' ? in : canonical);
      EXPECT_EQ(Quantity::parse(sign + in).to_string(), out);
    }
  }
  EXPECT_EQ(Quantity::parse("9223372036854775807").as_int64(), kMost);
  EXPECT_EQ(Quantity::parse("-9223372036854775808").as_int64(), kLeast);
  EXPECT_EQ(Quantity::parse("9223372036854775808").as_int64(), std::nullopt);
  EXPECT_EQ(Quantity::parse("1.5").as_int64(), std::nullopt);
  EXPECT_EQ(Quantity::parse("1500m").as_int64(), std::nullopt);
  EXPECT_EQ(Quantity::parse("2000m").as_int64(), 2);
}

TEST(Quantity, KeepsTheTextThatUpstreamTakesForCanonical)
{
  for (const char* text : {"1.500", "007", "+5", "1E3", "1e+3", "100m", "9Ki", "1024001Ki"}) {
    EXPECT_EQ(Quantity::parse(text).to_string(), text);
  }
  EXPECT_EQ(Quantity::parse("0.123").to_string(), "123m");
  EXPECT_EQ(Quantity::parse("+8Ki").to_string(), "8Ki");
  EXPECT_EQ(Quantity::parse("2.000").to_string(), "2");
  auto changed = Quantity::parse("1.500");
  changed += Quantity();
  EXPECT_EQ(changed.to_string(), "1500m") << "a computed value has no text of its own";
}

TEST(Quantity, WritesWhatUpstreamHasNoSuffixFor)
{
  EXPECT_EQ(Quantity::parse("1000E").to_string(), "1000E");
  EXPECT_EQ((Quantity::parse("999E") * 1000).to_string(), "999000E");
  EXPECT_EQ((Quantity::parse("4Ei") * 1024).to_string(), "4096Ei");
  EXPECT_EQ(make(5, -12).to_string(), "5e-12");
  EXPECT_EQ(Quantity(kLeast, Bin).to_string(), "-8Ei");
  EXPECT_EQ(Quantity::parse("12345678901234567890e30").to_string(), "12345678901234567890e30");
  EXPECT_EQ(Quantity::parse("1e1000").to_string(), "10e999");
  EXPECT_EQ(Quantity::parse("10e1000").to_string(), "100e999");
  EXPECT_EQ(Quantity::parse("0.001e1000").to_string(), "10e996");
  EXPECT_THROW((void)Quantity::parse("-100e1000"), ValueError) << "it would be printed with a larger exponent";
}

TEST(Quantity, RoundsAwayFromZero)
{
  struct Row {
    const char* in;
    int scale;
    Quantity out;
    bool exact;
  };
  const std::vector<Row> table{
      {"9.01", -3, make(901, -2), true},
      {"9.01", -2, make(901, -2), true},
      {"9.01", -1, make(91, -1), false},
      {"9.01", 0, make(10, 0), false},
      {"9.01", 1, make(10, 0), false},
      {"9.01", 2, make(100, 0), false},
      {"-9.01", -3, make(-901, -2), true},
      {"-9.01", -2, make(-901, -2), true},
      {"-9.01", -1, make(-91, -1), false},
      {"-9.01", 0, make(-10, 0), false},
      {"-9.01", 1, make(-10, 0), false},
      {"-9.01", 2, make(-100, 0), false},
      {"10000000000000000000.1", 0, Quantity::parse("10000000000000000001"), false},
  };
  for (const auto& [in, scale, out, exact] : table) {
    auto rounded = Quantity::parse(in);
    EXPECT_EQ(rounded.round_up(scale), exact) << in << " " << scale;
    EXPECT_EQ(rounded, out) << in << " " << scale << ": " << rounded.to_string();
  }
}

TEST(Quantity, ScaledValues)
{
  const std::tuple<int, int, std::int64_t> table[] = {
      {-9, -9, 1},         {-9, -6, 1},      {-9, -3, 1},       {-9, 0, 1},     {-6, -9, 1000}, {-6, -6, 1},
      {-6, -3, 1},         {-6, 0, 1},       {-3, -9, 1000000}, {-3, -6, 1000}, {-3, -3, 1},    {-3, 0, 1},
      {0, -9, 1000000000}, {0, -6, 1000000}, {0, -3, 1000},     {0, 0, 1},      {2, -2, 10000}};
  for (const auto& [from, to, expected] : table) EXPECT_EQ(make(1, from).scaled_value(to), expected) << from << to;
  EXPECT_EQ(Quantity::parse("1.1").value(), 2);
  EXPECT_EQ(Quantity::parse("-1.1").value(), -2);
  EXPECT_EQ(Quantity::parse("1.5").milli_value(), 1500);
  EXPECT_EQ(Quantity::parse("1E").milli_value(), kMost);
  EXPECT_EQ(Quantity::parse("-1e40").value(), kLeast);
}

TEST(Quantity, NoScaleTakesLong)
{
  for (const int scale : {1'000'000, std::numeric_limits<int>::max()}) {
    EXPECT_EQ(Quantity::parse("5.5").scaled_value(scale), 1);
    EXPECT_EQ(Quantity::parse("-1e1000").scaled_value(scale), -1);
    EXPECT_EQ(Quantity().scaled_value(scale), 0);
    auto value = Quantity::parse("5");
    EXPECT_THROW(value.round_up(scale), ValueError);
    EXPECT_EQ(value, Quantity::parse("5"));
  }
  for (const int scale : {-1'000'000, std::numeric_limits<int>::min()}) {
    EXPECT_EQ(Quantity::parse("5").scaled_value(scale), kMost);
    EXPECT_EQ(Quantity::parse("-1n").scaled_value(scale), kLeast);
    EXPECT_EQ(Quantity().scaled_value(scale), 0);
  }
  EXPECT_EQ(Quantity::parse("9").scaled_value(-18), 9'000'000'000'000'000'000);
  EXPECT_EQ(Quantity::parse("10").scaled_value(-18), kMost);
  EXPECT_EQ(Quantity::parse("999").scaled_value(3), 1);
  EXPECT_EQ(Quantity::parse("1001").scaled_value(3), 2);
}

TEST(Quantity, ComparesByValue)
{
  const std::tuple<Quantity, Quantity, int> table[] = {
      {Quantity::parse("100m"), Quantity::parse("50m"), 1},
      {Quantity::parse("10000T"), Quantity::parse("100Gi"), 1},
      {make(901, -2), make(901, -2), 0},
      {make(90, -1), make(901, -2), -1},
      {make(901, -2), make(900, -2), 1},
      {make(0, 0), make(0, 0), 0},
      {make(0, 1), make(0, -1), 0},
      {make(800, -3), make(1, 0), -1},
      {make(800, -3), make(79, -2), 1},
      {make(kMost, 0), make(1, -1), 1},
      {make(kMost, 1), make(1, 0), 1},
      {make(kMost, 1), make(1, 1), 1},
      {make(kMost, 1), make(0, 1), 1},
      {make(kMost, -16), make(1, 3), -1},
      {make(kLeast, 0), make(0, 0), -1},
      {make(kLeast, -18), make(-1, 0), -1},
      {make(kLeast, -19), make(-1, 0), 1},
      {make(1000000000000000000, -17), make(1, 1), 0},
      {make(1000000000000000000, -17), make(-10, 0), 1},
      {make(-1000000000000000000, -17), make(-10, 0), 0},
      {make(1000000000000000001, -17), make(1, 1), 1},
      {make(999999999999999999, -17), make(1, 1), -1},
      {Quantity::parse("10000000000000000001"), Quantity::parse("10E"), 1},
  };
  for (const auto& [left, right, expected] : table) {
    EXPECT_TRUE((left <=> right) == (expected <=> 0)) << left.to_string() << " " << right.to_string();
    EXPECT_TRUE((right <=> left) == (0 <=> expected)) << left.to_string() << " " << right.to_string();
    EXPECT_EQ(left == right, expected == 0);
  }
}

TEST(Quantity, AddsAndSubtracts)
{
  EXPECT_EQ((make(10, 0) + make(1, 1)).to_string(), "20");
  EXPECT_EQ((make(10, 0) + make(1, 0, Bin)).format(), SI);
  EXPECT_EQ((make(10, 0, Bin) + make(1, 0)).format(), Bin);
  EXPECT_EQ((make(10, 0) - make(1, 1)).to_string(), "0");
  EXPECT_EQ((Quantity() - make(50, 0)).to_string(), "-50");
  for (const char* text : {"100m", "1Gi"}) {
    const auto value = Quantity::parse(text);
    EXPECT_EQ((value + Quantity()).to_string(), text);
    EXPECT_EQ((Quantity() + value).to_string(), text) << "a zero takes the other's format";
    EXPECT_EQ((Quantity() - value).to_string(), std::string("-") + text);
  }
  EXPECT_EQ((Quantity(kMost) + Quantity(1)).to_string(), "9223372036854775808");
  EXPECT_EQ((Quantity(kLeast) - Quantity(1)).to_string(), "-9223372036854775809");
  EXPECT_EQ((-Quantity(kLeast)).to_string(), "9223372036854775808");
}

TEST(Quantity, Multiplies)
{
  const std::tuple<Quantity, std::int64_t, const char*> table[] = {
      {make(10, 0), 10, "100"},
      {make(10, 0, Bin), -1, "-10"},
      {make(-50, 0), -50, "2500"},
      {make(50, 0), 0, "0"},
      {make(kMost, 0), 2, "18446744073709551614"},
      {make(kMost, 0), -10, "-92233720368547758070"},
      {make(kLeast, 0), -1, "9223372036854775808"},
      {make(kLeast, 0), kLeast, "85070591730234615865843651857942052864"},
  };
  for (const auto& [left, right, expected] : table) EXPECT_EQ((left * right).to_string(), expected);
}

TEST(QuantityProperty, WhatWasAddedCanBeTakenAway)
{
  std::mt19937_64 random(1);
  Quantity sum;
  std::vector<Quantity> parts;
  for (int index = 0; index < 500; ++index) {
    parts.push_back(make(static_cast<std::int64_t>(random() >> 1U), static_cast<int>(random() % 21) - 10));
    sum += parts.back();
    ASSERT_EQ(Quantity::parse((-(-parts.back())).to_string()) >= parts.back(), true) << "never rounded down";
  }
  EXPECT_FALSE(sum.is_zero());
  for (const auto& part : parts) sum -= part;
  EXPECT_TRUE(sum.is_zero()) << sum.to_string();
}

TEST(Quantity, AsDouble)
{
  const std::pair<const char*, double> table[] = {{"0", 0},
                                                  {"1", 1},
                                                  {"2Ki", 2048},
                                                  {"1.1Ki", 1126.4},
                                                  {"1Mi", 1048576},
                                                  {"2Gi", 2147483648.0},
                                                  {"500m", 0.5},
                                                  {"-3", -3},
                                                  {"12E", 1.2e19},
                                                  {"1e-9", 1e-9},
                                                  {"9223372036854775807", 9.223372036854775807e18},
                                                  {"12e500", std::numeric_limits<double>::infinity()},
                                                  {"-12e500", -std::numeric_limits<double>::infinity()}};
  for (const auto& [text, expected] : table) EXPECT_EQ(Quantity::parse(text).to_double(), expected) << text;
}

}  // namespace
}  // namespace kubexx
