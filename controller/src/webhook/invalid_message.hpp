// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/controller/admission_request.hpp"

namespace kubexx::detail {

/// The name of the object, or what it has of one while the API server has not generated it.
[[nodiscard]] std::string name_for_user(const AdmissionRequest& request);

/// As NewInvalid of k8s.io/apimachinery/pkg/api/errors words it:
/// 'CronJob.batch.tutorial.kubebuilder.io "a" is invalid: spec.schedule: Required value'.
[[nodiscard]] std::string invalid_message(const AdmissionRequest& request, const std::vector<StatusCause>& causes);

}  // namespace kubexx::detail
