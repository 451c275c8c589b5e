// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/rate_limiter.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Counterparts of client-go's util/workqueue/default_rate_limiters_test.go: plain arithmetic.
namespace kubexx {
namespace {

using namespace std::chrono_literals;
constexpr SteadyTime kNow{std::chrono::seconds(100)};

// upstream TestItemExponentialFailureRateLimiter
TEST(ItemExponentialFailureRateLimiter, DoublesPerKeyUntilForgotten)
{
  RateLimiter<std::string> limiter = RetryPolicy::exponential(1ms, 1s);
  for (const auto expected : {1ms, 2ms, 4ms, 8ms, 16ms}) EXPECT_EQ(limiter.when("one", kNow), expected);
  EXPECT_EQ(limiter.num_requeues("one"), 5U);
  EXPECT_EQ(limiter.when("two", kNow), 1ms);
  EXPECT_EQ(limiter.when("two", kNow), 2ms);
  EXPECT_EQ(limiter.num_requeues("two"), 2U);
  limiter.forget("one");
  EXPECT_EQ(limiter.num_requeues("one"), 0U);
  EXPECT_EQ(limiter.when("one", kNow), 1ms);
}

// upstream TestItemExponentialFailureRateLimiterOverFlow
TEST(ItemExponentialFailureRateLimiter, OverFlowStaysAtTheMaximum)
{
  RateLimiter<std::string> small = RetryPolicy::exponential(1ms, 1000s);
  for (int index = 0; index < 5; ++index) (void)small.when("one", kNow);
  EXPECT_EQ(small.when("one", kNow), 32ms);
  for (int index = 0; index < 1000; ++index) (void)small.when("overflow1", kNow);
  EXPECT_EQ(small.when("overflow1", kNow), 1000s);

  RateLimiter<std::string> large = RetryPolicy::exponential(1min, 1000h);
  for (int index = 0; index < 2; ++index) (void)large.when("two", kNow);
  EXPECT_EQ(large.when("two", kNow), 4min);
  for (int index = 0; index < 1000; ++index) (void)large.when("overflow2", kNow);
  EXPECT_EQ(large.when("overflow2", kNow), 1000h);
}

// TRAP: a product of exactly 2^63 ns passes client-go's guard and becomes a negative delay.
TEST(ItemExponentialFailureRateLimiter, AProductOf2To63IsTheMaximum)
{
  auto policy = RetryPolicy::exponential(Duration(1), Duration::max());
  EXPECT_EQ(policy.next(62, kNow), Duration(std::int64_t{1} << 62));
  EXPECT_EQ(policy.next(63, kNow), Duration::max());
  EXPECT_EQ(policy.next(64, kNow), Duration::max());
  EXPECT_EQ(policy.next(UINT32_MAX, kNow), Duration::max());
}

TEST(ItemExponentialFailureRateLimiter, AbsurdParametersAreClamped)
{
  EXPECT_EQ(RetryPolicy::exponential(0ns, 1s).next(10, kNow), 0ns);
  EXPECT_EQ(RetryPolicy::exponential(-1s, 1s).next(10, kNow), 0ns);
  EXPECT_EQ(RetryPolicy::exponential(1s, -1s).next(0, kNow), 0ns);
  EXPECT_EQ(RetryPolicy::exponential(1h, 1s).next(0, kNow), 1s);
}

TEST(DefaultControllerRateLimiter, ReachesThousandSecondsWithTheNineteenthFailure)
{
  auto policy = default_controller_retry_policy();
  EXPECT_EQ(policy.next(0, kNow), 5ms);
  EXPECT_EQ(policy.next(17, kNow), 655360ms);
  EXPECT_EQ(policy.next(18, kNow), 1000s);
  EXPECT_FALSE(policy.needs_time());
}

TEST(DefaultControllerRateLimiter, ClientGosHasABucketAsWell)
{
  auto limiter = default_client_go_rate_limiter<int>();
  for (int key = 0; key < 100; ++key) EXPECT_EQ(limiter.when(key, kNow), 5ms);
  EXPECT_EQ(limiter.when(100, kNow), 100ms);
  EXPECT_EQ(limiter.when(101, kNow), 200ms);
  EXPECT_EQ(limiter.num_requeues(101), 1U);
}

TEST(DefaultItemBasedRateLimiter, FromOneMillisecondToThousandSeconds)
{
  EXPECT_EQ(default_item_rate_limiter<int>().when(1, kNow), 1ms);
  auto policy = default_item_retry_policy();
  EXPECT_EQ(policy.next(19, kNow), 524288ms);
  EXPECT_EQ(policy.next(20, kNow), 1000s);
}

// upstream TestItemFastSlowRateLimiter
TEST(ItemFastSlowRateLimiter, FastThenSlowPerKey)
{
  RateLimiter<std::string> limiter = RetryPolicy::fast_slow(5ms, 10s, 3);
  for (int index = 0; index < 3; ++index) EXPECT_EQ(limiter.when("one", kNow), 5ms);
  EXPECT_EQ(limiter.when("one", kNow), 10s);
  EXPECT_EQ(limiter.when("one", kNow), 10s);
  EXPECT_EQ(limiter.num_requeues("one"), 5U);
  EXPECT_EQ(limiter.when("two", kNow), 5ms);
  EXPECT_EQ(limiter.when("two", kNow), 5ms);
  EXPECT_EQ(limiter.num_requeues("two"), 2U);
  limiter.forget("one");
  EXPECT_EQ(limiter.num_requeues("one"), 0U);
  EXPECT_EQ(limiter.when("one", kNow), 5ms);
}

RateLimiter<std::string> max_of_two()
{
  std::vector<RetryPolicy> parts;
  parts.push_back(RetryPolicy::fast_slow(5ms, 3s, 3));
  parts.push_back(RetryPolicy::exponential(1ms, 1s));
  return RetryPolicy::max_of(std::move(parts));
}

// upstream TestMaxOfRateLimiter
TEST(MaxOfRateLimiter, TheLongestDelayCounts)
{
  auto limiter = max_of_two();
  for (int index = 0; index < 3; ++index) EXPECT_EQ(limiter.when("one", kNow), 5ms);
  EXPECT_EQ(limiter.when("one", kNow), 3s);
  EXPECT_EQ(limiter.when("one", kNow), 3s);
  EXPECT_EQ(limiter.num_requeues("one"), 5U);
  EXPECT_EQ(limiter.when("two", kNow), 5ms);
  EXPECT_EQ(limiter.num_requeues("two"), 1U);
  limiter.forget("one");
  EXPECT_EQ(limiter.num_requeues("one"), 0U);
  EXPECT_EQ(limiter.when("one", kNow), 5ms);
}

TEST(MaxOfRateLimiter, WithoutPartsThereIsNoDelay)
{
  auto policy = RetryPolicy::max_of({});
  EXPECT_EQ(policy.next(5, kNow), 0ns);
}

TEST(MaxOfRateLimiter, AsksEveryPartEvenIfAnotherOneWins)
{
  std::vector<RetryPolicy> parts;
  parts.push_back(RetryPolicy::fast_slow(1h, 1h, 0));
  parts.push_back(RetryPolicy::token_bucket(1, 1));
  auto policy = RetryPolicy::max_of(std::move(parts));
  for (int index = 0; index < 3601; ++index) EXPECT_EQ(policy.next(0, kNow), 1h);
  EXPECT_EQ(policy.next(0, kNow), 1h + 1s);
}

// upstream TestWithMaxWaitRateLimiter
TEST(WithMaxWaitRateLimiter, CapsTheDelay)
{
  RateLimiter<std::string> limiter = RetryPolicy::with_max_wait(default_controller_retry_policy(), 500s);
  for (int index = 0; index < 17; ++index) EXPECT_LT(limiter.when("one", kNow), 500s);
  EXPECT_EQ(limiter.when("one", kNow), 500s);
  EXPECT_EQ(limiter.when("one", kNow), 500s);
  EXPECT_EQ(limiter.num_requeues("one"), 19U);
}

TEST(TokenBucket, CountsNoFailures)
{
  RateLimiter<std::string> limiter = RetryPolicy::token_bucket(1, 1);
  (void)limiter.when("a", kNow);
  EXPECT_EQ(limiter.num_requeues("a"), 0U);
  limiter.forget("a");
  EXPECT_EQ(limiter.when("a", kNow), 1s);
}

TEST(RetryPolicyCustom, IsAskedWithFailuresAndTime)
{
  RateLimiter<int> limiter =
      RetryPolicy::custom([](std::uint32_t failures, SteadyTime now) { return failures * (now - kNow); });
  EXPECT_EQ(limiter.when(1, kNow + 1s), 0s);
  EXPECT_EQ(limiter.when(1, kNow + 2s), 2s);
  EXPECT_EQ(limiter.num_requeues(1), 2U);
}

// A user's function throws with every second failure.
RetryPolicy throws_at_odd_failures()
{
  return RetryPolicy::custom([](std::uint32_t failures, SteadyTime) -> Duration {
    if (failures % 2 == 1) throw std::runtime_error("odd");
    return 1s;
  });
}

TEST(RateLimiterThrowing, AFunctionThatThrowsCountsNothing)
{
  RateLimiter<int> limiter = throws_at_odd_failures();
  EXPECT_EQ(limiter.when(1, kNow), 1s);
  EXPECT_THROW((void)limiter.when(1, kNow), std::runtime_error);
  EXPECT_EQ(limiter.num_requeues(1), 1U);
}

TEST(RateLimiterThrowing, AKeyWhoseFirstCountThrowsIsNotKept)
{
  RateLimiter<int> limiter =
      RetryPolicy::custom([](std::uint32_t, SteadyTime) -> Duration { throw std::runtime_error("always"); });
  EXPECT_THROW((void)limiter.when(1, kNow), std::runtime_error);
  EXPECT_EQ(limiter.num_requeues(1), 0U);
  EXPECT_EQ(limiter.failing(), 0U);
}

// With a Random nobody can choose keys that collide, and no delay depends on the seed.
TEST(RateLimiterSeed, IsDrawnOnceAndChangesNoDelay)
{
  class Counted final : public Random {
  public:
    std::uint64_t next() override { return ++drawn; }
    std::uint64_t drawn = 0;
  } random;
  RateLimiter<std::string> plain(default_controller_retry_policy());
  RateLimiter<std::string> seeded(default_controller_retry_policy(), {.random = &random});
  EXPECT_EQ(random.drawn, 1U);
  for (const char* key : {"a", "b", "a", "a"}) EXPECT_EQ(seeded.when(key, kNow), plain.when(key, kNow));
  EXPECT_EQ(seeded.num_requeues("a"), 3U);
  EXPECT_EQ(random.drawn, 1U);
}

TEST(RateLimiterCustom, ANullLimiterIsRefused)
{
  std::unique_ptr<CustomRateLimiter<int>> none;
  EXPECT_THROW(RateLimiter<int>{std::move(none)}, std::invalid_argument);
}

}  // namespace
}  // namespace kubexx
