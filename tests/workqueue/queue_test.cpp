// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/queue.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"

// Counterparts of client-go's util/workqueue/queue_test.go, and the rule of queue.hpp row by row, on one thread; those
// with threads are in queue_threads_test.cpp.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct QueueTest : testing::Test {
  ManualClock clock;
  Queue<std::string> queue{{.clock = &clock}};

  std::string take()
  {
    auto lease = queue.try_get();
    if (!lease) return "-";
    std::string key = lease->key();
    lease->release();
    return key;
  }
};

// upstream TestLen
TEST_F(QueueTest, LenDoesNotCountDuplicates)
{
  queue.add("foo");
  EXPECT_EQ(queue.size(), 1U);
  queue.add("bar");
  EXPECT_EQ(queue.size(), 2U);
  queue.add("foo");
  EXPECT_EQ(queue.size(), 2U);
}

// upstream TestReinsert
TEST_F(QueueTest, AKeyAddedWhileProcessingComesBackAfterDone)
{
  queue.add("foo");
  ASSERT_EQ(take(), "foo");
  queue.add("foo");
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(take(), "-");
  queue.done("foo");
  EXPECT_EQ(queue.size(), 1U);
  ASSERT_EQ(take(), "foo");
  queue.done("foo");
  EXPECT_EQ(queue.size(), 0U);
}

// upstream TestCollapse
TEST_F(QueueTest, CollapseAKeyAddedTwiceIsDispatchedOnceAndTouched)
{
  std::vector<QueueOperation> seen;
  queue.observe([&](const QueueEvent<std::string>& event) { seen.push_back(event.operation); });
  queue.add("bar");
  queue.add("bar");
  ASSERT_EQ(take(), "bar");
  queue.done("bar");
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(seen, (std::vector{QueueOperation::added, QueueOperation::touched, QueueOperation::dispatched,
                               QueueOperation::done}));
}

// upstream TestCollapseWhileProcessing
TEST_F(QueueTest, CollapseWhileProcessingTwoAddsOfAKeyInProcessingGiveOneDispatchWithoutTouch)
{
  std::vector<QueueOperation> seen;
  queue.add("foo");
  ASSERT_EQ(take(), "foo");
  queue.observe([&](const QueueEvent<std::string>& event) { seen.push_back(event.operation); });
  queue.add("foo");
  queue.add("foo");
  EXPECT_EQ(take(), "-");
  queue.done("foo");
  ASSERT_EQ(take(), "foo");
  queue.done("foo");
  EXPECT_EQ(take(), "-");
  EXPECT_EQ(seen, (std::vector{QueueOperation::added, QueueOperation::collapsed, QueueOperation::done,
                               QueueOperation::returned, QueueOperation::dispatched, QueueOperation::done}));
}

// upstream TestGarbageCollection
TEST(QueueMemory, AFinishedKeyIsDestroyed)
{
  ManualClock clock;
  Queue<std::shared_ptr<int>> queue({.clock = &clock});
  std::weak_ptr<int> watched;
  {
    auto item = std::make_shared<int>(1);
    watched = item;
    queue.add(item);
  }
  EXPECT_FALSE(watched.expired());
  queue.try_get()->done();
  EXPECT_TRUE(watched.expired());
}

TEST_F(QueueTest, OrderIsThatOfTheFirstAdd)
{
  for (const char* key : {"c", "a", "b", "a", "c"}) queue.add(key);
  EXPECT_EQ(take(), "c");
  EXPECT_EQ(take(), "a");
  EXPECT_EQ(take(), "b");
}

TEST_F(QueueTest, AReAddedKeyGoesToTheTail)
{
  queue.add("a");
  queue.add("b");
  ASSERT_EQ(take(), "a");
  queue.add("a");
  queue.add("c");
  queue.done("a");
  EXPECT_EQ(take(), "b");
  EXPECT_EQ(take(), "c");
  EXPECT_EQ(take(), "a");
}

TEST_F(QueueTest, AfterShutDownTheRestIsDispatchedThenTheEndIsTold)
{
  queue.add("a");
  queue.shut_down();
  EXPECT_TRUE(queue.shutting_down());
  queue.add("b");
  EmptyReason why = EmptyReason::empty;
  auto lease = queue.get({}, {}, &why);
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->key(), "a");
  EXPECT_EQ(why, EmptyReason::none);
  EXPECT_FALSE(queue.get({}, {}, &why));
  EXPECT_EQ(why, EmptyReason::shut_down);
}

TEST_F(QueueTest, AKeyAddedWhileProcessingBeforeShutDownIsStillDispatched)
{
  queue.add("a");
  ASSERT_EQ(take(), "a");
  queue.add("a");
  queue.shut_down();
  EXPECT_EQ(take(), "-");
  queue.done("a");
  EXPECT_EQ(take(), "a");
}

TEST_F(QueueTest, ShutDownTwiceIsHarmless)
{
  queue.shut_down();
  queue.shut_down();
  EXPECT_EQ(take(), "-");
}

// TRAP: client-go queues a queued key a second time.
TEST_F(QueueTest, DoneOfAKeyThatIsQueuedButNotProcessingIsIgnored)
{
  queue.add("a");
  queue.done("a");
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(take(), "a");
  EXPECT_EQ(take(), "-");
}

TEST_F(QueueTest, DoneOfAnUnknownKeyIsIgnored)
{
  queue.done("nobody");
  EXPECT_EQ(queue.size(), 0U);
}

TEST_F(QueueTest, TryGetTellsWhyThereIsNothing)
{
  EmptyReason why = EmptyReason::none;
  EXPECT_FALSE(queue.try_get(&why));
  EXPECT_EQ(why, EmptyReason::empty);
  queue.shut_down();
  EXPECT_FALSE(queue.try_get(&why));
  EXPECT_EQ(why, EmptyReason::shut_down);
}

TEST_F(QueueTest, APassedDeadlineDoesNotBlockAndAReadyKeyWins)
{
  EmptyReason why = EmptyReason::none;
  EXPECT_FALSE(queue.get({}, clock.now(), &why));
  EXPECT_EQ(why, EmptyReason::deadline);
  queue.add("a");
  EXPECT_TRUE(queue.get({}, clock.now() - 1s, &why));
}

TEST_F(QueueTest, ATriggeredStopTokenWinsOverAReadyKey)
{
  queue.add("a");
  std::stop_source stop;
  stop.request_stop();
  EmptyReason why = EmptyReason::none;
  EXPECT_FALSE(queue.get(stop.get_token(), {}, &why));
  EXPECT_EQ(why, EmptyReason::stopped);
  EXPECT_EQ(queue.size(), 1U);
}

TEST_F(QueueTest, CausesAreUnitedAndDispatchedOnce)
{
  queue.add("a", 1);
  queue.add("a");
  queue.add("a", 4);
  auto lease = queue.try_get();
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->triggers(), 5U);
  queue.add("a", 2);
  lease->done();
  EXPECT_EQ(queue.try_get()->triggers(), 2U);
  queue.add("a");
  EXPECT_EQ(queue.try_get()->triggers(), 0U);
}

TEST(QueueOptionsTest, WithoutAClockTheConstructorSaysWhatIsMissing)
{
  try {
    Queue<std::string> queue(QueueOptions{});
    FAIL() << "did not throw";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("QueueOptions::clock"), std::string::npos);
  }
}

}  // namespace
}  // namespace kubexx
