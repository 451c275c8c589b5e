// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/priority_queue.hpp"

// What controller-runtime lacks: a bound on waiting, and turns between groups, also when somebody does his worst.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct BoundTest : testing::Test {
  ManualClock clock;
  PriorityQueue<std::string> queue = with(1min);

  PriorityQueue<std::string> with(std::optional<Duration> max_wait)
  {
    return PriorityQueue<std::string>(RetryPolicy::exponential(1ms, 1s), {.clock = &clock}, {.max_wait = max_wait});
  }
  template <class Queue>
  static std::string take(Queue& from)
  {
    auto lease = from.try_get();
    if (!lease) return "-";
    lease->release();
    return lease->key();
  }
  std::string take() { return take(queue); }
};

TEST_F(BoundTest, AnOverdueKeyGoesFirstWhateverItsPriority)
{
  queue.add_with("low", {.priority = low_priority});
  clock.advance(59s);
  queue.add_with("high", {.priority = 5});
  queue.add_with("higher", {.priority = 6});
  EXPECT_EQ(take(), "higher");
  clock.advance(1s);
  EXPECT_EQ(take(), "low");
  EXPECT_EQ(take(), "high");
}

TEST_F(BoundTest, OfSeveralOverdueKeysTheOldestGoesFirst)
{
  queue.add_with("oldest", {.priority = -3});
  clock.advance(1s);
  queue.add_with("older", {.priority = -1});
  clock.advance(1s);
  queue.add_with("old", {.priority = -2});
  clock.advance(1min);
  queue.add_with("high", {.priority = 9});
  for (const char* key : {"oldest", "older", "old", "high"}) EXPECT_EQ(take(), key);
}

TEST_F(BoundTest, TheDefaultIsFiveMinutes)
{
  PriorityQueue<std::string> other(RetryPolicy::exponential(1ms, 1s), {.clock = &clock});
  other.add_with("low", {.priority = low_priority});
  for (const Duration wait : {Duration(5min - 1ns), Duration(1ns)}) {
    EXPECT_EQ(other.size(), 1U);
    clock.advance(wait);
    other.add("high");
    EXPECT_EQ(take(other), wait == 1ns ? "low" : "high");
    other.done("high");
  }
}

TEST_F(BoundTest, WithoutABoundALowKeyWaitsForAsLongAsThereAreHigherOnes)
{
  auto unbounded = with(std::nullopt);
  unbounded.add_with("low", {.priority = low_priority});
  for (int round = 0; round < 100; ++round) {
    clock.advance(24h);
    unbounded.add("high");
    EXPECT_EQ(take(unbounded), "high");
    unbounded.done("high");
  }
  EXPECT_EQ(take(unbounded), "low");
}

TEST_F(BoundTest, ABoundOfZeroOrLessGivesTheOrderInWhichKeysBecameReady)
{
  for (const Duration bound : {Duration(0s), Duration(-1h), Duration::min()}) {
    auto aged = with(bound);
    aged.add_with("a", {.priority = 1});
    aged.add_with("b", {.priority = 3});
    aged.add_with("c", {.priority = 2});
    for (const char* key : {"a", "b", "c"}) EXPECT_EQ(take(aged), key);
  }
}

TEST_F(BoundTest, AnEndlessBoundIsNone)
{
  auto endless = with(Duration::max());
  endless.add_with("low", {.priority = -1});
  clock.advance(100000h);
  endless.add("high");
  EXPECT_EQ(take(endless), "high");
}

TEST_F(BoundTest, TimeInWhichAKeyIsProcessedDoesNotCount)
{
  queue.add_with("low", {.priority = low_priority});
  ASSERT_EQ(take(), "low");
  queue.add_with("low", {.priority = low_priority});
  clock.advance(1h);
  queue.add("high");
  queue.done("low");
  EXPECT_EQ(take(), "high");
  clock.advance(1min);
  queue.done("high");
  queue.add("high");
  EXPECT_EQ(take(), "low");
}

TEST_F(BoundTest, AWaitingKeyAgesFromItsTimeEvenIfNobodyLookedThen)
{
  queue.add_with("low", {.after = 10s, .priority = low_priority});
  clock.advance(1min + 9s);
  queue.add("high");
  queue.add("high2");
  EXPECT_EQ(take(), "high");
  clock.advance(1s);
  EXPECT_EQ(take(), "low");
}

TEST_F(BoundTest, ARaisedPriorityDoesNotMakeAKeyYounger)
{
  queue.add_with("raised", {.priority = low_priority});
  clock.advance(30s);
  for (int index = 0; index < 10; ++index) queue.add_with(std::to_string(index), {.priority = 1});
  queue.add_with("raised", {.priority = 1});
  clock.advance(30s);
  EXPECT_EQ(take(), "raised");
  EXPECT_EQ(take(), "0");
}

// The load that the bound is for: urgent keys always find a worker soon, and there is always one more.
TEST_F(BoundTest, ALowKeyComesWithinTheBoundThoughThereIsAlwaysAnUrgentOne)
{
  SeededRandom random(1);
  std::map<std::string, SteadyTime> added;
  for (int step = 0; step < 20'000; ++step) {
    queue.add_with("urgent" + std::to_string(step % 3), {.priority = static_cast<int>(random.below(100))});
    if (random.below(50) == 0) {
      const std::string key = "low" + std::to_string(step);
      queue.add_with(key, {.priority = -static_cast<int>(random.below(100)) - 1});
      added[key] = clock.now();
    }
    const std::string key = take();
    if (const auto low = added.find(key); low != added.end()) added.erase(low);
    queue.done(key);
    for (const auto& [low, at] : added) {
      // Those that became overdue before it, one a step, may come first: at most those added in the step before.
      ASSERT_LE(clock.now() - at, 1min + 500ms) << low << " at step " << step;
    }
    clock.advance(100ms);
  }
}

struct GroupTest : testing::Test {
  ManualClock clock;
  PriorityQueue<ObjectKey> queue = with(std::nullopt);

  PriorityQueue<ObjectKey> with(std::optional<Duration> max_wait)
  {
    return PriorityQueue<ObjectKey>(
        RetryPolicy::exponential(1ms, 1s), {.clock = &clock},
        {.max_wait = max_wait, .group = [](const ObjectKey& key) { return group_of(key.namespace_); }});
  }
  std::string take(PriorityQueue<ObjectKey>& from)
  {
    const auto lease = from.try_get();
    return lease ? lease->key().to_string() : "-";
  }
  std::string take() { return take(queue); }
  std::string take_all()
  {
    std::string all;
    for (std::string key = take(); key != "-"; key = take()) all += (all.empty() ? "" : " ") + key;
    return all;
  }
};

TEST_F(GroupTest, GroupsTakeTurnsAndAGroupsKeysComeInTheirOrder)
{
  for (const char* name : {"1", "2", "3", "4"}) queue.add({"noisy", name});
  for (const char* name : {"1", "2"}) queue.add({"calm", name});
  queue.add({"", "cluster"});
  EXPECT_EQ(take_all(), "noisy/1 calm/1 cluster noisy/2 calm/2 noisy/3 noisy/4");
}

TEST_F(GroupTest, WithinAPriorityOnly)
{
  queue.add_with({"a", "low"}, {.priority = -1});
  queue.add({"a", "1"});
  queue.add({"a", "2"});
  queue.add({"b", "1"});
  queue.add_with({"b", "low"}, {.priority = -1});
  queue.add_with({"a", "high"}, {.priority = 1});
  EXPECT_EQ(take_all(), "a/high a/1 b/1 a/2 a/low b/low");
}

TEST_F(GroupTest, AGroupThatComesBackGoesBehindTheOthers)
{
  for (const char* name : {"1", "2"}) queue.add({"a", name});
  queue.add({"b", "1"});
  EXPECT_EQ(take(), "a/1");
  queue.add({"c", "1"});
  EXPECT_EQ(take(), "b/1");
  queue.add({"b", "2"});
  EXPECT_EQ(take_all(), "a/2 c/1 b/2");
}

TEST_F(GroupTest, ARaisedKeyLeavesTheTurnOfItsOldPriority)
{
  queue.add({"a", "1"});
  queue.add({"b", "1"});
  queue.add({"b", "2"});
  queue.add_with({"a", "1"}, {.priority = 1});
  EXPECT_EQ(take_all(), "a/1 b/1 b/2");
}

TEST_F(GroupTest, OneNoisyGroupWithTenThousandKeysDelaysAQuietOneByOneDispatch)
{
  for (int index = 0; index < 10'000; ++index) queue.add({"noisy", std::to_string(index)});
  EXPECT_EQ(take(), "noisy/0");
  for (int round = 0; round < 100; ++round) {
    queue.add({"quiet", "key"});
    EXPECT_EQ(take(), "noisy/" + std::to_string(round + 1));
    EXPECT_EQ(take(), "quiet/key");
  }
}

// A noisy group adds ten keys for each dispatch; of five others each adds one for every eight. All of those must come
// within a round of turns, however long the backlog of the noisy one becomes.
void expect_quiet_groups_are_served(PriorityQueue<ObjectKey>& queue, ManualClock& clock, int bound)
{
  std::map<std::string, int> added;  // quiet key: the step
  std::map<std::string, int> served;
  int noisy = 0;
  for (int step = 0; step < 4000; ++step) {
    for (int index = 0; index < 10; ++index) queue.add({"noisy", std::to_string(++noisy)});
    if (step % 8 < 5) {
      const ObjectKey key{"quiet" + std::to_string(step % 8), std::to_string(step)};
      queue.add(key);
      added[key.to_string()] = step;
    }
    const auto lease = queue.try_get();
    ASSERT_TRUE(lease);
    ++served[lease->key().namespace_];
    if (const auto quiet = added.find(lease->key().to_string()); quiet != added.end()) {
      ASSERT_LE(step - quiet->second, bound) << quiet->first;
      added.erase(quiet);
    }
    clock.advance(1s);
  }
  EXPECT_LE(added.size(), 6U);
  for (int group = 0; group < 5; ++group) EXPECT_GE(served["quiet" + std::to_string(group)], 499);
  EXPECT_GE(served["noisy"], 1000);
}

TEST_F(GroupTest, AnEndlessNoisyGroupCannotStarveOthers)
{
  expect_quiet_groups_are_served(queue, clock, 6);
}

// Its backlog becomes overdue; were that dispatched before all else, the quiet groups would wait for minutes.
TEST_F(GroupTest, NorWithAnOverdueBacklog)
{
  auto bounded = with(1min);
  expect_quiet_groups_are_served(bounded, clock, 6);
}

TEST_F(GroupTest, AnOverdueKeyOfLowPriorityComesWithinTwoDispatches)
{
  auto bounded = with(1min);
  bounded.add_with({"a", "low"}, {.priority = low_priority});
  bounded.add_with({"b", "low"}, {.priority = low_priority});
  clock.advance(1min);
  for (int index = 0; index < 4; ++index) bounded.add({"c", std::to_string(index)});
  for (const char* key : {"a/low", "c/0", "b/low", "c/1", "c/2", "c/3"}) EXPECT_EQ(take(bounded), key) << key;
}

// The noisy group has an overdue backlog of low priority, an endless one of normal priority, and urgent keys besides.
TEST_F(GroupTest, AnOverdueKeyComesSoonThoughANoisyGroupHasOverdueKeysOfEveryPriority)
{
  auto bounded = with(1min);
  int noisy = 0;
  for (int index = 0; index < 10'000; ++index) {
    for (const int priority : {low_priority, 0}) {
      bounded.add_with({"noisy", std::to_string(++noisy)}, {.priority = priority});
    }
  }
  bounded.add_with({"quiet", "low"}, {.priority = low_priority});
  clock.advance(1min);
  int hand_outs = 0;
  for (std::string key; key != "quiet/low" && hand_outs < 1000; ++hand_outs) {
    bounded.add_with({"noisy", std::to_string(++noisy)}, {.priority = 0});
    bounded.add_with({"noisy", std::to_string(++noisy)}, {.priority = 1});
    key = take(bounded);
    ASSERT_NE(key, "-");
  }
  EXPECT_LE(hand_outs, 8);
}

TEST_F(GroupTest, WithABoundTheHighestPriorityKeepsHalfOfTheDispatches)
{
  auto bounded = with(1min);
  for (int index = 0; index < 1000; ++index) {
    bounded.add_with({"a", std::to_string(index)}, {.priority = low_priority});
  }
  clock.advance(1h);
  for (int round = 0; round < 100; ++round) {
    bounded.add({"b", "urgent"});
    const std::string first = take(bounded);
    const std::string second = take(bounded);
    EXPECT_TRUE(first == "b/urgent" || second == "b/urgent") << first << " " << second;
  }
}

TEST_F(GroupTest, ThousandsOfGroupsComeAndGo)
{
  for (int round = 0; round < 3; ++round) {
    for (int name = 0; name < 2; ++name) {
      for (int group = 0; group < 3000; ++group) {
        queue.add_with({"group" + std::to_string(group), std::to_string(name)}, {.priority = group % 7});
      }
    }
    std::map<std::string, int> seen;
    for (int taken = 0; taken < 6000; ++taken) {
      const auto lease = queue.try_get();
      ASSERT_TRUE(lease);
      // The first key of all groups of a priority comes before the second one of any.
      ASSERT_EQ(lease->key().name, std::to_string(seen[lease->key().namespace_]++));
    }
    EXPECT_EQ(take(), "-");
  }
}

TEST_F(GroupTest, AMillionDistinctPrioritiesAreDispatchedInOrder)
{
  PriorityQueue<int> many(RetryPolicy::exponential(1ms, 1s), {.clock = &clock}, {.max_wait = std::nullopt});
  constexpr int kCount = 100'000;
  for (int index = 0; index < kCount; ++index) {
    const int priority = static_cast<int>((static_cast<std::int64_t>(index) * 7919) % kCount);
    many.add_with(priority, {.priority = priority});
  }
  for (int expected = kCount - 1; expected >= 0; --expected) {
    const auto lease = many.try_get();
    ASSERT_TRUE(lease);
    ASSERT_EQ(lease->key(), expected);
  }
}

}  // namespace
}  // namespace kubexx
