// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "kubexx/base/metrics.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// The series of one informer; nothing without a provider. `informer_queued_items` and
/// `informer_store_resource_version` are client-go's; those that begin with kubexx_ have no counterpart there.
class InformerMetrics {
public:
  InformerMetrics(MetricsProvider* provider, const ResourceType& type, const InformerOptions& options);

  /// Begins to show what the functions say; they are called until `end` or destruction.
  void watch(const Store& store, std::function<WatchStatus()> status, std::function<std::size_t()> queued,
             const Clock* clock);
  void end();

  /// Exceptions that left event handlers and observers; null without a provider.
  [[nodiscard]] std::shared_ptr<Counter> errors() const { return errors_; }

private:
  MetricsProvider* const provider_;
  const MetricLabels labels_;
  std::shared_ptr<Counter> errors_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<MetricRegistration>> shown_;  // guarded by mutex_
};

}  // namespace kubexx
