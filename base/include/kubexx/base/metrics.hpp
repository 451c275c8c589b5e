// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kubexx {

/// Label names and values of one series, in the order in which they are shown.
using MetricLabels = std::vector<std::pair<std::string, std::string>>;

/// Only grows. Thread safe, cheap.
class Counter {
public:
  virtual ~Counter() = default;
  virtual void increment(double by = 1) noexcept = 0;
};

/// Goes up and down. Thread safe, cheap.
class Gauge {
public:
  virtual ~Gauge() = default;
  virtual void set(double value) noexcept = 0;
  virtual void add(double by) noexcept = 0;
};

/// Counts observations in buckets. Thread safe, cheap.
class Histogram {
public:
  virtual ~Histogram() = default;
  virtual void observe(double value) noexcept = 0;
};

/// Removes what it stands for (a callback gauge) when destroyed.
class MetricRegistration {
public:
  virtual ~MetricRegistration() = default;
};

/// Makes metric series. The same name and labels give the same series; series stay valid as long as someone holds them
/// or the provider lives. `kubexx/controller/prometheus.hpp` implements it over prometheus-cpp. Thread safe.
class MetricsProvider {
public:
  virtual ~MetricsProvider() = default;
  [[nodiscard]] virtual std::shared_ptr<Counter> counter(std::string_view name, std::string_view help,
                                                         MetricLabels labels) = 0;
  [[nodiscard]] virtual std::shared_ptr<Gauge> gauge(std::string_view name, std::string_view help,
                                                     MetricLabels labels) = 0;
  [[nodiscard]] virtual std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view help,
                                                             MetricLabels labels, std::span<const double> buckets) = 0;
  /// A gauge whose value is asked for at each scrape (ages, sizes). `read` is not called after the result is destroyed.
  [[nodiscard]] virtual std::unique_ptr<MetricRegistration> gauge_callback(std::string_view name, std::string_view help,
                                                                           MetricLabels labels,
                                                                           std::function<double()> read) = 0;
};

}  // namespace kubexx
