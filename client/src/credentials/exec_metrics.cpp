// SPDX-License-Identifier: Apache-2.0
#include "credentials/exec_metrics.hpp"

#include <array>
#include <chrono>
#include <limits>

namespace kubexx::detail {

namespace {

// Ten minutes to four years.
constexpr std::array age_buckets = {600.,     1800.,    3600.,     14400.,    86400.,    604800.,
                                    2592000., 7776000., 15552000., 31104000., 124416000.};

double seconds(Duration duration)
{
  return std::chrono::duration<double>(duration).count();
}

struct CallStatus {
  int code;
  const char* status;
};

/// client-go's: what ended by no exit has the code -1, what did not start has 1.
CallStatus status_of(const ProcessOutcome* outcome)
{
  using End = ProcessOutcome::End;
  if (outcome == nullptr) return {1, "client_internal_error"};
  if (outcome->end == End::not_found || outcome->end == End::not_started) return {1, "plugin_not_found_error"};
  if (outcome->end != End::exited) return {-1, "plugin_execution_error"};
  return {outcome->code, outcome->code == 0 ? "no_error" : "plugin_execution_error"};
}

}  // namespace

ExecMetrics::ExecMetrics(MetricsProvider* provider, const Clock& clock) : provider_(provider), clock_(clock)
{
  if (provider_ == nullptr) return;
  ages_ = provider_->histogram("rest_client_exec_plugin_certificate_rotation_age",
                               "Histogram of the number of seconds the last auth exec plugin client certificate lived "
                               "before being rotated. If auth exec plugin client certificates are unused, histogram "
                               "will contain no data.",
                               {}, age_buckets);
  left_ = provider_->gauge_callback("rest_client_exec_plugin_ttl_seconds",
                                    "Gauge of the shortest TTL (time-to-live) of the client certificate(s) managed by "
                                    "the auth exec plugin. The value is in seconds until certificate expiry (negative "
                                    "if already expired). If auth exec plugins are unused or manage no TLS "
                                    "certificates, the value will be +INF.",
                                    {}, [this] { return seconds_left(); });
}

void ExecMetrics::called(const ProcessOutcome* outcome)
{
  if (provider_ == nullptr) return;
  const CallStatus call = status_of(outcome);
  provider_
      ->counter("rest_client_exec_plugin_call_total",
                "Number of calls to an exec plugin, partitioned by the type of event encountered (no_error, "
                "plugin_execution_error, plugin_not_found_error, client_internal_error) and an optional exit code. The "
                "exit code will be set to 0 if and only if the plugin call was successful.",
                {{"code", std::to_string(call.code)}, {"call_status", call.status}})
      ->increment();
}

void ExecMetrics::certificate(const std::string& cert_pem)
{
  if (provider_ == nullptr) return;
  const std::lock_guard lock(mutex_);
  if (cert_pem == cert_pem_) return;
  if (validity_) ages_->observe(seconds(clock_.wall_now() - validity_->not_before));
  cert_pem_ = cert_pem;
  validity_ = certificate_validity(cert_pem);
}

double ExecMetrics::seconds_left() const
{
  const std::lock_guard lock(mutex_);
  if (!validity_) return std::numeric_limits<double>::infinity();
  return seconds(validity_->not_after - clock_.wall_now());
}

}  // namespace kubexx::detail
