// SPDX-License-Identifier: Apache-2.0
#include "requests/rest_metrics.hpp"

#include <array>
#include <utility>

namespace kubexx::detail {

namespace {

constexpr std::array latency_buckets = {.005, .025, .1, .25, .5, 1., 2., 4., 8., 15., 30., 60.};
constexpr std::array size_buckets = {64.,    256.,    512.,     1024.,    4096.,    16384.,
                                     65536., 262144., 1048576., 4194304., 16777216.};

std::string code_of(unsigned status)
{
  return status == 0 ? "<error>" : std::to_string(status);
}

}  // namespace

std::shared_ptr<Counter> RestMetrics::counter(const char* name, const char* help, const std::string& code,
                                              const char* verb_label, const std::string& method)
{
  const std::lock_guard lock(mutex_);
  auto& series = counters_[{name, code, method}];
  if (!series) {
    MetricLabels labels{{"code", code}, {verb_label, method}, {"host", host_}};
    series = scopes_.emplace_back(*provider_, std::move(labels)).counter(name, help);
  }
  return series;
}

std::shared_ptr<Histogram> RestMetrics::histogram(const char* name, const char* help, const std::string& method,
                                                  std::span<const double> buckets)
{
  const std::lock_guard lock(mutex_);
  auto& series = histograms_[{name, "", method}];
  if (!series) {
    MetricLabels labels{{"verb", method}, {"host", host_}};
    series = scopes_.emplace_back(*provider_, std::move(labels)).histogram(name, help, buckets);
  }
  return series;
}

void RestMetrics::attempt(unsigned status, const std::string& method)
{
  if (provider_ == nullptr) return;
  counter("rest_client_requests_total", "Number of HTTP requests, partitioned by status code, method, and host.",
          code_of(status), "method", method)
      ->increment();
}

void RestMetrics::retry(unsigned status, const std::string& method)
{
  if (provider_ == nullptr) return;
  counter("rest_client_request_retries_total", "Number of request retries, partitioned by status code, verb, and host.",
          code_of(status), "verb", method)
      ->increment();
}

void RestMetrics::duration(const std::string& method, Duration took)
{
  if (provider_ == nullptr) return;
  histogram("rest_client_request_duration_seconds", "Request latency in seconds. Broken down by verb, and host.",
            method, latency_buckets)
      ->observe(std::chrono::duration<double>(took).count());
}

void RestMetrics::throttled(const std::string& method, Duration waited)
{
  if (provider_ == nullptr) return;
  histogram("rest_client_rate_limiter_duration_seconds",
            "Client side rate limiter latency in seconds. Broken down by verb, and host.", method, latency_buckets)
      ->observe(std::chrono::duration<double>(waited).count());
}

void RestMetrics::sizes(const std::string& method, std::size_t request, std::size_t response)
{
  if (provider_ == nullptr) return;
  histogram("rest_client_request_size_bytes", "Request size in bytes. Broken down by verb and host.", method,
            size_buckets)
      ->observe(static_cast<double>(request));
  histogram("rest_client_response_size_bytes", "Response size in bytes. Broken down by verb and host.", method,
            size_buckets)
      ->observe(static_cast<double>(response));
}

}  // namespace kubexx::detail
