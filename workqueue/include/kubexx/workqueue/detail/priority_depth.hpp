// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kubexx/base/metrics.hpp"
#include "kubexx/workqueue/detail/queue_driver.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

class PriorityOrder;

/// workqueue_depth of a PriorityQueue: one series per priority, as in controller-runtime, computed when it is read. The
/// first 25 priorities have their own series; all others share one, which limits the number of series. Members marked
/// [lock] require the queue's lock.
class PriorityDepth {
public:
  PriorityDepth(QueueDriver& driver, const PriorityOrder& order, const QueueOptions& options);
  ~PriorityDepth();

  /// [lock] True if the priority needs a series: call publish() next, without the lock.
  [[nodiscard]] bool is_new(std::int32_t priority) noexcept;
  /// If it throws, the priority is new again.
  void publish(std::int32_t priority);

private:
  static constexpr std::size_t kMost = 25;
  static constexpr const char* kOthers = "exceeded_cardinality_limit";

  void add_series(const std::string& label, std::function<double()> read);
  [[nodiscard]] double depth(std::int32_t priority) const;
  [[nodiscard]] double others() const;

  QueueDriver& driver_;
  const PriorityOrder& order_;
  MetricsProvider& provider_;
  MetricLabels labels_;
  std::vector<std::int32_t> own_;  ///< guarded by the queue's lock; sorted: the priorities with their own series
  bool exceeded_ = false;          ///< guarded by the queue's lock; the shared series exists, or is about to
  std::mutex mutex_;
  std::vector<std::unique_ptr<MetricRegistration>> series_;  ///< guarded by mutex_
};

}  // namespace kubexx::detail
