// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "kubexx/base/metrics.hpp"

namespace prometheus {
class Collectable;
}

namespace kubexx {

/// Metrics for Prometheus. Series count with plain atomics; prometheus-cpp's model and text format are used only for a
/// scrape. Thread safe. Pass it to the runtime before you create anything that counts, and destroy it last.
///
/// A name belongs to one metric type for ever: requesting it as another type throws std::invalid_argument, and so do an
/// illegal name, a duplicate label, and the label `le` of a histogram. Label values and help texts are converted to
/// valid UTF-8. Families are sorted by name, series by label.
class PrometheusMetrics final : public MetricsProvider {
public:
  PrometheusMetrics();
  ~PrometheusMetrics() override;
  PrometheusMetrics(const PrometheusMetrics&) = delete;
  PrometheusMetrics& operator=(const PrometheusMetrics&) = delete;

  [[nodiscard]] std::shared_ptr<Counter> counter(std::string_view name, std::string_view help,
                                                 MetricLabels labels) override;
  [[nodiscard]] std::shared_ptr<Gauge> gauge(std::string_view name, std::string_view help,
                                             MetricLabels labels) override;
  [[nodiscard]] std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view help, MetricLabels labels,
                                                     std::span<const double> buckets) override;
  /// If there are two callbacks for the same series, the newer one is called.
  [[nodiscard]] std::unique_ptr<MetricRegistration> gauge_callback(std::string_view name, std::string_view help,
                                                                   MetricLabels labels,
                                                                   std::function<double()> read) override;
  [[nodiscard]] std::unique_ptr<MetricRegistration> keep(std::string_view name, const MetricLabels& labels) override;

  /// Returns the metrics in text format 0.0.4, as /metrics serves them.
  [[nodiscard]] std::string text() const;

  /// For a program with its own prometheus-cpp exposer: register the result there. It stays valid without this object.
  [[nodiscard]] std::shared_ptr<prometheus::Collectable> collectable() const;

  /// Also exposes the program's own prometheus-cpp metrics (a prometheus::Registry), as long as `other` lives.
  void add(const std::shared_ptr<prometheus::Collectable>& other);

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
