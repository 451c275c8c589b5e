// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kubexx/controller/admission_request.hpp"
#include "kubexx/controller/explanation.hpp"
#include "kubexx/controller/flight_recorder.hpp"
#include "webhook/admission_review.hpp"
#include "webhook/webhook_metrics.hpp"

/// Calls of webhooks in the flight recorder: as reconciles of a controller that has the name of the path, with the
/// result of an AdmissionResult, the reason of a denial as the error, and the patch as a call.
namespace kubexx::detail {

struct EndedCall {
  const AdmissionRequest& request;
  const AdmissionAnswer& answer;
  AdmissionResult result = AdmissionResult::allowed;
  WallTime began{};
  Duration took{};
};
void record_admission(FlightRecorder& recorder, std::string_view path, const EndedCall& call);

/// What the recorder has of the path and the key; nullopt if that is nothing.
[[nodiscard]] std::optional<Explanation> explain_admission(const FlightRecorder& recorder, const std::string& path,
                                                           const Request& key, WallTime now);

}  // namespace kubexx::detail
