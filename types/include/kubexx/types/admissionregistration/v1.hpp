// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of admissionregistration.k8s.io in version v1.
#include "kubexx/types/admissionregistration/v1/mutating_admission_policy.hpp"
#include "kubexx/types/admissionregistration/v1/mutating_admission_policy_binding.hpp"
#include "kubexx/types/admissionregistration/v1/mutating_webhook_configuration.hpp"
#include "kubexx/types/admissionregistration/v1/validating_admission_policy.hpp"
#include "kubexx/types/admissionregistration/v1/validating_admission_policy_binding.hpp"
#include "kubexx/types/admissionregistration/v1/validating_webhook_configuration.hpp"
