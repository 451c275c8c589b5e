// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/base/detail/owned_series.hpp"
#include "kubexx/base/metrics.hpp"

namespace kubexx {

/// Objects that did not fit their described struct: each version of one counts once, and is worth one line of the log,
/// however often a list leaves it out. Of more than a thousand objects, a thousand an hour. Thread safe.
class UnreadableObjects {
public:
  /// `metrics`: null for none.
  UnreadableObjects(MetricsProvider* metrics, const std::string& controller)
      : series_(metrics),
        counter_(series_.counter("kubexx_controller_unreadable_objects_total",
                                 "Versions of objects that did not fit their type and were left out of a list",
                                 {{"controller", controller}}))
  {
  }

  /// False when this version was noted before, and when there are too many to remember.
  bool note(const Object& object, SteadyTime now)
  {
    const std::lock_guard lock(mutex_);
    if (now >= forget_at_) {
      if (versions_.size() >= kMost) versions_.clear();
      if (versions_.empty()) forget_at_ = saturating_add(now, kForgetAfter);
    }
    if (versions_.size() >= kMost && !versions_.contains(std::string(object.uid()))) return false;
    std::string& version = versions_[std::string(object.uid())];
    if (version == object.resource_version() && !version.empty()) return false;
    version = object.resource_version();
    if (counter_) counter_->increment();
    return true;
  }

private:
  static constexpr std::size_t kMost = 1000;
  static constexpr Duration kForgetAfter = std::chrono::hours(1);

  detail::OwnedSeries series_;
  const std::shared_ptr<Counter> counter_;  // null: no metrics
  std::mutex mutex_;
  std::map<std::string, std::string> versions_;  // guarded by mutex_; by uid, at most kMost
  SteadyTime forget_at_{};                       // guarded by mutex_; when a full map may be emptied again
};

}  // namespace kubexx
