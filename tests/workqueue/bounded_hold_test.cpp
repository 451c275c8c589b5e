// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "fake_metrics.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/detail/delay_heap.hpp"
#include "kubexx/workqueue/priority_queue.hpp"
#include "kubexx/workqueue/snapshot.hpp"

// However many keys there are, no operation keeps the others from the lock for long: what one hold touches is counted.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

constexpr int kMany = 20'000;
constexpr std::uint32_t kBound = detail::QueueState::kMostTouched;

struct BoundedHoldTest : testing::Test {
  ManualClock clock;
  FakeProvider metrics;
  QueueOptions options{.name = "q", .clock = &clock, .metrics = &metrics};
  BoundedHoldTest()
  {
    // So that observing needs no memory beyond what the series have.
    options.duration_buckets = {1};
  }
  template <class Queue>
  static void expect_bounded(Queue& queue)
  {
    EXPECT_GT(queue.driver().most_touched(), 0U) << "nothing was counted";
    EXPECT_LE(queue.driver().most_touched(), kBound);
  }
};

TEST_F(BoundedHoldTest, KeysThatFallDueTogetherBecomeReadyPieceByPieceInTheOrderOfTheirTimes)
{
  DelayingQueue<int> queue({.clock = &clock});
  for (int key = 0; key < kMany; ++key) queue.add_after(key, Duration(kMany - key));
  clock.advance(Duration(kMany));
  queue.add(kMany);
  std::vector<int> order;
  while (auto lease = queue.try_get()) {
    if (lease->key() != kMany) order.push_back(lease->key());
  }
  ASSERT_EQ(order.size(), static_cast<std::size_t>(kMany));
  for (int at = 0; at < kMany; ++at) ASSERT_EQ(order[static_cast<std::size_t>(at)], kMany - 1 - at);
  expect_bounded(queue);
}

TEST_F(BoundedHoldTest, SizeAndDelayedAreExactUpToTheBound)
{
  DelayingQueue<int> queue({.clock = &clock});
  constexpr int kUpTo = 8192;  // what Queue::size() promises
  for (int key = 0; key < kUpTo; ++key) queue.add_after(key, 1s);
  clock.advance(1s);
  EXPECT_EQ(queue.size(), static_cast<std::size_t>(kUpTo));
  EXPECT_EQ(queue.delayed(), 0U);
  for (int key = kUpTo; key < 3 * kMany; ++key) queue.add_after(key, 1s);
  clock.advance(1s);
  const std::size_t first = queue.size();
  EXPECT_GE(first, 2U * kUpTo);
  EXPECT_LE(first, 3U * kMany);
  EXPECT_GT(queue.size(), first) << "each look makes some more ready";
  expect_bounded(queue);
}

TEST_F(BoundedHoldTest, AShutDownDropsEveryDelayedKeyAndAfterItTheCountIsExact)
{
  DelayingQueue<int> queue(options);
  for (int key = 0; key < kMany; ++key) queue.add_after(key, key < 5000 ? 1s : 1h);
  clock.advance(1s);
  queue.shut_down();
  EXPECT_EQ(queue.dropped(), static_cast<std::size_t>(kMany - 5000)) << "what was due is dispatched";
  EXPECT_EQ(queue.delayed(), 0U);
  EXPECT_EQ(queue.size(), 5000U);
  int taken = 0;
  while (auto lease = queue.try_get()) ++taken;
  EXPECT_EQ(taken, 5000);
  expect_bounded(queue);
}

TEST_F(BoundedHoldTest, ADrainWaitsForEveryKeyThatWasDue)
{
  DelayingQueue<int> queue({.clock = &clock});
  for (int key = 0; key < kMany; ++key) queue.add_after(key, 1s);
  clock.advance(1s);
  int drained = 0;
  queue.on_drained([&drained](DrainResult result) { drained += result == DrainResult::drained ? 1 : 100; });
  queue.begin_drain();
  for (int taken = 0; taken < kMany; ++taken) {
    EXPECT_EQ(drained, 0);
    ASSERT_TRUE(queue.try_get());
  }
  EXPECT_EQ(drained, 1);
  expect_bounded(queue);
}

TEST_F(BoundedHoldTest, APriorityQueueDropsWhatIsQueuedAndHandsOutNothingMeanwhile)
{
  PriorityQueue<int> queue(default_controller_rate_limiter<int>(), options);
  for (int key = 0; key < kMany; ++key) queue.add_with(key, {.after = key % 2 == 0 ? 0s : 1h, .priority = key % 30});
  auto lease = queue.try_get();
  queue.add(lease->key());
  queue.shut_down();
  EXPECT_EQ(queue.dropped(), static_cast<std::size_t>(kMany));
  EXPECT_EQ(queue.size(), 0U);
  EmptyReason why = EmptyReason::none;
  EXPECT_FALSE(queue.try_get(&why));
  EXPECT_EQ(why, EmptyReason::shut_down);
  lease->done();
  EXPECT_EQ(snapshot(queue).totals.keys, 0U);
  for (const auto& [name, read] : metrics.gauges) EXPECT_EQ(read(), 0.0) << name;
  expect_bounded(queue);
}

TEST_F(BoundedHoldTest, TheHashTableGrowsPieceByPiece)
{
  Queue<std::string> queue(options);
  for (int key = 0; key < 10 * kMany; ++key) {
    queue.add("key-" + std::to_string(key));
    ASSERT_TRUE(key % 97 != 0 || queue.driver().most_touched() <= kBound) << key;
  }
  EXPECT_EQ(queue.size(), 10U * kMany);
  for (int key = 0; key < 10 * kMany; ++key) ASSERT_EQ(queue.try_get()->key(), "key-" + std::to_string(key));
  expect_bounded(queue);
}

TEST_F(BoundedHoldTest, FailuresWhoseTimeIsOverAreDroppedPieceByPiece)
{
  RateLimitingQueue<int> queue({RetryPolicy::exponential(1ms, 1s), {.failures_ttl = 1h}}, options);
  for (int key = 0; key < kMany; ++key) queue.add_rate_limited(key);
  clock.advance(1s);
  while (auto lease = queue.try_get()) {
  }
  EXPECT_EQ(queue.failing(), static_cast<std::size_t>(kMany));
  clock.advance(1h);
  std::size_t looks = 1;
  while (queue.failing() != 0) ++looks;
  EXPECT_GT(looks, 10U);
  EXPECT_EQ(snapshot(queue).totals.keys, 0U);
  expect_bounded(queue);
}

TEST_F(BoundedHoldTest, AGreatBatchIsGivenBackPieceByPiece)
{
  Queue<int> queue({.clock = &clock});
  for (int key = 0; key < kMany; ++key) queue.add(key);
  LeaseBatch<int> batch;
  std::size_t taken = 0;
  while (taken < kMany) {
    ASSERT_TRUE(queue.get_batch(batch, 10'000));
    taken += batch.size();
  }
  batch.done();
  EXPECT_EQ(taken, static_cast<std::size_t>(kMany));
  expect_bounded(queue);
}

TEST_F(BoundedHoldTest, PrioritiesThatNobodyUsesAnyMoreAreForgotten)
{
  PriorityQueue<int> queue(default_controller_rate_limiter<int>(), {.clock = &clock});
  const auto& order = static_cast<const detail::PriorityOrder&>(*queue.driver().state().order());
  for (int priority = 0; priority < kMany; ++priority) {
    queue.add_with(priority, {.priority = priority});
    ASSERT_TRUE(queue.try_get());
    ASSERT_LE(order.levels(), 300U);
  }
}

// Delays that are shortened again and again leave entries behind; they go piece by piece, and are never many.
TEST_F(BoundedHoldTest, ShortenedDelaysLeaveNoMoreEntriesThanThereAreDelays)
{
  detail::KeyTable<int, std::hash<int>, std::equal_to<>> keys;
  detail::DelayHeap heap(keys);
  constexpr int kKeys = 1000;
  std::vector<detail::RecordIndex> records;
  for (int key = 0; key < kKeys; ++key) records.push_back(keys.find_or_insert(key, keys.hash(key)));
  for (int round = 1000; round > 0; --round) {
    for (const auto record : records) {
      keys.touched = 0;
      heap.set(record, SteadyTime(Duration(1000 + round)));
      ASSERT_LE(keys.touched, 32U);
    }
    ASSERT_LE(heap.entries(), 3U * kKeys);
    ASSERT_EQ(heap.size(), static_cast<std::size_t>(kKeys));
  }
  for (const auto record : records) heap.cancel(record);
  EXPECT_TRUE(heap.empty());
}

}  // namespace
}  // namespace kubexx
