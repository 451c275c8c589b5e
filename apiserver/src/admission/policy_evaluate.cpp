// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/admission/plugin/policy/validating/validator.go and plugin/webhook/matchconditions.
#include "admission/expressions.hpp"
#include "admission/policies.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t longest_message = 5 * 1024;

std::string without_spaces(const std::string& text)
{
  constexpr const char* spaces = " \t\n\v\f\r";
  const auto begin = text.find_first_not_of(spaces);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

class PolicyRun {
public:
  PolicyRun(const Policy& policy, const AdmissionValues& values)
      : policy_(policy), values_(values), expressions_(policy.expressions())
  {
  }

  PolicyDecisions run()
  {
    PolicyDecisions decisions;
    try {
      if (!conditions_hold()) return decisions;
      validate(decisions.validations);
      annotate(decisions.annotations);
    } catch (const std::runtime_error& problem) {
      // Nothing of what was decided counts then.
      decisions = {};
      decisions.validations.push_back(failed(problem.what()));
    }
    return decisions;
  }

private:
  /// What failurePolicy makes of an evaluation that failed.
  [[nodiscard]] PolicyDecision failed(std::string message) const
  {
    return {!policy_.ignore_failures, true, std::move(message), {}};
  }

  AdmissionRun start(const AdmissionValues& values, std::int64_t budget) const
  {
    return {values, expressions_.variables, expressions_.variable_names, budget};
  }

  /// False when one is false, whatever the others are. Throws what is wrong with them.
  bool conditions_hold()
  {
    if (expressions_.conditions.empty()) return true;
    auto values = values_;
    values.namespace_object = cel::Value();
    return apiserver::conditions_hold(expressions_.conditions, start(values, match_conditions_budget),
                                      policy_.ignore_failures);
  }

  void validate(std::vector<PolicyDecision>& decisions)
  {
    auto run = start(values_, static_cast<std::int64_t>(cel::per_object_budget));
    std::vector<AdmissionRun::Outcome> outcomes;
    outcomes.reserve(expressions_.validations.size());
    for (const auto& validation : expressions_.validations) outcomes.push_back(run.evaluate(validation));
    auto plain = values_;
    plain.authorizer = plain.request_resource = cel::Value::error("no such attribute(s): authorizer");
    auto messages = start(plain, run.budget());
    std::vector<AdmissionRun::Outcome> texts;
    std::string spent;
    try {
      for (const auto& message : expressions_.messages) {
        texts.push_back(message.source.empty() ? AdmissionRun::Outcome() : messages.evaluate(message));
      }
    } catch (const OutOfBudget& problem) {
      spent = problem.what();
      texts.clear();
    }
    texts.resize(outcomes.size());
    decisions.reserve(decisions.size() + outcomes.size());
    for (std::size_t index = 0; index < outcomes.size(); ++index) {
      decisions.push_back(decide_on(outcomes[index], texts[index], spent, policy_.validations[index]));
    }
  }

  PolicyDecision decide_on(const AdmissionRun::Outcome& outcome, const AdmissionRun::Outcome& text,
                           const std::string& spent, const Policy::Validation& validation) const
  {
    if (!outcome.problem.empty()) return failed(outcome.problem);
    if (!spent.empty()) return failed("failed messageExpression: " + spent);
    if (cel::is_true(outcome.value)) return {};
    PolicyDecision decision;
    decision.deny = true;
    decision.reason = validation.reason.empty() ? "Invalid" : validation.reason;
    if (const auto* given = text.problem.empty() ? text.value.text_if() : nullptr) {
      decision.message = without_spaces(*given);
      if (decision.message.size() > longest_message || decision.message.find('\n') != std::string::npos) {
        decision.message.clear();
      }
    }
    if (decision.message.empty()) decision.message = without_spaces(validation.message);
    if (decision.message.empty()) decision.message = "failed expression: " + without_spaces(validation.expression);
    return decision;
  }

  /// Nobody reads audit annotations here, but what fails in them denies the request.
  void annotate(std::vector<PolicyDecision>& decisions)
  {
    auto plain = values_;
    plain.authorizer = plain.request_resource = cel::Value::error("no such attribute(s): authorizer");
    auto run = start(plain, static_cast<std::int64_t>(cel::per_object_budget));
    for (const auto& annotation : expressions_.annotations) {
      const auto outcome = run.evaluate(annotation);
      if (!outcome.problem.empty()) {
        if (!policy_.ignore_failures) decisions.push_back(failed(outcome.problem));
      } else if (outcome.value.text_if() == nullptr && !outcome.value.is_null()) {
        decisions.push_back({true,
                             true,
                             "valueExpression '" + annotation.source + "' resulted in unsupported return type: " +
                                 cel::type_name(outcome.value) + ". Return type must be either string or null.",
                             {}});
      }
    }
  }

  const Policy& policy_;
  const AdmissionValues& values_;
  const PolicyExpressions& expressions_;
};

}  // namespace

PolicyDecisions evaluate_policy(const Policy& policy, const AdmissionValues& values)
{
  return PolicyRun(policy, values).run();
}

}  // namespace kubexx::apiserver
