// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/priority_queue.hpp"

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "fake_metrics.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/snapshot.hpp"

// Counterparts of controller-runtime's pkg/controller/priorityqueue/priorityqueue_test.go (those with threads are in
// priority_threads_test.cpp), and the rule of priority_queue.hpp row by row.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct PriorityQueueTest : testing::Test {
  ManualClock clock;
  FakeProvider provider;
  PriorityQueue<std::string> queue{RetryPolicy::exponential(5ms, 1000s),
                                   {.name = "test", .clock = &clock, .metrics = &provider}};

  /// The key that comes next, and its priority unless that is 0: "foo", "foo@2", "-".
  std::string take()
  {
    auto lease = queue.try_get();
    if (!lease) return "-";
    lease->release();
    return lease->priority() == 0 ? lease->key() : lease->key() + "@" + std::to_string(lease->priority());
  }
  std::string take_all()
  {
    std::string all;
    for (std::string key = take(); key != "-"; key = take()) all += (all.empty() ? "" : " ") + key;
    return all;
  }

  double adds() const { return provider.counters.at("workqueue_adds_total,name=test")->value; }
  double retries() const { return provider.counters.at("workqueue_retries_total,name=test")->value; }
  /// Priorities and depths of the series that are not zero: "-100:1 0:2".
  std::string depth() const
  {
    const std::string prefix = "workqueue_depth,name=test,priority=";
    std::string shown;
    for (const auto& [name, read] : provider.gauges) {
      if (name.compare(0, prefix.size(), prefix) != 0 || read() == 0) continue;
      shown += (shown.empty() ? "" : " ") + name.substr(prefix.size()) + ":" + std::to_string(std::lround(read()));
    }
    return shown;
  }
  std::size_t depth_series() const
  {
    std::size_t count = 0;
    for (const auto& [name, read] : provider.gauges) count += name.compare(0, 15, "workqueue_depth") == 0 ? 1 : 0;
    return count;
  }
};

// upstream "returns an item"
TEST_F(PriorityQueueTest, ReturnsAnItem)
{
  queue.add_with("foo", {});
  EXPECT_EQ(take(), "foo");
  EXPECT_EQ(depth(), "");
  EXPECT_EQ(adds(), 1);
  EXPECT_EQ(retries(), 0);
}

// upstream "returns items in order"
TEST_F(PriorityQueueTest, ReturnsItemsInOrder)
{
  queue.add_with("foo", {});
  queue.add_with("bar", {});
  EXPECT_EQ(take_all(), "foo bar");
  EXPECT_EQ(depth(), "");
  EXPECT_EQ(adds(), 2);
}

// upstream "doesn't return an item that is currently locked"
TEST_F(PriorityQueueTest, DoesNotReturnAnItemThatIsCurrentlyLocked)
{
  queue.add("foo");
  ASSERT_EQ(take(), "foo");
  queue.add("foo");
  queue.add("bar");
  EXPECT_EQ(take_all(), "bar");
  EXPECT_EQ(depth(), "0:1");
  EXPECT_EQ(adds(), 3);
}

// upstream "returns an item as soon as its unlocked"
TEST_F(PriorityQueueTest, ReturnsAnItemAsSoonAsItIsUnlocked)
{
  queue.add("foo");
  ASSERT_EQ(take(), "foo");
  queue.add("foo");
  queue.add("bar");
  ASSERT_EQ(take(), "bar");
  queue.add("baz");
  queue.done("foo");
  EXPECT_EQ(take(), "foo");  // it kept its place before baz
  EXPECT_EQ(depth(), "0:1");
  EXPECT_EQ(adds(), 4);
}

// upstream "de-duplicates items"
TEST_F(PriorityQueueTest, DeDuplicatesItems)
{
  queue.add("foo");
  queue.add("foo");
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(depth(), "0:1");
  EXPECT_EQ(adds(), 1);
}

// upstream "enqueues a locked item"
TEST_F(PriorityQueueTest, EnqueuesALockedItem)
{
  queue.add("foo");
  EXPECT_EQ(queue.size(), 1U);
  ASSERT_EQ(take(), "foo");
  queue.add("foo");
  EXPECT_EQ(queue.size(), 1U);
  queue.done("foo");
  EXPECT_EQ(take(), "foo");
  EXPECT_EQ(depth(), "");
  EXPECT_EQ(adds(), 2);
}

// upstream "retains the highest priority"
TEST_F(PriorityQueueTest, RetainsTheHighestPriority)
{
  queue.add_with("foo", {.priority = 1});
  queue.add_with("foo", {.priority = 2});
  EXPECT_EQ(depth(), "2:1");
  EXPECT_EQ(take(), "foo@2");
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(depth(), "");
  EXPECT_EQ(adds(), 1);
}

// upstream "will not decrease the priority"
TEST_F(PriorityQueueTest, WillNotDecreaseThePriority)
{
  queue.add_with("foo", {.priority = 2});
  queue.add_with("foo", {.priority = 1});
  EXPECT_EQ(take(), "foo@2");
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(depth(), "");
  EXPECT_EQ(adds(), 1);
}

// upstream "gets pushed to the front if the priority increases"
TEST_F(PriorityQueueTest, GetsPushedToTheFrontIfThePriorityIncreases)
{
  for (const char* key : {"foo", "bar", "baz"}) queue.add(key);
  queue.add_with("baz", {.priority = 1});
  EXPECT_EQ(take(), "baz@1");
  EXPECT_EQ(queue.size(), 2U);
  EXPECT_EQ(depth(), "0:2");
  EXPECT_EQ(adds(), 3);
}

// upstream "retains the lowest after duration"
TEST_F(PriorityQueueTest, RetainsTheLowestAfterDuration)
{
  queue.add_with("foo", {.after = 0s});
  queue.add_with("foo", {.after = 1h});
  EXPECT_EQ(take(), "foo");
  EXPECT_EQ(queue.size() + queue.delayed(), 0U);
  EXPECT_EQ(adds(), 1);
}

// upstream "doesn't include non-ready items in Len()"
TEST_F(PriorityQueueTest, DoesNotIncludeNonReadyItemsInLen)
{
  queue.add_with("foo", {.after = 1min});
  queue.add_with("baz", {});
  queue.add_with("bar", {.after = 1min});
  queue.add_with("bal", {});
  EXPECT_EQ(queue.size(), 2U);
  EXPECT_EQ(depth(), "0:2");
}

// upstream "Get from priority queue might get stuck when the priority queue is shut down"
TEST_F(PriorityQueueTest, GetAfterShutDownEndsAtOnceWhateverIsLeft)
{
  queue.add("baz");
  queue.add_after("later", 1s);
  queue.shut_down();
  queue.add_with("foo", {.after = 1s});
  for (int round = 0; round < 2; ++round) {
    EmptyReason why{};
    EXPECT_FALSE(queue.get({}, {}, &why));
    EXPECT_EQ(why, EmptyReason::shut_down);
  }
  EXPECT_EQ(queue.dropped(), 2U);
  EXPECT_EQ(queue.size() + queue.delayed(), 0U);
  EXPECT_EQ(depth(), "");
}

// upstream "updates metrics correctly for an item that gets initially added with after and then without"
TEST_F(PriorityQueueTest, MetricsOfAnItemAddedWithAfterAndThenWithout)
{
  queue.add_with("foo", {.after = 1h});
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(depth(), "");
  queue.add_with("foo", {});
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(depth(), "0:1");
  EXPECT_EQ(take_all(), "foo");
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(depth(), "");
  EXPECT_EQ(adds(), 1);
}

// upstream "updates metrics correctly when an item with after is re-added with higher priority and no after"
TEST_F(PriorityQueueTest, MetricsOfAnItemWithAfterAddedAgainWithHigherPriority)
{
  queue.add_with("foo", {.after = 1h, .priority = 0});
  EXPECT_EQ(depth(), "");
  queue.add_with("foo", {.priority = 1});
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(depth(), "1:1");
  EXPECT_EQ(take(), "foo@1");
  EXPECT_EQ(depth(), "");
}

// upstream "follows FIFO order in the new priority queue when item priority changes"
TEST_F(PriorityQueueTest, FollowsFifoOrderInTheNewPriority)
{
  queue.add_with("foo", {.priority = 0});
  queue.add_with("bar", {.priority = 1});
  queue.add_with("foo", {.priority = 1});
  EXPECT_EQ(queue.size(), 2U);
  EXPECT_EQ(take_all(), "bar@1 foo@1");
}

// upstream TestHighPriorityItemsAreReturnedBeforeLowPriorityItemMultipleTimes
TEST_F(PriorityQueueTest, HighPriorityItemsAreReturnedBeforeLowPriorityItemMultipleTimes)
{
  for (const Duration after : {Duration(-1s), Duration(0s), Duration(1s)}) {
    const double before = retries();
    for (int index = 0; index < 1000; ++index) {
      for (const int priority : {10, 5, 0, -5, -10}) {
        queue.add_with(std::to_string(priority) + "-" + std::to_string(index), {.after = after, .priority = priority});
      }
    }
    if (after > 0s) clock.advance(after);
    EXPECT_EQ(depth(), "-10:1000 -5:1000 0:1000 10:1000 5:1000");
    for (const int priority : {10, 5, 0, -5, -10}) {
      for (int index = 0; index < 1000; ++index) {
        const auto lease = queue.try_get();
        ASSERT_TRUE(lease);
        ASSERT_EQ(lease->key(), std::to_string(priority) + "-" + std::to_string(index));
        ASSERT_EQ(lease->priority(), priority);
      }
    }
    EXPECT_EQ(depth(), "");
    EXPECT_EQ(retries() - before, after > 0s ? 5000 : 0);
  }
  EXPECT_EQ(adds(), 15000);
}

// upstream TestItemIsOnlyReturnedAfterAfterHasPassed
TEST_F(PriorityQueueTest, ItemIsOnlyReturnedAfterAfterHasPassed)
{
  queue.add_with("foo", {.after = 1s});
  clock.advance(999ms);
  EXPECT_EQ(take(), "-");
  clock.advance(1ms);
  EXPECT_EQ(take(), "foo");
  EXPECT_EQ(depth(), "");
  EXPECT_EQ(adds(), 1);
  EXPECT_EQ(retries(), 1);
}

// upstream TestHighPriorityItemThatBecameReadyIsReturnedBeforeLowPriorityItem
TEST_F(PriorityQueueTest, HighPriorityItemThatBecameReadyIsReturnedBeforeLowPriorityItem)
{
  queue.add_with("foo", {.priority = low_priority});
  queue.add_with("prio", {.after = 1s, .priority = 0});
  clock.advance(1s);
  EXPECT_EQ(take(), "prio");
  EXPECT_EQ(depth(), "-100:1");
  EXPECT_EQ(adds(), 2);
  EXPECT_EQ(retries(), 1);
}

// upstream TestMultipleItemsWithAfterAreReturnedInCorrectOrder
TEST_F(PriorityQueueTest, MultipleItemsWithAfterAreReturnedInCorrectOrder)
{
  queue.add_with("foo", {.after = 1s});
  queue.add_with("bar", {.after = 200ms});
  EXPECT_EQ(take(), "-");
  clock.advance(1s);
  EXPECT_EQ(take_all(), "bar foo");
  EXPECT_EQ(adds(), 2);
}

// upstream TestItemsAreInludedInLenAndMetricsOnceTheyAreReady
TEST_F(PriorityQueueTest, ItemsAreIncludedInLenAndMetricsOnceTheyAreReady)
{
  for (int round = 0; round < 2; ++round) {
    queue.add_with("foo", {.after = 500ms});
    queue.add_with("baz", {});
    queue.add_with("bar", {.after = 500ms});
    queue.add_with("bal", {});
    EXPECT_EQ(queue.size(), 2U);
    EXPECT_EQ(depth(), "0:2");
    clock.advance(1s);
    EXPECT_EQ(depth(), "0:4");
    EXPECT_EQ(queue.size(), 4U);
    for (int index = 0; index < 4; ++index) queue.try_get()->done();
    EXPECT_EQ(queue.size(), 0U);
    EXPECT_EQ(depth(), "");
  }
}

// upstream TestMetricsAreUpdatedForItemWhoseRequeueAfterExpiredThatGetsAddedAgainWithoutRequeueAfter
TEST_F(PriorityQueueTest, MetricsOfAnItemWhoseAfterExpiredThatGetsAddedAgain)
{
  queue.add_with("foo", {.after = 50ms});
  clock.advance(50ms);
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(depth(), "0:1");
  queue.add_with("foo", {});
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(depth(), "0:1");
  EXPECT_EQ(take_all(), "foo");
  EXPECT_EQ(depth(), "");
  EXPECT_EQ(adds(), 1);
}

// upstream TestWhenAddingMultipleItemsWithRatelimitTrueTheyDontAffectEachOther
TEST_F(PriorityQueueTest, WhenAddingMultipleItemsWithRateLimitTheyDoNotAffectEachOther)
{
  for (int index = 0; index < 7; ++index) queue.add_rate_limited("bar");
  clock.advance(1h);
  ASSERT_EQ(take(), "bar");
  queue.done("bar");
  const double before = retries();
  queue.add_with({"foo", "bar"}, {.rate_limited = true});
  EXPECT_EQ(retries() - before, 2);
  EXPECT_EQ(take(), "-");
  clock.advance(5ms);
  EXPECT_EQ(take(), "foo");
  clock.advance(634ms);
  EXPECT_EQ(take(), "-");
  clock.advance(1ms);
  EXPECT_EQ(take(), "bar");
}

// upstream metrics/workqueue_test.go: under, at and over the limit of distinct priorities; the same one many times
TEST_F(PriorityQueueTest, TwentyFivePrioritiesHaveASeriesAndTheOthersShareOne)
{
  for (int priority = 0; priority < 25; ++priority) {
    for (int round = 0; round < 3; ++round) {
      queue.add_with(std::to_string(priority) + "/" + std::to_string(round), {.priority = priority});
    }
  }
  EXPECT_EQ(depth_series(), 25U);
  for (int priority = 100; priority < 110; ++priority) queue.add_with(std::to_string(priority), {.priority = priority});
  EXPECT_EQ(depth_series(), 26U);
  EXPECT_EQ(provider.gauges.at("workqueue_depth,name=test,priority=exceeded_cardinality_limit")(), 10);
  EXPECT_EQ(provider.gauges.at("workqueue_depth,name=test,priority=24")(), 3);  // old series go on
  for (int taken = 0; taken < 12; ++taken) queue.try_get()->done();
  EXPECT_EQ(provider.gauges.at("workqueue_depth,name=test,priority=exceeded_cardinality_limit")(), 0);
  EXPECT_EQ(provider.gauges.at("workqueue_depth,name=test,priority=24")(), 1);
}

TEST_F(PriorityQueueTest, ThePriorityLabelReplacesTheEmptyOneOfAPlainQueue)
{
  PriorityQueue<int> other(RetryPolicy::exponential(1ms, 1s), {.name = "other",
                                                               .clock = &clock,
                                                               .metrics = &provider,
                                                               .labels = {{"controller", "c"}},
                                                               .depth_labels = {{"priority", ""}, {"more", "x"}}});
  EXPECT_EQ(provider.gauges.count("workqueue_depth,name=other,controller=c,more=x,priority=0"), 1U);
}

TEST_F(PriorityQueueTest, AMetricsProviderThatFailsDoesNotFailTheAdd)
{
  provider.gauge_fails = true;
  queue.add_with("foo", {.priority = 7});
  EXPECT_EQ(depth(), "");
  provider.gauge_fails = false;
  queue.add_with("foo", {.priority = 7});
  EXPECT_EQ(depth(), "7:1");
  EXPECT_EQ(take_all(), "foo@7");
}

// The rule, row by row.

TEST_F(PriorityQueueTest, APlainAddMakesAWaitingKeyReadyAndCancelsItsTime)
{
  queue.add_after("foo", 1s, 1);
  queue.add("foo", 2);
  EXPECT_EQ(queue.delayed(), 0U);
  {
    const auto lease = queue.try_get();
    ASSERT_TRUE(lease);
    EXPECT_EQ(lease->triggers(), 3U);
  }
  clock.advance(1h);
  EXPECT_EQ(take(), "-");
}

TEST_F(PriorityQueueTest, AQueuedKeyStaysSoWhateverTimeComes)
{
  queue.add("foo", 1);
  queue.add_after("foo", 1s, 2);
  queue.add_rate_limited("foo", 4);
  EXPECT_EQ(queue.delayed(), 0U);
  EXPECT_EQ(queue.num_requeues("foo"), 1U);
  {
    const auto lease = queue.try_get();
    ASSERT_TRUE(lease);
    EXPECT_EQ(lease->triggers(), 7U);
  }
  clock.advance(1h);
  EXPECT_EQ(take(), "-");
}

TEST_F(PriorityQueueTest, AKeyQueuedWhileProcessingTakesItsNewPriorityAndNoOlderOne)
{
  queue.add_with("foo", {.priority = 5});
  ASSERT_EQ(take(), "foo@5");
  queue.add_with("foo", {.priority = -1});
  EXPECT_EQ(depth(), "-1:1");
  queue.add_with("foo", {.priority = 1});
  EXPECT_EQ(depth(), "1:1");
  queue.done("foo");
  EXPECT_EQ(take(), "foo@1");
}

TEST_F(PriorityQueueTest, AKeyWaitingWhileProcessingComesWithItsPriorityWhenDue)
{
  queue.add("foo");
  ASSERT_EQ(take(), "foo");
  queue.add_with("foo", {.after = 1s, .priority = 3});
  EXPECT_EQ(queue.size(), 0U);
  queue.done("foo");
  EXPECT_EQ(take(), "-");
  queue.add_with("foo", {.after = 2s, .priority = 4});  // the earlier time, the higher priority
  clock.advance(1s);
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(take(), "foo@4");
}

TEST_F(PriorityQueueTest, DueWhileProcessingItKeepsThatPlace)
{
  queue.add("foo");
  ASSERT_EQ(take(), "foo");
  queue.add_after("foo", 1s);
  clock.advance(1s);
  EXPECT_EQ(queue.size(), 1U);
  queue.add("bar");
  queue.done("foo");
  EXPECT_EQ(take_all(), "foo bar");
}

TEST_F(PriorityQueueTest, KeysInProcessingComeBackInTheOrderOfTheirNumbersNotOfTheirEnds)
{
  const std::vector<std::string> keys{"a", "b", "c", "d", "e"};
  for (const auto& key : keys) queue.add(key);
  ASSERT_EQ(take_all(), "a b c d e");
  for (const char* key : {"d", "b", "e", "a", "c"}) queue.add(key);
  queue.add("f");
  for (const char* key : {"c", "a", "d", "e", "b"}) queue.done(key);
  EXPECT_EQ(take_all(), "d b e a c f");
}

TEST_F(PriorityQueueTest, ANewTimeGetsANewNumber)
{
  queue.add_after("waits", 1s);
  queue.add("first");
  clock.advance(1s);
  queue.add("last");
  EXPECT_EQ(take_all(), "first waits last");
}

TEST_F(PriorityQueueTest, OfLimiterAndAfterTheSmallerCounts)
{
  queue.add_with("limiter", {.after = 1s, .rate_limited = true});
  queue.add_with("after", {.after = 1ms, .rate_limited = true});
  queue.add_with("now", {.after = -1s, .rate_limited = true});
  EXPECT_EQ(take_all(), "now");
  clock.advance(1ms);
  EXPECT_EQ(take_all(), "after");
  clock.advance(4ms);
  EXPECT_EQ(take_all(), "limiter");
  for (const char* key : {"limiter", "after", "now"}) EXPECT_EQ(queue.num_requeues(key), 1U);
  queue.forget("limiter");
  EXPECT_EQ(queue.num_requeues("limiter"), 0U);
}

TEST_F(PriorityQueueTest, ARangeIsAddedInItsOrder)
{
  const std::vector<std::string> keys{"c", "a", "b", "a"};
  queue.add_with(keys, {.priority = 1, .trigger = 4});
  queue.add_with(std::vector<std::string>{}, {.priority = 9});
  queue.add_with({"x", "y"}, {.priority = 2});
  EXPECT_EQ(take_all(), "x@2 y@2 c@1 a@1 b@1");
  EXPECT_EQ(adds(), 5);
}

TEST_F(PriorityQueueTest, ItIsARateLimitingQueueToThoseWhoKnowNoPriorities)
{
  RateLimitingQueue<std::string>& plain = queue;
  plain.add("a");
  plain.add_after("b", 1s);
  plain.add_rate_limited("c");
  queue.add_with("urgent", {.priority = 1});
  EXPECT_EQ(plain.size(), 2U);
  auto lease = plain.try_get();
  EXPECT_EQ(lease->key(), "urgent");
  EXPECT_EQ(lease->priority(), 1);
  clock.advance(1s);
  EXPECT_EQ(take_all(), "a c b");
}

TEST_F(PriorityQueueTest, ABatchTellsThePriorities)
{
  queue.add_with("low", {.priority = low_priority});
  queue.add_with("high", {.priority = 1});
  LeaseBatch<std::string> batch;
  ASSERT_TRUE(queue.get_batch(batch, 10));
  ASSERT_EQ(batch.size(), 2U);
  EXPECT_EQ(batch[0], "high");
  EXPECT_EQ(batch.priority(0), 1);
  EXPECT_EQ(batch.priority(1), low_priority);
}

TEST_F(PriorityQueueTest, TheSnapshotTellsThePriorities)
{
  queue.add_with("ready", {.priority = 3});
  queue.add_with("waits", {.after = 1h, .priority = -3});
  const auto seen = snapshot(queue);
  ASSERT_EQ(seen.entries.size(), 2U);
  EXPECT_EQ(seen.entries[0].key, "ready");
  EXPECT_EQ(seen.entries[0].state.priority, 3);
  EXPECT_EQ(seen.entries[1].key, "waits");
  EXPECT_EQ(seen.entries[1].state.priority, -3);
}

TEST_F(PriorityQueueTest, AnObserverSeesWhatAnAddDidToAWaitingKey)
{
  std::vector<QueueOperation> seen;
  queue.observe([&](const QueueEvent<std::string>& event) { seen.push_back(event.operation); });
  queue.add_after("foo", 1s);
  queue.add("foo");
  queue.add_after("foo", 1s);
  queue.shut_down();
  using enum QueueOperation;
  EXPECT_EQ(seen, (std::vector{delayed, due, added, touched, dropped, shut_down}));
}

// Shutdown.

TEST_F(PriorityQueueTest, ADrainHandsOutWhatIsReadyAndDropsWhatWaits)
{
  queue.add_with("low", {.priority = low_priority});
  queue.add("processing");
  ASSERT_EQ(take(), "processing");
  queue.add("processing");
  queue.add_after("waits", 1s);
  queue.begin_drain();
  EXPECT_EQ(queue.dropped(), 1U);
  std::optional<DrainResult> ended;
  queue.on_drained([&](DrainResult result) { ended = result; });
  queue.add("late");
  EXPECT_EQ(take_all(), "low@-100");
  queue.done("low");
  queue.done("processing");
  EXPECT_EQ(take_all(), "processing");
  EXPECT_FALSE(ended);
  queue.done("processing");
  EXPECT_EQ(ended, DrainResult::drained);
  EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::drained);
}

TEST_F(PriorityQueueTest, ShutDownEndsADrainAndDropsWhatIsLeft)
{
  queue.add("a");
  queue.add("processing");
  ASSERT_EQ(take(), "a");
  queue.add("a");
  std::optional<DrainResult> ended;
  queue.begin_drain();
  queue.on_drained([&](DrainResult result) { ended = result; });
  queue.shut_down();
  EXPECT_EQ(ended, DrainResult::shut_down);
  EXPECT_EQ(queue.dropped(), 2U);
  queue.done("a");
  EXPECT_EQ(take(), "-");
  EXPECT_EQ(queue.size(), 0U);
}

TEST_F(PriorityQueueTest, ADrainEndsAtItsDeadline)
{
  queue.add("a");
  EXPECT_EQ(queue.shut_down_with_drain({}, clock.now()), DrainResult::deadline);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(queue.shut_down_with_drain(stop.get_token()), DrainResult::stopped);
  EXPECT_EQ(take_all(), "a");
}

TEST_F(PriorityQueueTest, ShuttingDownTwiceIsHarmless)
{
  queue.add("a");
  queue.shut_down();
  queue.shut_down();
  queue.begin_drain();
  queue.shut_down();
  EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::drained);
  EXPECT_EQ(queue.dropped(), 1U);
  EXPECT_TRUE(queue.shutting_down());
}

TEST_F(PriorityQueueTest, ARateLimitedKeyWaitsAtLeastAsLongAsIsAskedAndSaysHowLong)
{
  EXPECT_EQ(queue.add_with("server", {.rate_limited = true, .priority = 3, .at_least = 1s}), 1s);
  EXPECT_EQ(queue.add_with("limiter", {.rate_limited = true, .at_least = 1ms}), 5ms);
  EXPECT_EQ(queue.add_with("after", {.after = 2s, .at_least = 1min}), 2s) << "of a rate limited key alone";
  EXPECT_EQ(queue.add_with("now", {}), 0s);
  clock.advance(999ms);
  EXPECT_EQ(take_all(), "now limiter");
  clock.advance(1ms);
  EXPECT_EQ(take_all(), "server@3");
}

TEST_F(PriorityQueueTest, AfterShutDownAnAddOnlyCountsFailures)
{
  queue.shut_down();
  queue.add_with("a", {.priority = 1});
  queue.add_with("b", {.rate_limited = true});
  EXPECT_EQ(queue.size() + queue.delayed(), 0U);
  EXPECT_EQ(queue.num_requeues("b"), 1U);
}

// Bad input.

TEST_F(PriorityQueueTest, TheExtremePrioritiesAreOnesLikeOthers)
{
  queue.add_with("min", {.priority = INT_MIN});
  queue.add_with("zero", {});
  queue.add_with("max", {.priority = INT_MAX});
  queue.add_with("raised", {.priority = INT_MIN});
  queue.add_with("raised", {.priority = INT_MAX});
  EXPECT_EQ(take_all(), "max@2147483647 raised@2147483647 zero min@-2147483648");
}

TEST_F(PriorityQueueTest, AbsurdTimes)
{
  queue.add_with("never", {.after = Duration::max()});
  queue.add_with("now", {.after = Duration::min()});
  queue.add_with("never", {.after = Duration::max(), .priority = 1});
  EXPECT_EQ(take_all(), "now");
  clock.advance(1000h);
  EXPECT_EQ(take(), "-");
  EXPECT_EQ(queue.delayed(), 1U);
}

TEST(PriorityQueueBadInput, AQueueWithoutAClockIsRefused)
{
  EXPECT_THROW(PriorityQueue<int>(RetryPolicy::exponential(1ms, 1s), QueueOptions{}), std::invalid_argument);
}

TEST(PriorityQueueBadInput, AThrowingGroupFunctionMeansThatTheAddHasNotHappened)
{
  ManualClock clock;
  bool broken = false;
  const auto group = [&broken](const int& /*key*/) -> std::uint64_t {
    if (broken) throw std::runtime_error("group");
    return 1;
  };
  PriorityQueue<int> queue(RetryPolicy::exponential(1ms, 1s), {.clock = &clock, .introspection = true},
                           {.group = group});
  queue.add_with(1, {.after = 1s});
  broken = true;
  EXPECT_THROW(queue.add(2), std::runtime_error);
  EXPECT_THROW(queue.add_after(3, 1s), std::runtime_error);
  EXPECT_THROW(queue.add_with({4, 5}, {.priority = 7}), std::runtime_error);
  EXPECT_THROW(queue.add_with(6, {.rate_limited = true}), std::runtime_error);
  EXPECT_EQ(queue.num_requeues(6), 0U);
  queue.add_with(1, {.priority = 3});  // its group is known
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(queue.delayed(), 0U);
  EXPECT_EQ(snapshot(queue).totals.keys, 1U);
  broken = false;
  queue.add(2);
  EXPECT_EQ(queue.try_get()->key(), 1);
  EXPECT_EQ(queue.try_get()->key(), 2);
}

struct Fragile {
  int number = 0;
  static inline bool copies_fail = false;
  explicit Fragile(int value) : number(value) {}
  Fragile(const Fragile& other) : number(other.number)
  {
    if (copies_fail) throw std::runtime_error("copy");
  }
  Fragile& operator=(const Fragile&) = default;
  bool operator==(const Fragile&) const = default;
};
struct FragileHash {
  std::size_t operator()(const Fragile& key) const { return static_cast<std::size_t>(key.number); }
};

TEST(PriorityQueueBadInput, AKeyWhoseCopyThrowsIsNotAdded)
{
  ManualClock clock;
  PriorityQueue<Fragile, FragileHash> queue(RetryPolicy::exponential(1ms, 1s), {.clock = &clock});
  Fragile::copies_fail = true;
  EXPECT_THROW(queue.add_with(Fragile(1), {.priority = 2}), std::runtime_error);
  Fragile::copies_fail = false;
  EXPECT_EQ(queue.size(), 0U);
  queue.add(Fragile(1));
  EXPECT_EQ(queue.try_get()->priority(), 0);
}

}  // namespace
}  // namespace kubexx
