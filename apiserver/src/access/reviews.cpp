// SPDX-License-Identifier: Apache-2.0
#include "access/reviews.hpp"

#include "access/access.hpp"
#include "access/review_spec.hpp"
#include "apply/field_manager.hpp"
#include "apply/manager_name.hpp"
#include "kinds/type_defaults.hpp"
#include "verbs/apply.hpp"
#include "verbs/decode.hpp"

namespace kubexx::apiserver {
namespace {

Json access_status(Server& server, const Call& call, const Json& review)
{
  check_review_spec(call, review);
  const auto decision = decide(server, reviewed_attributes(call, review));
  Json status{{"allowed", decision.allowed}};
  if (!decision.reason.empty()) status["reason"] = decision.reason;
  if (auto problem = selector_problem(review); !problem.empty()) status["evaluationError"] = std::move(problem);
  return status;
}

Json rules_status(Server& server, const Call& call, const Json& review)
{
  Attributes who(call.user);
  who.namespace_ = string_at(review, {"spec", "namespace"});
  if (who.namespace_.empty()) throw bad_request("no namespace on request");
  Rbac::UserRules own;
  if (server.options.authorization == ApiServer::Authorization::always_allow) {
    const std::vector<std::string> all{"*"};
    own.rules = {{all, all, all, {}, {}}, {all, {}, {}, {}, all}};
  } else {
    RbacPtr rbac;
    {
      const Locked locked(server);
      rbac = current_rbac(server);
    }
    own = rbac->rules_of(who);
  }
  Json status{{"resourceRules", Json::array()}, {"nonResourceRules", Json::array()}, {"incomplete", false}};
  for (const auto& rule : own.rules) {
    status[rule.urls.empty() ? "resourceRules" : "nonResourceRules"].push_back(rule.json());
  }
  if (!own.problem.empty()) status["evaluationError"] = own.problem;
  return status;
}

Json token_status(Server& server, const Json& review)
{
  const auto token = string_at(review, {"spec", "token"});
  if (token.empty()) throw bad_request("token is required for TokenReview in authentication");
  auto audiences = strings_at(review, {"spec", "audiences"});
  if (audiences.empty()) audiences.push_back(server.options.issuer);
  std::string problem;
  std::optional<TokenUser> found;
  {
    const Locked locked(server);
    found = user_of_token(server, token, audiences, problem);
  }
  if (!found) return {{"user", Json::object()}, {"error", problem}};
  return {{"authenticated", true}, {"user", user_info(found->user)}, {"audiences", found->audiences}};
}

}  // namespace

HttpResponse answer_review(Server& server, Call& call)
{
  check_write_options(call, "CreateOptions", false);
  auto review = decode_body(call);
  if (!review.contains("metadata")) review["metadata"] = Json::object();
  const auto& kind = call.kind->kind;
  // The reviews of oneself are answered with a new object.
  if (kind == "SelfSubjectReview") {
    review = {{"metadata", {{"creationTimestamp", now_text(server)}}},
              {"status", {{"userInfo", user_info(call.user)}}}};
  } else if (kind == "SelfSubjectRulesReview") {
    review = {{"metadata", Json::object()}, {"spec", Json::object()}, {"status", rules_status(server, call, review)}};
  } else {
    auto status = kind == "TokenReview" ? token_status(server, review) : access_status(server, call, review);
    apply::FieldManager(server, *call.kind, *call.version, "").update(nullptr, review, apply::manager_of(call));
    if (call.version->schema) default_types(*call.version->schema, review);
    review["status"] = std::move(status);
    if (call.kind->namespaced) review["metadata"]["namespace"] = call.path.namespace_;
  }
  review["apiVersion"] = call.kind->api_version(call.version->name);
  review["kind"] = kind;
  return json_response(201, dump(review));
}

}  // namespace kubexx::apiserver
