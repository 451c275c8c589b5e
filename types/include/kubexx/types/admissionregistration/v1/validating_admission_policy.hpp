// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/admissionregistration/v1/failure_policy_type.hpp"
#include "kubexx/types/admissionregistration/v1/match_condition.hpp"
#include "kubexx/types/admissionregistration/v1/match_resources.hpp"
#include "kubexx/types/admissionregistration/v1/param_kind.hpp"
#include "kubexx/types/admissionregistration/v1/variable.hpp"

namespace kubexx::admissionregistrationv1 {

/// AuditAnnotation describes how to produce an audit annotation for an API request.
struct AuditAnnotation {
  /// key specifies the audit annotation key. The audit annotation keys of a ValidatingAdmissionPolicy must be unique.
  /// The key must be a qualified name ([A-Za-z0-9][-A-Za-z0-9_.]*) no more than 63 bytes in length.
  std::string key{};
  /// valueExpression represents the expression which is evaluated by CEL to produce an audit annotation value. The
  /// expression must evaluate to either a string or null value. If the expression evaluates to a string, the audit
  /// annotation is included with the string value.
  std::string valueExpression{};

  friend bool operator==(const AuditAnnotation&, const AuditAnnotation&);
};
BOOST_DESCRIBE_STRUCT(AuditAnnotation, (), (key, valueExpression))
KUBEXX_COMPILED(AuditAnnotation)

/// ExpressionWarning is a warning information that targets a specific expression.
struct ExpressionWarning {
  /// fieldRef is the path to the field that refers to the expression. For example, the reference to the expression of
  /// the first item of validations is "spec.validations[0].expression"
  std::string fieldRef{};
  /// warning contains the content of type checking information in a human-readable form. Each line of the warning
  /// contains the type that the expression is checked against, followed by the type check error from the compiler.
  std::string warning{};

  friend bool operator==(const ExpressionWarning&, const ExpressionWarning&);
};
BOOST_DESCRIBE_STRUCT(ExpressionWarning, (), (fieldRef, warning))
KUBEXX_COMPILED(ExpressionWarning)

/// TypeChecking contains results of type checking the expressions in the ValidatingAdmissionPolicy
struct TypeChecking {
  /// expressionWarnings contains the type checking warnings for each expression.
  std::vector<ExpressionWarning> expressionWarnings{};

  friend bool operator==(const TypeChecking&, const TypeChecking&);
};
BOOST_DESCRIBE_STRUCT(TypeChecking, (), (expressionWarnings))
KUBEXX_COMPILED(TypeChecking)

/// Validation specifies the CEL expression which is used to apply the validation.
struct Validation {
  /// expression represents the expression which will be evaluated by CEL. ref: https://github.com/google/cel-spec CEL
  /// expressions have access to the contents of the API request/response, organized into CEL variables as well as some
  /// other useful variables: - 'object' - The object from the incoming request.
  std::string expression{};
  /// message represents the message displayed when validation fails. The message is required if the Expression contains
  /// line breaks. The message must not contain line breaks. If unset, the message is "failed rule: {Rule}". e.g.
  std::string message{};
  /// reason represents a machine-readable description of why this validation failed. If this is the first validation in
  /// the list to fail, this reason, as well as the corresponding HTTP response code, are used in the HTTP response to
  /// the client. The currently supported reasons are:
  std::optional<std::string> reason{};
  /// messageExpression declares a CEL expression that evaluates to the validation failure message that is returned when
  /// this rule fails. Since messageExpression is used as a failure message, it must evaluate to a string.
  std::string messageExpression{};

  friend bool operator==(const Validation&, const Validation&);
};
BOOST_DESCRIBE_STRUCT(Validation, (), (expression, message, reason, messageExpression))
KUBEXX_COMPILED(Validation)

/// ValidatingAdmissionPolicySpec is the specification of the desired behavior of the AdmissionPolicy.
struct ValidatingAdmissionPolicySpec {
  /// paramKind specifies the kind of resources used to parameterize this policy. If absent, there are no parameters for
  /// this policy and the param CEL variable will not be provided to validation expressions.
  std::optional<ParamKind> paramKind{};
  /// matchConstraints specifies what resources this policy is designed to validate. The AdmissionPolicy cares about a
  /// request if it matches _all_ Constraints.
  std::optional<MatchResources> matchConstraints{};
  /// validations contain CEL expressions which is used to apply the validation. Validations and AuditAnnotations may
  /// not both be empty; a minimum of one Validations or AuditAnnotations is required.
  std::vector<Validation> validations{};
  /// failurePolicy defines how to handle failures for the admission policy. Failures can occur from CEL expression
  /// parse errors, type check errors, runtime errors and invalid or mis-configured policy definitions or bindings. A
  /// policy is invalid if spec.paramKind refers to a non-existent Kind.
  FailurePolicyType failurePolicy{};
  /// auditAnnotations contains CEL expressions which are used to produce audit annotations for the audit event of the
  /// API request. validations and auditAnnotations may not both be empty; a least one of validations or
  /// auditAnnotations is required.
  std::vector<AuditAnnotation> auditAnnotations{};
  /// matchConditions is a list of conditions that must be met for a request to be validated. Match conditions filter
  /// requests that have already been matched by the rules, namespaceSelector, and objectSelector. An empty list of
  /// matchConditions matches all requests. Merged by name.
  std::vector<MatchCondition> matchConditions{};
  /// variables contain definitions of variables that can be used in composition of other expressions. Each variable is
  /// defined as a named CEL expression. Merged by name.
  std::vector<Variable> variables{};

  friend bool operator==(const ValidatingAdmissionPolicySpec&, const ValidatingAdmissionPolicySpec&);
};
BOOST_DESCRIBE_STRUCT(ValidatingAdmissionPolicySpec, (), (paramKind, matchConstraints, validations, failurePolicy,
    auditAnnotations, matchConditions, variables))
KUBEXX_COMPILED(ValidatingAdmissionPolicySpec)

/// ValidatingAdmissionPolicyStatus represents the status of an admission validation policy.
struct ValidatingAdmissionPolicyStatus {
  /// observedGeneration is the generation observed by the controller.
  std::int64_t observedGeneration = 0;
  /// typeChecking contains the results of type checking for each expression. Presence of this field indicates the
  /// completion of the type checking.
  std::optional<TypeChecking> typeChecking{};
  /// conditions represent the latest available observations of a policy's current state. Merged by type.
  std::vector<Condition> conditions{};

  friend bool operator==(const ValidatingAdmissionPolicyStatus&, const ValidatingAdmissionPolicyStatus&);
};
BOOST_DESCRIBE_STRUCT(ValidatingAdmissionPolicyStatus, (), (observedGeneration, typeChecking, conditions))
KUBEXX_COMPILED(ValidatingAdmissionPolicyStatus)

/// ValidatingAdmissionPolicy describes the definition of an admission validation policy that accepts or rejects an
/// object without changing it.
struct ValidatingAdmissionPolicy {
  static constexpr ResourceInfo kubexx_resource{"admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy", "validatingadmissionpolicies", Scope::cluster};
  ObjectMeta metadata{};
  /// spec defines the desired behavior of the ValidatingAdmissionPolicy.
  ValidatingAdmissionPolicySpec spec{};
  /// status represents the current status of the ValidatingAdmissionPolicy, including warnings that are useful to
  /// determine if the policy behaves in the expected way. Populated by the system. Read-only.
  ValidatingAdmissionPolicyStatus status{};

  friend bool operator==(const ValidatingAdmissionPolicy&, const ValidatingAdmissionPolicy&);
};
BOOST_DESCRIBE_STRUCT(ValidatingAdmissionPolicy, (), (metadata, spec, status))
KUBEXX_COMPILED(ValidatingAdmissionPolicy)

}  // namespace kubexx::admissionregistrationv1
