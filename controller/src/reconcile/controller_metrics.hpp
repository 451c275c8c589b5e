// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/base/detail/owned_series.hpp"
#include "kubexx/base/metrics.hpp"
#include "reconcile/outcome.hpp"

namespace kubexx {

/// controller-runtime's metrics of one controller, with its names, labels and buckets, all of them there from the
/// start, and until the controller ends. Does nothing without a provider. Thread safe.
class ControllerMetrics {
public:
  ControllerMetrics(MetricsProvider* provider, const std::string& controller, std::size_t workers);

  void began() const;
  void ended(const Outcome& outcome, Duration took, bool timed_out) const;
  /// A key was reported that triggers itself by what its reconciles write to `field` of `resource`.
  void looped(const std::string& resource, const std::string& field);

private:
  const std::string controller_;
  std::array<std::shared_ptr<Counter>, Outcome::kinds> results_;  // by Outcome::Kind; null without a provider
  std::shared_ptr<Counter> errors_, terminal_errors_, panics_, timeouts_, given_up_;
  std::shared_ptr<Histogram> time_;
  std::shared_ptr<Gauge> active_;
  std::mutex mutex_;
  detail::OwnedSeries series_;                                                     // guarded by mutex_
  std::map<std::pair<std::string, std::string>, std::shared_ptr<Counter>> loops_;  // guarded by mutex_
};

/// The bounds of the workqueue's duration histograms as controller-runtime has them: 1e-8 * 10^k, k = 0 … 11.
[[nodiscard]] std::vector<double> workqueue_buckets();

}  // namespace kubexx
