// SPDX-License-Identifier: Apache-2.0
#include "verbs/review.hpp"

#include "core/status.hpp"

namespace kubexx::apiserver {

HttpResponse answer_review(Server& /*server*/, Call& call)
{
  auto review = parse_body(call.http, call.kind->kind, call.kind->api_version(call.version->name));
  review["apiVersion"] = call.kind->api_version(call.version->name);
  review["kind"] = call.kind->kind;
  if (!review.contains("metadata")) review["metadata"] = Json::object();
  if (call.kind->kind == "SelfSubjectReview") {
    Json groups = call.http.groups;
    groups.push_back("system:authenticated");
    review["status"] = {{"userInfo", {{"username", call.http.user}, {"groups", std::move(groups)}}}};
  } else if (call.kind->kind == "SelfSubjectRulesReview") {
    const Json all = Json::array({"*"});
    review["status"] = {{"resourceRules", Json::array({{{"verbs", all}, {"apiGroups", all}, {"resources", all}}})},
                        {"nonResourceRules", Json::array({{{"verbs", all}, {"nonResourceURLs", all}}})},
                        {"incomplete", false}};
  } else {
    review["status"] = {{"allowed", true}, {"reason", "the embedded API server allows everything"}};
  }
  return json_response(201, dump(review));
}

}  // namespace kubexx::apiserver
