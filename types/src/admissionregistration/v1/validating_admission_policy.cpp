// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/admissionregistration/v1/validating_admission_policy.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::admissionregistrationv1 {

KUBEXX_TABLE(AuditAnnotation, KUBEXX_FIELD(key), KUBEXX_FIELD(valueExpression))

KUBEXX_TABLE(ExpressionWarning, KUBEXX_FIELD(fieldRef), KUBEXX_FIELD(warning))

KUBEXX_TABLE(TypeChecking, KUBEXX_FIELD(expressionWarnings))

KUBEXX_TABLE(Validation, KUBEXX_FIELD(expression), KUBEXX_FIELD(message), KUBEXX_FIELD(reason),
             KUBEXX_FIELD(messageExpression))

KUBEXX_TABLE(ValidatingAdmissionPolicySpec, KUBEXX_FIELD(paramKind), KUBEXX_FIELD(matchConstraints),
             KUBEXX_FIELD(validations), KUBEXX_FIELD(failurePolicy), KUBEXX_FIELD(auditAnnotations),
             KUBEXX_FIELD_MORE(matchConditions, "matchConditions", by_name),
             KUBEXX_FIELD_MORE(variables, "variables", by_name))

KUBEXX_TABLE(ValidatingAdmissionPolicyStatus, KUBEXX_FIELD_AS(observedGeneration, "observedGeneration", true),
             KUBEXX_FIELD(typeChecking), KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(ValidatingAdmissionPolicy, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::admissionregistrationv1
