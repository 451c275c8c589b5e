// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "admission/cel_expressions.hpp"
#include "admission/match.hpp"
#include "admission/webhooks.hpp"

/// Admission policies: k8s.io/apiserver/pkg/admission/plugin/policy.
namespace kubexx::apiserver {

/// Which parameters a binding names.
struct PolicyParamRef {
  std::string name, namespace_;
  bool by_selector = false;
  LabelSelector selector;
  bool deny_without = false;  ///< parameterNotFoundAction Deny
};

/// A binding of a policy. Immutable.
struct PolicyBinding {
  std::string name;
  MatchCriteria criteria;
  bool deny = false, warn = false;
  std::optional<PolicyParamRef> params;
};

/// The expressions of a policy, compiled. Immutable.
struct PolicyExpressions {
  std::vector<std::string> variable_names;
  std::vector<AdmissionExpression> variables, conditions;
  std::vector<AdmissionExpression> validations, messages, annotations;  ///< of a validating one
  std::vector<AdmissionExpression> mutations;                           ///< of a mutating one
};

/// What validating and mutating policies have, with the bindings. Thread safe.
class BoundPolicy {
public:
  struct ParamKind {
    std::string group, version, kind;
  };

  BoundPolicy(std::string name, const Json& spec);
  virtual ~BoundPolicy() = default;

  /// Compiles them at the first call.
  [[nodiscard]] const PolicyExpressions& expressions() const;

  std::string name;
  MatchCriteria criteria;
  bool ignore_failures = false;
  std::optional<ParamKind> param_kind;
  std::vector<PolicyBinding> bindings;

private:
  /// Those that are of one sort of policy, in the scope that has the variables.
  virtual void compile(const AdmissionScope& scope, PolicyExpressions& result) const = 0;

  std::vector<std::pair<std::string, std::string>> variables_;
  std::vector<std::string> conditions_;
  mutable std::once_flag once_;
  mutable PolicyExpressions expressions_;
};

/// ValidatingAdmissionPolicy.
class Policy final : public BoundPolicy {
public:
  struct Validation {
    std::string expression, message, message_expression, reason;
  };
  Policy(std::string name, const Json& spec);

  std::vector<Validation> validations;

private:
  void compile(const AdmissionScope& scope, PolicyExpressions& result) const override;

  std::vector<std::pair<std::string, std::string>> annotations_;
};

/// MutatingAdmissionPolicy.
class MutatingPolicy final : public BoundPolicy {
public:
  struct Mutation {
    bool json_patch = false;  ///< otherwise an ApplyConfiguration
    std::string expression;
  };
  MutatingPolicy(std::string name, const Json& spec);

  std::vector<Mutation> mutations;
  bool reinvoke = false;

private:
  void compile(const AdmissionScope& scope, PolicyExpressions& result) const override;
};

/// The policies that have bindings, by name. Thread safe.
class Policies {
public:
  /// Null when there are none. Both want the lock held.
  [[nodiscard]] static PoliciesPtr make(Server& server);
  [[nodiscard]] static std::int64_t changed(Server& server);

  [[nodiscard]] const std::vector<std::unique_ptr<const Policy>>& validating() const noexcept { return validating_; }
  [[nodiscard]] const std::vector<std::unique_ptr<const MutatingPolicy>>& mutating() const noexcept
  {
    return mutating_;
  }

private:
  std::vector<std::unique_ptr<const Policy>> validating_;
  std::vector<std::unique_ptr<const MutatingPolicy>> mutating_;
};

/// Asks the policies about a write. Throws the Failure of the first that denies it. Warnings go to `warnings`.
[[nodiscard]] awaitable<void> validate_policies(std::shared_ptr<Server> server, PoliciesPtr policies,
                                                const AdmissionAttributes& attributes,
                                                std::vector<std::string>& warnings);

/// A problem of the configuration, which failurePolicy decides about.
class PolicyProblem : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};
/// Throws PolicyProblem when this server does not have the kind of the policy's parameters. Takes the lock.
void check_param_kind(Server& server, const BoundPolicy& policy);
/// The objects with which a binding wants the policy to be evaluated; null stands for none. Takes the lock. Throws
/// PolicyProblem.
[[nodiscard]] std::vector<Json> policy_params(Server& server, const BoundPolicy& policy, const PolicyBinding& binding,
                                              const std::string& namespace_);

/// The Namespace of the object, with what expressions may see of it; null for what has none. Takes the lock. Throws
/// not-found.
[[nodiscard]] Json policy_namespace(Server& server, const AdmissionAttributes& attributes);
/// What the Failure of a policy calls the object.
[[nodiscard]] std::string name_of_write(const AdmissionAttributes& attributes);

/// What a validating policy says of one write.
struct PolicyDecision {
  bool deny = false;
  bool failed = false;  ///< it could not be evaluated: failurePolicy has made `deny`
  std::string message, reason;
};
struct PolicyDecisions {
  std::vector<PolicyDecision> validations, annotations;
};
/// `values.params` is the parameter.
[[nodiscard]] PolicyDecisions evaluate_policy(const Policy& policy, const AdmissionValues& values);

}  // namespace kubexx::apiserver
