// SPDX-License-Identifier: Apache-2.0
#include "queue_metrics.hpp"

#include <stdexcept>
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

template <class Series>
Series required(Series series)
{
  if (!series) throw std::invalid_argument("kubexx workqueue: the metrics provider gave no series");
  return series;
}

}  // namespace

QueueMetrics::QueueMetrics(QueueDriver& driver, const QueueOptions& options) : driver_(driver)
{
  MetricLabels labels{{"name", options.name}};
  labels.insert(labels.end(), options.labels.begin(), options.labels.end());
  MetricLabels depth_labels = labels;
  depth_labels.insert(depth_labels.end(), options.depth_labels.begin(), options.depth_labels.end());
  const std::vector<double> buckets = buckets_of(options);

  MetricsProvider& provider = *options.metrics;
  adds_ = required(provider.counter("workqueue_adds_total", "Total number of adds handled by workqueue", labels));
  retries_ =
      required(provider.counter("workqueue_retries_total", "Total number of retries handled by workqueue", labels));
  queue_duration_ = required(
      provider.histogram("workqueue_queue_duration_seconds",
                         "How long in seconds an item stays in workqueue before being requested.", labels, buckets));
  work_duration_ =
      required(provider.histogram("workqueue_work_duration_seconds",
                                  "How long in seconds processing an item from workqueue takes.", labels, buckets));
  if (!driver.state_.merged()) {  // otherwise PriorityDepth shows it
    gauges_.push_back(provider.gauge_callback("workqueue_depth", "Current depth of workqueue", depth_labels,
                                              [this] { return depth(); }));
  }
  gauges_.push_back(provider.gauge_callback(
      "workqueue_unfinished_work_seconds",
      "How many seconds of work has been done that is in progress and hasn't been observed by work_duration.", labels,
      [this] { return unfinished(); }));
  gauges_.push_back(provider.gauge_callback("workqueue_longest_running_processor_seconds",
                                            "How many seconds has the longest running processor been running.", labels,
                                            [this] { return longest(); }));
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
