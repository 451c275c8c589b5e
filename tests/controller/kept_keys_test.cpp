// SPDX-License-Identifier: Apache-2.0
// The keys that wait beside the queue of a controller.
#include "reconcile/kept_keys.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace kubexx {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

class KeptKeysTest : public testing::Test {
protected:
  static KeptKeys::Key key(const std::string& name, int priority = 0, Trigger triggers = 1)
  {
    return {Request(ObjectKey{"default", name}), triggers, priority};
  }
  void add(const std::string& name, int rank = 0, std::uint64_t group = 0)
  {
    kept.add(key(name, rank), {rank, group}, now);
  }
  std::vector<std::string> taken(std::optional<Duration> max_wait = std::nullopt)
  {
    std::vector<std::string> names;
    while (const auto next = kept.take_next(now, max_wait)) names.push_back(next->request.name);
    return names;
  }

  KeptKeys kept;
  SteadyTime now{};
};

TEST_F(KeptKeysTest, ComeInTheOrderInWhichTheyCame)
{
  for (const char* name : {"b", "a", "c"}) add(name);
  EXPECT_EQ(kept.size(), 3U);
  EXPECT_THAT(taken(), ElementsAre("b", "a", "c"));
  EXPECT_TRUE(kept.empty());
}

TEST_F(KeptKeysTest, TheHighestRankComesFirst)
{
  add("low", -1);
  add("a");
  add("high", 1);
  add("b");
  EXPECT_THAT(taken(), ElementsAre("high", "a", "b", "low"));
}

TEST_F(KeptKeysTest, GroupsTakeTurnsWithinARank)
{
  for (const char* name : {"a1", "a2", "a3"}) add(name, 0, 1);
  for (const char* name : {"b1", "b2"}) add(name, 0, 2);
  add("first", 1, 1);
  EXPECT_THAT(taken(), ElementsAre("first", "a1", "b1", "a2", "b2", "a3"));
}

TEST_F(KeptKeysTest, AKeyIsKeptOnceWithAllItsCausesAndTheHighestPriority)
{
  kept.add(key("a", -1, 1), {-1, 0}, now);
  add("b");
  kept.add(key("a", 2, 4), {2, 0}, now);
  kept.add(key("a", 1, 8), {1, 0}, now);
  EXPECT_EQ(kept.size(), 2U);
  const auto first = kept.take_next(now, std::nullopt);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->request.name, "a");
  EXPECT_EQ(first->triggers, 13U);
  EXPECT_EQ(first->priority, 2);
  EXPECT_THAT(taken(), ElementsAre("b"));
}

TEST_F(KeptKeysTest, WhatHasWaitedForLongHasEverySecondTurn)
{
  for (const char* name : {"old1", "old2"}) add(name, -1);
  now += seconds(10);
  for (const char* name : {"a", "b", "c"}) add(name);
  EXPECT_THAT(taken(seconds(10)), ElementsAre("old1", "a", "old2", "b", "c"));
}

TEST_F(KeptKeysTest, OneMayBeTakenOutAndAllOfThem)
{
  for (const char* name : {"a", "b", "c", "d"}) add(name, name[0] == 'c' ? 1 : 0, 1);
  const auto one = kept.take(Request(ObjectKey{"default", "b"}));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->request.name, "b");
  EXPECT_FALSE(kept.take(one->request));
  EXPECT_FALSE(kept.contains(one->request));
  std::vector<KeptKeys::Key> all;
  kept.take_all(all);
  std::vector<std::string> names;
  for (const auto& each : all) names.push_back(each.request.name);
  EXPECT_THAT(names, ElementsAre("a", "c", "d"));
  EXPECT_TRUE(kept.empty());
  add("e");
  EXPECT_THAT(taken(), ElementsAre("e"));
  EXPECT_THAT(taken(), IsEmpty());
}

}  // namespace
}  // namespace kubexx
