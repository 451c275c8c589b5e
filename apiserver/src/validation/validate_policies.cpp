// SPDX-License-Identifier: Apache-2.0
// Admission policies and their bindings.
#include <set>

#include "admission/cel_expressions.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "validation/names.hpp"
#include "validation/validate_admission.hpp"

namespace kubexx::apiserver {
namespace {

bool breaks_lines(const std::string& text)
{
  return text.find_first_of("\n\r") != std::string::npos;
}

void check_validation(const FieldValue& validation, const AdmissionScope& scope)
{
  const auto expression = validation["expression"];
  if (policy_text(expression).empty()) {
    expression.required("expression is not specified");
  } else {
    validate_policy_expression(expression, expression.text(), scope, Returns::boolean);
  }
  const auto message_expression = validation["messageExpression"];
  if (!message_expression.text().empty() && policy_text(message_expression).empty()) {
    message_expression.invalid("must be non-empty if specified");
  } else if (!message_expression.text().empty()) {
    auto plain = scope;
    plain.authorizer = false;
    validate_policy_expression(message_expression, message_expression.text(), plain, Returns::text);
  }
  const auto message = validation["message"];
  const auto text = policy_text(message);
  if (!message.text().empty() && text.empty()) {
    message.invalid("must be non-empty if specified");
  } else if (breaks_lines(text)) {
    message.invalid("must not contain line breaks");
  }
  if (validation["reason"].present()) {
    validation["reason"].one_of({"Forbidden", "Invalid", "RequestEntityTooLarge"});
  }
}

void check_audit_annotation(const FieldValue& annotation, const std::string& policy, const AdmissionScope& scope)
{
  constexpr std::size_t longest = 5 * 1024;
  const auto key = annotation["key"];
  if (policy.empty()) {
    key.invalid("requires metadata.name be non-empty");
  } else {
    const auto whole = policy + "/" + key.text();
    for (const auto& problem : label_key_problems(whole)) key.invalid(whole, problem);
  }
  const auto expression = annotation["valueExpression"];
  const auto source = policy_text(expression);
  if (source.empty()) {
    expression.required("valueExpression is not specified");
  } else if (source.size() > longest) {
    expression.required("must not exceed " + std::to_string(longest) + " bytes in length");
  } else {
    validate_policy_expression(expression, source, scope, Returns::text_or_null);
  }
}

void check_audit_annotations(const FieldValue& annotations, const std::string& policy, const AdmissionScope& scope)
{
  constexpr std::size_t most = 20;
  if (annotations.size() > most) {
    annotations.invalid("must not have more than " + std::to_string(most) + " auditAnnotations");
  }
  std::set<std::string> keys;
  for (const auto& annotation : annotations.items()) {
    check_audit_annotation(annotation, policy, scope);
    if (!keys.insert(annotation["key"].text()).second) annotation["key"].duplicate();
  }
}

}  // namespace

void validate_admission_policy(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  auto scope = validate_policy_params(spec);
  validate_policy_constraints(spec["matchConstraints"]);
  validate_match_conditions(spec["matchConditions"], scope.params);
  scope.variables = spec["variables"].size() > 0;
  validate_policy_variables(spec, scope);
  const auto validations = spec["validations"];
  const auto annotations = spec["auditAnnotations"];
  if (validations.size() == 0 && annotations.size() == 0) {
    for (const auto& list : {validations, annotations}) {
      list.required("validations or auditAnnotations must contain at least one item");
    }
    return;
  }
  for (const auto& validation : validations.items()) check_validation(validation, scope);
  check_audit_annotations(annotations, string_at(object, {"metadata", "name"}), scope);
}

namespace {

void check_validation_actions(const FieldValue& actions)
{
  std::set<std::string> seen;
  for (const auto& action : actions.items()) {
    action.one_of({"Audit", "Deny", "Warn"});
    if (!seen.insert(action.text()).second) action.duplicate();
  }
  if (seen.contains("Deny") && seen.contains("Warn")) {
    actions.invalid(
        "must not contain both Deny and Warn (repeating the same validation failure information in the API response "
        "and headers serves no purpose)");
  }
  if (seen.empty()) actions.required();
}

}  // namespace

void validate_admission_policy_binding(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  validate_policy_reference(spec);
  check_validation_actions(spec["validationActions"]);
}

}  // namespace kubexx::apiserver
