// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kubexx/base/metrics.hpp"

namespace kubexx {

/// One metric series, as kubexx asks for it.
struct MetricSeries {
  /// The type of the series; it decides what the MetricSink receives.
  enum class Kind : std::uint8_t { counter, gauge, histogram };
  Kind kind = Kind::counter;
  std::string name = {};
  std::string help = {};
  MetricLabels labels = {};
  std::vector<double> buckets = {};  ///< histogram: the upper bounds, ascending
  /// Set for a gauge whose value is read at each scrape; its MetricSink is then never called. It returns NaN once the
  /// series has ended, and throws what the user's function throws. Thread safe.
  std::function<double()> read = {};
};

/// Receives the values of one series: of a counter by how much it grows (always more than zero), of a gauge its new
/// value, of a histogram the observation. Called on any thread, and on several at once (a gauge's on one at a time). It
/// must not throw and should be fast. Its destruction ends the series; that must not throw either.
using MetricSink = std::function<void(double value)>;

/// A MetricsProvider of one function, for a program that has a metrics library of its own:
///
///     CallbackMetrics metrics([&](const MetricSeries& series) -> MetricSink {
///       return [cell = registry.cell(series.name, series.labels)](double value) { cell->record(value); };
///     });
///
/// `open` is called once for each series, one call at a time, and returns its sink; an empty sink drops the values. An
/// exception of `open`, e.g. for a name that the registry refuses, leaves the function that asked for the series. Users
/// that ask for the same kind, name and labels (in the same order) share one sink, with the buckets and the help of the
/// first one. The sink is destroyed with the last of them, and the series is not opened again before that has ended.
/// Callback gauges are not shared. Neither `open` nor a sink, nor its destructor, may call this provider or release a
/// series that it made. Thread safe.
class CallbackMetrics final : public MetricsProvider {
public:
  explicit CallbackMetrics(std::function<MetricSink(const MetricSeries& series)> open);
  ~CallbackMetrics() override;
  CallbackMetrics(const CallbackMetrics&) = delete;
  CallbackMetrics& operator=(const CallbackMetrics&) = delete;

  [[nodiscard]] std::shared_ptr<Counter> counter(std::string_view name, std::string_view help,
                                                 MetricLabels labels) override;
  [[nodiscard]] std::shared_ptr<Gauge> gauge(std::string_view name, std::string_view help,
                                             MetricLabels labels) override;
  [[nodiscard]] std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view help, MetricLabels labels,
                                                     std::span<const double> buckets) override;
  [[nodiscard]] std::unique_ptr<MetricRegistration> gauge_callback(std::string_view name, std::string_view help,
                                                                   MetricLabels labels,
                                                                   std::function<double()> read) override;

private:
  class Impl;
  const std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
