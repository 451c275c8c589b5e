// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/fault_plan.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace kubexx::testing {
namespace {

std::optional<Fault> often(Random& random)
{
  std::optional<Fault> fault;
  if (random.below(2) == 0) fault = Fault{"", "broken", std::chrono::microseconds(random.below(1000))};
  return fault;
}

std::vector<Fault> run(FaultPlan& plan, const std::vector<std::string>& places)
{
  for (const auto& place : places) (void)plan.decide(plan.visit(place), often);
  return plan.happened();
}

std::vector<std::string> many(const std::string& place)
{
  return std::vector<std::string>(40, place);
}

TEST(FaultPlan, VisitsAreNumberedByPlace)
{
  FaultPlan plan(1);
  EXPECT_EQ(plan.visit("GET /a"), "GET /a #1");
  EXPECT_EQ(plan.visit("GET /b"), "GET /b #1");
  EXPECT_EQ(plan.visit("GET /a"), "GET /a #2");
}

TEST(FaultPlan, TheSeedAndTheSiteAloneDecide)
{
  FaultPlan alone(7);
  const auto expected = run(alone, many("GET /a"));
  FaultPlan among(7);
  (void)run(among, many("GET /b"));
  (void)among.random("GET /c #1").next();
  std::vector<Fault> of_a;
  for (const auto& fault : run(among, many("GET /a"))) {
    if (fault.site.starts_with("GET /a")) of_a.push_back(fault);
  }
  EXPECT_EQ(of_a, expected);
  EXPECT_GT(expected.size(), 5U);
  EXPECT_LT(expected.size(), 35U);
  FaultPlan other(8);
  EXPECT_NE(run(other, many("GET /a")), expected);
}

TEST(FaultPlan, AListIsReplayedAndAPartOfItToo)
{
  FaultPlan drawn(7);
  const auto all = run(drawn, many("GET /a"));
  FaultPlan again(7, all);
  EXPECT_EQ(run(again, many("GET /a")), all);

  const std::vector<Fault> part(all.begin() + 2, all.end());
  FaultPlan fewer(7, part);
  EXPECT_EQ(run(fewer, many("GET /a")), part);
}

TEST(FaultPlan, NothingHappensAfterTheStop)
{
  FaultPlan plan(7);
  plan.stop();
  EXPECT_TRUE(run(plan, many("GET /a")).empty());
}

TEST(FaultPlan, TheRandomNumbersOfASiteAreTheSameInAReplay)
{
  const FaultPlan drawn(7);
  const FaultPlan replayed(7, {});
  EXPECT_EQ(drawn.random("GET /a #1").next(), replayed.random("GET /a #1").next());
  EXPECT_NE(drawn.random("GET /a #1").next(), drawn.random("GET /a #2").next());
}

TEST(FaultPlan, AListNamesASiteOnce)
{
  const Fault fault{"GET /a #1", "broken", {}};
  EXPECT_THROW(FaultPlan(7, {fault, fault}), std::invalid_argument);
}

TEST(Fault, IsALineOfText)
{
  const Fault fault{"GET /a #1", "watch delayed", std::chrono::microseconds(1500)};
  EXPECT_EQ(to_string(fault), "GET /a #1 | watch delayed | 1500us");
  EXPECT_EQ(parse_fault(to_string(fault)), fault);
  const Fault without{"edit #2", "scale foo-1 7", {}};
  EXPECT_EQ(to_string(without), "edit #2 | scale foo-1 7");
  EXPECT_EQ(parse_fault(to_string(without)), without);
}

TEST(Fault, ABadLineIsNamed)
{
  for (const char* line : {"", "no separator", " | no site", "a | b | soon", "a | b | 5ms", "a | b | us"}) {
    EXPECT_THAT([&] { (void)parse_fault(line); },
                ::testing::ThrowsMessage<std::invalid_argument>(::testing::HasSubstr(line)))
        << line;
  }
}

}  // namespace
}  // namespace kubexx::testing
