// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "kubexx/base/log.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/base/random.hpp"

// Random, Log and ObjectKey.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

// SplitMix64's published first values for the seed 1234567.
TEST(SeededRandom, GivesTheSameNumbersEverywhere)
{
  SeededRandom random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
  EXPECT_EQ(random.next(), 4593380528125082431U);
  EXPECT_EQ(random.next(), 16408922859458223821U);
}

TEST(RandomTest, BelowStaysBelowAndReachesEverything)
{
  SeededRandom random(1);
  EXPECT_EQ(random.below(0), 0U);
  EXPECT_EQ(random.below(1), 0U);
  std::array<int, 7> hits{};
  for (int index = 0; index < 7000; ++index) ++hits.at(random.below(7));
  for (const int hit : hits) EXPECT_GT(hit, 800);
  const std::uint64_t huge = (std::uint64_t{1} << 63U) + 1;
  for (int index = 0; index < 100; ++index) EXPECT_LT(random.below(huge), huge);
}

TEST(RandomTest, FractionIsInTheHalfOpenUnit)
{
  SeededRandom random(2);
  double sum = 0;
  for (int index = 0; index < 10'000; ++index) {
    const double value = random.fraction();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.02);
}

TEST(RandomTest, JitterOnlyProlongs)
{
  SeededRandom random(3);
  bool longer = false;
  for (int index = 0; index < 1000; ++index) {
    const Duration jittered = random.jitter(1s, 0.5);
    ASSERT_GE(jittered, 1s);
    ASSERT_LT(jittered, 1500ms);
    longer = longer || jittered > 1400ms;
  }
  EXPECT_TRUE(longer);
  EXPECT_EQ(random.jitter(1s, 0), 1s);
  EXPECT_EQ(random.jitter(Duration::max(), 1.0), Duration::max());
}

TEST(RandomTest, UuidsAreVersionFour)
{
  SeededRandom random(4);
  std::set<std::string> all;
  for (int index = 0; index < 100; ++index) {
    const std::string text = random.uuid();
    ASSERT_EQ(text.size(), 36U);
    for (const std::size_t dash : {8U, 13U, 18U, 23U}) ASSERT_EQ(text[dash], '-');
    ASSERT_EQ(text[14], '4');
    ASSERT_NE(std::string("89ab").find(text[19]), std::string::npos);
    ASSERT_EQ(text.find_first_not_of("0123456789abcdef-"), std::string::npos);
    all.insert(text);
  }
  EXPECT_EQ(all.size(), 100U);
}

TEST(SystemRandom, GivesDifferentNumbers)
{
  SystemRandom random;
  std::set<std::uint64_t> all;
  for (int index = 0; index < 1000; ++index) all.insert(random.next());
  EXPECT_EQ(all.size(), 1000U);
}

// A pointer converts to bool.
static_assert(!std::is_constructible_v<LogField, const char*, const int*>);
static_assert(!std::is_constructible_v<LogField, const char*, std::string*>);
static_assert(std::is_constructible_v<LogField, const char*, char*>);
static_assert(std::is_constructible_v<LogField, const char*, const char*>);
static_assert(std::is_constructible_v<LogField, const char*, bool>);

class Lines final : public LogSink {
public:
  explicit Lines(LogLevel least) : least_(least) {}
  [[nodiscard]] bool enabled(LogLevel level) const noexcept override { return level >= least_; }
  void write(const LogLine& written) noexcept override
  {
    std::ostringstream line;
    line << written.message;
    for (const auto& field : written.fields) {
      line << ' ' << field.key << '=';
      if (const auto* text = std::get_if<std::string>(&field.value)) line << *text;
      if (const auto* number = std::get_if<std::int64_t>(&field.value)) line << *number;
      if (const auto* flag = std::get_if<bool>(&field.value)) line << (*flag ? "true" : "false");
      if (const auto* real = std::get_if<double>(&field.value)) line << *real;
      if (const auto* span = std::get_if<Duration>(&field.value)) line << *span / 1ms << "ms";
    }
    lines.push_back(line.str());
  }
  std::vector<std::string> lines;

private:
  LogLevel least_;
};

TEST(LogTest, CarriesTheFieldsOfItsContextBeforeThoseOfTheLine)
{
  auto sink = std::make_shared<Lines>(LogLevel::info);
  const Log log(sink);
  log.info("plain");
  const Log inner = log.with({{"controller", "foo"}}).with({{"worker", 3}});
  inner.warn("warned", {{"after", 5ms}, {"ok", true}, {"share", 0.5}, {"key", std::string("ns/a")}});
  log.error("outer is unchanged");
  EXPECT_EQ(sink->lines,
            (std::vector<std::string>{"plain", "warned controller=foo worker=3 after=5ms ok=true share=0.5 key=ns/a",
                                      "outer is unchanged"}));
}

TEST(LogTest, AsksTheSinkForTheLevel)
{
  auto sink = std::make_shared<Lines>(LogLevel::warn);
  const Log log(sink);
  EXPECT_FALSE(log.enabled(LogLevel::info));
  EXPECT_TRUE(log.enabled(LogLevel::error));
  log.trace("t");
  log.debug("d");
  log.info("i");
  log.warn("w");
  EXPECT_EQ(sink->lines, (std::vector<std::string>{"w"}));
}

TEST(LogTest, WithoutASinkEverythingIsDropped)
{
  const Log log;
  EXPECT_FALSE(log.enabled(LogLevel::error));
  log.with({{"a", 1}}).error("nobody hears");
}

TEST(ObjectKeyTest, PrintsAndParsesAsClientGo)
{
  EXPECT_EQ((ObjectKey{"ns", "name"}).to_string(), "ns/name");
  EXPECT_EQ((ObjectKey{"", "name"}).to_string(), "name");
  EXPECT_EQ(ObjectKey::parse("ns/name"), (ObjectKey{"ns", "name"}));
  EXPECT_EQ(ObjectKey::parse("name"), (ObjectKey{"", "name"}));
  EXPECT_EQ(ObjectKey::parse(""), (ObjectKey{"", ""}));
  EXPECT_EQ(ObjectKey::parse("a/b/c"), std::nullopt);
}

TEST(ObjectKeyTest, OrdersByNamespaceThenNameAndHashesByBoth)
{
  EXPECT_LT((ObjectKey{"a", "z"}), (ObjectKey{"b", "a"}));
  EXPECT_LT((ObjectKey{"a", "a"}), (ObjectKey{"a", "b"}));
  const std::hash<ObjectKey> hash;
  EXPECT_EQ(hash({"a", "b"}), hash({"a", "b"}));
  std::unordered_set<std::size_t> hashes;
  for (int space = 0; space < 30; ++space) {
    for (int name = 0; name < 30; ++name) hashes.insert(hash({std::to_string(space), std::to_string(name)}));
  }
  EXPECT_GT(hashes.size(), 890U);
}

}  // namespace
}  // namespace kubexx
