// SPDX-License-Identifier: Apache-2.0
#include "queue_metrics.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

MetricLabels labels_of(const QueueOptions& options)
{
  MetricLabels labels{{"name", options.name}};
  labels.insert(labels.end(), options.labels.begin(), options.labels.end());
  return labels;
}

MetricLabels depth_labels_of(const QueueOptions& options)
{
  MetricLabels labels = labels_of(options);
  labels.insert(labels.end(), options.depth_labels.begin(), options.depth_labels.end());
  return labels;
}

template <class Series>
Series required(Series series)
{
  if (!series) throw std::invalid_argument("kubexx workqueue: the metrics provider returned no series");
  return series;
}

}  // namespace

QueueMetrics::QueueMetrics(QueueDriver& driver, const QueueOptions& options)
    : driver_(driver), series_(*options.metrics, labels_of(options)), depth_(*options.metrics, depth_labels_of(options))
{
  const std::vector<double> buckets = buckets_of(options);
  adds_ = required(series_.counter("workqueue_adds_total", "Total number of adds handled by workqueue"));
  retries_ = required(series_.counter("workqueue_retries_total", "Total number of retries handled by workqueue"));
  queue_duration_ =
      required(series_.histogram("workqueue_queue_duration_seconds",
                                 "How long in seconds an item stays in workqueue before being requested.", buckets));
  work_duration_ = required(series_.histogram("workqueue_work_duration_seconds",
                                              "How long in seconds processing an item from workqueue takes.", buckets));
  if (!driver.state_.merged()) {  // otherwise PriorityDepth shows it
    depth_.gauge_callback("workqueue_depth", "Current depth of workqueue", [this] { return depth(); });
  }
  series_.gauge_callback(
      "workqueue_unfinished_work_seconds",
      "How many seconds of work has been done that is in progress and hasn't been observed by work_duration.",
      [this] { return unfinished(); });
  series_.gauge_callback("workqueue_longest_running_processor_seconds",
                         "How many seconds has the longest running processor been running.",
                         [this] { return longest(); });
}

void QueueMetrics::dispatched(Duration queued_for) noexcept
{
  queue_duration_->observe(seconds(queued_for));
}

void QueueMetrics::done(Duration processing_for) noexcept
{
  work_duration_->observe(seconds(processing_for));
}

double QueueMetrics::depth()
{
  return static_cast<double>(driver_.read_promoted([](const QueueState& state) { return state.queued(); }));
}

double QueueMetrics::unfinished()
{
  const BackoffLock lock(driver_.mutex_);
  return driver_.state_.times()->processing_seconds(driver_.clock_.now());
}

double QueueMetrics::longest()
{
  const BackoffLock lock(driver_.mutex_);
  const KeyTimes& times = *driver_.state_.times();
  const RecordIndex oldest = times.processing().first();
  return oldest == kNoRecord ? 0.0 : seconds(driver_.clock_.now() - times.dispatched_at(oldest));
}

}  // namespace kubexx::detail
