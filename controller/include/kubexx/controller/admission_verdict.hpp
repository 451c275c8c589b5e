// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/controller/field_errors.hpp"

namespace kubexx {

/// The decision of a validating webhook. It is made from field errors, and is an admission if there are none. A value
/// type.
class AdmissionVerdict {
public:
  /// The request is admitted.
  AdmissionVerdict() = default;
  /// Denied as Invalid (422) unless `errors` is empty.
  AdmissionVerdict(const FieldErrors& errors) : AdmissionVerdict(errors.causes()) {}
  AdmissionVerdict(std::vector<StatusCause> causes);  // NOLINT(google-explicit-constructor)

  /// Denied as Forbidden (403). The user reads: admission webhook "NAME" denied the request: MESSAGE.
  [[nodiscard]] static AdmissionVerdict denied(std::string message);
  /// Denied with a status of your own. A code below 400 becomes 403.
  [[nodiscard]] static AdmissionVerdict denied(Status status);

  [[nodiscard]] bool allowed() const noexcept { return allowed_; }
  /// The reason of a denial.
  [[nodiscard]] const Status& status() const noexcept { return status_; }

private:
  bool allowed_ = true;
  Status status_;
};

/// Thrown by a handler to deny the request. Any other exception is an error of the webhook: 500, counted in
/// controller_runtime_webhook_panics_total. An ApiError that leaves a handler is a denial with its status.
class AdmissionDenied : public std::runtime_error {
public:
  explicit AdmissionDenied(const std::string& message);
  /// Throws std::invalid_argument if `verdict` admits the request, e.g. because it has no field errors.
  explicit AdmissionDenied(AdmissionVerdict verdict);
  [[nodiscard]] const AdmissionVerdict& verdict() const noexcept { return verdict_; }

private:
  AdmissionVerdict verdict_;
};

}  // namespace kubexx
