// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kubexx/base/metrics.hpp"
#include "webhook/in_flight_limits.hpp"

namespace kubexx::detail {

/// How a request ended, for kubexx_webhook_admission_total.
enum class AdmissionResult { allowed, denied, error, exception, timeout };
[[nodiscard]] const char* to_string(AdmissionResult result) noexcept;

/// The metrics of one path, with controller-runtime's names. Thread safe. Without a provider it does nothing.
class PathMetrics {
public:
  PathMetrics(MetricsProvider* provider, const std::string& path);

  /// Counts a request from now on until the result is destroyed.
  [[nodiscard]] std::shared_ptr<void> begin();
  void end(unsigned http_status, Duration took);
  void count(AdmissionResult result);
  /// A handler threw.
  void count_exception();

private:
  [[nodiscard]] Counter& requests(unsigned http_status);

  MetricsProvider* const provider_;  // null: no metrics
  const std::string path_;
  std::shared_ptr<Histogram> latency_;
  std::shared_ptr<Gauge> in_flight_;
  std::shared_ptr<Counter> panics_;
  std::mutex mutex_;
  std::map<unsigned, std::shared_ptr<Counter>> by_status_;         // guarded by mutex_
  std::map<AdmissionResult, std::shared_ptr<Counter>> by_result_;  // guarded by mutex_
};

/// The gauges of the limits; they end with the result.
[[nodiscard]] std::vector<std::unique_ptr<MetricRegistration>> limit_gauges(
    MetricsProvider* provider, const std::shared_ptr<InFlightLimits>& limits);

}  // namespace kubexx::detail
