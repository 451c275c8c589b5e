// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/callback_metrics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <latch>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace kubexx {
namespace {

/// What a service's registry has: the values of each series, and which series are open.
struct Registry {
  struct Cell {
    MetricSeries series;
    std::vector<double> values;
    bool open = true;
  };
  std::vector<std::shared_ptr<Cell>> cells;

  MetricSink open(const MetricSeries& series)
  {
    const auto cell = std::make_shared<Cell>();
    cell->series = series;
    cells.push_back(cell);
    const std::shared_ptr<void> end(nullptr, [cell](void*) { cell->open = false; });
    return [cell, end](double value) { cell->values.push_back(value); };
  }
};

TEST(CallbackMetrics, EachKindGetsItsValues)
{
  Registry registry;
  CallbackMetrics metrics([&](const MetricSeries& series) { return registry.open(series); });
  const auto adds = metrics.counter("adds_total", "Adds.", {{"name", "jobs"}});
  adds->increment();
  adds->increment(3);
  adds->increment(-1);
  const auto depth = metrics.gauge("depth", "Depth.", {});
  depth->set(5);
  depth->add(-2);
  const std::array<double, 2> buckets{0.1, 1};
  metrics.histogram("seconds", "Duration.", {}, buckets)->observe(0.25);

  ASSERT_EQ(registry.cells.size(), 3U);
  EXPECT_EQ(registry.cells[0]->series.kind, MetricSeries::Kind::counter);
  EXPECT_EQ(registry.cells[0]->series.name, "adds_total");
  EXPECT_EQ(registry.cells[0]->series.help, "Adds.");
  EXPECT_EQ(registry.cells[0]->series.labels, (MetricLabels{{"name", "jobs"}}));
  EXPECT_EQ(registry.cells[0]->values, (std::vector<double>{1, 3})) << "by how much it grows";
  EXPECT_EQ(registry.cells[1]->series.kind, MetricSeries::Kind::gauge);
  EXPECT_FALSE(registry.cells[1]->series.read);
  EXPECT_EQ(registry.cells[1]->values, (std::vector<double>{5, 3})) << "the new value";
  EXPECT_EQ(registry.cells[2]->series.kind, MetricSeries::Kind::histogram);
  EXPECT_EQ(registry.cells[2]->series.buckets, (std::vector<double>{0.1, 1}));
  EXPECT_EQ(registry.cells[2]->values, std::vector<double>{0.25});
}

TEST(CallbackMetrics, TheSameSeriesIsOpenedOnceAndEndsWithItsLastUser)
{
  Registry registry;
  CallbackMetrics metrics([&](const MetricSeries& series) { return registry.open(series); });
  auto first = metrics.counter("adds_total", "", {{"name", "a"}});
  auto second = metrics.counter("adds_total", "", {{"name", "a"}});
  const auto other = metrics.counter("adds_total", "", {{"name", "b"}});
  EXPECT_EQ(first, second);
  EXPECT_NE(first, other);
  ASSERT_EQ(registry.cells.size(), 2U);
  first.reset();
  EXPECT_TRUE(registry.cells[0]->open);
  second.reset();
  EXPECT_FALSE(registry.cells[0]->open);
  EXPECT_TRUE(registry.cells[1]->open);
  first = metrics.counter("adds_total", "", {{"name", "a"}});
  EXPECT_EQ(registry.cells.size(), 3U) << "a new user after that opens it again";
}

TEST(CallbackMetrics, ASeriesIsNotOpenedAgainBeforeItsSinkIsDestroyed)
{
  std::latch destroying(1), asked(1);
  std::atomic<int> open{0};
  bool first = true;
  CallbackMetrics metrics([&](const MetricSeries&) -> MetricSink {
    EXPECT_EQ(++open, 1) << "never twice at once";
    const bool waits = std::exchange(first, false);
    const std::shared_ptr<void> end(nullptr, [&, waits](void*) {
      if (waits) {
        destroying.count_down();
        asked.wait();
      }
      --open;
    });
    return [end](double) {};
  });
  auto counter = metrics.counter("a", "", {});
  std::thread other([&] { counter.reset(); });
  destroying.wait();
  std::thread third([&] { asked.count_down(); });  // the call below may have begun, or not: it must wait in any case
  auto again = metrics.counter("a", "", {});
  EXPECT_EQ(open, 1);
  again.reset();
  other.join();
  third.join();
  EXPECT_EQ(open, 0);
}

TEST(CallbackMetrics, ASeriesThatCannotBeOpenedCanBeTriedAgain)
{
  bool fails = true;
  CallbackMetrics metrics([&](const MetricSeries& series) -> MetricSink {
    if (fails) throw std::runtime_error("no such name: " + series.name);
    return [](double) {};
  });
  EXPECT_THROW(static_cast<void>(metrics.counter("a", "", {})), std::runtime_error);
  fails = false;
  EXPECT_NE(metrics.counter("a", "", {}), nullptr);
}

TEST(CallbackMetrics, ASeriesMayOutliveItsProvider)
{
  Registry registry;
  auto metrics = std::make_unique<CallbackMetrics>([&](const MetricSeries& series) { return registry.open(series); });
  auto counter = metrics->counter("a", "", {});
  metrics.reset();
  counter->increment();
  EXPECT_EQ(registry.cells[0]->values, std::vector<double>{1});
  counter.reset();
  EXPECT_FALSE(registry.cells[0]->open);
}

TEST(CallbackMetrics, ACallbackGaugeIsReadUntilItEnds)
{
  Registry registry;
  CallbackMetrics metrics([&](const MetricSeries& series) { return registry.open(series); });
  double value = 7;
  auto registration = metrics.gauge_callback("age", "", {}, [&value] { return value; });
  ASSERT_EQ(registry.cells.size(), 1U);
  const std::function<double()> read = registry.cells[0]->series.read;
  EXPECT_EQ(read(), 7);
  value = 8;
  EXPECT_EQ(read(), 8);
  registration.reset();
  EXPECT_FALSE(registry.cells[0]->open);
  EXPECT_TRUE(std::isnan(read())) << "what it reads may be gone";
}

TEST(CallbackMetrics, AnEmptySinkDropsTheValues)
{
  CallbackMetrics metrics([](const MetricSeries&) { return MetricSink(); });
  metrics.counter("a", "", {})->increment();
  metrics.gauge("b", "", {})->add(1);
  metrics.histogram("c", "", {}, {})->observe(1);
  EXPECT_THROW(CallbackMetrics({}), std::invalid_argument);
}

TEST(CallbackMetrics, AGaugeThatTwoThreadsChangeEndsWithTheSumOfBoth)
{
  double last = 0;
  CallbackMetrics metrics([&](const MetricSeries&) -> MetricSink { return [&last](double value) { last = value; }; });
  const auto gauge = metrics.gauge("a", "", {});
  const auto work = [&] {
    for (int i = 0; i < 1000; ++i) gauge->add(1);
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(last, 2000);
}

}  // namespace
}  // namespace kubexx
