// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fake_metrics.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

// Counterparts of client-go's util/workqueue/metrics_test.go.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct MetricsTest : testing::Test {
  ManualClock clock;
  FakeProvider provider;
  std::unique_ptr<RateLimitingQueue<std::string>> queue = std::make_unique<RateLimitingQueue<std::string>>(
      RetryPolicy::exponential(1ms, 1s), QueueOptions{.name = "test", .clock = &clock, .metrics = &provider});

  double adds() { return provider.counters.at("workqueue_adds_total,name=test")->value; }
  double retries() { return provider.counters.at("workqueue_retries_total,name=test")->value; }
  double depth() { return provider.gauges.at("workqueue_depth,name=test")(); }
  double unfinished() { return provider.gauges.at("workqueue_unfinished_work_seconds,name=test")(); }
  double longest() { return provider.gauges.at("workqueue_longest_running_processor_seconds,name=test")(); }
  // Of a series without a sample: -1.
  static double last(const std::vector<double>& values) { return values.empty() ? -1 : values.back(); }
  std::vector<double> latencies()
  {
    return provider.histograms.at("workqueue_queue_duration_seconds,name=test")->values;
  }
  std::vector<double> durations()
  {
    return provider.histograms.at("workqueue_work_duration_seconds,name=test")->values;
  }
};

// upstream TestMetrics
TEST_F(MetricsTest, MetricsAddsDepthLatencyDurationUnfinishedLongest)
{
  using Values = std::vector<double>;
  queue->add("foo");
  EXPECT_EQ(adds(), 1);
  EXPECT_EQ(depth(), 1);
  clock.advance(50us);

  auto lease = queue->get();
  EXPECT_EQ(latencies(), Values{50e-6});
  EXPECT_EQ(depth(), 0);
  EXPECT_EQ(adds(), 1);

  clock.advance(25us);
  lease->done();
  EXPECT_EQ(durations(), Values{25e-6});

  // Added again while processing, five times: it counts once.
  queue->add("foo");
  EXPECT_EQ(adds(), 2);
  EXPECT_EQ(depth(), 1);
  lease = queue->get();
  EXPECT_EQ(latencies().size(), 2U);
  for (int index = 0; index < 5; ++index) queue->add("foo");
  EXPECT_EQ(adds(), 3);
  EXPECT_EQ(depth(), 1);
  EXPECT_EQ(queue->size(), 0U);

  clock.advance(1s);
  EXPECT_DOUBLE_EQ(unfinished(), 1.0);
  EXPECT_DOUBLE_EQ(longest(), 1.0);
  lease->done();
  EXPECT_EQ(last(durations()), 1.0);
  EXPECT_EQ(unfinished(), 0);
  EXPECT_EQ(longest(), 0);

  // The time behind its own processing counts as waiting.
  lease = queue->get();
  EXPECT_EQ(last(latencies()), 1.0);
}

// upstream TestMetricShutdown: there nothing updates the gauges after a shutdown. Here nothing ever does but a reader.
TEST_F(MetricsTest, MetricShutdownNothingRunsAndTheSeriesGoWithTheQueue)
{
  queue->add("a");
  auto lease = queue->get();
  queue->shut_down();
  EXPECT_FALSE(clock.next_due());
  clock.advance(2s);
  EXPECT_DOUBLE_EQ(unfinished(), 2.0);
  lease->done();
  EXPECT_EQ(unfinished(), 0);
  lease.reset();
  queue.reset();
  EXPECT_TRUE(provider.gauges.empty());
}

TEST_F(MetricsTest, UnfinishedIsTheSumAndLongestTheOldest)
{
  for (const char* key : {"a", "b", "c"}) queue->add(key);
  auto a = queue->get();
  clock.advance(1s);
  auto b = queue->get();
  clock.advance(1s);
  auto c = queue->get();
  clock.advance(1s);
  EXPECT_DOUBLE_EQ(unfinished(), 6.0);
  EXPECT_DOUBLE_EQ(longest(), 3.0);
  b->done();
  EXPECT_DOUBLE_EQ(unfinished(), 4.0);
  a->done();
  EXPECT_DOUBLE_EQ(longest(), 1.0);
  c->done();
  EXPECT_EQ(longest(), 0);
}

TEST_F(MetricsTest, RetriesCountEveryAddAfterEvenWithoutDelayButNotAfterShutDown)
{
  queue->add_after("a", 1s);
  queue->add_after("a", 2s);
  queue->add_after("a", 0s);
  queue->add_rate_limited("b");
  EXPECT_EQ(retries(), 4);
  EXPECT_EQ(adds(), 1);
  queue->shut_down();
  queue->add_after("a", 1s);
  queue->add_rate_limited("b");
  EXPECT_EQ(retries(), 4);
}

TEST_F(MetricsTest, ADelayedKeyCountsAndWaitsFromTheMomentItIsDue)
{
  queue->add_after("a", 1s);
  EXPECT_EQ(depth(), 0);
  clock.advance(3s);
  EXPECT_EQ(depth(), 1);
  EXPECT_EQ(adds(), 1);
  (void)queue->get();
  EXPECT_DOUBLE_EQ(last(latencies()), 2.0);
}

TEST_F(MetricsTest, TheBucketsAreClientGosUnlessToldOtherwise)
{
  const auto& buckets = provider.histograms.at("workqueue_queue_duration_seconds,name=test")->buckets;
  ASSERT_EQ(buckets.size(), 10U);
  EXPECT_DOUBLE_EQ(buckets.front(), 1e-8);
  EXPECT_DOUBLE_EQ(buckets.back(), 10);
  const Queue<int> other({.name = "other",
                          .clock = &clock,
                          .metrics = &provider,
                          .labels = {{"controller", "other"}},
                          .depth_labels = {{"priority", ""}},
                          .duration_buckets = {1, 2}});
  EXPECT_EQ(provider.histograms.at("workqueue_work_duration_seconds,name=other,controller=other")->buckets,
            (std::vector<double>{1, 2}));
  EXPECT_EQ(provider.gauges.count("workqueue_depth,name=other,controller=other,priority="), 1U);
}

TEST_F(MetricsTest, ItsSeriesEndWithTheQueue)
{
  for (const auto& [series, counter] : provider.counters) EXPECT_EQ(provider.kept[series], 1) << series;
  for (const auto& [series, histogram] : provider.histograms) EXPECT_EQ(provider.kept[series], 1) << series;
  EXPECT_EQ(provider.kept.size(), provider.counters.size() + provider.histograms.size());
  queue.reset();
  EXPECT_TRUE(provider.kept.empty());
  EXPECT_TRUE(provider.gauges.empty());
}

TEST(MetricsAbsent, AQueueWithoutANameMakesNoSeries)
{
  ManualClock clock;
  FakeProvider provider;
  Queue<int> queue({.clock = &clock, .metrics = &provider});
  queue.add(1);
  EXPECT_TRUE(provider.counters.empty());
  EXPECT_TRUE(provider.gauges.empty());
}

}  // namespace
}  // namespace kubexx
