// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/metrics.hpp"

namespace kubexx::testing {

/// A provider whose series a test can read: `Runtime::metrics = &metrics`. Finds a series by its name and its labels,
/// which may stand in any order. A series is gone as soon as its last `keep` has ended; made again, it begins at zero.
/// Throws std::logic_error if a name with the same labels is asked for as two kinds of series. Thread safe. The series
/// that it hands out may outlive it, and so may their registrations.
class RecordingMetrics final : public MetricsProvider {
public:
  RecordingMetrics();
  ~RecordingMetrics() override;

  [[nodiscard]] std::shared_ptr<Counter> counter(std::string_view name, std::string_view help,
                                                 MetricLabels labels) override;
  [[nodiscard]] std::shared_ptr<Gauge> gauge(std::string_view name, std::string_view help,
                                             MetricLabels labels) override;
  [[nodiscard]] std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view help, MetricLabels labels,
                                                     std::span<const double> buckets) override;
  /// If the same series is registered twice, `value` calls the later `read`.
  [[nodiscard]] std::unique_ptr<MetricRegistration> gauge_callback(std::string_view name, std::string_view help,
                                                                   MetricLabels labels,
                                                                   std::function<double()> read) override;
  [[nodiscard]] std::unique_ptr<MetricRegistration> keep(std::string_view name, const MetricLabels& labels) override;

  /// The value of a counter or gauge. Calls `read` of a callback gauge. nullopt: there is no such series, or it is a
  /// histogram.
  [[nodiscard]] std::optional<double> value(std::string_view name, const MetricLabels& labels = {}) const;
  /// The observations of a histogram, in order. nullopt: there is no such histogram.
  [[nodiscard]] std::optional<std::vector<double>> observations(std::string_view name,
                                                                const MetricLabels& labels = {}) const;
  /// The upper bounds that a histogram was made with. nullopt: there is no such histogram.
  [[nodiscard]] std::optional<std::vector<double>> buckets(std::string_view name,
                                                           const MetricLabels& labels = {}) const;
  /// All series as `name{label="value",label="value"}`, labels and series sorted.
  [[nodiscard]] std::vector<std::string> series() const;

private:
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace kubexx::testing
