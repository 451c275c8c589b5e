// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
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
  using CounterOf = std::vector<std::pair<unsigned, std::shared_ptr<Counter>>>;  // by status
  /// The series of one HTTP method, each made when it is first needed.
  struct Method {
    explicit Method(std::string name_) : name(std::move(name_)) {}
    std::string name;
    CounterOf attempts, retries;
    std::shared_ptr<Histogram> duration, throttled, request_size, response_size;
  };
  [[nodiscard]] Method& of(const std::string& name);  // needs mutex_
  [[nodiscard]] Counter& counter(CounterOf Method::* member, unsigned status, const std::string& method,
                                 const char* name, const char* help, const char* verb_label);
  [[nodiscard]] Histogram& histogram(std::shared_ptr<Histogram> Method::* member, const std::string& method,
                                     const char* name, const char* help, std::span<const double> buckets);

  MetricsProvider* provider_;
  std::string host_;
  std::mutex mutex_;
  std::vector<Method> methods_;      // guarded by mutex_; few
  std::vector<MetricScope> scopes_;  // guarded by mutex_; one a series
};

}  // namespace kubexx::detail
