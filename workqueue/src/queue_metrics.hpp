// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kubexx/base/metrics.hpp"
#include "kubexx/workqueue/detail/queue_driver.hpp"

namespace kubexx::detail {

/// The workqueue_* series of client-go (k8s.io/client-go/util/workqueue/metrics.go). The ages and the depth are
/// computed when they are read. Guarded by the queue's lock, except for the readers, which take it.
class QueueMetrics final : public QueueMeter {
public:
  QueueMetrics(QueueDriver& driver, const QueueOptions& options);

  void added() noexcept override { adds_->increment(); }
  void dispatched(Duration queued_for) noexcept override;
  void done(Duration processing_for) noexcept override;
  void retried() { retries_->increment(); }

private:
  [[nodiscard]] double depth();
  [[nodiscard]] double unfinished();
  [[nodiscard]] double longest();

  QueueDriver& driver_;
  std::shared_ptr<Counter> adds_;
  std::shared_ptr<Counter> retries_;
  std::shared_ptr<Histogram> queue_duration_;
  std::shared_ptr<Histogram> work_duration_;
  MetricScope series_, depth_;  ///< destroyed first: the readers of their gauges use the rest
};

}  // namespace kubexx::detail
