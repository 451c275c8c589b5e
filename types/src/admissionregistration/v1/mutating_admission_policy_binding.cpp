// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/admissionregistration/v1/mutating_admission_policy_binding.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::admissionregistrationv1 {

KUBEXX_TABLE(MutatingAdmissionPolicyBindingSpec, KUBEXX_FIELD(policyName), KUBEXX_FIELD(paramRef),
             KUBEXX_FIELD(matchResources))

KUBEXX_TABLE(MutatingAdmissionPolicyBinding, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::admissionregistrationv1
