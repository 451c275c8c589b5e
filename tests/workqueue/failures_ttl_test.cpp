// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

// RateLimiterOptions::failures_ttl: failures that nobody forgets are dropped.
namespace kubexx {
namespace {

using namespace std::chrono_literals;
constexpr SteadyTime kNow{std::chrono::seconds(100)};

RateLimiter<std::string> limiter_with(Duration ttl)
{
  return {RetryPolicy::exponential(1ms, 1s), {.failures_ttl = ttl}};
}

TEST(RateLimiterTtl, AKeyThatLastFailedATimeToLiveAgoStartsOver)
{
  auto limiter = limiter_with(10s);
  EXPECT_EQ(limiter.when("a", kNow), 1ms);
  EXPECT_EQ(limiter.when("a", kNow + 9s), 2ms);
  EXPECT_EQ(limiter.when("a", kNow + 19s - 1ns), 4ms);
  EXPECT_EQ(limiter.when("a", kNow + 29s), 1ms);
  EXPECT_EQ(limiter.num_requeues("a"), 1U);
}

TEST(RateLimiterTtl, OperationsOnOtherKeysDropIt)
{
  auto limiter = limiter_with(10s);
  for (int key = 0; key < 100; ++key) (void)limiter.when(std::to_string(key), kNow);
  (void)limiter.when("1", kNow + 5s);
  EXPECT_EQ(limiter.failing(), 100U);
  (void)limiter.when("x", kNow + 10s);
  EXPECT_EQ(limiter.failing(), 2U);
  EXPECT_EQ(limiter.num_requeues("0"), 0U);
  EXPECT_EQ(limiter.num_requeues("1"), 2U);
  limiter.expire(kNow + 15s);
  EXPECT_EQ(limiter.failing(), 1U);
  limiter.forget("x");
  EXPECT_EQ(limiter.failing(), 0U);
  limiter.expire(kNow + 1h);
}

TEST(RateLimiterTtl, IsOffByDefaultAndForZeroOrLess)
{
  for (const Duration ttl : {Duration(0), Duration(-1), Duration::min()}) {
    auto limiter = limiter_with(ttl);
    (void)limiter.when("a", SteadyTime::min());
    EXPECT_EQ(limiter.when("a", SteadyTime::max()), 2ms);
  }
  RateLimiter<std::string> limiter = RetryPolicy::exponential(1ms, 1s);
  (void)limiter.when("a", kNow);
  limiter.expire(SteadyTime::max());
  EXPECT_EQ(limiter.num_requeues("a"), 1U);
}

TEST(RateLimiterTtl, AnEndlessTimeToLiveAndTimeThatGoesBackAreHarmless)
{
  auto limiter = limiter_with(Duration::max());
  (void)limiter.when("a", kNow);
  EXPECT_EQ(limiter.when("a", kNow + 24h * 365), 2ms);
  EXPECT_EQ(limiter.when("a", kNow - 50s), 4ms);
  limiter.expire(SteadyTime::min());
  EXPECT_EQ(limiter.failing(), 1U);
}

struct QueueTtl : testing::Test {
  ManualClock clock;
  RateLimitingQueue<std::string> queue{limiter_with(10s), {.clock = &clock}};

  /// Fails `key` and takes it, so that it is idle.
  void fail_and_finish(const std::string& key)
  {
    queue.add_rate_limited(key);
    clock.advance(1s);
    ASSERT_TRUE(queue.try_get());
  }
};

TEST_F(QueueTtl, AnIdleKeysFailuresAreDroppedAfterTheTimeToLive)
{
  fail_and_finish("a");
  clock.advance(9s - 1ns);
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  EXPECT_EQ(queue.failing(), 1U);
  clock.advance(1ns);
  EXPECT_EQ(queue.num_requeues("a"), 0U);
  EXPECT_EQ(queue.failing(), 0U);
}

TEST_F(QueueTtl, AFurtherFailureProlongsIt)
{
  fail_and_finish("a");
  clock.advance(8s);
  fail_and_finish("a");
  clock.advance(8s);
  EXPECT_EQ(queue.num_requeues("a"), 2U);
  clock.advance(1s);
  EXPECT_EQ(queue.num_requeues("a"), 0U);
}

TEST_F(QueueTtl, AQueuedKeyKeepsItsFailuresUntilItIsDone)
{
  fail_and_finish("a");
  queue.add("a");
  clock.advance(1h);
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  {
    const auto lease = queue.try_get();
    clock.advance(1h);
    EXPECT_EQ(queue.num_requeues("a"), 1U);
    EXPECT_EQ(queue.failing(), 1U);
  }
  EXPECT_EQ(queue.failing(), 0U);
  EXPECT_EQ(queue.num_requeues("a"), 0U);
}

TEST_F(QueueTtl, ADelayedKeyKeepsItsFailures)
{
  queue.add_rate_limited("a");
  queue.add_after("a", 0s);
  queue.try_get().reset();
  queue.add_after("a", 1h);
  clock.advance(1h - 1ns);
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  clock.advance(1ns);
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  queue.try_get().reset();
  EXPECT_EQ(queue.num_requeues("a"), 0U);
}

TEST_F(QueueTtl, AKeyAddedAgainWhileProcessingKeepsItsFailures)
{
  fail_and_finish("a");
  queue.add("a");
  {
    const auto lease = queue.try_get();
    clock.advance(1h);
    EXPECT_EQ(queue.failing(), 1U);
    queue.add("a");
  }
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  queue.try_get().reset();
  EXPECT_EQ(queue.num_requeues("a"), 0U);
}

TEST_F(QueueTtl, ShutDownDropsTheOldFailuresOfDelayedKeys)
{
  fail_and_finish("a");
  queue.add_after("a", 24h);
  clock.advance(1h);
  EXPECT_EQ(queue.failing(), 1U);
  queue.shut_down();
  EXPECT_EQ(queue.failing(), 0U);
}

TEST_F(QueueTtl, AFailureCountedAfterShutDownIsDroppedToo)
{
  queue.shut_down();
  queue.add_rate_limited("a");
  EXPECT_EQ(queue.failing(), 1U);
  clock.advance(10s);
  EXPECT_EQ(queue.failing(), 0U);
}

TEST_F(QueueTtl, AFailureWhileOverdueMakesItYoungAgain)
{
  fail_and_finish("a");
  queue.add("a");
  {
    const auto lease = queue.try_get();
    clock.advance(10s);
    EXPECT_EQ(queue.failing(), 1U);
    queue.add_rate_limited("a");
  }
  clock.advance(2s);
  queue.try_get().reset();
  EXPECT_EQ(queue.num_requeues("a"), 2U);
  clock.advance(8s);
  EXPECT_EQ(queue.num_requeues("a"), 0U);
}

TEST_F(QueueTtl, AnObserverHearsOfIt)
{
  fail_and_finish("a");
  clock.advance(10s);
  std::vector<std::string> seen;
  queue.observe([&seen](const QueueEvent<std::string>& event) {
    EXPECT_EQ(event.operation, QueueOperation::forgotten);
    EXPECT_EQ(event.failures, 0U);
    seen.push_back(*event.key);
  });
  (void)queue.failing();
  EXPECT_EQ(seen, std::vector<std::string>{"a"});
}

TEST(QueueTtlTakenOver, WhatTheLimiterCountedKeepsItsAge)
{
  ManualClock clock;
  auto limiter = limiter_with(10s);
  (void)limiter.when("b", clock.now());
  (void)limiter.when("a", clock.now());
  (void)limiter.when("a", clock.now());
  clock.advance(1s);
  (void)limiter.when("b", clock.now());
  clock.advance(8s);
  RateLimitingQueue<std::string> queue(std::move(limiter), {.clock = &clock});
  EXPECT_EQ(queue.num_requeues("a"), 2U);
  EXPECT_EQ(queue.num_requeues("b"), 2U);
  EXPECT_EQ(queue.failing(), 2U);
  clock.advance(1s);
  EXPECT_EQ(queue.num_requeues("a"), 0U);
  EXPECT_EQ(queue.failing(), 1U);
  clock.advance(1s);
  EXPECT_EQ(queue.failing(), 0U);
}

TEST(QueueFailing, CountsKeysWithoutATimeToLiveToo)
{
  ManualClock clock;
  RateLimitingQueue<std::string> queue(RetryPolicy::exponential(1ms, 1s), {.clock = &clock});
  EXPECT_EQ(queue.failing(), 0U);
  queue.add_rate_limited("a");
  queue.add_rate_limited("a");
  queue.add_rate_limited("b");
  queue.add("c");
  EXPECT_EQ(queue.failing(), 2U);
  queue.forget("a");
  queue.forget("a");
  queue.forget("c");
  EXPECT_EQ(queue.failing(), 1U);
}

/// What the rule says, written down as a search through all keys at every step.
class Model {
public:
  struct Key {
    std::uint32_t failures = 0;
    SteadyTime failed{};
    bool idle = true;
  };
  std::map<int, Key> keys;

  void step(SteadyTime now, Duration ttl)
  {
    for (auto& [name, key] : keys) {
      if (key.idle && key.failures > 0 && now - key.failed >= ttl) key.failures = 0;
    }
  }
  [[nodiscard]] std::size_t failing() const
  {
    std::size_t count = 0;
    for (const auto& [name, key] : keys) count += key.failures > 0 ? 1U : 0U;
    return count;
  }
};

// Random keys fail, are taken, processing and finished; after every step the failures are those of the model.
TEST(QueueTtlModel, RandomOperationsAgree)
{
  constexpr Duration kTtl = 20ms;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    ManualClock clock;
    RateLimitingQueue<int> queue({RetryPolicy::exponential(1ms, 64ms), {.failures_ttl = kTtl}}, {.clock = &clock});
    Model model;
    // The keys whose delay may be pending, with its end; those in the queue; those processing.
    std::map<int, SteadyTime> delayed;
    std::map<int, bool> queued;
    std::map<int, Lease<int>> processing;
    const auto settle = [&] {
      for (auto entry = delayed.begin(); entry != delayed.end();) {
        if (entry->second <= clock.now()) {
          queued[entry->first] = true;
          entry = delayed.erase(entry);
        } else {
          ++entry;
        }
      }
      for (auto& [name, key] : model.keys) {
        key.idle = !delayed.contains(name) && !queued.contains(name) && !processing.contains(name);
      }
      model.step(clock.now(), kTtl);
    };
    for (int step = 0; step < 2000; ++step) {
      const int key = static_cast<int>(random() % 8);
      settle();
      switch (random() % 6) {
        case 0: {
          queue.add_rate_limited(key);
          auto& mine = model.keys[key];
          const SteadyTime ready =
              clock.now() + std::min(Duration(64ms), Duration(1ms) * (1 << std::min(mine.failures, 20U)));
          ++mine.failures;
          mine.failed = clock.now();
          if (!delayed.contains(key) || delayed[key] > ready) delayed[key] = ready;
          break;
        }
        case 1:
          queue.add(key);
          queued[key] = true;
          break;
        case 2:
          if (auto lease = queue.try_get()) {
            queued.erase(**lease);
            processing.emplace(**lease, std::move(*lease));
          }
          break;
        case 3:
          processing.erase(key);
          break;
        case 4:
          queue.forget(key);
          model.keys[key].failures = 0;
          break;
        default:
          clock.advance(Duration(1ms) * (random() % 16));
          break;
      }
      settle();
      ASSERT_EQ(queue.failing(), model.failing()) << "seed " << seed << " step " << step;
      ASSERT_EQ(queue.num_requeues(key), model.keys[key].failures) << "seed " << seed << " step " << step;
    }
  }
}

}  // namespace
}  // namespace kubexx
