// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/base/metrics.hpp"

namespace kubexx::detail {

/// Series with various labels of one object that may end before its provider. Each is removed with the last OwnedSeries
/// that has it. Without a provider there are no series. Not thread safe, but the objects that its functions return are.
class OwnedSeries {
public:
  /// `provider` may be null; it must outlive this object.
  explicit OwnedSeries(MetricsProvider* provider) : provider_(provider) {}

  /// Null without a provider.
  [[nodiscard]] std::shared_ptr<Counter> counter(std::string_view name, std::string_view help, MetricLabels labels)
  {
    if (!keep(name, labels)) return nullptr;
    return provider_->counter(name, help, std::move(labels));
  }
  /// Null without a provider.
  [[nodiscard]] std::shared_ptr<Gauge> gauge(std::string_view name, std::string_view help, MetricLabels labels)
  {
    if (!keep(name, labels)) return nullptr;
    return provider_->gauge(name, help, std::move(labels));
  }
  /// Null without a provider.
  [[nodiscard]] std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view help, MetricLabels labels,
                                                     std::span<const double> buckets)
  {
    if (!keep(name, labels)) return nullptr;
    return provider_->histogram(name, help, std::move(labels), buckets);
  }

private:
  bool keep(std::string_view name, const MetricLabels& labels)
  {
    if (provider_ == nullptr) return false;
    kept_.push_back(provider_->keep(name, labels));
    return true;
  }

  MetricsProvider* provider_;
  std::vector<std::unique_ptr<MetricRegistration>> kept_;
};

}  // namespace kubexx::detail
