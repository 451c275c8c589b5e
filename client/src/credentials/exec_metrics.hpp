// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/metrics.hpp"
#include "kubexx/base/process.hpp"
#include "kubexx/http/certificate_validity.hpp"

namespace kubexx::detail {

/// The series of client-go for credential plugins (`rest_client_exec_plugin_…`), with its labels and buckets. They name
/// no plugin: with several clients in one program counters add up, and the time to live is that of the newest client's
/// certificate. Thread safe.
class ExecMetrics {
public:
  /// `provider` null: no metrics. Both outlive this.
  ExecMetrics(MetricsProvider* provider, const Clock& clock);

  /// A run ended; null: it could not even be tried.
  void called(const ProcessOutcome* outcome);
  /// From now on the plugin's client certificate is this one; empty: it gives none.
  void certificate(const std::string& cert_pem);

private:
  [[nodiscard]] double seconds_left() const;

  MetricsProvider* provider_;
  const Clock& clock_;
  std::shared_ptr<Histogram> ages_;  // null without a provider
  mutable std::mutex mutex_;
  std::string cert_pem_;                         // guarded by mutex_
  std::optional<CertificateValidity> validity_;  // guarded by mutex_; of cert_pem_
  std::unique_ptr<MetricRegistration> left_;     // destroyed first: reads the above
};

}  // namespace kubexx::detail
