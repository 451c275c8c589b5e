// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "kubexx/base/metrics.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "kubexx/informer/informer.hpp"
#include "reflector_metrics.hpp"

namespace kubexx {

/// What is counted and measured of handlers; null without a provider.
struct HandlerMetrics {
  std::shared_ptr<Counter> errors;     ///< exceptions that left event handlers and observers
  std::shared_ptr<Histogram> latency;  ///< of a call
};

/// The series of one informer; nothing without a provider. Those that begin with informer_ are client-go's; those that
/// begin with kubexx_ have no counterpart there.
class InformerMetrics {
public:
  InformerMetrics(MetricsProvider* provider, const ResourceType& type, const InformerOptions& options);

  /// Begins to show what the functions say; they are called until `end` or destruction.
  void watch(const IndexedStore& store, std::function<WatchStatus()> status,
             std::function<std::vector<HandlerStatus>()> handlers, const Clock* clock);
  /// Removes them all.
  void end();

  [[nodiscard]] const HandlerMetrics& of_handlers() const noexcept { return of_handlers_; }
  /// Null without a provider.
  [[nodiscard]] const std::shared_ptr<const ReflectorMetrics>& of_reflectors() const noexcept { return of_reflectors_; }

private:
  HandlerMetrics of_handlers_;
  std::shared_ptr<const ReflectorMetrics> of_reflectors_;
  std::mutex mutex_;
  std::unique_ptr<MetricScope> scope_;  // guarded by mutex_; null without a provider, and after `end`
};

}  // namespace kubexx
