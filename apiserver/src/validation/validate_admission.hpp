// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "admission/cel_expressions.hpp"
#include "kubexx/schema/detail/webhook_client.hpp"
#include "validation/field_value.hpp"

/// k8s.io/kubernetes/pkg/apis/admissionregistration/validation.
namespace kubexx::apiserver {

/// RuleWithOperations.
void validate_rule_with_operations(const FieldValue& rule);

/// matchConditions, which are compiled, of a policy or webhook.
void validate_match_conditions(const FieldValue& conditions, bool with_params);

using kubexx::schema::detail::validate_webhook_client;

/// What policies have in common: failurePolicy and paramKind, matchConstraints, matchConditions and variables, in three
/// steps, because a mutating policy says something between them.
[[nodiscard]] AdmissionScope validate_policy_params(const FieldValue& spec);
void validate_policy_constraints(const FieldValue& constraints);
void validate_policy_variables(const FieldValue& spec, AdmissionScope& scope);
/// Without white space around it.
[[nodiscard]] std::string policy_text(const FieldValue& value);
/// Compiles an expression, of which the errors show `source`.
void validate_policy_expression(const FieldValue& place, const std::string& source, const AdmissionScope& scope,
                                Returns returns);
/// policyName, paramRef and matchResources.
void validate_policy_reference(const FieldValue& spec);

/// ValidatingAdmissionPolicy, whose expressions are compiled, and its binding.
void validate_admission_policy(const Json& object, const Json* current, FieldErrors& errors);
void validate_admission_policy_binding(const Json& object, const Json* current, FieldErrors& errors);
/// MutatingAdmissionPolicy, likewise.
void validate_mutating_policy(const Json& object, const Json* current, FieldErrors& errors);
void validate_mutating_policy_binding(const Json& object, const Json* current, FieldErrors& errors);

}  // namespace kubexx::apiserver
