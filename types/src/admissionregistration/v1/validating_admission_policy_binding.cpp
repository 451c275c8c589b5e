// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/admissionregistration/v1/validating_admission_policy_binding.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::admissionregistrationv1 {

KUBEXX_TABLE(ValidatingAdmissionPolicyBindingSpec, KUBEXX_FIELD(policyName), KUBEXX_FIELD(paramRef),
             KUBEXX_FIELD(matchResources), KUBEXX_FIELD(validationActions))

KUBEXX_TABLE(ValidatingAdmissionPolicyBinding, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::admissionregistrationv1
