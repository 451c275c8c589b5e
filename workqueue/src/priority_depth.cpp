// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/priority_depth.hpp"

#include <algorithm>
#include <utility>

#include "kubexx/workqueue/detail/priority_order.hpp"
#include "kubexx/workqueue/detail/queue_driver.hpp"

namespace kubexx::detail {

PriorityDepth::PriorityDepth(QueueDriver& driver, const PriorityOrder& order, const QueueOptions& options)
    : driver_(driver), order_(order), provider_(*options.metrics), labels_{{"name", options.name}}
{
  labels_.insert(labels_.end(), options.labels.begin(), options.labels.end());
  for (const auto& label : options.depth_labels) {
    if (label.first != "priority") labels_.push_back(label);
  }
  own_.reserve(kMost);
  own_.push_back(0);  // that of every plain add
  publish(0);
}

PriorityDepth::~PriorityDepth() = default;

bool PriorityDepth::is_new(std::int32_t priority) noexcept
{
  const auto place = std::lower_bound(own_.begin(), own_.end(), priority);
  if (place != own_.end() && *place == priority) return false;
  if (own_.size() == kMost) return !std::exchange(exceeded_, true);
  own_.insert(place, priority);
  return true;
}

void PriorityDepth::publish(std::int32_t priority)
{
  bool own = false;
  {
    const QueueDriver::Operation operation(driver_);
    own = std::binary_search(own_.begin(), own_.end(), priority);
  }
  try {
    if (own) {
      add_series(std::to_string(priority), [this, priority] { return depth(priority); });
    } else {
      add_series(kOthers, [this] { return others(); });
    }
  } catch (...) {
    const QueueDriver::Operation operation(driver_);
    own ? static_cast<void>(std::erase(own_, priority)) : static_cast<void>(exceeded_ = false);
    throw;
  }
}

void PriorityDepth::add_series(const std::string& label, std::function<double()> read)
{
  MetricLabels labels = labels_;
  labels.emplace_back("priority", label);
  auto series =
      provider_.gauge_callback("workqueue_depth", "Current depth of workqueue", std::move(labels), std::move(read));
  const std::lock_guard lock(mutex_);
  series_.push_back(std::move(series));
}

double PriorityDepth::depth(std::int32_t priority) const
{
  return static_cast<double>(driver_.read_promoted([&](const QueueState&) { return order_.queued(priority); }));
}

double PriorityDepth::others() const
{
  return static_cast<double>(driver_.read_promoted([this](const QueueState& state) {
    std::size_t shown = 0;
    for (const std::int32_t priority : own_) shown += order_.queued(priority);
    return state.size() - shown;
  }));
}

}  // namespace kubexx::detail
