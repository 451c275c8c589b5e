// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

// Several keys in the hands of one worker.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

class BatchTest : public testing::Test {
protected:
  std::vector<std::string> taken(std::size_t limit)
  {
    std::vector<std::string> keys;
    if (!queue.get_batch(batch, limit, {}, clock.now(), &why)) return keys;
    for (std::size_t at = 0; at < batch.size(); ++at) keys.push_back(batch[at]);
    return keys;
  }
  using Names = std::vector<std::string>;

  ManualClock clock;
  DelayingQueue<std::string> queue{{.clock = &clock}};
  LeaseBatch<std::string> batch;
  EmptyReason why = EmptyReason::none;
};

TEST_F(BatchTest, TakesWhatIsReadyInOrderUpToTheLimit)
{
  for (const char* key : {"a", "b", "c"}) queue.add(key);
  EXPECT_EQ(taken(2), (Names{"a", "b"}));
  EXPECT_EQ(why, EmptyReason::none);
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(taken(2), (Names{"c"}));
}

TEST_F(BatchTest, ABatchThatIsAssignedToGivesBackWhatItHad)
{
  for (const char* key : {"a", "b"}) queue.add(key);
  EXPECT_EQ(taken(1), (Names{"a"}));
  LeaseBatch<std::string> other;
  ASSERT_TRUE(queue.get_batch(other, 1));
  batch = std::move(other);
  EXPECT_EQ(batch[0], "b");
  queue.add("a");
  EXPECT_EQ(queue.size(), 1U) << "a is not processing any more";
  batch.done();
  ASSERT_TRUE(queue.try_get());
  EXPECT_EQ(queue.shut_down_with_drain({}, clock.now()), DrainResult::drained);
}

TEST_F(BatchTest, TheNextBatchGivesTheLastOneBack)
{
  queue.add("a");
  queue.add("b");
  EXPECT_EQ(taken(2), (Names{"a", "b"}));
  queue.add("b");
  EXPECT_EQ(queue.size(), 0U) << "b is processing";
  EXPECT_EQ(taken(2), (Names{"b"}));
  EXPECT_TRUE(taken(2).empty());
  EXPECT_EQ(why, EmptyReason::deadline);
  EXPECT_TRUE(batch.empty());
  queue.begin_drain();
  EXPECT_EQ(queue.shut_down_with_drain({}, clock.now()), DrainResult::drained) << "nothing is processing";
}

TEST_F(BatchTest, DoneGivesAllBackOnceAndTheDestructorDoes)
{
  queue.add("a");
  queue.add("b");
  EXPECT_EQ(taken(8).size(), 2U);
  queue.done("a");
  queue.add("a");
  const auto again = queue.get({}, clock.now());
  ASSERT_TRUE(again);
  batch.done();
  batch.done();
  queue.add("a");
  EXPECT_EQ(queue.size(), 0U) << "the batch's old hold of a did not end the new one";
  {
    queue.add("b");
    LeaseBatch<std::string> inner;
    ASSERT_TRUE(queue.get_batch(inner, 1));
    LeaseBatch<std::string> moved = std::move(inner);
    queue.add("b");
    EXPECT_EQ(queue.size(), 0U);
  }
  EXPECT_EQ(queue.size(), 1U);
}

TEST_F(BatchTest, CarriesTheCausesOfEachKey)
{
  queue.add("a", 1);
  queue.add("a", 4);
  queue.add("b", 2);
  ASSERT_EQ(taken(2).size(), 2U);
  EXPECT_EQ(batch.triggers(0), 5U);
  EXPECT_EQ(batch.triggers(1), 2U);
}

TEST_F(BatchTest, DueKeysJoinInTheOrderOfTheirTimes)
{
  queue.add_after("late", 2s);
  queue.add_after("early", 1s);
  queue.add("now");
  clock.advance(3s);
  EXPECT_EQ(taken(9), (Names{"now", "early", "late"}));
}

TEST_F(BatchTest, SaysWhyThereIsNone)
{
  std::stop_source stop;
  stop.request_stop();
  queue.add("a");
  EXPECT_FALSE(queue.get_batch(batch, 1, stop.get_token(), {}, &why));
  EXPECT_EQ(why, EmptyReason::stopped);
  queue.shut_down();
  EXPECT_EQ(taken(1), (Names{"a"})) << "a stopped consumer took nothing";
  EXPECT_FALSE(queue.get_batch(batch, 1, {}, {}, &why));
  EXPECT_EQ(why, EmptyReason::shut_down);
}

TEST_F(BatchTest, ALimitOfZeroIsRefusedAndChangesNothing)
{
  queue.add("a");
  ASSERT_EQ(taken(1).size(), 1U);
  EXPECT_THROW(queue.get_batch(batch, 0), std::invalid_argument);
  EXPECT_EQ(batch.size(), 1U);
}

TEST_F(BatchTest, OneBatchMayServeTwoQueues)
{
  DelayingQueue<std::string> other{{.clock = &clock}};
  queue.add("a");
  other.add("b");
  ASSERT_EQ(taken(1), (Names{"a"}));
  ASSERT_TRUE(other.get_batch(batch, 1));
  EXPECT_EQ(batch[0], "b");
  queue.add("a");
  EXPECT_EQ(queue.size(), 1U) << "the first queue had its key back";
  batch.done();
}

}  // namespace
}  // namespace kubexx
