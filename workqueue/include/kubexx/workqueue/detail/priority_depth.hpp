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

/// workqueue_depth of a PriorityQueue: a series for each priority, as controller-runtime has, computed when it is read.
/// The first 25 priorities have their own; the others share one. Members marked [lock] want the queue's lock.
class PriorityDepth {
public:
  PriorityDepth(QueueDriver& driver, const PriorityOrder& order, const QueueOptions& options);
  ~PriorityDepth();

  /// [lock] True for a priority that wants a series: publish() must follow, without the lock.
  [[nodiscard]] bool is_new(std::int32_t priority) noexcept;
  /// What throws leaves it unknown.
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
  std::vector<std::int32_t> own_;  ///< guarded by the queue's lock; sorted: those with a series of their own
  bool exceeded_ = false;          ///< guarded by the queue's lock; the shared series exists, or is about to
  std::mutex mutex_;
  std::vector<std::unique_ptr<MetricRegistration>> series_;  ///< guarded by mutex_
};

}  // namespace kubexx::detail
