// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/admission_verdict.hpp"

namespace kubexx {

namespace {

constexpr unsigned kForbidden = 403, kUnprocessable = 422, kFirstError = 400;

Status forbidden(std::string message)
{
  Status status;
  status.code = kForbidden;
  status.reason = "Forbidden";
  status.message = std::move(message);
  return status;
}

}  // namespace

AdmissionVerdict::AdmissionVerdict(std::vector<StatusCause> causes)
{
  if (causes.empty()) return;
  allowed_ = false;
  status_.code = kUnprocessable;
  status_.reason = "Invalid";
  status_.causes = std::move(causes);
}

AdmissionVerdict AdmissionVerdict::denied(std::string message)
{
  return denied(forbidden(std::move(message)));
}

AdmissionVerdict AdmissionVerdict::denied(Status status)
{
  if (status.code < kFirstError) status.code = kForbidden;
  AdmissionVerdict verdict;
  verdict.allowed_ = false;
  verdict.status_ = std::move(status);
  return verdict;
}

AdmissionDenied::AdmissionDenied(const std::string& message)
    : std::runtime_error(message), verdict_(AdmissionVerdict::denied(message))
{
}

AdmissionDenied::AdmissionDenied(AdmissionVerdict verdict)
    : std::runtime_error(verdict.status().message), verdict_(std::move(verdict))
{
  if (verdict_.allowed()) throw std::invalid_argument("AdmissionDenied: the verdict is an admission");
}

}  // namespace kubexx
