// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/recording_metrics.hpp"

#include <gmock/gmock.h>

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>

namespace kubexx::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;

TEST(RecordingMetricsTest, ASeriesIsFoundByItsNameAndLabelsInAnyOrder)
{
  RecordingMetrics metrics;
  metrics.counter("calls", "help", {{"verb", "get"}, {"code", "200"}})->increment(2);
  metrics.counter("calls", "help", {{"code", "200"}, {"verb", "get"}})->increment();
  const auto depth = metrics.gauge("depth", "help", {});
  depth->set(5);
  depth->add(-2);
  EXPECT_EQ(metrics.value("calls", {{"code", "200"}, {"verb", "get"}}), 3);
  EXPECT_EQ(metrics.value("depth"), 3);
  EXPECT_EQ(metrics.value("calls"), std::nullopt);
  EXPECT_EQ(metrics.value("calls", {{"code", "500"}, {"verb", "get"}}), std::nullopt);
  EXPECT_THAT(metrics.series(), ElementsAre(R"(calls{code="200",verb="get"})", "depth"));
}

TEST(RecordingMetricsTest, AHistogramKeepsWhatItWasTold)
{
  RecordingMetrics metrics;
  const std::array<double, 2> bounds{1, 10};
  const auto seconds = metrics.histogram("seconds", "help", {{"name", "x"}}, bounds);
  EXPECT_THAT(metrics.observations("seconds", {{"name", "x"}}), Optional(IsEmpty()));
  seconds->observe(3);
  seconds->observe(0.5);
  EXPECT_THAT(metrics.observations("seconds", {{"name", "x"}}), Optional(ElementsAre(3, 0.5)));
  EXPECT_THAT(metrics.buckets("seconds", {{"name", "x"}}), Optional(ElementsAre(1, 10)));
  EXPECT_EQ(metrics.observations("seconds"), std::nullopt);
  EXPECT_EQ(metrics.buckets("seconds"), std::nullopt);
  EXPECT_EQ(metrics.value("seconds", {{"name", "x"}}), std::nullopt) << "it has no one value";
}

TEST(RecordingMetricsTest, ACallbackIsReadWhenAskedWhileItIsRegistered)
{
  RecordingMetrics metrics;
  double age = 1;
  auto first = metrics.gauge_callback("age", "help", {}, [&] { return age; });
  age = 2;
  EXPECT_EQ(metrics.value("age"), 2);
  auto second = metrics.gauge_callback("age", "help", {}, [] { return 7; });
  EXPECT_EQ(metrics.value("age"), 7);
  EXPECT_THAT(metrics.series(), ElementsAre("age"));
  second.reset();
  EXPECT_EQ(metrics.value("age"), 2);
  first.reset();
  EXPECT_EQ(metrics.value("age"), std::nullopt);
  EXPECT_THAT(metrics.series(), IsEmpty());
}

TEST(RecordingMetricsTest, ASeriesGoesWithItsLastRegistration)
{
  RecordingMetrics metrics;
  auto one = metrics.keep("calls", {{"name", "x"}});
  auto two = metrics.keep("calls", {{"name", "x"}});
  const auto calls = metrics.counter("calls", "help", {{"name", "x"}});
  metrics.counter("calls", "help", {{"name", "y"}})->increment();
  calls->increment();
  one.reset();
  EXPECT_EQ(metrics.value("calls", {{"name", "x"}}), 1);
  two.reset();
  EXPECT_EQ(metrics.value("calls", {{"name", "x"}}), std::nullopt);
  calls->increment();
  EXPECT_THAT(metrics.series(), ElementsAre(R"(calls{name="y"})"));
  (void)metrics.counter("calls", "help", {{"name", "x"}});
  EXPECT_EQ(metrics.value("calls", {{"name", "x"}}), 0) << "it is another one";
}

TEST(RecordingMetricsTest, ANameWithItsLabelsIsOneKindOfSeries)
{
  RecordingMetrics metrics;
  (void)metrics.counter("a", "help", {});
  EXPECT_THROW((void)metrics.gauge("a", "help", {}), std::logic_error);
  EXPECT_THROW((void)metrics.histogram("a", "help", {}, {}), std::logic_error);
  EXPECT_THROW((void)metrics.gauge_callback("a", "help", {}, [] { return 0; }), std::logic_error);
  const auto read = metrics.gauge_callback("b", "help", {}, [] { return 4; });
  EXPECT_THROW((void)metrics.gauge("b", "help", {}), std::logic_error);
  EXPECT_EQ(metrics.value("b"), 4);
  EXPECT_THAT(metrics.series(), ElementsAre("a", "b"));
}

TEST(RecordingMetricsTest, WhatItHandsOutMayOutliveIt)
{
  std::optional<RecordingMetrics> metrics(std::in_place);
  const auto calls = metrics->counter("calls", "help", {});
  const auto seconds = metrics->histogram("seconds", "help", {}, {});
  auto kept = metrics->keep("calls", {});
  auto read = metrics->gauge_callback("age", "help", {}, [] { return 0; });
  metrics.reset();
  calls->increment();
  seconds->observe(1);
  kept.reset();
  read.reset();
}

}  // namespace
}  // namespace kubexx::testing
