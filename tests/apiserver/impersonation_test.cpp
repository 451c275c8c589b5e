// SPDX-License-Identifier: Apache-2.0
// The Impersonate headers, and tokens of other kinds. The words are those of a kube-apiserver 1.37.1.
#include <gmock/gmock.h>

#include "access_fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::HasSubstr;

Caller as(Caller caller, const std::string& user, const Headers& more = {})
{
  caller.headers.add("Impersonate-User", user);
  for (const auto& [name, value] : more) caller.headers.add(name, value);
  return caller;
}

TEST_F(Access, AnAdministratorIsAnybody)
{
  EXPECT_EQ(who_am_i(as(admin, "bob",
                        {{"Impersonate-Group", "ops"},
                         {"Impersonate-Uid", "17"},
                         {"Impersonate-Extra-Acme.com%2fproject", "x"},
                         {"impersonate-extra-acme.com%2Fproject", "y"}})),
            R"({"extra":{"acme.com/project":["x","y"]},"groups":["ops","system:authenticated"],"uid":"17",)"
            R"("username":"bob"})");
  EXPECT_EQ(who_am_i(as(admin, "system:serviceaccount:default:robot")),
            R"({"groups":["system:serviceaccounts","system:serviceaccounts:default","system:authenticated"],)"
            R"("username":"system:serviceaccount:default:robot"})");
  EXPECT_EQ(who_am_i(as(admin, "system:node:worker")),
            R"({"groups":["system:nodes","system:authenticated"],"username":"system:node:worker"})");
  EXPECT_EQ(call(as(admin, "bob"), "GET", maps).status, 403U) << "he is no administrator";
  EXPECT_EQ(call(as(admin, "system:anonymous"), "GET", "/healthz").status, 200U);
}

TEST_F(Access, WithoutANameNobodyIsImpersonated)
{
  Caller group = admin;
  group.headers.add("Impersonate-Group", "ops");
  const auto refused = call(group, "GET", maps);
  EXPECT_EQ(refused.status, 400U);
  EXPECT_EQ(refused.message(),
            R"(requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"ops"}, Extra:map[string][]string(nil)} )"
            "without impersonating a user name");
}

TEST_F(Access, EachThingThatIsImpersonatedNeedsAPermission)
{
  EXPECT_EQ(call(as(jane, "bob"), "GET", maps).message(),
            R"(configmaps is forbidden: User "jane" cannot impersonate-on:user-info:list resource "configmaps" in API )"
            R"(group "" in the namespace "default")");
  cluster_role("become", R"([
    {"apiGroups": [""], "resources": ["users"], "resourceNames": ["bob"], "verbs": ["impersonate"]},
    {"apiGroups": [""], "resources": ["groups"], "resourceNames": ["ops"], "verbs": ["impersonate"]},
    {"apiGroups": ["authentication.k8s.io"], "resources": ["uids"], "verbs": ["impersonate"]},
    {"apiGroups": ["authentication.k8s.io"], "resources": ["userextras/a"], "verbs": ["impersonate"]}])");
  bind_cluster("become", "jane");
  const auto status = [&](const std::string& user, const Headers& more) {
    return call(as(jane, user, more), "GET", "/version").status;
  };
  EXPECT_EQ(status("bob", {}), 200U);
  EXPECT_EQ(status("bob", {{"Impersonate-Group", "ops"}, {"Impersonate-Uid", "1"}, {"Impersonate-Extra-A", "x"}}),
            200U);
  EXPECT_EQ(status("eve", {}), 403U);
  EXPECT_EQ(status("bob", {{"Impersonate-Group", "system:masters"}}), 403U);
  EXPECT_EQ(status("bob", {{"Impersonate-Extra-B", "x"}}), 403U);
  EXPECT_EQ(status("system:serviceaccount:default:robot", {}), 403U);
  // Whose mode is known is told its refusal.
  EXPECT_EQ(
      call(as(jane, "eve"), "GET", "/version").message(),
      R"(users "eve" is forbidden: User "jane" cannot impersonate resource "users" in API group "" at the cluster )"
      "scope");
}

TEST_F(Access, ImpersonationMayBeConstrained)
{
  cluster_role("some", R"([
    {"apiGroups": ["authentication.k8s.io"], "resources": ["users"], "verbs": ["impersonate:user-info"]},
    {"apiGroups": ["authentication.k8s.io"], "resources": ["groups"], "verbs": ["impersonate:user-info"]},
    {"apiGroups": [""], "resources": ["configmaps"], "verbs": ["impersonate-on:user-info:list"]}])");
  bind_cluster("some", "jane");
  role("reader", Json::parse(R"([{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["list", "get"]}])"));
  bind_user("reader", "bob");
  EXPECT_EQ(call(as(jane, "bob"), "GET", maps).status, 200U);
  EXPECT_EQ(
      call(as(jane, "bob"), "GET", std::string(maps) + "/a").message(),
      R"(configmaps "a" is forbidden: User "jane" cannot impersonate-on:user-info:get resource "configmaps" in API )"
      R"(group "" in the namespace "default")");
  EXPECT_THAT(call(as(jane, "bob", {{"Impersonate-Group", "system:masters"}}), "GET", maps).message(),
              HasSubstr("impersonating the system:masters group is not allowed"));
}

TEST_F(Access, ATokenKnownFromTheStartIsItsUsers)
{
  EXPECT_EQ(who_am_i(with_token("token-of-ann")),
            R"({"groups":["staff","system:authenticated"],"uid":"7","username":"ann"})");
  EXPECT_EQ(call(with_token("token-of-anna"), "GET", "/version").status, 401U);
}

TEST_F(Access, ATokenEndsWithTheObjectThatItIsBoundTo)
{
  as_admin("POST", "/api/v1/namespaces/default/secrets", {{"metadata", {{"name", "key"}}}});
  const auto token =
      with_token(token_of("robot", {{"boundObjectRef", {{"kind", "Secret"}, {"apiVersion", "v1"}, {"name", "key"}}}}));
  EXPECT_EQ(call(token, "GET", "/apis").status, 200U);
  as_admin("DELETE", "/api/v1/namespaces/default/secrets/key");
  EXPECT_EQ(call(token, "GET", "/apis").status, 401U);
  as_admin("POST", "/api/v1/namespaces/default/secrets", {{"metadata", {{"name", "key"}}}});
  EXPECT_EQ(call(token, "GET", "/apis").status, 401U) << "it is another Secret";
}

TEST_F(Access, ATokenOfAPodSaysSo)
{
  as_admin("POST", accounts, {{"metadata", {{"name", "robot"}}}});
  as_admin("POST", "/api/v1/namespaces/default/pods",
           {{"metadata", {{"name", "web"}}},
            {"spec",
             {{"serviceAccountName", "robot"},
              {"nodeName", "worker"},
              {"containers", Json::array({{{"name", "a"}, {"image", "b"}}})}}}});
  const auto answer = as_admin(
      "POST", std::string(accounts) + "/robot/token",
      {{"spec",
        {{"expirationSeconds", 3607}, {"boundObjectRef", {{"kind", "Pod"}, {"apiVersion", "v1"}, {"name", "web"}}}}}});
  const auto caller = with_token(answer.json.at("status").at("token"));
  const auto who = Json::parse(who_am_i(caller)).at("extra");
  EXPECT_EQ(who.at("authentication.kubernetes.io/pod-name"), Json::array({"web"}));
  EXPECT_EQ(who.at("authentication.kubernetes.io/node-name"), Json::array({"worker"}));
  // What the kubelet asks for is extended.
  clock.advance(std::chrono::hours(24));
  EXPECT_EQ(call(caller, "GET", "/apis").status, 200U);
}

}  // namespace
}  // namespace kubexx::testing
