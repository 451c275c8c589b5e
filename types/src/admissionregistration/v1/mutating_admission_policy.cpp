// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/admissionregistration/v1/mutating_admission_policy.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::admissionregistrationv1 {

KUBEXX_TABLE(ApplyConfiguration, KUBEXX_FIELD(expression))

KUBEXX_TABLE(JSONPatch, KUBEXX_FIELD(expression))

KUBEXX_TABLE(Mutation, KUBEXX_FIELD(patchType), KUBEXX_FIELD(applyConfiguration), KUBEXX_FIELD(jsonPatch))

KUBEXX_TABLE(MutatingAdmissionPolicySpec, KUBEXX_FIELD(paramKind), KUBEXX_FIELD(matchConstraints),
             KUBEXX_FIELD(variables), KUBEXX_FIELD(mutations), KUBEXX_FIELD(failurePolicy),
             KUBEXX_FIELD_MORE(matchConditions, "matchConditions", by_name), KUBEXX_FIELD(reinvocationPolicy))

KUBEXX_TABLE(MutatingAdmissionPolicy, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::admissionregistrationv1
