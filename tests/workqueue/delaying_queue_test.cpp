// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/delaying_queue.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/snapshot.hpp"

// Counterparts of client-go's util/workqueue/delaying_queue_test.go.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct DelayingQueueTest : testing::Test {
  ManualClock clock;
  DelayingQueue<std::string> queue{{.clock = &clock}};

  std::string take()
  {
    const auto lease = queue.try_get();
    return lease ? lease->key() : "-";
  }
};

// upstream TestSimpleQueue
TEST_F(DelayingQueueTest, SimpleQueueAKeyIsThereWhenItsDelayIsOver)
{
  queue.add_after("foo", 50ms);
  EXPECT_EQ(queue.size(), 0U);
  clock.advance(49ms);
  EXPECT_EQ(queue.size(), 0U);
  clock.advance(1ms);
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(take(), "foo");
  clock.advance(10s);
  EXPECT_EQ(queue.size(), 0U);
}

// upstream TestDeduping
TEST_F(DelayingQueueTest, DedupingTheEarlierTimeWins)
{
  queue.add_after("foo", 50ms);
  queue.add_after("foo", 70ms);
  EXPECT_EQ(queue.delayed(), 1U);
  clock.advance(60ms);
  EXPECT_EQ(take(), "foo");
  clock.advance(20ms);
  EXPECT_EQ(take(), "-");

  queue.add_after("foo", 50ms);
  queue.add_after("foo", 30ms);
  EXPECT_EQ(queue.delayed(), 1U);
  clock.advance(40ms);
  EXPECT_EQ(take(), "foo");
  clock.advance(1s);
  EXPECT_EQ(take(), "-");
}

// upstream TestAddTwoFireEarly
TEST_F(DelayingQueueTest, AddTwoFireEarlyTheShorterOneComesFirst)
{
  queue.add_after("foo", 1s);
  queue.add_after("bar", 50ms);
  EXPECT_EQ(take(), "-");
  clock.advance(60ms);
  EXPECT_EQ(take(), "bar");
  queue.add_after("baz", 2s);
  clock.advance(1s);
  EXPECT_EQ(take(), "foo");
  EXPECT_EQ(take(), "-");
  clock.advance(2s);
  EXPECT_EQ(take(), "baz");
}

// upstream TestCopyShifting
TEST_F(DelayingQueueTest, CopyShiftingDueAtOnceComeInTheOrderOfTheirTimes)
{
  queue.add_after("foo", 1s);
  queue.add_after("bar", 500ms);
  queue.add_after("baz", 250ms);
  EXPECT_EQ(take(), "-");
  clock.advance(2s);
  EXPECT_EQ(take(), "baz");
  EXPECT_EQ(take(), "bar");
  EXPECT_EQ(take(), "foo");
}

TEST_F(DelayingQueueTest, EqualTimesComeInCallOrder)
{
  std::vector<std::string> order;
  for (int index = 0; index < 20; ++index) queue.add_after(std::to_string(index), 1s);
  clock.advance(1s);
  for (int index = 0; index < 20; ++index) EXPECT_EQ(take(), std::to_string(index));
}

TEST_F(DelayingQueueTest, ZeroAndNegativeDelaysAreAnAdd)
{
  queue.add_after("a", 0ns);
  queue.add_after("b", -1h);
  queue.add_after("c", Duration::min());
  EXPECT_EQ(queue.size(), 3U);
}

TEST_F(DelayingQueueTest, AHugeDelayNeitherOverflowsNorFires)
{
  queue.add_after("a", Duration::max());
  clock.advance(24h * 365 * 100);
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(queue.delayed(), 1U);
  queue.add_after("a", 1ns);
  clock.advance(1ns);
  EXPECT_EQ(take(), "a");
}

TEST_F(DelayingQueueTest, AnAddDoesNotCancelAPendingDelay)
{
  queue.add_after("a", 1s);
  queue.add("a");
  EXPECT_EQ(take(), "a");
  EXPECT_EQ(take(), "-");
  clock.advance(1s);
  EXPECT_EQ(take(), "a");
}

TEST_F(DelayingQueueTest, ADelayThatEndsWhileTheKeyIsProcessedBringsItBackAfterDone)
{
  queue.add("a");
  auto lease = queue.try_get();
  ASSERT_TRUE(lease);
  queue.add_after("a", 1s);
  clock.advance(1s);
  EXPECT_EQ(queue.size(), 0U);
  lease->done();
  EXPECT_EQ(take(), "a");
}

TEST_F(DelayingQueueTest, DueKeysGoBeforeAnAddThatComesLater)
{
  queue.add_after("due", 1s);
  clock.advance(1s);
  queue.add("later");
  EXPECT_EQ(take(), "due");
  EXPECT_EQ(take(), "later");
}

TEST_F(DelayingQueueTest, ADelayThatIsOverIsNoneAnyMoreHoweverManyAreOver)
{
  constexpr int many = 1000;
  for (int key = 0; key < many; ++key) queue.add_after(std::to_string(key), 1s);
  const std::string last = std::to_string(many - 1);
  clock.advance(1s);
  queue.add_after(last, 1h);
  int dispatched = 0;
  while (const auto lease = queue.try_get()) dispatched += lease->key() == last ? 1 : 0;
  EXPECT_EQ(dispatched, 1);
  clock.advance(1h);
  EXPECT_EQ(take(), last);
}

// TRAP: client-go's drain leaves delayed keys to a loop that is not told.
TEST_F(DelayingQueueTest, ADrainDropsAndCountsDelayedKeys)
{
  queue.add_after("a", 1s);
  queue.add_after("b", 2s);
  queue.add_after("c", 500ms);
  clock.advance(600ms);
  EXPECT_EQ(queue.shut_down_with_drain({}, clock.now()), DrainResult::deadline);
  EXPECT_EQ(queue.dropped(), 2U);
  EXPECT_EQ(queue.delayed(), 0U);
  clock.advance(1h);
  EXPECT_EQ(take(), "c");
  EXPECT_EQ(take(), "-");
  queue.add_after("d", 1s);
  clock.advance(1h);
  EXPECT_EQ(take(), "-");
  EXPECT_EQ(queue.dropped(), 2U);
}

TEST_F(DelayingQueueTest, CausesOfADelayedAddComeWithItsDispatch)
{
  queue.add_after("a", 1s, 2);
  queue.add_after("a", 2s, 4);
  queue.add("a", 1);
  EXPECT_EQ(queue.try_get()->triggers(), 1U);
  clock.advance(1s);
  EXPECT_EQ(queue.try_get()->triggers(), 6U);
}

TEST_F(DelayingQueueTest, ManyShortenedDelaysKeepTheirOrder)
{
  for (int round = 0; round < 10; ++round) {
    for (int index = 0; index < 200; ++index) queue.add_after(std::to_string(index), 10s - round * 1s + index * 1ms);
  }
  EXPECT_EQ(queue.delayed(), 200U);
  clock.advance(2s);
  for (int index = 0; index < 200; ++index) ASSERT_EQ(take(), index < 200 ? std::to_string(index) : "-");
  clock.advance(1h);
  EXPECT_EQ(take(), "-");
}

// TRAP: client-go's producers block once a thousand delays are on their way to its loop.
TEST_F(DelayingQueueTest, NoProducerEverBlocks)
{
  for (int key = 0; key < 5000; ++key) queue.add_after(std::to_string(key), 1h);
  EXPECT_EQ(queue.delayed(), 5000U);
}

// TRAP: client-go's loop, which moves due keys one by one, competes with those who add.
TEST_F(DelayingQueueTest, ASteadyStreamOfAddsKeepsNoDueKeyWaiting)
{
  queue.add_after("due", 10ms);
  for (int step = 0; step < 10; ++step) {
    queue.add("a" + std::to_string(step));
    clock.advance(1ms);
  }
  queue.add("later");
  for (int step = 0; step < 10; ++step) EXPECT_EQ(queue.try_get()->key(), "a" + std::to_string(step));
  EXPECT_EQ(queue.try_get()->key(), "due");
  EXPECT_EQ(queue.try_get()->key(), "later");
}

// TRAP: a drain leaves client-go's loop, its ticker and the delayed keys behind until a shutdown.
TEST_F(DelayingQueueTest, AfterEitherShutdownNothingIsLeftBehind)
{
  for (const bool hard : {true, false}) {
    DelayingQueue<std::string> going({.clock = &clock});
    for (int key = 0; key < 10; ++key) going.add_after(std::to_string(key), 1h);
    going.add_after("0", 1min);
    if (hard) {
      going.shut_down();
    } else {
      EXPECT_EQ(going.shut_down_with_drain(), DrainResult::drained);
    }
    EXPECT_EQ(going.delayed(), 0U);
    EXPECT_EQ(going.dropped(), 10U);
    EXPECT_EQ(snapshot(going).totals.keys, 0U);
    EXPECT_FALSE(clock.next_due());
  }
}

TEST_F(DelayingQueueTest, AShutdownNamesTheKeysThatItDrops)
{
  std::vector<std::string> dropped;
  for (const bool hard : {true, false}) {
    dropped.clear();
    DelayingQueue<std::string> going({.clock = &clock});
    going.on_dropped([&](const std::string& key) { dropped.push_back(key); });
    going.add("ready");
    going.add_after("soon", 1s);
    going.add_after("later", 1h);
    going.add_after("due", 1s);
    clock.advance(1s);
    hard ? going.shut_down() : going.begin_drain();
    EXPECT_EQ(dropped, std::vector<std::string>{"later"}) << "what is ready is still dispatched";
    EXPECT_EQ(going.dropped(), 1U);
  }
}

TEST_F(DelayingQueueTest, WhatTheCallbackForDroppedKeysThrowsIsIgnored)
{
  int calls = 0, steps = 0;
  queue.on_dropped([&](const std::string&) {
    ++calls;
    throw std::runtime_error("cannot save it");
  });
  queue.observe(
      [&](const QueueEvent<std::string>& step) { steps += step.operation == QueueOperation::dropped ? 1 : 0; });
  queue.add_after("a", 1h);
  queue.add_after("b", 1h);
  queue.shut_down();
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(steps, 2) << "an observer sees them, too";
}

TEST_F(DelayingQueueTest, NeitherTheDestructorNorAnEmptyCallbackIsCalled)
{
  int calls = 0;
  {
    DelayingQueue<std::string> going({.clock = &clock});
    going.on_dropped([&](const std::string&) { ++calls; });
    going.add_after("a", 1h);
  }
  EXPECT_EQ(calls, 0) << "what the callback refers to may be gone";
  queue.on_dropped([&](const std::string&) { ++calls; });
  queue.on_dropped({});
  queue.add_after("a", 1h);
  queue.shut_down();
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace kubexx
