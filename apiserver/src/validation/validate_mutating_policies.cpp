// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "validation/validate_admission.hpp"

namespace kubexx::apiserver {
namespace {

/// There is nothing to mutate in a DELETE.
void check_mutated_operations(const FieldValue& resources)
{
  static constexpr std::array<std::string_view, 4> allowed{"*", "CONNECT", "CREATE", "UPDATE"};
  for (const auto& rule : resources["resourceRules"].items()) {
    for (const auto& operation : rule["operations"].items()) {
      const auto given = operation.text();
      if (std::find(allowed.begin(), allowed.end(), given) != allowed.end()) continue;
      resources.errors().push_back(unsupported_value(resources["resourceRules"].path() + ".operations", given,
                                                     {allowed.begin(), allowed.end()}));
    }
  }
}

void check_mutation_expression(const FieldValue& mutation, const AdmissionScope& scope, Returns returns)
{
  const auto expression = mutation["expression"];
  const auto source = policy_text(expression);
  if (source.empty()) return expression.required();
  validate_policy_expression(expression, source, scope, returns);
}

void check_mutation(const FieldValue& mutation, const AdmissionScope& scope)
{
  struct Sort {
    const char *type, *field;
    Returns returns;
  };
  static constexpr std::array<Sort, 2> sorts{
      {{"ApplyConfiguration", "applyConfiguration", Returns::object}, {"JSONPatch", "jsonPatch", Returns::patches}}};
  const auto type = mutation["patchType"];
  const auto given = type.text();
  if (given.empty()) return type.required();
  const auto sort = std::find_if(sorts.begin(), sorts.end(), [&](const Sort& one) { return given == one.type; });
  if (sort == sorts.end()) return type.one_of({"ApplyConfiguration", "JSONPatch"});
  const auto own = mutation[sort->field];
  if (!own.present()) {
    own.required(std::string("must be specified when patchType is ") + sort->type);
  } else {
    check_mutation_expression(own, scope, sort->returns);
  }
  const auto& other = sort == sorts.begin() ? sorts.back() : sorts.front();
  if (!mutation[other.field].present()) return;
  mutation.errors().push_back(invalid_value(mutation[other.field].path(), std::string("{") + other.field + "}",
                                            std::string("must not be specified when patchType is ") + sort->type));
}

}  // namespace

void validate_mutating_policy(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  auto scope = validate_policy_params(spec);
  validate_policy_constraints(spec["matchConstraints"]);
  check_mutated_operations(spec["matchConstraints"]);
  validate_match_conditions(spec["matchConditions"], scope.params);
  scope.variables = true;
  validate_policy_variables(spec, scope);
  scope.patches = true;
  const auto mutations = spec["mutations"];
  if (mutations.size() == 0) mutations.required("mutations must contain at least one item");
  for (const auto& mutation : mutations.items()) check_mutation(mutation, scope);
  const auto reinvocation = spec["reinvocationPolicy"];
  if (reinvocation.text().empty()) {
    reinvocation.required();
  } else {
    reinvocation.one_of({"IfNeeded", "Never"});
  }
}

void validate_mutating_policy_binding(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  validate_policy_reference(spec);
  check_mutated_operations(spec["matchResources"]);
}

}  // namespace kubexx::apiserver
