// SPDX-License-Identifier: Apache-2.0
// The smaller listings of docs/guides/workqueue.md, compiled and run; the large one is samples/queue.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>

#include "kubexx/base/callback_metrics.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"
#include "kubexx/workqueue/snapshot.hpp"
#include "kubexx/workqueue/timer_queue/timer_queue.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

/// What a service may have.
struct Registry {
  struct Cell {
    void record(double value) { last = value; }
    double last = 0;
  };
  std::shared_ptr<Cell> cell(const std::string& name)
  {
    auto& found = cells[name];
    if (!found) found = std::make_shared<Cell>();
    return found;
  }
  std::map<std::string, std::shared_ptr<Cell>> cells;
};

CallbackMetrics bridge(Registry& registry)
{
  return CallbackMetrics([&](const MetricSeries& series) -> MetricSink {
    return [cell = registry.cell(series.name)](double value) { cell->record(value); };
  });
}

TEST(QueueGuide, AServiceBridgesTheMetricsWithOneFunction)
{
  ManualClock clock;
  Registry registry;
  CallbackMetrics metrics = bridge(registry);
  DelayingQueue<std::string> queue({.name = "jobs", .clock = &clock, .metrics = &metrics});
  queue.add("a");
  EXPECT_EQ(registry.cells.at("workqueue_adds_total")->last, 1);
}

TEST(QueueGuide, ALimiterIsSpreadAndForgets)
{
  ManualClock clock;
  SeededRandom random(1);
  RateLimitingQueue<std::string> queue(
      {RetryPolicy::jittered(RetryPolicy::exponential(5ms, 500s), 1, random.next()), {.failures_ttl = 1h}},
      {.clock = &clock});
  queue.add_rate_limited("a");
  EXPECT_EQ(queue.num_requeues("a"), 1U);
  clock.advance(4ms);
  EXPECT_EQ(queue.size(), 0U) << "never shorter than without jitter";
  clock.advance(6ms);
  EXPECT_EQ(queue.size(), 1U) << "at most twice as long";
  queue.get()->done();
  clock.advance(1h);
  queue.add("b");
  EXPECT_EQ(queue.failing(), 0U) << "the failure is older than failures_ttl";
}

TEST(QueueGuide, ASnapshotSaysWhatIsProcessing)
{
  ManualClock clock;
  Queue<std::string> queue({.clock = &clock, .introspection = true});
  queue.add("a");
  queue.add("b");
  const auto lease = queue.get();
  clock.advance(1500ms);
  ::testing::internal::CaptureStdout();
  const auto now = snapshot(queue, 50);  // as short under the lock with a million keys as with a hundred
  std::printf("%zu of %zu keys\n", now.entries.size(), now.totals.keys);
  for (const auto& [key, state] : now.entries) {
    if (!state.processing_for) continue;
    std::printf("%s: processing for %lld ms\n", key.c_str(), static_cast<long long>(*state.processing_for / 1ms));
  }
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "2 of 2 keys\na: processing for 1500 ms\n");
}

TEST(QueueGuide, ATimeoutThatIsCancelledIsNotCalled)
{
  ManualClock clock;
  std::stop_source source;
  const std::stop_token stop = source.get_token();
  ::testing::internal::CaptureStdout();
  TimerQueue<std::function<void()>> timeouts(clock);
  const TimerHandle handle = timeouts.push([] { std::puts("no answer within 30 s"); }, 30s);
  timeouts.cancel(handle);  // the answer came
  timeouts.push([&] { source.request_stop(); }, 1min);
  clock.advance(1min);
  for (auto& timeout : timeouts.stream(stop)) timeout();  // in a thread of yours
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace kubexx
