// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go.
#include <optional>

#include "admission/expressions.hpp"
#include "admission/objects.hpp"
#include "admission/policies.hpp"

namespace kubexx::apiserver {
namespace {

/// A decision that denies the write, with what it is called in the message.
struct Denial {
  std::string message, reason;
};

Failure denial_of(const AdmissionAttributes& attributes, const Denial& denial)
{
  const auto plain = forbidden(attributes.resource->group, attributes.resource->plural, name_of_write(attributes),
                               denial.message, Json::array({{{"message", denial.message}}}));
  const auto reason = denial.reason.empty() ? std::string("Invalid") : denial.reason;
  const unsigned code = reason == "Forbidden"               ? 403
                        : reason == "Unauthorized"          ? 401
                        : reason == "RequestEntityTooLarge" ? 413
                                                            : 422;
  return {code, reason, plain.what(), plain.status().at("details")};
}

/// One write against all policies.
class Dispatch {
public:
  Dispatch(std::shared_ptr<Server> server, const AdmissionAttributes& attributes, std::vector<std::string>& warnings)
      : server_(std::move(server)),
        attributes_(attributes),
        warnings_(warnings),
        any_(cel::simple_type(cel::Type::Kind::dyn))
  {
  }

  /// `match` is the policy's.
  void run(const Policy& policy, const Match& match, const VersionedObjects& objects)
  {
    for (const auto& binding : policy.bindings) {
      std::vector<Json> params;
      try {
        if (!apiserver::match(*server_, binding.criteria, attributes_)) continue;
        params = policy_params(*server_, policy, binding,
                               attributes_.resource->id() == "/namespaces" ? std::string() : attributes_.namespace_);
      } catch (const PolicyProblem& problem) {
        misconfigured(policy, &binding, problem.what());
        continue;
      }
      for (const auto& param : params) evaluate(policy, binding, match, objects, param);
    }
  }

  void misconfigured(const Policy& policy, const PolicyBinding* binding, const std::string& problem)
  {
    if (policy.ignore_failures) return;
    deny(policy, binding,
         std::string("failed to configure ") + (binding == nullptr ? "policy: " : "binding: ") + problem, {});
  }

  [[nodiscard]] const std::optional<Denial>& denial() const noexcept { return denial_; }

private:
  void deny(const Policy& policy, const PolicyBinding* binding, const std::string& message, const std::string& reason)
  {
    if (denial_) return;  // the first one is told
    denial_ = {"ValidatingAdmissionPolicy '" + policy.name + "'" +
                   (binding == nullptr ? "" : " with binding '" + binding->name + "'") + " denied request: " + message,
               reason};
  }

  void evaluate(const Policy& policy, const PolicyBinding& binding, const Match& match, const VersionedObjects& objects,
                const Json& param)
  {
    if (!namespace_) namespace_ = policy_namespace(*server_, attributes_);
    const ExpressionRequest request(server_, attributes_, match);
    auto values = request.values(objects);
    values.namespace_object = from_json(*namespace_, any_);
    values.params = from_json(param, any_);
    const auto decisions = evaluate_policy(policy, values);
    for (const auto& decision : decisions.validations) {
      if (!decision.deny) continue;
      if (binding.deny) deny(policy, &binding, decision.message, decision.reason);
      if (!binding.warn) continue;
      warnings_.push_back("Validation failed for ValidatingAdmissionPolicy '" + policy.name + "' with binding '" +
                          binding.name + "': " + decision.message);
    }
    for (const auto& decision : decisions.annotations) deny(policy, &binding, decision.message, {});
  }

  std::shared_ptr<Server> server_;
  const AdmissionAttributes& attributes_;
  std::vector<std::string>& warnings_;
  cel::TypePtr any_;
  std::optional<Json> namespace_;
  std::optional<Denial> denial_;
};

}  // namespace

Json policy_namespace(Server& server, const AdmissionAttributes& attributes)
{
  if (attributes.namespace_.empty() || attributes.resource->id() == "/namespaces") return nullptr;
  StoredPtr stored;
  {
    const Locked locked(server);
    stored = server.store.collection("/namespaces")->objects.get(attributes.namespace_);
  }
  if (!stored) throw not_found("", "namespaces", attributes.namespace_);
  auto object = stored->json();
  for (const char* member : {"ownerReferences", "managedFields"}) object["metadata"].erase(member);
  return object;
}

std::string name_of_write(const AdmissionAttributes& attributes)
{
  auto name = attributes.name;
  if (name.empty()) name = string_at(attributes.object, {"metadata", "name"});
  if (name.empty()) name = string_at(attributes.object, {"metadata", "generateName"});
  return name.empty() ? "Unknown" : name;
}

awaitable<void> validate_policies(std::shared_ptr<Server> server, PoliciesPtr policies,
                                  const AdmissionAttributes& attributes, std::vector<std::string>& warnings)
{
  if (!policies) co_return;
  Dispatch dispatch(server, attributes, warnings);
  for (const auto& policy : policies->validating()) {
    const auto matched = match(*server, policy->criteria, attributes);
    if (!matched) continue;
    std::string problem;
    try {
      check_param_kind(*server, *policy);
    } catch (const PolicyProblem& unknown) {
      problem = unknown.what();
    }
    if (!problem.empty()) {
      dispatch.misconfigured(*policy, nullptr, problem);
      continue;
    }
    const auto objects = co_await versioned_objects(server, attributes, *matched);
    dispatch.run(*policy, *matched, objects);
  }
  if (dispatch.denial()) throw denial_of(attributes, *dispatch.denial());
}

}  // namespace kubexx::apiserver
