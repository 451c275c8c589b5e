// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/order_policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

/// What a test sees of its policy, and can break.
struct Script {
  std::vector<std::string> calls;
  std::vector<std::string> pushed;  ///< and not popped
  bool push_throws = false;
  bool touch_throws = false;
  std::function<std::string()> pop;  ///< instead of "last in, first out"
};

class Scripted final : public OrderPolicy<std::string> {
public:
  explicit Scripted(Script& script) : script_(script) {}
  void push(const std::string& item) override
  {
    script_.calls.push_back("push " + item);
    if (script_.push_throws) throw std::runtime_error("push");
    script_.pushed.push_back(item);
  }
  void touch(const std::string& item) override
  {
    script_.calls.push_back("touch " + item);
    if (script_.touch_throws) throw std::runtime_error("touch");
  }
  std::string pop() override
  {
    if (script_.pop) return script_.pop();
    std::string item = script_.pushed.back();
    script_.pushed.pop_back();
    return item;
  }

private:
  Script& script_;
};

struct OrderPolicyTest : testing::Test {
  ManualClock clock;
  Script script;
  RateLimitingQueue<std::string> queue{
      RetryPolicy::exponential(1ms, 1s), {.clock = &clock}, std::make_unique<Scripted>(script)};

  std::string take()
  {
    auto lease = queue.try_get();
    if (!lease) return "-";
    lease->release();
    return lease->key();
  }
  std::vector<std::string> take_all()
  {
    std::vector<std::string> keys;
    for (std::string key = take(); key != "-"; key = take()) keys.push_back(key);
    return keys;
  }
};

using Keys = std::vector<std::string>;

TEST_F(OrderPolicyTest, ItDecidesWhichReadyKeyComesNext)
{
  for (const char* key : {"a", "b", "c"}) queue.add(key);
  EXPECT_EQ(queue.size(), 3U);
  EXPECT_EQ(take(), "c");
  queue.add("d");
  EXPECT_EQ(take_all(), (Keys{"d", "b", "a"}));
}

// upstream TestCollapse
TEST_F(OrderPolicyTest, CollapseASecondAddOfAReadyKeyTouchesIt)
{
  queue.add("bar");
  queue.add("bar");
  EXPECT_EQ(script.calls, (Keys{"push bar", "touch bar"}));
  EXPECT_EQ(take(), "bar");
  queue.done("bar");
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(take(), "-");
}

// upstream TestCollapseWhileProcessing
TEST_F(OrderPolicyTest, CollapseWhileProcessingAddsOfAKeyInProcessingTouchNothingAndDonePushesItOnce)
{
  queue.add("foo");
  ASSERT_EQ(take(), "foo");
  script.calls.clear();
  queue.add("foo");
  queue.add("foo");
  EXPECT_EQ(script.calls, Keys{});
  EXPECT_EQ(take(), "-");
  queue.done("foo");
  EXPECT_EQ(script.calls, (Keys{"push foo"}));
  EXPECT_EQ(take(), "foo");
  queue.done("foo");
  EXPECT_EQ(take(), "-");
}

TEST_F(OrderPolicyTest, AnEndedDelayPushesAKeyOrTouchesAReadyOne)
{
  queue.add_after("a", 1s);
  queue.add_after("b", 1s);
  queue.add("b");
  EXPECT_EQ(script.calls, (Keys{"push b"}));
  clock.advance(1s);
  EXPECT_EQ(queue.size(), 2U);
  EXPECT_EQ(script.calls, (Keys{"push b", "push a", "touch b"}));
}

TEST_F(OrderPolicyTest, AThrowingPushComesOutOfTheAddThatHasNotHappened)
{
  queue.add("a");
  script.push_throws = true;
  EXPECT_THROW(queue.add("b"), std::runtime_error);
  EXPECT_THROW(queue.add_after("c", 0s), std::runtime_error);
  script.push_throws = false;
  EXPECT_EQ(queue.size(), 1U);
  queue.add("d");
  EXPECT_EQ(take_all(), (Keys{"d", "a"}));  // still in charge
}

TEST_F(OrderPolicyTest, AThrowingTouchComesOutOfTheAddThatHasNotHappened)
{
  queue.add("a", 1);
  script.touch_throws = true;
  EXPECT_THROW(queue.add("a", 2), std::runtime_error);
  const auto lease = queue.try_get();
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->triggers(), 1U);
}

TEST_F(OrderPolicyTest, AThrowingPopComesOutOfGetAndNoKeyIsLost)
{
  for (const char* key : {"a", "b", "c"}) queue.add(key);
  script.pop = [&]() -> std::string {
    script.pushed.clear();
    throw std::runtime_error("pop");
  };
  EXPECT_THROW(take(), std::runtime_error);
  EXPECT_EQ(queue.size(), 3U);
  script.calls.clear();
  queue.add("d");
  queue.add("a");
  EXPECT_EQ(take_all(), (Keys{"a", "b", "c", "d"}));
  EXPECT_EQ(script.calls, Keys{});  // it is not asked any more
}

TEST_F(OrderPolicyTest, APopThatThrowsWithinABatchComesOutOfItAndNoKeyIsLost)
{
  for (const bool ends : {false, true}) {
    Script mine;
    Queue<std::string> other({.clock = &clock}, std::make_unique<Scripted>(mine));
    for (const char* key : {"a", "b", "c", "d"}) other.add(key, 4);
    if (ends) other.shut_down();
    int pops = 0;
    mine.pop = [&]() -> std::string {
      if (++pops == 3) throw std::runtime_error("pop");
      return pops == 1 ? "a" : "b";
    };
    LeaseBatch<std::string> batch;
    Keys taken;
    const auto take_batch = [&] {
      const bool took = other.get_batch(batch, 4, {}, clock.now());
      for (std::size_t at = 0; at < batch.size(); ++at) {
        EXPECT_EQ(batch.triggers(at), 4U);
        taken.push_back(batch[at]);
      }
      return took;
    };
    if (!ends) {
      EXPECT_THROW((void)take_batch(), std::runtime_error);
      EXPECT_EQ(batch.size(), 0U);
      EXPECT_EQ(other.size(), 4U);
    }
    while (take_batch()) {
    }
    EXPECT_THAT(taken, ::testing::UnorderedElementsAre("a", "b", "c", "d"));
  }
}

TEST_F(OrderPolicyTest, AKeyThatIsNotReadyIsALogicErrorAndNoKeyIsLost)
{
  for (const char* wrong : {"unknown", "processing", "processing and queued", "delayed"}) {
    SCOPED_TRACE(wrong);
    Script mine;

    DelayingQueue<std::string> other({.clock = &clock}, std::make_unique<Scripted>(mine));
    for (const char* key : {"processing", "processing and queued"}) {
      other.add(key);
      other.try_get()->release();
    }
    other.add("processing and queued");
    other.add_after("delayed", 1s);
    other.add("a");
    other.add("b");
    mine.pop = [wrong] { return std::string(wrong); };
    EXPECT_THROW(static_cast<void>(other.try_get()), std::logic_error);
    EXPECT_EQ(other.size(), 2U);
    EXPECT_EQ(other.try_get()->key(), "a");
    EXPECT_EQ(other.try_get()->key(), "b");
    EXPECT_FALSE(other.try_get());
    other.done("processing");
    other.done("processing and queued");
    EXPECT_EQ(other.try_get()->key(), "processing and queued");
    clock.advance(1s);
    EXPECT_EQ(other.try_get()->key(), "delayed");
  }
}

TEST_F(OrderPolicyTest, AKeyGivenTwiceIsDispatchedOnce)
{
  queue.add("a");
  queue.add("b");
  script.pop = [] { return std::string("a"); };
  EXPECT_EQ(take(), "a");
  EXPECT_THROW(take(), std::logic_error);
  EXPECT_EQ(take_all(), (Keys{"b"}));
}

TEST_F(OrderPolicyTest, APushThatThrowsWhenADelayEndsLosesNothing)
{
  queue.add("a");
  queue.add("b");
  queue.add_after("c", 1s);
  script.push_throws = true;
  clock.advance(1s);
  EXPECT_EQ(queue.size(), 3U);
  EXPECT_EQ(take_all(), (Keys{"a", "b", "c"}));
}

TEST_F(OrderPolicyTest, APushThatThrowsInDoneLosesNothing)
{
  queue.add("a");
  auto lease = queue.try_get();
  ASSERT_TRUE(lease);
  queue.add("a");
  queue.add("b");
  script.push_throws = true;
  lease->done();
  EXPECT_EQ(take_all(), (Keys{"b", "a"}));
}

TEST_F(OrderPolicyTest, AWaitingThreadGetsTheErrorAndTheOtherOnesGoOn)
{
  script.pop = []() -> std::string { throw std::runtime_error("pop"); };
  std::atomic<int> failed{0};
  std::atomic<int> handed{0};
  const auto work = [&] {
    for (;;) {
      try {
        const auto lease = queue.get();
        if (!lease) return;
        ++handed;
      } catch (const std::runtime_error&) {
        ++failed;
        return;
      }
    }
  };
  std::thread first(work);
  std::thread second(work);
  while (clock.waiting_threads() != 2) std::this_thread::yield();
  queue.add("a");
  queue.add("b");
  EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::drained);
  first.join();
  second.join();
  EXPECT_EQ(failed, 1);
  EXPECT_EQ(handed, 2);
}

/// A policy of the kind that users write: by name, whatever the order of the adds.
class ByName final : public OrderPolicy<std::string> {
public:
  void push(const std::string& item) override
  {
    heap_.push_back(item);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }
  std::string pop() override
  {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    std::string item = std::move(heap_.back());
    heap_.pop_back();
    return item;
  }

private:
  std::vector<std::string> heap_;
};

TEST_F(OrderPolicyTest, ShutdownsDispatchWhatIsReadyInItsOrder)
{
  Queue<std::string> sorted({.clock = &clock}, std::make_unique<ByName>());
  for (const char* key : {"c", "a", "d", "b"}) sorted.add(key);
  sorted.shut_down();
  std::string seen;
  while (const auto lease = sorted.get()) seen += lease->key();
  EXPECT_EQ(seen, "abcd");
}

}  // namespace
}  // namespace kubexx
