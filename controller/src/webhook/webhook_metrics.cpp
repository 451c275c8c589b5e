// SPDX-License-Identifier: Apache-2.0
#include "webhook/webhook_metrics.hpp"

#include <array>
#include <functional>
#include <utility>

namespace kubexx::detail {

namespace {

// prometheus.DefBuckets and one more, as controller-runtime.
constexpr std::array kBuckets = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0};

}  // namespace

const char* to_string(AdmissionResult result) noexcept
{
  switch (result) {
    case AdmissionResult::allowed:
      return "allowed";
    case AdmissionResult::denied:
      return "denied";
    case AdmissionResult::error:
      return "error";
    case AdmissionResult::exception:
      return "exception";
    case AdmissionResult::timeout:
      return "timeout";
  }
  return "";
}

PathMetrics::PathMetrics(MetricsProvider* provider, const std::string& path) : provider_(provider), path_(path)
{
  if (provider == nullptr) return;
  const MetricLabels labels{{"webhook", path}};
  latency_ = provider->histogram("controller_runtime_webhook_latency_seconds",
                                 "How long processing admission requests takes, in seconds", labels, kBuckets);
  in_flight_ = provider->gauge("controller_runtime_webhook_requests_in_flight",
                               "Number of admission requests that are being served", labels);
  panics_ =
      provider->counter("controller_runtime_webhook_panics_total", "Number of exceptions of webhook handlers", {});
  constexpr unsigned ok = 200, failed = 500;
  (void)requests(ok);
  (void)requests(failed);
}

Counter& PathMetrics::requests(unsigned http_status)
{
  const std::lock_guard lock(mutex_);
  auto& counter = by_status_[http_status];
  if (!counter) {
    counter = provider_->counter("controller_runtime_webhook_requests_total",
                                 "Number of admission requests by HTTP status code",
                                 {{"code", std::to_string(http_status)}, {"webhook", path_}});
  }
  return *counter;
}

std::shared_ptr<void> PathMetrics::begin()
{
  if (provider_ == nullptr) return nullptr;
  in_flight_->add(1);
  return {in_flight_.get(), [gauge = in_flight_](void*) { gauge->add(-1); }};
}

void PathMetrics::end(unsigned http_status, Duration took)
{
  if (provider_ == nullptr) return;
  requests(http_status).increment();
  latency_->observe(std::chrono::duration<double>(took).count());
}

void PathMetrics::count_exception()
{
  if (panics_) panics_->increment();
}

void PathMetrics::count(AdmissionResult result)
{
  if (provider_ == nullptr) return;
  if (result == AdmissionResult::exception) count_exception();
  std::shared_ptr<Counter> counter;
  {
    const std::lock_guard lock(mutex_);
    auto& known = by_result_[result];
    if (!known) {
      known = provider_->counter("kubexx_webhook_admission_total", "Number of admission requests by their outcome",
                                 {{"result", to_string(result)}, {"webhook", path_}});
    }
    counter = known;
  }
  counter->increment();
}

std::vector<std::unique_ptr<MetricRegistration>> limit_gauges(MetricsProvider* provider,
                                                              const std::shared_ptr<InFlightLimits>& limits)
{
  std::vector<std::unique_ptr<MetricRegistration>> gauges;
  if (provider == nullptr) return gauges;
  const auto add = [&](const char* name, const char* help, std::size_t (InFlightLimits::*read)() const) {
    gauges.push_back(provider->gauge_callback(name, help, {},
                                              [limits, read] { return static_cast<double>((limits.get()->*read)()); }));
  };
  add("kubexx_webhook_in_flight_requests", "Number of webhook requests in progress", &InFlightLimits::requests);
  add("kubexx_webhook_in_flight_bytes", "Bytes of the bodies of webhook requests in progress", &InFlightLimits::bytes);
  add("kubexx_webhook_waiting_requests", "Number of webhook requests that wait for a place", &InFlightLimits::waiting);
  return gauges;
}

}  // namespace kubexx::detail
