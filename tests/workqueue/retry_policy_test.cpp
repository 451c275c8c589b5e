// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/retry_policy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

// The policies themselves; with the counts of client-go's tests they are in rate_limiter_test.cpp.
namespace kubexx {
namespace {

using namespace std::chrono_literals;
constexpr SteadyTime kNow{std::chrono::seconds(100)};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(TokenBucket, ReservesLikeGolangOrgXTimeRate)
{
  auto policy = RetryPolicy::token_bucket(2, 3);
  for (int index = 0; index < 3; ++index) EXPECT_EQ(policy.next(0, kNow), 0ns);
  EXPECT_EQ(policy.next(0, kNow), 500ms);
  EXPECT_EQ(policy.next(0, kNow), 1s);
  EXPECT_EQ(policy.next(0, kNow + 250ms), 1250ms);
  EXPECT_EQ(policy.next(0, kNow + 10s), 0ns);
  EXPECT_EQ(policy.next(0, kNow + 10s), 0ns);
  EXPECT_EQ(policy.next(0, kNow + 10s), 0ns);
  EXPECT_EQ(policy.next(0, kNow + 10s), 500ms);
}

TEST(TokenBucket, AbsurdParameters)
{
  EXPECT_EQ(RetryPolicy::token_bucket(1, 0).next(0, kNow), Duration::max());
  for (const double nothing : {0.0, -0.0}) {
    auto none = RetryPolicy::token_bucket(nothing, 1);
    EXPECT_EQ(none.next(0, kNow), 0ns);
    EXPECT_EQ(none.next(0, kNow + 24h), Duration::max());
  }
  auto endless = RetryPolicy::token_bucket(std::numeric_limits<double>::infinity(), 1);
  for (int index = 0; index < 100; ++index) EXPECT_EQ(endless.next(0, kNow), 0ns);
  auto tiny = RetryPolicy::token_bucket(1e-300, 1);
  (void)tiny.next(0, kNow);
  EXPECT_EQ(tiny.next(0, kNow), Duration::max());
  EXPECT_THROW((void)RetryPolicy::token_bucket(-1, 1), std::invalid_argument);
  EXPECT_THROW((void)RetryPolicy::token_bucket(std::numeric_limits<double>::quiet_NaN(), 1), std::invalid_argument);
}

TEST(RetryPolicyValue, ACopyHasItsOwnState)
{
  auto bucket = RetryPolicy::token_bucket(1, 1);
  auto copy = bucket;
  EXPECT_EQ(bucket.next(0, kNow), 0ns);
  EXPECT_EQ(copy.next(0, kNow), 0ns);
  EXPECT_EQ(bucket.next(0, kNow), 1s);
}

TEST(TokenBucket, TimeThatGoesBackGivesNoTokens)
{
  auto policy = RetryPolicy::token_bucket(1, 1);
  EXPECT_EQ(policy.next(0, kNow), 0ns);
  EXPECT_EQ(policy.next(0, kNow - 50s), 1s);
  EXPECT_EQ(policy.next(0, kNow), 2s);
}

TEST(TokenBucket, ItFillsAtItsRateBeforeTheEpochToo)
{
  auto policy = RetryPolicy::token_bucket(1, 2);
  const SteadyTime start{-10s};
  EXPECT_EQ(policy.next(0, start), 0ns);
  EXPECT_EQ(policy.next(0, start), 0ns);
  EXPECT_EQ(policy.next(0, start + 250ms), 750ms);
}

TEST(TokenBucket, AllOfTimeBetweenTwoReservationsFillsTheBucket)
{
  auto policy = RetryPolicy::token_bucket(0x1p-30, 2);
  EXPECT_EQ(policy.next(0, SteadyTime::min()), 0ns);
  EXPECT_EQ(policy.next(0, SteadyTime::min()), 0ns);
  EXPECT_EQ(policy.next(0, SteadyTime::min()), Duration((1 << 30) * 1s));
  EXPECT_EQ(policy.next(0, SteadyTime::max()), 0ns);
  EXPECT_EQ(policy.next(0, SteadyTime::max()), 0ns);
  EXPECT_GT(policy.next(0, SteadyTime::max()), 0ns);
}

TEST(TokenBucket, ReservationsFarAheadAreNever)
{
  auto policy = RetryPolicy::token_bucket(0x1p-30, 1);
  for (int index = 0; index < 9; ++index) EXPECT_EQ(policy.next(0, kNow), index * ((1 << 30) * 1s));
  EXPECT_EQ(policy.next(0, kNow), Duration::max());
  EXPECT_EQ(RetryPolicy::token_bucket(1, UINT32_MAX).next(0, kNow), 0ns);
}

TEST(ExponentialPolicy, AtTheEndsOfItsParameters)
{
  EXPECT_EQ(RetryPolicy::exponential(Duration::max(), Duration::max()).next(0, kNow), Duration::max());
  EXPECT_EQ(RetryPolicy::exponential(Duration::max(), Duration::max()).next(UINT32_MAX, kNow), Duration::max());
  EXPECT_EQ(RetryPolicy::exponential(Duration::min(), Duration::max()).next(3, kNow), 0ns);
  EXPECT_EQ(RetryPolicy::exponential(0ns, Duration::max()).next(UINT32_MAX, kNow), 0ns);
  EXPECT_EQ(RetryPolicy::exponential(1ns, 0ns).next(0, kNow), 0ns);
  EXPECT_EQ(RetryPolicy::exponential(1h, 1ns).next(7, kNow), 1ns);
}

TEST(FastSlowPolicy, AtTheEndsOfItsParameters)
{
  EXPECT_EQ(RetryPolicy::fast_slow(1s, 1ms, 2).next(2, kNow), 1ms);
  EXPECT_EQ(RetryPolicy::fast_slow(-1s, -1s, 1).next(0, kNow), 0ns);
  EXPECT_EQ(RetryPolicy::fast_slow(-1s, -1s, 1).next(1, kNow), 0ns);
  EXPECT_EQ(RetryPolicy::fast_slow(1s, 2s, 0).next(0, kNow), 2s);
  EXPECT_EQ(RetryPolicy::fast_slow(1s, 2s, UINT32_MAX).next(UINT32_MAX - 1, kNow), 1s);
  EXPECT_EQ(RetryPolicy::fast_slow(1s, Duration::max(), 1).next(UINT32_MAX, kNow), Duration::max());
}

TEST(WithMaxWaitPolicy, ANegativeLimitIsZero)
{
  EXPECT_EQ(RetryPolicy::with_max_wait(RetryPolicy::exponential(1s, 1h), -1s).next(3, kNow), 0ns);
  EXPECT_EQ(RetryPolicy::with_max_wait(RetryPolicy::token_bucket(1, 0), Duration::max()).next(0, kNow),
            Duration::max());
}

RetryPolicy second()
{
  return RetryPolicy::exponential(1s, 1s);
}

TEST(JitteredPolicy, StaysWithinItsFactorAndUsesAllOfIt)
{
  auto policy = RetryPolicy::jittered(second(), 0.5, 7);
  Duration shortest = Duration::max();
  Duration longest = 0ns;
  for (std::uint64_t key = 0; key < 1000; ++key) {
    const Duration delay = policy.next(0, kNow, key);
    shortest = std::min(shortest, delay);
    longest = std::max(longest, delay);
  }
  EXPECT_GE(shortest, 1s);
  EXPECT_LT(shortest, 1010ms);
  EXPECT_LE(longest, 1500ms);
  EXPECT_GT(longest, 1490ms);
}

TEST(JitteredPolicy, IsTheSameForTheSameSeedKeyAndFailures)
{
  auto one = RetryPolicy::jittered(second(), 1, 42);
  auto two = RetryPolicy::jittered(second(), 1, 42);
  (void)two.next(9, kNow, 9);  // what was asked before makes no difference
  for (std::uint32_t failures = 0; failures < 10; ++failures) {
    EXPECT_EQ(one.next(failures, kNow, 5), two.next(failures, kNow + 1s, 5));
  }
  // Written down, so that no platform differs.
  EXPECT_EQ(one.next(0, kNow, 0), Duration(1386974276));
  EXPECT_EQ(one.next(3, kNow, 0x12345678), Duration(1341495631));
}

TEST(JitteredPolicy, DiffersByKeyFailuresAndSeed)
{
  auto policy = RetryPolicy::jittered(second(), 1, 42);
  auto other = RetryPolicy::jittered(second(), 1, 43);
  std::set<Duration> delays;
  for (std::uint64_t key = 0; key < 10; ++key) {
    for (std::uint32_t failures = 0; failures < 10; ++failures) {
      delays.insert(policy.next(failures, kNow, key));
      delays.insert(other.next(failures, kNow, key));
    }
  }
  EXPECT_EQ(delays.size(), 200U);
}

TEST(JitteredPolicy, KeepsALimitAndStillSpreadsWhenTheInnerOneIsLimitedByTheFactor)
{
  auto policy = RetryPolicy::jittered(RetryPolicy::exponential(5ms, 500s), 1, 1);
  std::set<Duration> delays;
  for (std::uint64_t key = 0; key < 100; ++key) {
    const Duration delay = policy.next(40, kNow, key);
    EXPECT_GE(delay, 500s);
    EXPECT_LE(delay, 1000s);
    delays.insert(delay);
  }
  EXPECT_EQ(delays.size(), 100U);
}

TEST(JitteredPolicy, AbsurdParameters)
{
  EXPECT_THROW((void)RetryPolicy::jittered(second(), -0.1, 0), std::invalid_argument);
  EXPECT_THROW((void)RetryPolicy::jittered(second(), kNaN, 0), std::invalid_argument);
  EXPECT_THROW((void)RetryPolicy::jittered(second(), kInfinity, 0), std::invalid_argument);
  for (std::uint64_t key = 0; key < 100; ++key) {
    EXPECT_EQ(RetryPolicy::jittered(second(), 0, 1).next(0, kNow, key), 1s);
    EXPECT_EQ(RetryPolicy::jittered(RetryPolicy::exponential(0ns, 1s), 1e308, 1).next(0, kNow, key), 0ns);
    EXPECT_EQ(RetryPolicy::jittered(RetryPolicy::token_bucket(1, 0), 1, 1).next(0, kNow, key), Duration::max());
    EXPECT_EQ(RetryPolicy::jittered(second(), std::numeric_limits<double>::max(), 1).next(0, kNow, key),
              Duration::max());
  }
  auto negative = RetryPolicy::jittered(RetryPolicy::custom([](std::uint32_t, SteadyTime) { return -1s; }), 1, 1);
  EXPECT_EQ(negative.next(0, kNow), -1s);
}

TEST(JitteredPolicy, CountsTheFailuresOfAKeyEvenAroundABucket)
{
  EXPECT_TRUE(RetryPolicy::jittered(RetryPolicy::token_bucket(1, 1), 1, 0).counts_failures());
  EXPECT_FALSE(RetryPolicy::jittered(RetryPolicy::token_bucket(1, 1), 0, 0).counts_failures());
  EXPECT_TRUE(RetryPolicy::jittered(RetryPolicy::token_bucket(1, 1), 0, 0).needs_time());
}

std::vector<RetryPolicy> slow_and_bucket()
{
  std::vector<RetryPolicy> parts;
  parts.push_back(RetryPolicy::exponential(1s, 8s));
  parts.push_back(RetryPolicy::token_bucket(1, 1));
  return parts;
}

TEST(MinOfPolicy, TheShortestDelayCountsAndEveryPartIsAsked)
{
  auto policy = RetryPolicy::min_of(slow_and_bucket());
  EXPECT_EQ(policy.next(0, kNow), 0s);
  EXPECT_EQ(policy.next(1, kNow), 1s);
  EXPECT_EQ(policy.next(0, kNow), 1s);
  EXPECT_EQ(policy.next(3, kNow), 3s);
  EXPECT_TRUE(policy.counts_failures());
  EXPECT_TRUE(policy.needs_time());
}

TEST(MinOfPolicy, WithoutPartsThereIsNoDelay)
{
  EXPECT_EQ(RetryPolicy::min_of({}).next(5, kNow), 0ns);
}

TEST(CombinedPolicy, AUsersFunctionGetsTheDelaysInOrder)
{
  auto policy = RetryPolicy::combined(slow_and_bucket(), [](std::span<const Duration> delays) {
    EXPECT_EQ(delays.size(), 2U);
    return delays[0] + 10 * delays[1];
  });
  EXPECT_EQ(policy.next(2, kNow), 4s);
  EXPECT_EQ(policy.next(2, kNow), 14s);
  EXPECT_EQ(policy.next(3, kNow), 28s);
  EXPECT_TRUE(policy.counts_failures());
  EXPECT_TRUE(policy.needs_time());
}

TEST(CombinedPolicy, KeysReachEveryPart)
{
  std::vector<RetryPolicy> parts;
  parts.push_back(RetryPolicy::jittered(second(), 1, 3));
  auto policy = RetryPolicy::with_max_wait(
      RetryPolicy::max_of({RetryPolicy::min_of(
          {RetryPolicy::combined(std::move(parts), [](std::span<const Duration> delays) { return delays.front(); })})}),
      1h);
  EXPECT_NE(policy.next(0, kNow, 1), policy.next(0, kNow, 2));
}

TEST(CombinedPolicy, WithoutPartsOrFunction)
{
  auto constant = RetryPolicy::combined({}, [](std::span<const Duration>) { return 3s; });
  EXPECT_EQ(constant.next(1, kNow), 3s);
  EXPECT_FALSE(constant.counts_failures());
  EXPECT_THROW((void)RetryPolicy::combined({}, nullptr), std::invalid_argument);
  EXPECT_THROW((void)RetryPolicy::custom(nullptr), std::invalid_argument);
}

TEST(CombinedPolicy, AFunctionThatThrowsLeavesThePartsAsTheyWereAsked)
{
  bool broken = true;
  auto policy = RetryPolicy::combined(slow_and_bucket(), [&broken](std::span<const Duration> delays) {
    if (broken) throw std::runtime_error("broken");
    return delays[1];
  });
  EXPECT_THROW((void)policy.next(0, kNow), std::runtime_error);
  broken = false;
  EXPECT_EQ(policy.next(0, kNow), 1s);
}

TEST(RetryPolicyValue, ACopyOfCombinedPartsHasItsOwnState)
{
  auto one = RetryPolicy::max_of({RetryPolicy::with_max_wait(RetryPolicy::token_bucket(1, 1), 1h)});
  auto two = one;
  EXPECT_EQ(one.next(0, kNow), 0s);
  EXPECT_EQ(two.next(0, kNow), 0s);
  one = two;
  EXPECT_EQ(one.next(0, kNow), 1s);
  EXPECT_EQ(two.next(0, kNow), 1s);
}

TEST(RetryPolicyValue, ACopyOfOneThatWasMovedFromMayBeAssignedTo)
{
  auto one = second();
  auto two = std::move(one);
  auto three = one;  // NOLINT(bugprone-use-after-move): that is the question
  three = two;
  EXPECT_EQ(three.next(0, kNow), 1s);
}

}  // namespace
}  // namespace kubexx
