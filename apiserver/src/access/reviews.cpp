// SPDX-License-Identifier: Apache-2.0
#include "access/reviews.hpp"

#include <algorithm>

#include "access/access.hpp"
#include "verbs/decode.hpp"

namespace kubexx::apiserver {
namespace {

Json user_info(const HttpRequest& request)
{
  Json info{{"username", request.user}};
  if (!request.groups.empty()) info["groups"] = request.groups;
  return info;
}

/// pkg/apis/authorization/validation.
void check_spec(const Call& call, const Json& review)
{
  FieldErrors errors;
  const auto* resource = find(review, {"spec", "resourceAttributes"});
  const auto* path = find(review, {"spec", "nonResourceAttributes"});
  if ((resource == nullptr) == (path == nullptr)) {
    errors.push_back(invalid_value("spec", path == nullptr ? Json() : *path,
                                   "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
  }
  const bool of_oneself = call.kind->kind == "SelfSubjectAccessReview";
  if (!of_oneself && string_at(review, {"spec", "user"}).empty() && strings_at(review, {"spec", "groups"}).empty()) {
    errors.push_back(invalid_value("spec.user", "", "at least one of user or group must be specified"));
  }
  if (call.kind->kind == "LocalSubjectAccessReview") {
    const auto namespace_ = string_at(review, {"spec", "resourceAttributes", "namespace"});
    if (resource != nullptr && namespace_ != call.path.namespace_) {
      errors.push_back(invalid_value("spec.resourceAttributes.namespace", namespace_, "must match metadata.namespace"));
    }
    if (path != nullptr) {
      errors.push_back(invalid_value("spec.nonResourceAttributes", *path, "disallowed on this kind of request"));
    }
  }
  // The real server names no kind here.
  if (!errors.empty()) throw invalid(call.kind->group, "", "", errors);
}

Attributes wanted_by(const Call& call, const Json& review)
{
  Attributes wanted;
  if (call.kind->kind == "SelfSubjectAccessReview") {
    wanted.user = call.http.user;
    wanted.groups = call.http.groups;
  } else {
    wanted.user = string_at(review, {"spec", "user"});
    wanted.groups = strings_at(review, {"spec", "groups"});
  }
  if (const auto* path = find(review, {"spec", "nonResourceAttributes"})) {
    wanted.resource_request = false;
    wanted.path = string_at(*path, {"path"});
    wanted.verb = string_at(*path, {"verb"});
    return wanted;
  }
  const auto& resource = review.at("spec").at("resourceAttributes");
  wanted.verb = string_at(resource, {"verb"});
  wanted.group = string_at(resource, {"group"});
  wanted.resource = string_at(resource, {"resource"});
  wanted.subresource = string_at(resource, {"subresource"});
  wanted.name = string_at(resource, {"name"});
  wanted.namespace_ = string_at(resource, {"namespace"});
  return wanted;
}

Json access_status(Server& server, const Call& call, const Json& review)
{
  check_spec(call, review);
  const auto decision = decide(server, wanted_by(call, review));
  Json status{{"allowed", decision.allowed}};
  if (!decision.reason.empty()) status["reason"] = decision.reason;
  return status;
}

Json rules_status(Server& server, const Call& call, const Json& review)
{
  Attributes who;
  who.user = call.http.user;
  who.groups = call.http.groups;
  who.namespace_ = string_at(review, {"spec", "namespace"});
  if (who.namespace_.empty()) throw bad_request("no namespace on request");
  std::vector<PolicyRule> rules;
  if (server.options.authorization == ApiServer::Authorization::always_allow) {
    const std::vector<std::string> all{"*"};
    rules = {{all, all, all, {}, {}}, {all, {}, {}, {}, all}};
  } else {
    RbacPtr rbac;
    {
      const Locked locked(server);
      rbac = current_rbac(server);
    }
    rules = rbac->rules_of(who);
  }
  Json status{{"resourceRules", Json::array()}, {"nonResourceRules", Json::array()}, {"incomplete", false}};
  for (const auto& rule : rules)
    status[rule.urls.empty() ? "resourceRules" : "nonResourceRules"].push_back(rule.json());
  return status;
}

Json token_status(Server& server, const Call& call, const Json& review)
{
  const auto token = string_at(review, {"spec", "token"});
  if (token.empty()) {
    throw bad_request("token is required for TokenReview in authentication");
  }
  (void)call;
  auto audiences = strings_at(review, {"spec", "audiences"});
  if (audiences.empty()) audiences = {token_issuer};
  std::optional<TokenUser> user;
  {
    const Locked locked(server);
    user = user_of_token(server, token);
  }
  Json common = Json::array();
  if (user) {
    for (const auto& audience : audiences) {
      const auto& given = user->audiences;
      if (std::find(given.begin(), given.end(), audience) != given.end()) common.push_back(audience);
    }
  }
  if (!user || common.empty()) return {{"user", Json::object()}, {"error", "invalid bearer token"}};
  return {{"authenticated", true},
          {"user",
           {{"username", user->name},
            {"uid", user->uid},
            {"groups", user->groups},
            {"extra", {{"authentication.kubernetes.io/credential-id", {"JTI=" + user->token_id}}}}}},
          {"audiences", std::move(common)}};
}

}  // namespace

HttpResponse answer_review(Server& server, Call& call)
{
  auto review = decode_body(call);
  if (!review.contains("metadata")) review["metadata"] = Json::object();
  const auto& kind = call.kind->kind;
  if (kind == "SelfSubjectReview") {
    review["status"] = {{"userInfo", user_info(call.http)}};
  } else if (kind == "SelfSubjectRulesReview") {
    review["status"] = rules_status(server, call, review);
  } else if (kind == "TokenReview") {
    review["status"] = token_status(server, call, review);
  } else {
    review["status"] = access_status(server, call, review);
  }
  review["apiVersion"] = call.kind->api_version(call.version->name);
  review["kind"] = kind;
  return json_response(201, dump(review));
}

}  // namespace kubexx::apiserver
