// SPDX-License-Identifier: Apache-2.0
// What policies and bindings say, and the parameters that they name.
#include "admission/policies.hpp"

#include <algorithm>
#include <map>

#include "crd/conversion.hpp"
#include "verbs/selectors.hpp"

namespace kubexx::apiserver {
namespace {

/// Where the policies of one sort are.
struct PolicySort {
  const char *policies, *bindings;
};
constexpr PolicySort validating_sort{"admissionregistration.k8s.io/validatingadmissionpolicies",
                                     "admissionregistration.k8s.io/validatingadmissionpolicybindings"};
constexpr PolicySort mutating_sort{"admissionregistration.k8s.io/mutatingadmissionpolicies",
                                   "admissionregistration.k8s.io/mutatingadmissionpolicybindings"};

/// Calls `use` with each item of the list that `source` has under that name.
template <class Use>
void for_each_item(const Json& source, const char* name, Use use)
{
  const auto* list = find(source, {name});
  if (list == nullptr || !list->is_array()) return;
  for (const auto& item : *list) use(item);
}

PolicyBinding parse_binding(const std::string& name, const Json& spec)
{
  PolicyBinding binding;
  binding.name = name;
  binding.criteria.all_without_rules = true;
  if (const auto* resources = find(spec, {"matchResources"}); resources != nullptr) {
    read_criteria(*resources, "resourceRules", binding.criteria);
  }
  for (const auto& action : strings_at(spec, {"validationActions"})) {
    binding.deny = binding.deny || action == "Deny";
    binding.warn = binding.warn || action == "Warn";
  }
  const auto* reference = find(spec, {"paramRef"});
  if (reference == nullptr || !reference->is_object()) return binding;
  auto& params = binding.params.emplace();
  params.name = string_at(*reference, {"name"});
  params.namespace_ = string_at(*reference, {"namespace"});
  params.deny_without = string_at(*reference, {"parameterNotFoundAction"}) == "Deny";
  if (const auto* selector = find(*reference, {"selector"}); selector != nullptr && selector->is_object()) {
    params.by_selector = true;
    try {
      params.selector = selector_of(*selector);
    } catch (const Failure& failure) {
      binding.criteria.problem = failure.what();
    }
  }
  return binding;
}

Json object_in(const Kind& kind, const Stored& stored, const std::string& version)
{
  auto object = json_by_schema(kind, stored, version);
  if (kind.from_stored) object = kind.from_stored(std::move(object), version);
  object["apiVersion"] = kind.group.empty() ? version : kind.group + "/" + version;
  object["kind"] = kind.kind;
  return object;
}

/// Wants the lock held.
KindPtr param_kind_of(const Server& server, const BoundPolicy& policy)
{
  const auto& wanted = *policy.param_kind;
  auto kind = find_kind_named(server, wanted.group, wanted.kind);
  if (kind && kind->version(wanted.version) != nullptr) return kind;
  throw PolicyProblem("failed to find resource referenced by paramKind: '" +
                      (wanted.group.empty() ? "" : wanted.group + "/") + wanted.version + ", Kind=" + wanted.kind +
                      "'");
}

/// Those of one sort that have bindings, by name. Wants the lock held.
template <class Sort>
std::vector<std::unique_ptr<const Sort>> bound_policies(Server& server, const PolicySort& sort)
{
  std::map<std::string, std::vector<PolicyBinding>> bindings;
  for (const auto& [name, stored] : server.store.collection(sort.bindings)->objects) {
    const auto object = stored->json();
    const auto* spec = find(object, {"spec"});
    if (spec != nullptr) bindings[string_at(*spec, {"policyName"})].push_back(parse_binding(name, *spec));
  }
  std::vector<std::unique_ptr<const Sort>> policies;
  if (bindings.empty()) return policies;
  for (const auto& [name, stored] : server.store.collection(sort.policies)->objects) {
    const auto bound = bindings.find(name);
    if (bound == bindings.end()) continue;
    const auto object = stored->json();
    const auto* spec = find(object, {"spec"});
    if (spec == nullptr) continue;
    auto policy = std::make_unique<Sort>(name, *spec);
    policy->bindings = std::move(bound->second);
    policies.push_back(std::move(policy));
  }
  return policies;
}

}  // namespace

BoundPolicy::BoundPolicy(std::string policy_name, const Json& spec) : name(std::move(policy_name))
{
  if (const auto* constraints = find(spec, {"matchConstraints"}); constraints != nullptr) {
    read_criteria(*constraints, "resourceRules", criteria);
  }
  ignore_failures = string_at(spec, {"failurePolicy"}) == "Ignore";
  if (const auto* kind = find(spec, {"paramKind"}); kind != nullptr && kind->is_object()) {
    const auto api_version = string_at(*kind, {"apiVersion"});
    const auto slash = api_version.find('/');
    param_kind = {slash == std::string::npos ? "" : api_version.substr(0, slash),
                  slash == std::string::npos ? api_version : api_version.substr(slash + 1), string_at(*kind, {"kind"})};
  }
  for_each_item(spec, "variables", [&](const Json& item) {
    variables_.emplace_back(string_at(item, {"name"}), string_at(item, {"expression"}));
  });
  for_each_item(spec, "matchConditions",
                [&](const Json& item) { conditions_.push_back(string_at(item, {"expression"})); });
}

const PolicyExpressions& BoundPolicy::expressions() const
{
  std::call_once(once_, [this] {
    AdmissionScope scope{param_kind.has_value(), true, true, {}};
    for (const auto& [variable, expression] : variables_) {
      expressions_.variables.push_back(compile_admission(expression, scope, Returns::anything));
      expressions_.variable_names.push_back(variable);
      scope.composition.add(variable, composited_type(expressions_.variables.back()));
    }
    for (const auto& condition : conditions_) {
      expressions_.conditions.push_back(compile_admission(condition, scope, Returns::boolean));
    }
    compile(scope, expressions_);
  });
  return expressions_;
}

Policy::Policy(std::string policy_name, const Json& spec) : BoundPolicy(std::move(policy_name), spec)
{
  for_each_item(spec, "validations", [&](const Json& item) {
    validations.push_back({string_at(item, {"expression"}), string_at(item, {"message"}),
                           string_at(item, {"messageExpression"}), string_at(item, {"reason"})});
  });
  for_each_item(spec, "auditAnnotations", [&](const Json& item) {
    annotations_.emplace_back(string_at(item, {"key"}), string_at(item, {"valueExpression"}));
  });
}

void Policy::compile(const AdmissionScope& scope, PolicyExpressions& result) const
{
  for (const auto& validation : validations) {
    result.validations.push_back(compile_admission(validation.expression, scope, Returns::boolean));
  }
  for (const auto& [key, expression] : annotations_) {
    result.annotations.push_back(compile_admission(expression, scope, Returns::text_or_null));
  }
  auto plain = scope;
  plain.authorizer = false;
  for (const auto& validation : validations) {
    const bool none = validation.message_expression.empty();
    result.messages.push_back(none ? AdmissionExpression()
                                   : compile_admission(validation.message_expression, plain, Returns::text));
  }
}

MutatingPolicy::MutatingPolicy(std::string policy_name, const Json& spec) : BoundPolicy(std::move(policy_name), spec)
{
  reinvoke = string_at(spec, {"reinvocationPolicy"}) == "IfNeeded";
  for_each_item(spec, "mutations", [&](const Json& item) {
    const bool json_patch = string_at(item, {"patchType"}) == "JSONPatch";
    mutations.push_back({json_patch, string_at(item, {json_patch ? "jsonPatch" : "applyConfiguration", "expression"})});
  });
}

void MutatingPolicy::compile(const AdmissionScope& scope, PolicyExpressions& result) const
{
  auto with_patches = scope;
  with_patches.patches = true;
  for (const auto& mutation : mutations) {
    const auto returns = mutation.json_patch ? Returns::patches : Returns::object;
    result.mutations.push_back(compile_admission(mutation.expression, with_patches, returns));
  }
}

std::int64_t Policies::changed(Server& server)
{
  std::int64_t changed = 0;
  for (const auto& sort : {validating_sort, mutating_sort}) {
    for (const char* collection : {sort.policies, sort.bindings}) {
      changed = std::max(changed, server.store.collection(collection)->changed);
    }
  }
  return changed;
}

PoliciesPtr Policies::make(Server& server)
{
  auto policies = std::make_shared<Policies>();
  policies->validating_ = bound_policies<Policy>(server, validating_sort);
  policies->mutating_ = bound_policies<MutatingPolicy>(server, mutating_sort);
  return policies->validating_.empty() && policies->mutating_.empty() ? nullptr : policies;
}

void check_param_kind(Server& server, const BoundPolicy& policy)
{
  if (!policy.param_kind) return;
  const Locked locked(server);
  (void)param_kind_of(server, policy);
}

std::vector<Json> policy_params(Server& server, const BoundPolicy& policy, const PolicyBinding& binding,
                                const std::string& namespace_)
{
  if (!policy.param_kind || !binding.params) return {nullptr};
  const auto& wanted = *binding.params;
  const Locked locked(server);
  const auto kind = param_kind_of(server, policy);
  std::string prefix;
  if (kind->namespaced) {
    prefix = wanted.namespace_.empty() ? namespace_ : wanted.namespace_;
    if (prefix.empty()) {
      throw PolicyProblem("cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
    }
    prefix += "/";
  } else if (!wanted.namespace_.empty()) {
    throw PolicyProblem("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
  }
  const auto& objects = server.store.collection(kind->collection())->objects;
  std::vector<Json> params;
  if (!wanted.by_selector) {
    if (const auto stored = objects.get(prefix + wanted.name)) {
      params.push_back(object_in(*kind, *stored, policy.param_kind->version));
    }
  } else {
    for (const auto& [key, stored] : objects) {
      if (!key.starts_with(prefix) || !wanted.selector.matches(stored->labels)) continue;
      params.push_back(object_in(*kind, *stored, policy.param_kind->version));
    }
  }
  if (params.empty() && wanted.deny_without) {
    throw PolicyProblem("no params found for policy binding with `Deny` parameterNotFoundAction");
  }
  return params;
}

}  // namespace kubexx::apiserver
