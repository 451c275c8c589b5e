// SPDX-License-Identifier: Apache-2.0
// What validating and mutating policies have in common.
#include <algorithm>
#include <set>

#include "admission/cel_expressions.hpp"
#include "core/text.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "validation/names.hpp"
#include "validation/validate_admission.hpp"

namespace kubexx::apiserver {

std::string policy_text(const FieldValue& value)
{
  constexpr const char* spaces = " \t\n\v\f\r";
  const auto text = value.text();
  const auto begin = text.find_first_not_of(spaces);
  return begin == std::string::npos ? std::string() : text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

namespace {

void report_compiled(const FieldValue& place, const AdmissionExpression& compiled)
{
  if (compiled.problem.empty()) return;
  if (compiled.internal) {
    place.errors().push_back({"InternalError", "Internal error: " + compiled.problem, place.path()});
  } else {
    place.invalid(compiled.problem);
  }
}

void check_match_resources(const FieldValue& resources)
{
  const auto policy = resources["matchPolicy"];
  if (!policy.present()) {
    policy.required();
  } else {
    policy.one_of({"Equivalent", "Exact"});
  }
  for (const char* name : {"namespaceSelector", "objectSelector"}) {
    const auto selector = resources[name];
    if (!selector.present()) {
      selector.required();
    } else {
      (void)selector.label_selector();
    }
  }
  for (const char* name : {"resourceRules", "excludeResourceRules"}) {
    for (const auto& rule : resources[name].items()) {
      std::set<std::string> names;
      for (const auto& item : rule["resourceNames"].items()) {
        item.problem(path_segment_problem(item.text()));
        if (!names.insert(item.text()).second) item.duplicate();
      }
      validate_rule_with_operations(rule);
    }
  }
}

void check_param_kind_name(const FieldValue& kind)
{
  const auto text = kind.text();
  if (text.empty()) {
    kind.required();
  } else if (const auto problems = dns_1035_label_problems(lower(text)); !problems.empty()) {
    std::string all;
    for (const auto& problem : problems) all += (all.empty() ? "" : ",") + problem;
    kind.invalid("may have mixed case, but should otherwise match: " + all);
  }
}

void check_param_kind(const FieldValue& param)
{
  const auto version = param["apiVersion"];
  const auto text = version.text();
  const auto slashes = std::count(text.begin(), text.end(), '/');
  if (text.empty()) {
    version.required();
  } else if (slashes > 1) {
    version.invalid("unexpected GroupVersion string: " + text);
  } else {
    const auto slash = text.find('/');
    const auto group = slash == std::string::npos ? std::string() : text.substr(0, slash);
    const auto name = slash == std::string::npos ? text : text.substr(slash + 1);
    if (!group.empty()) {
      for (const auto& problem : dns_1123_subdomain_problems(group)) version.invalid(group, problem);
    }
    if (name.empty()) {
      version.invalid("version must be specified");
    } else {
      for (const auto& problem : dns_1035_label_problems(name)) version.invalid(name, problem);
    }
  }
  check_param_kind_name(param["kind"]);
}

bool is_cel_identifier(const std::string& name)
{
  static const std::set<std::string, std::less<>> reserved{
      "true", "false",  "null", "in",   "as",      "break",     "const",  "continue", "else", "for",  "function",
      "if",   "import", "let",  "loop", "package", "namespace", "return", "var",      "void", "while"};
  const auto good = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  return std::all_of(name.begin(), name.end(), good) && (name.front() < '0' || name.front() > '9') &&
         !reserved.contains(name);
}

void check_param_ref(const FieldValue& reference)
{
  const auto name = reference["name"];
  const auto selector = reference["selector"];
  constexpr const char* exclusive = "name and selector are mutually exclusive";
  if (!name.text().empty()) {
    name.problem(path_segment_problem(name.text()));
    if (selector.present()) name.forbidden(exclusive);
  }
  if (selector.present()) {
    (void)selector.label_selector();
    if (!name.text().empty()) selector.forbidden(exclusive);
  }
  if (name.text().empty() && !selector.present()) reference.required("one of name or selector must be specified");
  const auto action = reference["parameterNotFoundAction"];
  if (action.text().empty()) {
    action.required();
  } else {
    action.one_of({"Deny", "Allow"});
  }
}

}  // namespace

void validate_match_conditions(const FieldValue& conditions, bool with_params)
{
  constexpr std::int64_t most = 64;
  const AdmissionScope scope{with_params, true, false, {}};
  if (conditions.size() > static_cast<std::size_t>(most)) {
    conditions.errors().push_back(too_many(conditions.path(), conditions.size(), most));
  }
  std::set<std::string> names;
  for (const auto& condition : conditions.items()) {
    const auto expression = condition["expression"];
    if (const auto source = policy_text(expression); source.empty()) {
      expression.required();
    } else if (const auto compiled = compile_admission(source, scope, Returns::boolean); !compiled.problem.empty()) {
      expression.errors().push_back(invalid_value(expression.path(), source, compiled.problem));
    }
    const auto name = condition["name"];
    if (name.text().empty()) {
      name.required();
      continue;
    }
    for (const auto& problem : label_key_problems(name.text())) name.invalid(problem);
    if (!names.insert(name.text()).second) name.duplicate();
  }
}

AdmissionScope validate_policy_params(const FieldValue& spec)
{
  const auto failure = spec["failurePolicy"];
  if (!failure.present()) {
    failure.required();
  } else {
    failure.one_of({"Fail", "Ignore"});
  }
  AdmissionScope scope{spec["paramKind"].present(), true, false, {}};
  if (scope.params) check_param_kind(spec["paramKind"]);
  return scope;
}

void validate_policy_constraints(const FieldValue& constraints)
{
  if (!constraints.present()) return constraints.required();
  check_match_resources(constraints);
  if (constraints["resourceRules"].size() == 0) constraints["resourceRules"].required();
}

void validate_policy_variables(const FieldValue& spec, AdmissionScope& scope)
{
  for (const auto& variable : spec["variables"].items()) {
    const auto name = variable["name"];
    if (policy_text(name).empty()) {
      name.required("name is not specified");
    } else if (!is_cel_identifier(name.text())) {
      name.invalid("must be a valid CEL identifier");
    }
    const auto expression = variable["expression"];
    if (policy_text(expression).empty()) {
      expression.required("expression is not specified");
      continue;
    }
    const auto compiled = compile_admission(expression.text(), scope, Returns::anything);
    report_compiled(expression, compiled);
    scope.composition.add(name.text(), composited_type(compiled));
  }
}

void validate_policy_expression(const FieldValue& place, const std::string& source, const AdmissionScope& scope,
                                Returns returns)
{
  const auto compiled = compile_admission(source, scope, returns);
  if (compiled.internal || compiled.problem.empty()) return report_compiled(place, compiled);
  place.errors().push_back(invalid_value(place.path(), source, compiled.problem));
}

void validate_policy_reference(const FieldValue& spec)
{
  const auto name = spec["policyName"];
  if (name.text().empty()) {
    name.required();
  } else {
    for (const auto& problem : dns_1123_subdomain_problems(name.text())) name.invalid(problem);
  }
  if (spec["paramRef"].present()) check_param_ref(spec["paramRef"]);
  if (spec["matchResources"].present()) check_match_resources(spec["matchResources"]);
}

}  // namespace kubexx::apiserver
