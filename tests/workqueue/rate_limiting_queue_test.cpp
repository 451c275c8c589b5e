// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/rate_limiting_queue.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "kubexx/base/manual_clock.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct RateLimitingQueueTest : testing::Test {
  ManualClock clock;
  RateLimitingQueue<std::string> queue{RetryPolicy::exponential(1ms, 1s), {.clock = &clock}};

  std::string take()
  {
    const auto lease = queue.try_get();
    return lease ? lease->key() : "-";
  }
  /// How long after now the next key comes.
  Duration next_ready()
  {
    const SteadyTime start = clock.now();
    for (int step = 0; step < 2'000'000 && queue.size() == 0; ++step) clock.advance(100us);
    take();
    return clock.now() - start;
  }
};

// upstream TestRateLimitingQueue
TEST_F(RateLimitingQueueTest, RateLimitingQueueDelaysGrowPerKeyUntilForgotten)
{
  queue.add_rate_limited("one");
  EXPECT_EQ(next_ready(), 1ms);
  queue.add_rate_limited("one");
  EXPECT_EQ(next_ready(), 2ms);
  EXPECT_EQ(queue.num_requeues("one"), 2U);

  queue.add_rate_limited("two");
  EXPECT_EQ(next_ready(), 1ms);
  queue.add_rate_limited("two");
  EXPECT_EQ(next_ready(), 2ms);

  queue.forget("one");
  EXPECT_EQ(queue.num_requeues("one"), 0U);
  queue.add_rate_limited("one");
  EXPECT_EQ(next_ready(), 1ms);
  EXPECT_EQ(queue.num_requeues("two"), 2U);
}

// A server's Retry-After.
TEST_F(RateLimitingQueueTest, TheLongerOfBackOffAndAtLeastCounts)
{
  EXPECT_EQ(queue.add_rate_limited("a", 0, 50ms), 50ms);
  EXPECT_EQ(next_ready(), 50ms);
  EXPECT_EQ(queue.add_rate_limited("a", 0, 1ms), 2ms) << "the back-off grew meanwhile";
  EXPECT_EQ(next_ready(), 2ms);
  EXPECT_EQ(queue.num_requeues("a"), 2U);
  EXPECT_EQ(queue.add_rate_limited("a"), 4ms);
  EXPECT_EQ(queue.add_rate_limited("a", 0, 50ms), 50ms);
  EXPECT_EQ(next_ready(), 4ms) << "the earlier of two delays counts";
  EXPECT_EQ(queue.delayed(), 0U);
}

TEST_F(RateLimitingQueueTest, AtLeastMayBeNegativeOrEndless)
{
  EXPECT_EQ(queue.add_rate_limited("a", 0, -1s), 1ms);
  EXPECT_EQ(next_ready(), 1ms);
  EXPECT_EQ(queue.add_rate_limited("b", 0, Duration::max()), Duration::max());
  clock.advance(std::chrono::hours(1'000'000));
  EXPECT_EQ(take(), "-");
  EXPECT_EQ(queue.delayed(), 1U);
}

TEST_F(RateLimitingQueueTest, AfterAShutDownAtLeastOnlyCountsAFailure)
{
  queue.shut_down();
  EXPECT_EQ(queue.add_rate_limited("a", 0, 1s), 1s);
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  EXPECT_EQ(queue.delayed(), 0U);
}

TEST_F(RateLimitingQueueTest, FailuresOutliveDone)
{
  queue.add_rate_limited("a");
  EXPECT_EQ(next_ready(), 1ms);
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  queue.add("a");
  take();
  EXPECT_EQ(queue.num_requeues("a"), 1U);
}

TEST_F(RateLimitingQueueTest, ForgetLeavesAPendingDelayAlone)
{
  queue.add_rate_limited("a");
  queue.forget("a");
  EXPECT_EQ(queue.delayed(), 1U);
  EXPECT_EQ(next_ready(), 1ms);
}

TEST_F(RateLimitingQueueTest, AfterShutDownTheFailureIsCountedAndTheKeyIsNotAdded)
{
  queue.shut_down();
  queue.add_rate_limited("a");
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  clock.advance(1h);
  EXPECT_EQ(take(), "-");
}

TEST_F(RateLimitingQueueTest, ForgettingAnUnknownKeyIsHarmless)
{
  queue.forget("a");
  EXPECT_EQ(queue.num_requeues("a"), 0U);
}

class LongKeysWait final : public CustomRateLimiter<std::string> {
public:
  Duration when(const std::string& item, SteadyTime) override { return std::chrono::milliseconds(item.size()); }
  void forget(const std::string& item) override { forgotten = item; }
  [[nodiscard]] std::uint32_t num_requeues(const std::string&) const override { return 7; }
  std::string forgotten;
};

TEST(RateLimitingQueueCustom, AUsersLimiterIsAsked)
{
  ManualClock clock;
  auto limiter = std::make_unique<LongKeysWait>();
  auto& seen = *limiter;
  RateLimitingQueue<std::string> queue(std::move(limiter), {.clock = &clock});
  queue.add_rate_limited("abc");
  queue.add_rate_limited("a");
  clock.advance(1ms);
  EXPECT_EQ(queue.try_get()->key(), "a");
  EXPECT_FALSE(queue.try_get());
  clock.advance(2ms);
  EXPECT_EQ(queue.try_get()->key(), "abc");
  EXPECT_EQ(queue.num_requeues("abc"), 7U);
  queue.forget("abc");
  EXPECT_EQ(seen.forgotten, "abc");
}

TEST(RateLimitingQueueCounts, ALimiterThatAlreadyCountedGoesOnCounting)
{
  ManualClock clock;
  RateLimiter<std::string> limiter = RetryPolicy::exponential(1ms, 1s);
  EXPECT_EQ(limiter.when("a", clock.now()), 1ms);
  RateLimitingQueue<std::string> queue(std::move(limiter), {.clock = &clock});
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  queue.add_rate_limited("a");
  clock.advance(1ms);
  EXPECT_FALSE(queue.try_get());
  clock.advance(1ms);
  EXPECT_TRUE(queue.try_get());
  queue.forget("a");
  EXPECT_EQ(queue.num_requeues("a"), 0U);
}

TEST(RateLimitingQueueDefaults, TheControllersLimiterStartsAtFiveMilliseconds)
{
  ManualClock clock;
  RateLimitingQueue<std::string> queue(default_controller_rate_limiter<std::string>(), {.clock = &clock});
  queue.add_rate_limited("a");
  clock.advance(5ms - 1ns);
  EXPECT_FALSE(queue.try_get());
  clock.advance(1ns);
  EXPECT_TRUE(queue.try_get());
}

}  // namespace
}  // namespace kubexx
