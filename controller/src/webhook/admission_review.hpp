// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "kubexx/controller/admission_context.hpp"
#include "kubexx/controller/detail/webhook_handlers.hpp"

/// AdmissionReview (admission.k8s.io), read and written: k8s.io/api/admission/v1. v1beta1 is read in the same way and
/// answered in its own version.
namespace kubexx::detail {

/// The body of a request is no AdmissionReview.
class BadReview : public std::runtime_error {
public:
  BadReview(const std::string& problem, std::string request_uid)
      : std::runtime_error(problem), uid(std::move(request_uid))
  {
  }
  std::string uid;  // empty: it could not be read
};

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
