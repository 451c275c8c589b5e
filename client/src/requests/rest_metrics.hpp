// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/metrics.hpp"

namespace kubexx::detail {

/// The series of client-go's rest client (`rest_client_…`), with its labels and buckets, for one server. They end with
/// the last client of that server. Thread safe.
class RestMetrics {
public:
  /// `provider` null: no metrics. It outlives this.
  RestMetrics(MetricsProvider* provider, std::string host) : provider_(provider), host_(std::move(host)) {}

  /// One HTTP attempt. `status` is 0 when no answer came; here and below.
  void attempt(unsigned status, const std::string& method);
  void retry(unsigned status, const std::string& method);
  /// One logical call, retries included; not for watches.
  void duration(const std::string& method, Duration took);
  /// How long a request waited for a RequestBudget.
  void throttled(const std::string& method, Duration waited);
  void sizes(const std::string& method, std::size_t request, std::size_t response);

private:
  using Key = std::tuple<std::string, std::string, std::string>;  // metric, code or empty, method
  std::shared_ptr<Counter> counter(const char* name, const char* help, const std::string& code, const char* verb_label,
                                   const std::string& method);
  std::shared_ptr<Histogram> histogram(const char* name, const char* help, const std::string& method,
                                       std::span<const double> buckets);

  MetricsProvider* provider_;
  std::string host_;
  std::mutex mutex_;
  std::map<Key, std::shared_ptr<Counter>> counters_;      // guarded by mutex_
  std::map<Key, std::shared_ptr<Histogram>> histograms_;  // guarded by mutex_
  std::vector<MetricScope> scopes_;                       // guarded by mutex_; one a series
};

}  // namespace kubexx::detail
