// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/detail/webhook_registry.hpp"
#include "kubexx/controller/flight_recorder.hpp"
#include "webhook/admission_review.hpp"
#include "webhook/call_bounds.hpp"
#include "webhook/webhook_metrics.hpp"

namespace kubexx::detail {

/// What every call of a webhook shares.
struct WebhookServices {
  Runtime runtime;  // its executor is that of the webhook server
  Client client;    // on this runtime
  std::shared_ptr<ControllerServices> caches;
  std::shared_ptr<FlightRecorder> recorder;  // null: nothing is recorded
};

/// What became of one call.
struct DecidedCall {
  DecidedCall() = default;
  std::string body;  // the AdmissionReview
  AdmissionResult result = AdmissionResult::allowed;
};

/// Calls the handlers of the endpoint that are for this request, and writes what they decide. Every exception of a
/// handler becomes an answer. Throws only if it is cancelled.
[[nodiscard]] awaitable<DecidedCall> decide(std::shared_ptr<const AdmissionEndpoint> endpoint,
                                            std::shared_ptr<const WebhookServices> services, AdmissionReview review,
                                            CallLimits limits);

}  // namespace kubexx::detail
