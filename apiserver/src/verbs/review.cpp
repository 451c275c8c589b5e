// SPDX-License-Identifier: Apache-2.0
#include "verbs/review.hpp"

#include <chrono>

#include "core/status.hpp"
#include "kubexx/base/base64.hpp"

namespace kubexx::apiserver {

namespace {

void check_review(const Call& call, const Json& review)
{
  const auto& kind = call.kind->kind;
  if (kind == "TokenReview" && string_at(review, {"spec", "token"}).empty()) {
    throw bad_request("token is required for TokenReview in authentication");
  }
  if (!kind.ends_with("AccessReview")) return;
  const bool resource = find(review, {"spec", "resourceAttributes"}) != nullptr;
  const bool path = find(review, {"spec", "nonResourceAttributes"}) != nullptr;
  FieldErrors errors;
  if (resource == path) {
    errors.push_back(
        invalid_value("spec", nullptr, "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
  }
  if (!errors.empty()) throw invalid(call.kind->group, "", "", errors);
}

/// Knows the tokens that serviceaccounts/token hands out, which are not signed, until they end.
Json token_status(Server& server, const std::string& token)
{
  const Json unknown{{"user", Json::object()}, {"error", "invalid bearer token"}};
  const auto first = token.find('.');
  const auto second = first == std::string::npos ? first : token.find('.', first + 1);
  if (second == std::string::npos || second + 1 != token.size()) return unknown;
  const auto claims_text = decode_base64(token.substr(first + 1, second - first - 1), Base64::url);
  const auto claims = claims_text ? Json::parse(*claims_text, nullptr, false) : Json();
  const auto name = claims.is_object() ? string_at(claims, {"sub"}) : std::string();
  const auto parts = name.rfind(':');
  constexpr std::string_view prefix = "system:serviceaccount:";
  if (!name.starts_with(prefix) || parts < prefix.size()) return unknown;
  const auto now =
      std::chrono::duration_cast<std::chrono::seconds>(server.options.clock->wall_now().time_since_epoch()).count();
  const auto* end = find(claims, {"exp"});
  if (end == nullptr || !end->is_number_integer() || end->get<std::int64_t>() < now) return unknown;
  const auto namespace_ = name.substr(prefix.size(), parts - prefix.size());
  const auto account =
      server.store.collection("/serviceaccounts")->objects.find(namespace_ + "/" + name.substr(parts + 1));
  if (account == server.store.collection("/serviceaccounts")->objects.end()) return unknown;
  return {{"authenticated", true},
          {"user",
           {{"username", name},
            {"uid", account->second->uid},
            {"groups", {"system:serviceaccounts", "system:serviceaccounts:" + namespace_, "system:authenticated"}}}},
          {"audiences", claims.value("aud", Json::array())}};
}

}  // namespace

HttpResponse answer_review(Server& server, Call& call)
{
  auto review = parse_body(call.http, call.kind->kind);
  review["apiVersion"] = call.kind->api_version(call.version->name);
  review["kind"] = call.kind->kind;
  if (!review.contains("metadata")) review["metadata"] = Json::object();
  check_review(call, review);
  if (call.kind->kind == "SelfSubjectReview") {
    Json groups = call.http.groups;
    groups.push_back("system:authenticated");
    review["status"] = {{"userInfo", {{"username", call.http.user}, {"groups", std::move(groups)}}}};
  } else if (call.kind->kind == "TokenReview") {
    review["status"] = token_status(server, string_at(review, {"spec", "token"}));
  } else if (call.kind->kind == "SelfSubjectRulesReview") {
    const Json all = Json::array({"*"});
    review["status"] = {{"resourceRules", Json::array({{{"verbs", all}, {"apiGroups", all}, {"resources", all}}})},
                        {"nonResourceRules", Json::array({{{"verbs", all}, {"nonResourceURLs", all}}})},
                        {"incomplete", false}};
  } else {
    review["status"] = {{"allowed", true}};  // everything is
  }
  return json_response(201, dump(review));
}

}  // namespace kubexx::apiserver
