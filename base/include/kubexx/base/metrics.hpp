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

/// Removes what it stands for (a callback gauge, or MetricsProvider::keep) when destroyed.
class MetricRegistration {
public:
  virtual ~MetricRegistration() = default;
};

/// Makes metric series. The same name and labels give the same series; series stay valid as long as someone holds them
/// or the provider lives, and are shown until the provider ends, or, with `keep`, whoever keeps them.
/// `kubexx/controller/prometheus.hpp` implements it over prometheus-cpp. Thread safe.
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
  /// Says that the series of that name and these labels belongs to something that may end before the provider: it is
  /// removed when the last result for it is destroyed. What is counted in it afterwards is not shown. The default keeps
  /// every series and returns null.
  [[nodiscard]] virtual std::unique_ptr<MetricRegistration> keep(std::string_view /*name*/,
                                                                 const MetricLabels& /*labels*/)
  {
    return nullptr;
  }
};

/// The series of something that may end before its provider does, which share their labels. They are removed with the
/// last scope that has them. Not thread safe; what its functions return is.
class MetricScope {
public:
  /// `provider` outlives the scope.
  MetricScope(MetricsProvider& provider, MetricLabels labels) : provider_(&provider), labels_(std::move(labels)) {}

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
  /// Shown as long as the scope lives.
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
