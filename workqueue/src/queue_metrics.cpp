// SPDX-License-Identifier: Apache-2.0
#include "queue_metrics.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kubexx::detail {

namespace {

double seconds(Duration duration)
{
  return std::chrono::duration<double>(duration).count();
}

std::vector<double> buckets_of(const QueueOptions& options)
{
  if (!options.duration_buckets.empty()) return options.duration_buckets;
  return {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0};
}

}  // namespace

QueueMetrics::QueueMetrics(QueueCore& core, const QueueOptions& options) : core_(core)
{
  MetricLabels labels{{"name", options.name}};
  labels.insert(labels.end(), options.labels.begin(), options.labels.end());
  MetricLabels depth_labels = labels;
  depth_labels.insert(depth_labels.end(), options.depth_labels.begin(), options.depth_labels.end());
  const std::vector<double> buckets = buckets_of(options);

  MetricsProvider& provider = *options.metrics;
  adds_ = provider.counter("workqueue_adds_total", "Total number of adds handled by workqueue", labels);
  retries_ = provider.counter("workqueue_retries_total", "Total number of retries handled by workqueue", labels);
  queue_duration_ =
      provider.histogram("workqueue_queue_duration_seconds",
                         "How long in seconds an item stays in workqueue before being requested.", labels, buckets);
  work_duration_ = provider.histogram("workqueue_work_duration_seconds",
                                      "How long in seconds processing an item from workqueue takes.", labels, buckets);
  gauges_.push_back(provider.gauge_callback("workqueue_depth", "Current depth of workqueue", depth_labels,
                                            [this] { return depth(); }));
  gauges_.push_back(provider.gauge_callback(
      "workqueue_unfinished_work_seconds",
      "How many seconds of work has been done that is in progress and hasn't been observed by work_duration.", labels,
      [this] { return unfinished(); }));
  gauges_.push_back(provider.gauge_callback("workqueue_longest_running_processor_seconds",
                                            "How many seconds has the longest running processor been running.", labels,
                                            [this] { return longest(); }));
}

void QueueMetrics::make_room(RecordIndex index)
{
  if (index >= times_.size()) times_.resize(std::max<std::size_t>(core_.records_.high_water(), std::size_t{index} + 1));
}

void QueueMetrics::added(RecordIndex index, SteadyTime at)
{
  times_[index].added = at;
  adds_->increment();
}

void QueueMetrics::handed_out(RecordIndex index, SteadyTime at)
{
  Times& mine = times_[index];
  queue_duration_->observe(seconds(at - mine.added));
  mine.started = at;
  mine.next = kNoRecord;
  mine.previous = newest_;
  (newest_ == kNoRecord ? oldest_ : times_[newest_].next) = index;
  newest_ = index;
}

void QueueMetrics::done(RecordIndex index, SteadyTime at)
{
  const Times& mine = times_[index];
  work_duration_->observe(seconds(at - mine.started));
  (mine.previous == kNoRecord ? oldest_ : times_[mine.previous].next) = mine.next;
  (mine.next == kNoRecord ? newest_ : times_[mine.next].previous) = mine.previous;
}

double QueueMetrics::depth()
{
  AfterUnlock after;
  const std::lock_guard lock(core_.mutex);
  core_.promote(after);
  return static_cast<double>(core_.queued_);
}

double QueueMetrics::unfinished()
{
  const std::lock_guard lock(core_.mutex);
  const SteadyTime now = core_.clock_.now();
  double sum = 0;
  for (RecordIndex index = oldest_; index != kNoRecord; index = times_[index].next) {
    sum += seconds(now - times_[index].started);
  }
  return sum;
}

double QueueMetrics::longest()
{
  const std::lock_guard lock(core_.mutex);
  return oldest_ == kNoRecord ? 0.0 : seconds(core_.clock_.now() - times_[oldest_].started);
}

}  // namespace kubexx::detail
