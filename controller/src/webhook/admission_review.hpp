// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/controller/admission_context.hpp"
#include "kubexx/controller/detail/webhook_handlers.hpp"
#include "webhook/review_reader.hpp"

/// AdmissionReview (admission.k8s.io), read and written: k8s.io/api/admission/v1. v1beta1 is read in the same way and
/// answered in its own version.
namespace kubexx::detail {

struct AdmissionReview {
  std::string api_version;
  AdmissionRequest request;
};

/// Reads the body in one pass. Throws BadReview.
[[nodiscard]] AdmissionReview read_admission_review(std::string_view body);

/// What the API server is answered.
struct AdmissionAnswer {
  AdmissionVerdict verdict;
  std::string json_patch;  // empty: none
};

/// Writes the answer to the request of `context`, with its warnings and audit annotations. A denial whose status has
/// causes and no message gets the message of an API server.
[[nodiscard]] std::string write_admission_review(std::string_view api_version, const AdmissionContext& context,
                                                 const AdmissionAnswer& answer);

}  // namespace kubexx::detail
