// SPDX-License-Identifier: Apache-2.0
#include "admission/mutating_policies.hpp"

#include "admission/expressions.hpp"
#include "admission/objects.hpp"

namespace kubexx::apiserver {
namespace {

/// A policy with one of its bindings and one parameter.
struct PolicyInvocation {
  const MutatingPolicy& policy;
  const PolicyBinding& binding;
  Match match;
  Json param;

  [[nodiscard]] std::string key() const
  {
    return policy.name + "/" + binding.name + "/" + string_at(param, {"metadata", "namespace"}) + "/" +
           string_at(param, {"metadata", "name"});
  }
};

/// One write against all policies.
class MutatingDispatch {
public:
  MutatingDispatch(std::shared_ptr<Server> server, AdmissionAttributes& attributes, Reinvocation& reinvocation)
      : server_(std::move(server)), attributes_(attributes), reinvocation_(reinvocation)
  {
  }

  awaitable<void> run(const Policies& policies)
  {
    for (const auto& policy : policies.mutating()) collect(*policy);
    auto& called = reinvocation_.policies;
    if (!invocations_.empty()) {
      if (reinvocation_.second && called.output != attributes_.object) called.require_again();
      namespace_ = policy_namespace(*server_, attributes_);
      for (const auto& invocation : invocations_) co_await invoke(invocation);
      if (dirty_) {
        called.require_again();
        reinvocation_.wanted = true;
      }
      called.output = attributes_.object;
    }
    if (!problems_.empty()) throw denial();
  }

private:
  /// What one policy does not do, by failurePolicy.
  void fail(const MutatingPolicy& policy, const PolicyBinding* binding, const std::string& problem, const char* reason)
  {
    if (policy.ignore_failures) return;
    const auto who = binding == nullptr ? "policy " + go_quoted(policy.name)
                                        : "policy '" + policy.name + "' with binding '" + binding->name + "'";
    if (problems_.empty()) reason_ = reason;
    problems_.push_back(who + " denied request: " + problem);
  }

  void collect(const MutatingPolicy& policy)
  {
    const auto matched = match(*server_, policy.criteria, attributes_);
    if (!matched) return;
    try {
      check_param_kind(*server_, policy);
    } catch (const PolicyProblem& problem) {
      return fail(policy, nullptr, std::string("failed to configure policy: ") + problem.what(), "Forbidden");
    }
    const auto space = attributes_.resource->id() == "/namespaces" ? std::string() : attributes_.namespace_;
    for (const auto& binding : policy.bindings) {
      try {
        if (!match(*server_, binding.criteria, attributes_)) continue;
        for (auto& param : policy_params(*server_, policy, binding, space)) {
          invocations_.push_back({policy, binding, *matched, std::move(param)});
        }
      } catch (const PolicyProblem& problem) {
        fail(policy, &binding, std::string("failed to configure binding: ") + problem.what(), "Forbidden");
      }
    }
  }

  AdmissionValues values_of(const ExpressionRequest& request, const VersionedObjects& objects, const Json& param)
  {
    const auto& any = cel::simple_type(cel::Type::Kind::dyn);
    auto values = request.values(objects);
    values.namespace_object = from_json(namespace_, any);
    values.params = from_json(param, any);
    return values;
  }

  [[nodiscard]] static bool conditions_hold_for(const MutatingPolicy& policy, AdmissionValues values)
  {
    const auto& expressions = policy.expressions();
    if (expressions.conditions.empty()) return true;
    values.namespace_object = cel::Value();
    return conditions_hold(expressions.conditions,
                           {values, expressions.variables, expressions.variable_names, match_conditions_budget},
                           policy.ignore_failures);
  }

  awaitable<void> invoke(const PolicyInvocation& invocation)
  {
    const auto& policy = invocation.policy;
    auto objects = co_await versioned_objects(server_, attributes_, invocation.match);
    const ExpressionRequest request(server_, attributes_, invocation.match);
    try {
      if (!conditions_hold_for(policy, values_of(request, objects, invocation.param))) co_return;
    } catch (const std::runtime_error& problem) {
      fail(policy, &invocation.binding, problem.what(), "Invalid");
      co_return;
    }
    const auto key = invocation.key();
    auto& called = reinvocation_.policies;
    if (reinvocation_.second && !called.again.contains(key)) co_return;
    const auto before = objects.object;
    for (std::size_t index = 0; index < policy.mutations.size() && !before.is_null(); ++index) {
      try {
        auto mutated = mutate_once(invocation, index, values_of(request, objects, invocation.param), objects.object);
        objects.object = co_await defaulted(invocation.match, std::move(mutated), policy.mutations[index].json_patch);
      } catch (const MutationProblem& problem) {
        fail(policy, &invocation.binding, problem.what(), "Invalid");
      }
    }
    if (objects.object != before) {
      called.require_again();
      reinvocation_.wanted = true;
    }
    if (policy.reinvoke) called.invoked.insert(key);
  }

  static Json mutate_once(const PolicyInvocation& invocation, std::size_t index, const AdmissionValues& values,
                          const Json& object)
  {
    const auto& expressions = invocation.policy.expressions();
    AdmissionRun run(values, expressions.variables, expressions.variable_names,
                     static_cast<std::int64_t>(cel::per_object_budget));
    AdmissionRun::Outcome outcome;
    try {
      outcome = run.evaluate(expressions.mutations[index]);
    } catch (const OutOfBudget& problem) {
      throw MutationProblem(problem.what());
    }
    if (!outcome.problem.empty()) throw MutationProblem(outcome.problem);
    return invocation.policy.mutations[index].json_patch
               ? json_patched(object, outcome.value)
               : applied_configuration(invocation.match, object, outcome.value);
  }

  /// What the next mutation sees; it is what the attributes have, too.
  awaitable<Json> defaulted(const Match& match, Json mutated, bool strict)
  {
    attributes_.object = co_await stored_object(server_, attributes_, match, std::move(mutated), strict);
    dirty_ = true;
    auto objects = co_await versioned_objects(server_, attributes_, match);
    co_return std::move(objects.object);
  }

  [[nodiscard]] Failure denial() const
  {
    auto causes = Json::array();
    for (const auto& problem : problems_) causes.push_back({{"message", problem}});
    const auto plain = forbidden(attributes_.resource->group, attributes_.resource->plural, name_of_write(attributes_),
                                 problems_.front(), std::move(causes));
    return {403, reason_, problems_.front(), plain.status().at("details")};
  }

  std::shared_ptr<Server> server_;
  AdmissionAttributes& attributes_;
  Reinvocation& reinvocation_;
  std::vector<PolicyInvocation> invocations_;
  std::vector<std::string> problems_;
  std::string reason_;  // of the first problem
  Json namespace_;
  bool dirty_ = false;
};

}  // namespace

awaitable<void> mutate_by_policies(std::shared_ptr<Server> server, PoliciesPtr policies,
                                   AdmissionAttributes& attributes, Reinvocation& reinvocation)
{
  if (!policies || policies->mutating().empty() || attributes.operation == Operation::delete_) co_return;
  MutatingDispatch dispatch(std::move(server), attributes, reinvocation);
  co_await dispatch.run(*policies);
}

}  // namespace kubexx::apiserver
