// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fixture.hpp"

namespace kubexx::testing {

inline constexpr const char* accounts = "/api/v1/namespaces/default/serviceaccounts";
inline constexpr const char* maps = "/api/v1/namespaces/default/configmaps";

inline constexpr const char* cluster_roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

/// Who makes a request.
struct Caller {
  std::string user;
  std::vector<std::string> groups;
  Headers headers;
};

/// A server with RBAC, its administrator, and jane, who may do nothing.
class Access : public ::testing::Test {
protected:
  explicit Access(ApiServer::Authorization mode = ApiServer::Authorization::rbac) : server(options(mode)) {}

  Answer call(const Caller& who, std::string method, std::string target, const Json& body = nullptr)
  {
    HttpRequest request;
    request.method = std::move(method);
    request.target = std::move(target);
    request.user = who.user;
    request.groups = who.groups;
    request.headers = who.headers;
    if (!body.is_null()) request.body = body.dump();
    auto response = server.handle(std::move(request));
    Answer answer;
    answer.status = response.status;
    answer.json = Json::parse(response.body, nullptr, false);
    answer.body = std::move(response.body);
    return answer;
  }
  Answer as_admin(std::string method, std::string target, const Json& body = nullptr)
  {
    const auto answer = call(admin, std::move(method), std::move(target), body);
    EXPECT_LT(answer.status, 300U) << answer.body;
    Answer copy;
    copy.status = answer.status;
    copy.json = answer.json;
    return copy;
  }
  void role(const std::string& name, const Json& rules)
  {
    as_admin("POST", "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
             {{"metadata", {{"name", name}}}, {"rules", rules}});
  }
  void bind(const std::string& role_name, const Json& subject)
  {
    as_admin("POST", "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
             {{"metadata", {{"name", role_name}}},
              {"roleRef", {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "Role"}, {"name", role_name}}},
              {"subjects", {subject}}});
  }
  void bind_cluster(const std::string& role_name, const std::string& user)
  {
    as_admin(
        "POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        {{"metadata", {{"name", role_name}}},
         {"roleRef", {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "ClusterRole"}, {"name", role_name}}},
         {"subjects", Json::array({{{"kind", "User"}, {"apiGroup", "rbac.authorization.k8s.io"}, {"name", user}}})}});
  }
  void cluster_role(const std::string& name, const char* rules, const Json& labels = Json::object())
  {
    as_admin("POST", cluster_roles,
             {{"metadata", {{"name", name}, {"labels", labels}}}, {"rules", Json::parse(rules)}});
  }
  void bind_user(const std::string& role_name, const std::string& user)
  {
    bind(role_name, {{"kind", "User"}, {"apiGroup", "rbac.authorization.k8s.io"}, {"name", user}});
  }
  /// A token of a new ServiceAccount.
  std::string token_of(const std::string& account, const Json& spec = Json::object())
  {
    as_admin("POST", accounts, {{"metadata", {{"name", account}}}});
    const auto answer = as_admin("POST", std::string(accounts) + "/" + account + "/token", {{"spec", spec}});
    return answer.json.at("status").at("token").get<std::string>();
  }
  static Caller with_token(const std::string& token)
  {
    Caller caller;
    caller.headers.add("Authorization", "Bearer " + token);
    return caller;
  }
  std::string who_am_i(const Caller& caller)
  {
    const auto answer = call(caller, "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", Json::object());
    return answer.status == 201 ? answer.json.at("status").at("userInfo").dump() : answer.message();
  }

  ManualClock clock;
  SeededRandom random{1};
  ApiServer server;
  const Caller admin{"admin", {"system:masters"}, {}};
  const Caller jane{"jane", {}, {}};

private:
  ApiServer::Options options(ApiServer::Authorization mode)
  {
    ApiServer::Options made;
    made.clock = &clock;
    made.random = &random;
    made.authorization = mode;
    made.require_identity = true;
    made.tokens["token-of-ann"] = {"ann", "7", {"staff"}};
    return made;
  }
};

}  // namespace kubexx::testing
