// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "fake_metrics.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/priority_queue.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"
#include "kubexx/workqueue/snapshot.hpp"

// What users, and their functions, may do wrong: no key is lost, nothing hangs, and what throws has not happened. Lack
// of memory is in allocation_failure_test.cpp, threads inside a queue that goes in queue_threads_test.cpp, limiters
// with absurd parameters in retry_policy_test.cpp, a user's order in order_policy_test.cpp.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

/// A key whose every operation can be made to throw.
struct Touchy {
  int number = 0;

  Touchy(int which) : number(which) {}  // NOLINT(google-explicit-constructor)
  Touchy(const Touchy& other) : number(other.number) { count_down(copies); }
  Touchy& operator=(const Touchy& other)
  {
    count_down(copies);
    number = other.number;
    return *this;
  }
  ~Touchy() = default;
  bool operator==(const Touchy& other) const
  {
    count_down(comparisons);
    return number == other.number;
  }

  /// Which of the next calls throws; -1: none.
  static inline int copies = -1;
  static inline int comparisons = -1;
  static inline int hashes = -1;
  static void count_down(int& left)
  {
    if (left == 0) throw std::runtime_error("touchy");
    if (left > 0) --left;
  }
};

/// The same for all: every look-up compares.
struct TouchyHash {
  std::size_t operator()(const Touchy&) const
  {
    Touchy::count_down(Touchy::hashes);
    return 1;
  }
};

struct TouchyTest : testing::Test {
  using TouchyQueue = RateLimitingQueue<Touchy, TouchyHash>;
  ManualClock clock;
  TouchyQueue queue{RetryPolicy::exponential(1s, 1h), {.clock = &clock, .introspection = true}};

  TouchyTest()
  {
    for (const int key : {1, 2, 3}) queue.add(key);
    queue.try_get()->release();
    queue.add_after(4, 1h);
    queue.add_rate_limited(2);
  }
  void TearDown() override { calm(); }

  static void calm() { Touchy::copies = Touchy::comparisons = Touchy::hashes = -1; }

  std::string seen()
  {
    std::string text;
    for (const auto& [key, state] : snapshot(queue).entries) {
      text += std::to_string(key.number) + (state.processing ? "h" : "") + (state.queued ? "q" : "") +
              (state.delayed ? "d" : "") + (state.failures != 0 ? std::to_string(state.failures) : "") + " ";
    }
    return text;
  }

  /// `step` throws, whichever of its calls does, and leaves all as it was; then it can be done.
  /// How many of its calls could throw.
  int sweep(int& which, const std::function<void()>& step)
  {
    const std::string before = seen();
    for (int fail = 0;; ++fail) {
      which = fail;
      try {
        step();
        calm();
        return fail;
      } catch (const std::runtime_error&) {
        calm();
        EXPECT_EQ(seen(), before);
      }
    }
  }
};

TEST_F(TouchyTest, AHashOrComparisonThatThrowsChangesNothing)
{
  const Touchy processing = 1;
  const Touchy failed = 2;
  for (int* which : {&Touchy::hashes, &Touchy::comparisons}) {
    const Touchy fresh = which == &Touchy::hashes ? 8 : 9;
    EXPECT_GT(sweep(*which, [&] { queue.add(fresh); }), 0);
    EXPECT_GT(sweep(*which, [&] { queue.add_after(failed, 1min); }), 0);
    EXPECT_GT(sweep(*which, [&] { queue.add_rate_limited(processing); }), 0);
    EXPECT_GT(sweep(*which, [&] { queue.done(processing); }), 0);
    EXPECT_GT(sweep(*which, [&] { queue.forget(failed); }), 0);
    EXPECT_GT(sweep(*which, [&] { (void)queue.num_requeues(failed); }), 0);
  }
  EXPECT_EQ(seen(), "2qd 3q 8q 9q 1d2 4d ");
}

TEST_F(TouchyTest, ACopyThatThrowsChangesNothing)
{
  const Touchy one = 10;
  const Touchy two = 11;
  const Touchy three = 12;
  EXPECT_EQ(sweep(Touchy::copies, [&] { queue.add(one); }), 1);
  EXPECT_EQ(sweep(Touchy::copies, [&] { queue.add_after(two, 1min); }), 1);
  EXPECT_EQ(sweep(Touchy::copies, [&] { queue.add_rate_limited(three); }), 1);
  EXPECT_EQ(seen(), "1h 2qd1 3q 10q 12d1 11d 4d ");
}

TEST_F(TouchyTest, ALeaseEndsWithoutHashingComparingOrCopying)
{
  {
    const auto lease = queue.try_get();
    queue.add(2);
    Touchy::copies = Touchy::comparisons = Touchy::hashes = 0;
  }
  calm();
  EXPECT_EQ(seen(), "1h 3q 2qd1 4d ");
}

struct BadInputTest : testing::Test {
  ManualClock clock;
  RateLimitingQueue<std::string> queue{RetryPolicy::exponential(1s, 1h), {.clock = &clock, .introspection = true}};

  std::string take()
  {
    const auto lease = queue.try_get();
    return lease ? lease->key() : "-";
  }
};

TEST_F(BadInputTest, DelaysOfAnySize)
{
  queue.add_after("never", Duration::max());
  queue.add_after("long", Duration::max() - 1ns);
  queue.add_after("past", Duration::min());
  queue.add_after("just", -1ns);
  EXPECT_EQ(queue.delayed(), 2U);
  EXPECT_EQ(take(), "past");
  EXPECT_EQ(take(), "just");
  clock.advance(24h * 365 * 100);
  EXPECT_EQ(take(), "-");
  queue.add_after("never", Duration::max());
  queue.add_after("never", 1s);
  clock.advance(1s);
  EXPECT_EQ(take(), "never");
}

TEST_F(BadInputTest, DeadlinesOfAnyTime)
{
  EmptyReason why = EmptyReason::none;
  for (const SteadyTime deadline : {SteadyTime::min(), SteadyTime{}, clock.now()}) {
    EXPECT_FALSE(queue.get({}, deadline, &why));
    EXPECT_EQ(why, EmptyReason::deadline);
    LeaseBatch<std::string> batch;
    EXPECT_FALSE(queue.get_batch(batch, 1, {}, deadline, &why));
    EXPECT_EQ(why, EmptyReason::deadline);
  }
  queue.add("a");
  const auto lease = queue.get({}, SteadyTime::min());
  ASSERT_TRUE(lease);
  EXPECT_EQ(queue.shut_down_with_drain({}, SteadyTime::min()), DrainResult::deadline);
}

TEST_F(BadInputTest, ABatchOfAnySize)
{
  for (const char* key : {"a", "b", "c"}) queue.add(key);
  LeaseBatch<std::string> batch;
  EXPECT_TRUE(queue.get_batch(batch, SIZE_MAX));
  EXPECT_EQ(batch.size(), 3U);
}

TEST_F(BadInputTest, DoneOfWhatIsNotProcessing)
{
  queue.done("unknown");
  queue.add("queued");
  queue.done("queued");
  queue.add_after("delayed", 1h);
  queue.done("delayed");
  queue.add("processing");
  EXPECT_EQ(take(), "queued");
  auto lease = queue.try_get();
  queue.done("processing");
  queue.done("processing");
  lease->done();
  lease->done();
  EXPECT_EQ(snapshot(queue).totals.keys, 1U);
}

TEST_F(BadInputTest, ForgetOfWhatHasNoFailures)
{
  queue.forget("unknown");
  queue.add("queued");
  queue.forget("queued");
  EXPECT_EQ(take(), "queued");
  EXPECT_EQ(queue.num_requeues("unknown"), 0U);
  EXPECT_EQ(snapshot(queue).totals.keys, 0U);
}

// A key that is not even equal to itself: every add is another key, and only leases can give it back.
TEST(BadInputKeys, NotANumber)
{
  ManualClock clock;
  Queue<double> queue({.clock = &clock});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  queue.add(nan);
  queue.add(nan);
  EXPECT_EQ(queue.size(), 2U);
  while (auto lease = queue.try_get()) queue.done(nan);
  EXPECT_EQ(snapshot(queue).totals.keys, 0U);
}

TEST_F(BadInputTest, AfterAShutDownEveryOperationIsHarmless)
{
  queue.add("processing");
  queue.add("left");
  auto lease = queue.try_get();
  queue.add_rate_limited("delayed");
  queue.shut_down();
  queue.add("late");
  queue.add_after("late", 1s);
  queue.add_after("late", -1s);
  queue.add_rate_limited("late");
  queue.add_rate_limited("processing");
  EXPECT_EQ(queue.num_requeues("late"), 1U);
  EXPECT_EQ(queue.num_requeues("processing"), 1U);
  queue.forget("late");
  queue.forget("processing");
  clock.advance(24h);
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(queue.delayed(), 0U);
  EXPECT_EQ(queue.dropped(), 1U);
  queue.shut_down();
  queue.begin_drain();
  std::vector<DrainResult> drains;
  queue.on_drained([&drains](DrainResult result) { drains.push_back(result); });
  EXPECT_EQ(take(), "left");
  EXPECT_TRUE(drains.empty());
  queue.done("processing");
  EXPECT_EQ(drains, std::vector{DrainResult::drained});
  lease->done();
  EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::drained);
  EmptyReason why = EmptyReason::none;
  EXPECT_FALSE(queue.get({}, {}, &why));
  EXPECT_EQ(why, EmptyReason::shut_down);
  LeaseBatch<std::string> batch;
  EXPECT_FALSE(queue.get_batch(batch, 3, {}, {}, &why));
  EXPECT_EQ(why, EmptyReason::shut_down);
  EXPECT_TRUE(queue.shutting_down());
  queue.observe([](const QueueEvent<std::string>&) {});
  EXPECT_EQ(queue.failing(), 1U);  // of "delayed"
}

TEST_F(BadInputTest, WhatAnObserverThrowsIsIgnored)
{
  int steps = 0;
  queue.observe([&steps](const QueueEvent<std::string>&) {
    ++steps;
    throw std::runtime_error("observer");
  });
  queue.add("a");
  queue.add("a");
  queue.add_after("b", 1s);
  queue.add_after("b", 2s);
  queue.add_rate_limited("c");
  queue.forget("c");
  {
    const auto lease = queue.try_get();
    queue.add("a");
  }
  clock.advance(1s);
  EXPECT_EQ(queue.size(), 3U);
  queue.add_after("d", 1h);
  queue.shut_down();
  queue.add("e");
  queue.begin_drain();
  // added, touched, delayed, delay_kept, rate_limited, delayed, forgotten, handed_out, added, done, returned,
  // 2 * (due, added), delayed, dropped, shut_down, ignored, drain_begun
  EXPECT_EQ(steps, 20);
  EXPECT_EQ(take(), "a");
  EXPECT_EQ(take(), "b");
  EXPECT_EQ(take(), "c");
}

TEST_F(BadInputTest, WhatACallbackOfADrainThrowsIsIgnoredAndTheOthersAreCalled)
{
  int called = 0;
  for (int index = 0; index < 3; ++index) {
    queue.on_drained([&called](DrainResult) {
      ++called;
      throw std::runtime_error("callback");
    });
  }
  queue.begin_drain();
  EXPECT_EQ(called, 3);
}

RetryPolicy throws_when(const bool& broken)
{
  return RetryPolicy::custom([&broken](std::uint32_t failures, SteadyTime) -> Duration {
    if (broken) throw std::runtime_error("policy");
    return 1s * (failures + 1);
  });
}

TEST(BadInputLimiter, APolicyThatThrowsCountsAndAddsNothing)
{
  ManualClock clock;
  bool broken = false;
  RateLimitingQueue<std::string> queue(throws_when(broken), {.clock = &clock});
  queue.add_rate_limited("a");
  broken = true;
  EXPECT_THROW(queue.add_rate_limited("a"), std::runtime_error);
  EXPECT_THROW(queue.add_rate_limited("b"), std::runtime_error);
  broken = false;
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  EXPECT_EQ(queue.num_requeues("b"), 0U);
  EXPECT_EQ(queue.failing(), 1U);
  EXPECT_EQ(queue.delayed(), 1U);
  EXPECT_EQ(snapshot(queue).totals.keys, 1U);
  clock.advance(1s);
  EXPECT_TRUE(queue.try_get());
}

TEST(BadInputLimiter, AnyDelayWillDo)
{
  ManualClock clock;
  Duration delay{};
  RateLimitingQueue<std::string> queue(RetryPolicy::custom([&delay](std::uint32_t, SteadyTime) { return delay; }),
                                       {.clock = &clock});
  delay = Duration::min();
  queue.add_rate_limited("now");
  EXPECT_EQ(queue.size(), 1U);
  delay = Duration::max();
  queue.add_rate_limited("never");
  EXPECT_EQ(queue.delayed(), 1U);
  EXPECT_EQ(queue.failing(), 2U);
}

class BrokenLimiter final : public CustomRateLimiter<std::string> {
public:
  Duration when(const std::string&, SteadyTime) override { throw std::runtime_error("when"); }
  void forget(const std::string&) override { throw std::runtime_error("forget"); }
  [[nodiscard]] std::uint32_t num_requeues(const std::string&) const override { throw std::runtime_error("count"); }
};

TEST(BadInputLimiter, ACustomLimiterThatThrowsLeavesTheQueueAlone)
{
  ManualClock clock;
  RateLimitingQueue<std::string> queue(std::make_unique<BrokenLimiter>(), {.clock = &clock});
  queue.add("a");
  EXPECT_THROW(queue.add_rate_limited("a"), std::runtime_error);
  EXPECT_THROW(queue.add_rate_limited("b"), std::runtime_error);
  EXPECT_THROW(queue.forget("a"), std::runtime_error);
  EXPECT_THROW((void)queue.num_requeues("a"), std::runtime_error);
  EXPECT_EQ(queue.failing(), 0U);
  EXPECT_EQ(snapshot(queue).totals.keys, 1U);
  EXPECT_EQ(queue.try_get()->key(), "a");
}

/// An order that refuses every key.
class NoOrder final : public OrderPolicy<std::string> {
public:
  void push(const std::string&) override { throw std::runtime_error("push"); }
  std::string pop() override { return {}; }
};

TEST(BadInputLimiter, AFailureWhoseAddIsRefusedIsNotCounted)
{
  ManualClock clock;
  RateLimitingQueue<std::string> queue(RetryPolicy::exponential(0s, 1h), {.clock = &clock, .introspection = true},
                                       std::make_unique<NoOrder>());
  EXPECT_THROW(queue.add_rate_limited("a"), std::runtime_error);
  EXPECT_EQ(queue.num_requeues("a"), 0U);
  EXPECT_EQ(snapshot(queue).totals.keys, 0U);
}

TEST(BadInputLimiter, AFailureWhoseGroupThrowsIsNotCounted)
{
  ManualClock clock;
  bool broken = true;
  PriorityQueue<std::string> queue(RetryPolicy::exponential(1s, 1h), {.clock = &clock},
                                   {.group = [&broken](const std::string& key) -> std::uint64_t {
                                     if (broken) throw std::runtime_error("group");
                                     return key.size();
                                   }});
  EXPECT_THROW(queue.add_with("a", {.rate_limited = true}), std::runtime_error);
  EXPECT_EQ(queue.num_requeues("a"), 0U);
  EXPECT_EQ(snapshot(queue).totals.keys, 0U);
  broken = false;
  queue.add_with("a", {.rate_limited = true});
  EXPECT_EQ(queue.num_requeues("a"), 1U);
}

/// Fails, by an exception or a null, with series number `fail`.
class BrokenProvider final : public MetricsProvider {
public:
  BrokenProvider(int fail, bool throws) : left_(fail), throws_(throws) {}
  std::shared_ptr<Counter> counter(std::string_view name, std::string_view help, MetricLabels labels) override
  {
    return broken() ? nullptr : inner.counter(name, help, std::move(labels));
  }
  std::shared_ptr<Gauge> gauge(std::string_view, std::string_view, MetricLabels) override { return nullptr; }
  std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view help, MetricLabels labels,
                                       std::span<const double> buckets) override
  {
    return broken() ? nullptr : inner.histogram(name, help, std::move(labels), buckets);
  }
  std::unique_ptr<MetricRegistration> gauge_callback(std::string_view name, std::string_view help, MetricLabels labels,
                                                     std::function<double()> read) override
  {
    return broken() ? nullptr : inner.gauge_callback(name, help, std::move(labels), std::move(read));
  }
  FakeProvider inner;

private:
  bool broken()
  {
    if (left_-- != 0) return false;
    if (throws_) throw std::runtime_error("provider");
    return true;
  }
  int left_;
  bool throws_;
};

TEST(BadInputMetrics, AProviderThatThrowsFailsTheConstructorAndNothingStaysRegistered)
{
  ManualClock clock;
  for (int fail = 0; fail < 8; ++fail) {
    BrokenProvider provider(fail, true);
    const auto make = [&] { Queue<std::string> queue({.name = "q", .clock = &clock, .metrics = &provider}); };
    if (fail < 7) {
      EXPECT_THROW(make(), std::runtime_error) << fail;
    } else {
      EXPECT_NO_THROW(make());
    }
    EXPECT_TRUE(provider.inner.gauges.empty());
  }
}

TEST(BadInputMetrics, AProviderThatGivesNoSeriesFailsTheConstructor)
{
  ManualClock clock;
  for (int fail = 0; fail < 7; ++fail) {
    BrokenProvider provider(fail, false);
    const auto make = [&] { Queue<std::string> queue({.name = "q", .clock = &clock, .metrics = &provider}); };
    if (fail < 4) {
      EXPECT_THROW(make(), std::invalid_argument) << fail;
    } else {
      EXPECT_NO_THROW(make());  // a gauge that is not shown
    }
    EXPECT_TRUE(provider.inner.gauges.empty());
  }
}

TEST(BadInputFailures, TwoToTheThirtyTwoFailuresAreTheLastNumber)
{
  detail::KeyTable<int, std::hash<int>, std::equal_to<>> keys;
  detail::Failures failures(keys);
  const auto index = keys.find_or_insert(1, keys.hash(1));
  failures.set(index, UINT32_MAX - 1, {});
  failures.count(index, {});
  EXPECT_EQ(keys[index].failures, UINT32_MAX);
  failures.count(index, {});
  EXPECT_EQ(keys[index].failures, UINT32_MAX);
  EXPECT_EQ(failures.size(), 1U);
}

}  // namespace
}  // namespace kubexx
