// SPDX-License-Identifier: Apache-2.0
// Who makes a request, and what roles and bindings let that user do. The words are those of a kube-apiserver 1.37.1.
#include <gmock/gmock.h>

#include "access_fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(Access, WhatNobodyHasAllowedIsForbidden)
{
  const auto refused = call(jane, "GET", maps);
  EXPECT_EQ(refused.status, 403U);
  EXPECT_EQ(refused.reason(), "Forbidden");
  EXPECT_EQ(
      refused.message(),
      R"(configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "default")");
  EXPECT_EQ(refused.json.at("details"), (Json{{"kind", "configmaps"}}));
  EXPECT_EQ(
      call(jane, "GET", "/apis/apps/v1/namespaces/default/deployments/web/status").message(),
      R"(deployments.apps "web" is forbidden: User "jane" cannot get resource "deployments/status" in API group "apps" in the namespace "default")");
  EXPECT_EQ(call(jane, "GET", "/api/v1/nodes").message(),
            R"(nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope)");
  EXPECT_EQ(call(jane, "GET", "/metrics").message(), R"(forbidden: User "jane" cannot get path "/metrics")");
  EXPECT_EQ(call(jane, "GET", "/apis").status, 200U);
}

TEST_F(Access, ARoleAllowsItsVerbsAndNoOthers)
{
  role("reader", Json::parse(R"([{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["list", "create"]}])"));
  bind_user("reader", "jane");
  EXPECT_EQ(call(jane, "GET", maps).status, 200U);
  EXPECT_EQ(call(jane, "POST", maps, {{"metadata", {{"name", "a"}}}}).status, 201U);
  EXPECT_EQ(call(jane, "GET", std::string(maps) + "/a").status, 403U);
  EXPECT_EQ(call(jane, "GET", std::string(maps) + "?watch=1").status, 403U);
  EXPECT_EQ(call(jane, "DELETE", maps).status, 403U);
  EXPECT_EQ(call(jane, "GET", "/api/v1/configmaps").status, 403U);
  EXPECT_EQ(call(jane, "GET", "/api/v1/namespaces/kube-system/configmaps").status, 403U);
  EXPECT_EQ(call({"john", {}, {}}, "GET", maps).status, 403U);
  as_admin("DELETE", "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings/reader");
  EXPECT_EQ(call(jane, "GET", maps).status, 403U);
}

TEST_F(Access, NamesSubresourcesAndWildcardsCount)
{
  role("one", Json::parse(R"([
    {"apiGroups": [""], "resources": ["configmaps"], "resourceNames": ["a"], "verbs": ["get"]},
    {"apiGroups": ["apps"], "resources": ["*/scale"], "verbs": ["*"]},
    {"apiGroups": ["batch"], "resources": ["*"], "verbs": ["get"]}])"));
  bind_user("one", "jane");
  EXPECT_EQ(call(jane, "GET", std::string(maps) + "/a").status, 404U);
  EXPECT_EQ(call(jane, "GET", std::string(maps) + "/b").status, 403U);
  EXPECT_EQ(call(jane, "GET", "/apis/apps/v1/namespaces/default/deployments/d/scale").status, 404U);
  EXPECT_EQ(call(jane, "GET", "/apis/apps/v1/namespaces/default/deployments/d").status, 403U);
}

TEST_F(Access, AGetThatAsksForAWatchIsAGet)
{
  role("one", Json::parse(R"([{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["get"]}])"));
  bind_user("one", "jane");
  EXPECT_EQ(call(jane, "GET", std::string(maps) + "/a?watch=1").status, 404U);
  EXPECT_EQ(call(jane, "GET", "/api/v1/watch/namespaces/default/configmaps/a").status, 403U);
}

TEST_F(Access, AListOfOneNameIsOfThatName)
{
  role("one", Json::parse(R"([
    {"apiGroups": [""], "resources": ["configmaps"], "resourceNames": ["a"], "verbs": ["list", "watch"]}])"));
  bind_user("one", "jane");
  const std::string list = std::string(maps) + "?fieldSelector=";
  EXPECT_EQ(call(jane, "GET", list + "metadata.name%3Da").status, 200U);
  EXPECT_EQ(call(jane, "GET", list + "data%3Dx,metadata.name%3D%3Da").status, 400U) << "allowed, but no such field";
  EXPECT_EQ(call(jane, "GET", list + "metadata.name%3Da&watch=1").status, 200U);
  EXPECT_EQ(call(jane, "GET", maps).status, 403U);
  for (const char* rest : {"&limit=x", "&timeoutSeconds=x", "&labelSelector=a%3D%3D%3D", ",x"}) {
    EXPECT_EQ(call(jane, "GET", list + "metadata.name%3Da" + rest).status, 403U) << rest;
  }
  EXPECT_EQ(call(jane, "GET", list + "metadata.name!%3Da").status, 403U);
  EXPECT_EQ(call(jane, "GET", list + "metadata.name%3D%2E%2E").status, 403U);
  const auto refused = call(jane, "GET", list + "metadata.name%3Db");
  EXPECT_EQ(refused.status, 403U);
  EXPECT_EQ(refused.message(),
            "configmaps \"b\" is forbidden: User \"jane\" cannot list resource \"configmaps\" in API group \"\" in the "
            "namespace \"default\"");
}

TEST_F(Access, AResourceIsNotItsSubresources)
{
  role("whole", Json::parse(R"([{"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get"]}])"));
  bind_user("whole", "jane");
  EXPECT_EQ(call(jane, "GET", "/apis/apps/v1/namespaces/default/deployments/d").status, 404U);
  EXPECT_EQ(call(jane, "GET", "/apis/apps/v1/namespaces/default/deployments/d/status").status, 403U);
}

TEST_F(Access, APathThatEndsInAStarIsWhatBeginsSo)
{
  EXPECT_EQ(call(jane, "GET", "/apis/apps/v1").status, 200U) << "system:discovery has /apis/*";
  EXPECT_EQ(call(jane, "GET", "/logs/x").status, 403U);
}

TEST_F(Access, ABindingWithoutItsRoleIsNamed)
{
  bind_user("none", "jane");
  EXPECT_THAT(call(jane, "GET", maps).message(),
              HasSubstr(R"(in the namespace "default": rbac: RBAC: role.rbac.authorization.k8s.io "none" not found)"));
}

TEST_F(Access, ATokenIsItsServiceAccount)
{
  const auto token = token_of("builder");
  const auto caller = with_token(token);
  EXPECT_THAT(who_am_i(caller), HasSubstr(R"("username":"system:serviceaccount:default:builder")"));
  EXPECT_EQ(call(caller, "GET", maps).status, 403U);
  role("reader", Json::parse(R"([{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["list"]}])"));
  bind("reader", {{"kind", "ServiceAccount"}, {"name", "builder"}, {"namespace", "default"}});
  EXPECT_EQ(call(caller, "GET", maps).status, 200U);
}

TEST_F(Access, ATokenEndsWithItsTimeAndWithItsAccount)
{
  const auto caller = with_token(token_of("builder", {{"expirationSeconds", 600}}));
  clock.advance(std::chrono::seconds(660));  // a minute is not counted
  EXPECT_EQ(call(caller, "GET", "/apis").status, 200U);
  clock.advance(std::chrono::seconds(1));
  const auto refused = call(caller, "GET", "/apis");
  EXPECT_EQ(refused.status, 401U);
  EXPECT_EQ(refused.message(), "Unauthorized");
  const auto other = with_token(token_of("other"));
  as_admin("DELETE", std::string(accounts) + "/other");
  EXPECT_EQ(call(other, "GET", "/apis").status, 401U);
  as_admin("POST", accounts, {{"metadata", {{"name", "other"}}}});
  EXPECT_EQ(call(other, "GET", "/apis").status, 401U) << "it is another ServiceAccount";
  EXPECT_EQ(call(with_token("made.up.token"), "GET", "/apis").status, 401U);
  EXPECT_EQ(call(with_token(token_of("third", {{"audiences", {"vault"}}})), "GET", "/apis").status, 401U);
}

TEST_F(Access, ATokenReviewTellsWhoseItIs)
{
  const auto token = token_of("builder", {{"audiences", {"vault", "other"}}});
  const auto review = [&](const Json& spec) {
    return as_admin("POST", "/apis/authentication.k8s.io/v1/tokenreviews", {{"spec", spec}}).json.at("status");
  };
  const auto good = review({{"token", token}, {"audiences", {"vault"}}});
  EXPECT_EQ(good.at("authenticated"), true);
  EXPECT_EQ(good.at("user").at("username"), "system:serviceaccount:default:builder");
  EXPECT_EQ(good.at("audiences"), Json::array({"vault"}));
  const auto bad = review({{"token", token}});
  EXPECT_FALSE(bad.contains("authenticated"));
  EXPECT_EQ(bad.at("error"),
            R"([invalid bearer token, token audiences ["vault" "other"] is invalid for the target audiences )"
            R"(["https://kubernetes.default.svc.cluster.local"]])");
  EXPECT_EQ(review({{"token", "made up"}}).at("error"), "invalid bearer token");
}

TEST_F(Access, AccessReviewsAnswerForAnybody)
{
  role("reader", Json::parse(R"([{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["list"]}])"));
  bind_user("reader", "jane");
  const Json list{{"verb", "list"}, {"resource", "configmaps"}, {"namespace", "default"}};
  const auto own = call(jane, "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                        {{"spec", {{"resourceAttributes", list}}}});
  EXPECT_EQ(own.status, 201U);
  EXPECT_EQ(own.json.at("status"),
            (Json{{"allowed", true},
                  {"reason", R"(RBAC: allowed by RoleBinding "reader/default" of Role "reader" to User "jane")"}}));
  const auto of_john = as_admin("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews",
                                {{"spec", {{"resourceAttributes", list}, {"user", "john"}}}});
  EXPECT_EQ(of_john.json.at("status"), (Json{{"allowed", false}}));
  EXPECT_EQ(call(jane, "POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews",
                 {{"spec", {{"resourceAttributes", list}, {"user", "john"}}}})
                .status,
            403U);
  const auto rules = call(jane, "POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
                          {{"spec", {{"namespace", "default"}}}});
  EXPECT_THAT(rules.json.at("status").at("resourceRules").dump(), HasSubstr(R"("resources":["configmaps"])"));
  EXPECT_EQ(rules.json.at("status").at("incomplete"), false);
}

TEST_F(Access, WhoeverIsNobodySeesHealthAlone)
{
  const Caller nobody;
  EXPECT_EQ(call(nobody, "GET", "/healthz").status, 200U);
  EXPECT_EQ(call(nobody, "GET", "/version").status, 200U);
  EXPECT_EQ(call(nobody, "GET", "/apis").message(), R"(forbidden: User "system:anonymous" cannot get path "/apis")");
}

class AccessForAll : public Access {
protected:
  AccessForAll() : Access(ApiServer::Authorization::always_allow) {}
};

TEST_F(AccessForAll, EverybodyKnownMayDoEverything)
{
  EXPECT_EQ(call(jane, "GET", maps).status, 200U);
  EXPECT_EQ(call(with_token(token_of("builder")), "GET", maps).status, 200U);
  EXPECT_EQ(call(with_token("made.up.token"), "GET", maps).status, 401U);
  const auto nobody = call({}, "GET", maps);
  EXPECT_EQ(nobody.status, 403U);
  EXPECT_THAT(nobody.message(), HasSubstr("client certificate"));
  EXPECT_EQ(call({}, "GET", "/readyz").status, 200U);
}

}  // namespace
}  // namespace kubexx::testing
