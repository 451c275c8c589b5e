// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/detail/time_zone.hpp"

#include <gtest/gtest.h>

namespace kubexx::cel::detail {
namespace {

std::string big_endian(std::int64_t value, std::size_t width)
{
  std::string bytes;
  for (auto left = width; left > 0; --left) bytes.push_back(static_cast<char>(value >> (left - 1) * 8 & 0xFF));
  return bytes;
}

std::string header(std::uint8_t transitions, std::uint8_t types)
{
  std::string bytes = "TZif2" + std::string(15, '\0');
  for (const int count : {0, 0, 0, int{transitions}, int{types}, 4}) {
    bytes += big_endian(count, 4);
  }
  return bytes;
}

/// +01:00 from 1970 on, before that +00:53:28, and then `rule`.
std::string zone(const std::string& rule)
{
  std::string bytes = header(0, 0) + std::string(4, 'x');
  bytes += header(1, 2) + big_endian(0, 8) + '\1';
  for (const std::int64_t offset : {3208, 3600}) bytes += big_endian(offset, 4) + std::string(2, '\0');
  return bytes + "LMT" + '\0' + "\n" + rule + "\n";
}

constexpr std::int64_t january_2050 = 2524608000;
constexpr std::int64_t july_2050 = january_2050 + 181 * 86400;

TEST(TimeZone, TransitionsAndTheRuleAfterThem)
{
  const auto berlin = TimeZone::parse(zone("CET-1CEST,M3.5.0,M10.5.0/3"));
  ASSERT_TRUE(berlin);
  EXPECT_EQ(berlin->offset_at(-1), 3208);
  EXPECT_EQ(berlin->offset_at(january_2050), 3600);
  EXPECT_EQ(berlin->offset_at(july_2050), 7200);
  const auto sydney = TimeZone::parse(zone("AEST-10AEDT,M10.1.0,M4.1.0/3"));
  ASSERT_TRUE(sydney);
  EXPECT_EQ(sydney->offset_at(january_2050), 11 * 3600);
  EXPECT_EQ(sydney->offset_at(july_2050), 10 * 3600);
  const auto days = TimeZone::parse(zone("<+02>-2<+03>-3,J60,300/-1"));
  ASSERT_TRUE(days);
  EXPECT_EQ(days->offset_at(january_2050), 7200);
  EXPECT_EQ(days->offset_at(july_2050), 10800);
}

TEST(TimeZone, ARuleThatIsNoneIsLeftOut)
{
  for (const char* rule : {"", "C", "CET", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.5.0", "CET-999"}) {
    const auto parsed = TimeZone::parse(zone(rule));
    ASSERT_TRUE(parsed) << rule;
    EXPECT_EQ(parsed->offset_at(july_2050), 3600) << rule;
  }
}

TEST(TimeZone, EveryPartOfAFileIsRefusedOrRead)
{
  const auto whole = zone("CET-1CEST,M3.5.0,M10.5.0/3");
  const auto needed = whole.find("LMT") + 4;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto parsed = TimeZone::parse(std::string_view(whole).substr(0, size));
    EXPECT_EQ(parsed != nullptr, size >= needed) << size;
  }
  auto far = whole;
  far[44 + 4 + 44 + 8] = '\2';  // there are two types, 0 and 1
  EXPECT_FALSE(TimeZone::parse(far));
}

TEST(TimeZone, NamesAreNoPaths)
{
  std::string problem;
  EXPECT_EQ(TimeZone::load("UTC", problem)->offset_at(0), 0);
  for (const char* name : {"../etc/passwd", "/etc/passwd", "Nowhere/City"}) {
    EXPECT_FALSE(TimeZone::load(name, problem));
    EXPECT_FALSE(problem.empty());
  }
}

}  // namespace
}  // namespace kubexx::cel::detail
