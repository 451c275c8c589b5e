// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/prometheus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <prometheus/collectable.h>
#include <prometheus/counter.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace kubexx {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PrometheusMetrics, ShowsCountersAndGaugesWithTheirLabels)
{
  PrometheusMetrics metrics;
  metrics.counter("b_total", "Counts b.", {{"controller", "foo"}, {"result", "success"}})->increment(2);
  metrics.counter("b_total", "Counts b.", {{"controller", "foo"}, {"result", "error"}})->increment();
  const auto gauge = metrics.gauge("a_now", "Shows a.", {});
  gauge->set(5);
  gauge->add(-1.5);
  EXPECT_EQ(metrics.text(),
            "# HELP a_now Shows a.\n# TYPE a_now gauge\na_now 3.5\n"
            "# HELP b_total Counts b.\n# TYPE b_total counter\n"
            "b_total{controller=\"foo\",result=\"error\"} 1\nb_total{controller=\"foo\",result=\"success\"} 2\n");
}

TEST(PrometheusMetrics, TheSameNameAndLabelsAreOneSeries)
{
  PrometheusMetrics metrics;
  metrics.counter("n_total", "N.", {{"x", "1"}})->increment();
  metrics.counter("n_total", "N.", {{"x", "1"}})->increment();
  EXPECT_THAT(metrics.text(), HasSubstr("n_total{x=\"1\"} 2\n"));
}

TEST(PrometheusMetrics, HistogramsAreCumulativeAndEndWithInfinity)
{
  PrometheusMetrics metrics;
  constexpr std::array<double, 2> kBuckets{0.1, 1};
  const auto histogram = metrics.histogram("t_seconds", "Times.", {{"controller", "foo"}}, kBuckets);
  for (const double value : {0.05, 0.1, 0.5, 7.0}) histogram->observe(value);
  const auto text = metrics.text();
  EXPECT_THAT(text, HasSubstr("t_seconds_count{controller=\"foo\"} 4\n"));
  EXPECT_THAT(text, HasSubstr("t_seconds_sum{controller=\"foo\"} 7.65\n"));
  EXPECT_THAT(text, HasSubstr("t_seconds_bucket{controller=\"foo\",le=\"0.1\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("t_seconds_bucket{controller=\"foo\",le=\"1\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("t_seconds_bucket{controller=\"foo\",le=\"+Inf\"} 4\n"));
}

TEST(PrometheusMetrics, SeriesThatAreKeptGoWithTheLastOfThoseWhoKeepThem)
{
  PrometheusMetrics metrics;
  const auto other = metrics.counter("n_total", "N.", {{"x", "other"}});
  const std::string before = metrics.text();
  constexpr std::array<double, 1> kBuckets{1};
  const auto fill = [&](MetricScope& scope) {
    scope.counter("n_total", "N.")->increment();
    scope.histogram("t_seconds", "Times.", kBuckets)->observe(1);
    scope.gauge_callback("g", "G.", [] { return 1.0; });
  };
  auto first = std::make_unique<MetricScope>(metrics, MetricLabels{{"x", "1"}});
  auto second = std::make_unique<MetricScope>(metrics, MetricLabels{{"x", "1"}});
  fill(*first);
  fill(*second);
  const auto counter = first->counter("n_total", "N.");
  first.reset();
  EXPECT_THAT(metrics.text(), HasSubstr("n_total{x=\"1\"} 2\n"));
  second.reset();
  EXPECT_EQ(metrics.text(), before);
  counter->increment();
  EXPECT_EQ(metrics.text(), before);
  EXPECT_EQ(metrics.counter("n_total", "N.", {{"x", "other"}}), other);
}

TEST(PrometheusMetrics, CallbacksAreAskedAtEachScrapeUntilTheyGo)
{
  PrometheusMetrics metrics;
  double age = 1;
  {
    const auto first = metrics.gauge_callback("age_seconds", "Age.", {}, [&] { return age; });
    EXPECT_THAT(metrics.text(), HasSubstr("age_seconds 1\n"));
    age = 2;
    EXPECT_THAT(metrics.text(), HasSubstr("age_seconds 2\n"));
    const auto second = metrics.gauge_callback("age_seconds", "Age.", {}, [] { return 9.0; });
    EXPECT_THAT(metrics.text(), HasSubstr("age_seconds 9\n"));
  }
  EXPECT_THAT(metrics.text(), Not(HasSubstr("age_seconds")));
}

TEST(PrometheusMetrics, RefusesWhatPrometheusWouldNotRead)
{
  PrometheusMetrics metrics;
  (void)metrics.counter("n_total", "N.", {});
  EXPECT_THROW((void)metrics.gauge("n_total", "N.", {}), std::invalid_argument);
  EXPECT_THROW((void)metrics.counter("no good", "", {}), std::invalid_argument);
  EXPECT_THROW((void)metrics.counter("ok_total", "", {{"bad-label", "x"}}), std::invalid_argument);
  EXPECT_THROW((void)metrics.counter("ok_total", "", {{"__name__", "x"}}), std::invalid_argument);
  EXPECT_THROW((void)metrics.counter("ok_total", "", {{"a", "x"}, {"a", "y"}}), std::invalid_argument);
  constexpr std::array<double, 1> kRising{1};
  EXPECT_THROW((void)metrics.histogram("h", "", {{"le", "x"}}, kRising), std::invalid_argument);
  constexpr std::array<double, 2> kFalling{1, 0.1};
  EXPECT_THROW((void)metrics.histogram("h", "", {}, kFalling), std::invalid_argument);
}

TEST(PrometheusMetrics, ShowsAProgramsOwnRegistry)
{
  PrometheusMetrics metrics;
  {
    const auto registry = std::make_shared<prometheus::Registry>();
    prometheus::BuildCounter().Name("own_total").Register(*registry).Add({}).Increment();
    metrics.add(registry);
    EXPECT_THAT(metrics.text(), HasSubstr("own_total 1\n"));
  }
  EXPECT_EQ(metrics.text(), "");
}

class FixedFamilies final : public prometheus::Collectable {
public:
  [[nodiscard]] std::vector<prometheus::MetricFamily> Collect() const override
  {
    using prometheus::MetricType;
    prometheus::ClientMetric one, two;
    two.label = {{"a", "quote \" backslash \\ line\n"}, {"b", ""}};
    two.timestamp_ms = -7;
    for (prometheus::ClientMetric* metric : {&one, &two}) {
      metric->counter.value = 1.0 / 3;
      metric->gauge.value = -std::numeric_limits<double>::infinity();
      metric->untyped.value = 123456789012345678.0;
      metric->summary = {3, std::numeric_limits<double>::quiet_NaN(), {{0.5, 1e-9}, {0.99, 0}}};
      metric->histogram = {9, 0.1 + 0.2, {{4, -1}, {9, 1e22}}};
    }
    two.histogram.bucket.push_back({9, std::numeric_limits<double>::infinity()});
    std::vector<prometheus::MetricFamily> out;
    for (const auto type :
         {MetricType::Counter, MetricType::Gauge, MetricType::Summary, MetricType::Untyped, MetricType::Histogram}) {
      out.push_back({"f" + std::to_string(out.size()), out.empty() ? "" : "Helps.", type, {one, two}});
    }
    return out;
  }
};

TEST(PrometheusMetrics, WritesWhatPrometheusCppWrites)
{
  const auto families = std::make_shared<FixedFamilies>();
  PrometheusMetrics metrics;
  metrics.add(families);
  EXPECT_EQ(metrics.text(), prometheus::TextSerializer().Serialize(families->Collect()));
}

TEST(PrometheusMetrics, LabelValuesAreEscaped)
{
  PrometheusMetrics metrics;
  metrics.counter("n_total", "N.", {{"x", "a\"b\\c\nd"}})->increment();
  EXPECT_THAT(metrics.text(), HasSubstr(R"(n_total{x="a\"b\\c\nd"} 1)"));
}

TEST(PrometheusMetrics, WhatIsNotUtf8BecomesReadable)
{
  PrometheusMetrics metrics;
  metrics.counter("n_total", "One\nand \\two \xff.", {{"x", "a\xff"}})->increment();
  metrics.counter("n_total", "", {{"x", "a\xfe"}})->increment();
  EXPECT_EQ(metrics.text(),
            "# HELP n_total One\\nand \\\\two \uFFFD.\n# TYPE n_total counter\nn_total{x=\"a\uFFFD\"} 2\n");
  {
    const auto callback = metrics.gauge_callback("age", "Age.", {{"x", "\xff"}}, [] { return 1.0; });
    EXPECT_THAT(metrics.text(), HasSubstr("age{x=\"\uFFFD\"} 1\n"));
  }
  EXPECT_THAT(metrics.text(), Not(HasSubstr("age{")));
  {
    MetricScope scope(metrics, {{"x", "b\xff"}});
    scope.counter("n_total", "N.")->increment();
    EXPECT_THAT(metrics.text(), HasSubstr("n_total{x=\"b\uFFFD\"} 1\n"));
  }
  EXPECT_THAT(metrics.text(), Not(HasSubstr("b\uFFFD")));
  const auto registry = std::make_shared<prometheus::Registry>();
  prometheus::BuildCounter().Name("own_total").Help("a\nb").Register(*registry).Add({{"x", "\xff"}}).Increment();
  metrics.add(registry);
  EXPECT_THAT(metrics.text(), HasSubstr("# HELP own_total a\\nb\n"));
  EXPECT_THAT(metrics.text(), HasSubstr("own_total{x=\"\uFFFD\"} 1\n"));
}

TEST(PrometheusMetrics, ACallbackMayCallEverything)
{
  PrometheusMetrics metrics;
  std::unique_ptr<MetricRegistration> registration;
  int calls = 0;
  registration = metrics.gauge_callback("age", "Age.", {}, [&] {
    const std::string n = std::to_string(++calls);
    metrics.counter("made_total", "Made.", {{"n", n}})->increment();
    metrics.gauge("made", "Made.", {{"n", n}})->set(1);
    (void)metrics.keep("made", {{"n", n}});
    const auto another = metrics.gauge_callback("other", "Other.", {}, [] { return 1.0; });
    EXPECT_THAT(metrics.text(), Not(HasSubstr("age "))) << "it is being asked";
    EXPECT_THAT(metrics.text(), HasSubstr("other 1\n"));
    if (calls == 2) registration.reset();
    return 7.0;
  });
  EXPECT_THAT(metrics.text(), HasSubstr("age 7\n"));
  EXPECT_THAT(metrics.text(), HasSubstr("age 7\n")) << "the call during which it was removed counts";
  EXPECT_THAT(metrics.text(), Not(HasSubstr("age ")));
  EXPECT_EQ(calls, 2);
}

// It removes another one, which is shown with it or before it.
TEST(PrometheusMetrics, ACallbackThatWasRemovedIsNotCalled)
{
  PrometheusMetrics metrics;
  int calls = 0;
  auto removed = metrics.gauge_callback("a", "A.", {{"x", "1"}}, [&] { return static_cast<double>(++calls); });
  const auto stays = metrics.gauge_callback("a", "A.", {{"x", "2"}}, [&] {
    removed.reset();
    return 2.0;
  });
  const auto last = metrics.gauge_callback("a", "A.", {{"x", "3"}}, [] { return 3.0; });
  EXPECT_EQ(metrics.text(), "# HELP a A.\n# TYPE a gauge\na{x=\"2\"} 2\na{x=\"3\"} 3\n");
  EXPECT_EQ(calls, 0);
}

TEST(PrometheusMetrics, ASeriesIsKeptByTheLabelsItIsShownWith)
{
  PrometheusMetrics metrics;
  {
    MetricScope scope(metrics, {{"x", "a\xff"}});
    scope.counter("n_total", "N.")->increment();
    EXPECT_THAT(metrics.text(), HasSubstr("n_total{x=\"a\uFFFD\"} 1\n"));
  }
  EXPECT_THAT(metrics.text(), Not(HasSubstr("n_total{")));
}

}  // namespace
}  // namespace kubexx
