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

/// Label names and values of one series, in the order in which they are exported.
using MetricLabels = std::vector<std::pair<std::string, std::string>>;

/// A value that only grows. Thread safe, cheap.
class Counter {
public:
  virtual ~Counter() = default;
  /// `by` is not negative.
  virtual void increment(double by = 1) noexcept = 0;
};

/// A value that goes up and down. Thread safe, cheap.
class Gauge {
public:
  virtual ~Gauge() = default;
  /// Replaces the value, or changes it by a difference.
  virtual void set(double value) noexcept = 0;
  virtual void add(double by) noexcept = 0;
};

/// Counts observations in buckets. Thread safe, cheap.
class Histogram {
public:
  virtual ~Histogram() = default;
  /// Counts `value` in its bucket.
  virtual void observe(double value) noexcept = 0;
};

/// Removes its callback gauge, or ends its MetricsProvider::keep, when it is destroyed.
class MetricRegistration {
public:
  virtual ~MetricRegistration() = default;
};

/// Creates metric series. The same name and labels return the same series. A series stays valid while someone holds it
/// or the provider lives. It is exported until the provider is destroyed or, with `keep`, until its last registration
/// is destroyed. `kubexx/controller/prometheus.hpp` implements this class with prometheus-cpp. Thread safe.
class MetricsProvider {
public:
  virtual ~MetricsProvider() = default;
  /// `help` describes the metric to those who read it; `buckets` are the upper bounds, ascending.
  [[nodiscard]] virtual std::shared_ptr<Counter> counter(std::string_view name, std::string_view help,
                                                         MetricLabels labels) = 0;
  [[nodiscard]] virtual std::shared_ptr<Gauge> gauge(std::string_view name, std::string_view help,
                                                     MetricLabels labels) = 0;
  [[nodiscard]] virtual std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view help,
                                                             MetricLabels labels, std::span<const double> buckets) = 0;
  /// A gauge whose value is read at each scrape (ages, sizes). `read` is not called after the result is destroyed.
  [[nodiscard]] virtual std::unique_ptr<MetricRegistration> gauge_callback(std::string_view name, std::string_view help,
                                                                           MetricLabels labels,
                                                                           std::function<double()> read) = 0;
  /// Declares that the series with this name and these labels belongs to an object that may end before the provider.
  /// The series is removed when the last registration for it is destroyed; later changes are not exported. The default
  /// implementation keeps every series and returns null.
  [[nodiscard]] virtual std::unique_ptr<MetricRegistration> keep(std::string_view /*name*/,
                                                                 const MetricLabels& /*labels*/)
  {
    return nullptr;
  }
};

/// The series of one object that may end before its provider. They share their labels and are removed with the last
/// scope that has them. Not thread safe, but the objects that its functions return are.
class MetricScope {
public:
  /// `provider` must outlive the scope.
  MetricScope(MetricsProvider& provider, MetricLabels labels) : provider_(&provider), labels_(std::move(labels)) {}

  /// A series with the labels of the scope; `help` and `buckets` as in MetricsProvider.
  [[nodiscard]] std::shared_ptr<Counter> counter(std::string_view name, std::string_view help)
  {
    keep(name);
    return provider_->counter(name, help, labels_);
  }
  [[nodiscard]] std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view help,
                                                     std::span<const double> buckets)
  {
    keep(name);
    return provider_->histogram(name, help, labels_, buckets);
  }
  /// Exported while the scope lives.
  void gauge_callback(std::string_view name, std::string_view help, std::function<double()> read)
  {
    kept_.push_back(provider_->gauge_callback(name, help, labels_, std::move(read)));
  }

private:
  void keep(std::string_view name) { kept_.push_back(provider_->keep(name, labels_)); }

  MetricsProvider* provider_;
  MetricLabels labels_;
  std::vector<std::unique_ptr<MetricRegistration>> kept_;
};

}  // namespace kubexx
