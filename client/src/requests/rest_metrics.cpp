// SPDX-License-Identifier: Apache-2.0
#include "requests/rest_metrics.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace kubexx::detail {

namespace {

constexpr std::array latency_buckets = {.005, .025, .1, .25, .5, 1., 2., 4., 8., 15., 30., 60.};
constexpr std::array size_buckets = {64.,    256.,    512.,     1024.,    4096.,    16384.,
                                     65536., 262144., 1048576., 4194304., 16777216.};

}  // namespace

RestMetrics::Method& RestMetrics::of(const std::string& name)
{
  const auto found =
      std::find_if(methods_.begin(), methods_.end(), [&](const Method& method) { return method.name == name; });
  return found == methods_.end() ? methods_.emplace_back(name) : *found;
}

Counter& RestMetrics::counter(CounterOf Method::* member, unsigned status, const std::string& method, const char* name,
                              const char* help, const char* verb_label)
{
  const std::lock_guard lock(mutex_);
  CounterOf& known = of(method).*member;
  const auto found = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == status; });
  if (found != known.end()) return *found->second;
  MetricLabels labels{
      {"code", status == 0 ? "<error>" : std::to_string(status)}, {verb_label, method}, {"host", host_}};
  auto series = scopes_.emplace_back(*provider_, std::move(labels)).counter(name, help);
  return *known.emplace_back(status, std::move(series)).second;
}

Histogram& RestMetrics::histogram(std::shared_ptr<Histogram> Method::* member, const std::string& method,
                                  const char* name, const char* help, std::span<const double> buckets)
{
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Histogram>& series = of(method).*member;
  if (!series) {
    MetricLabels labels{{"verb", method}, {"host", host_}};
    series = scopes_.emplace_back(*provider_, std::move(labels)).histogram(name, help, buckets);
  }
  return *series;
}

void RestMetrics::attempt(unsigned status, const std::string& method)
{
  if (provider_ == nullptr) return;
  counter(&Method::attempts, status, method, "rest_client_requests_total",
          "Number of HTTP requests, partitioned by status code, method, and host.", "method")
      .increment();
}

void RestMetrics::retry(unsigned status, const std::string& method)
{
  if (provider_ == nullptr) return;
  counter(&Method::retries, status, method, "rest_client_request_retries_total",
          "Number of request retries, partitioned by status code, verb, and host.", "verb")
      .increment();
}

void RestMetrics::duration(const std::string& method, Duration took)
{
  if (provider_ == nullptr) return;
  histogram(&Method::duration, method, "rest_client_request_duration_seconds",
            "Request latency in seconds. Broken down by verb, and host.", latency_buckets)
      .observe(std::chrono::duration<double>(took).count());
}

void RestMetrics::throttled(const std::string& method, Duration waited)
{
  if (provider_ == nullptr) return;
  histogram(&Method::throttled, method, "rest_client_rate_limiter_duration_seconds",
            "Client side rate limiter latency in seconds. Broken down by verb, and host.", latency_buckets)
      .observe(std::chrono::duration<double>(waited).count());
}

void RestMetrics::sizes(const std::string& method, std::size_t request, std::size_t response)
{
  if (provider_ == nullptr) return;
  histogram(&Method::request_size, method, "rest_client_request_size_bytes",
            "Request size in bytes. Broken down by verb and host.", size_buckets)
      .observe(static_cast<double>(request));
  histogram(&Method::response_size, method, "rest_client_response_size_bytes",
            "Response size in bytes. Broken down by verb and host.", size_buckets)
      .observe(static_cast<double>(response));
}

}  // namespace kubexx::detail
