// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "kubexx/base/metrics.hpp"
#include "kubexx/workqueue/detail/queue_core.hpp"

namespace kubexx::detail {

/// The workqueue_* series of client-go (k8s.io/client-go/util/workqueue/metrics.go). The ages and the depth are
/// computed when they are read. Guarded by the queue's lock, except for the readers, which take it.
class QueueMetrics {
public:
  QueueMetrics(QueueCore& core, const QueueOptions& options);

  /// Before the first of the others for a record.
  void make_room(RecordIndex index);
  void added(RecordIndex index, SteadyTime at);
  void handed_out(RecordIndex index, SteadyTime at);
  void done(RecordIndex index, SteadyTime at);
  void retried() { retries_->increment(); }

private:
  // The held records form a list, the oldest hand-out first.
  struct Times {
    SteadyTime added{};
    SteadyTime started{};
    RecordIndex previous = kNoRecord;
    RecordIndex next = kNoRecord;
  };
  [[nodiscard]] double depth();
  [[nodiscard]] double unfinished();
  [[nodiscard]] double longest();

  QueueCore& core_;
  std::vector<Times> times_;
  RecordIndex oldest_ = kNoRecord;
  RecordIndex newest_ = kNoRecord;
  std::shared_ptr<Counter> adds_;
  std::shared_ptr<Counter> retries_;
  std::shared_ptr<Histogram> queue_duration_;
  std::shared_ptr<Histogram> work_duration_;
  std::vector<std::unique_ptr<MetricRegistration>> gauges_;  ///< destroyed first: their readers use the rest
};

}  // namespace kubexx::detail
