// SPDX-License-Identifier: Apache-2.0
// The roles of a new server, aggregation, and who may grant what. The words are those of a kube-apiserver 1.37.1.
#include <gmock/gmock.h>

#include "access_fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* grants_roles =
    R"([{"apiGroups": ["rbac.authorization.k8s.io"], "resources": ["*"], "verbs": ["create", "update", "patch"]},
        {"apiGroups": [""], "resources": ["pods", "*/status"], "verbs": ["get"]},
        {"nonResourceURLs": ["/logs/*"], "verbs": ["get"]}])";

Json role_with(const std::string& name, const char* rules)
{
  return {{"metadata", {{"name", name}}}, {"rules", Json::parse(rules)}};
}

TEST_F(Access, ANewServerHasTheRolesOfACluster)
{
  const auto count = [&](const std::string& plural) {
    return as_admin("GET", "/apis/rbac.authorization.k8s.io/v1/" + plural).json.at("items").size();
  };
  EXPECT_EQ(count("clusterroles"), 73U);
  EXPECT_EQ(count("clusterrolebindings"), 54U);
  EXPECT_EQ(count("roles"), 7U);
  EXPECT_EQ(count("rolebindings"), 7U);
  const auto role = as_admin("GET", std::string(cluster_roles) + "/system:aggregate-to-view").json;
  EXPECT_EQ(role.at("metadata").at("labels").at("kubernetes.io/bootstrapping"), "rbac-defaults");
  EXPECT_EQ(role.at("metadata").at("annotations").at("rbac.authorization.kubernetes.io/autoupdate"), "true");
}

TEST_F(Access, RolesAreAggregated)
{
  const auto rules = [&](const std::string& name) {
    return as_admin("GET", std::string(cluster_roles) + "/" + name).json.at("rules").dump();
  };
  EXPECT_THAT(rules("view"), HasSubstr("configmaps"));
  EXPECT_THAT(rules("admin"), HasSubstr("localsubjectaccessreviews"));
  const char* foos = R"([{"apiGroups": ["example.com"], "resources": ["foos"], "verbs": ["get"]}])";
  cluster_role("view-foos", foos, {{"rbac.authorization.k8s.io/aggregate-to-view", "true"}});
  for (const char* name : {"view", "edit", "admin"}) EXPECT_THAT(rules(name), HasSubstr("foos")) << name;
  const auto view = as_admin("GET", std::string(cluster_roles) + "/view").json;
  EXPECT_EQ(view.at("metadata").at("managedFields").front().at("manager"), "clusterrole-aggregation-controller");
  as_admin("DELETE", std::string(cluster_roles) + "/view-foos");
  for (const char* name : {"view", "edit", "admin"}) EXPECT_THAT(rules(name), Not(HasSubstr("foos"))) << name;
}

TEST_F(Access, ARoleStopsToBeAggregatedWithItsLabel)
{
  cluster_role("foos", R"([{"apiGroups": ["example.com"], "resources": ["foos"], "verbs": ["get"]}])", {{"a", "b"}});
  as_admin("POST", cluster_roles,
           {{"metadata", {{"name", "all"}}},
            {"aggregationRule", {{"clusterRoleSelectors", Json::array({{{"matchLabels", {{"a", "b"}}}}})}}}});
  const auto rules = [&] { return as_admin("GET", std::string(cluster_roles) + "/all").json.at("rules"); };
  EXPECT_EQ(rules().size(), 1U);
  auto role = as_admin("GET", std::string(cluster_roles) + "/foos").json;
  role["metadata"]["labels"]["a"] = "c";
  as_admin("PUT", std::string(cluster_roles) + "/foos", role);
  EXPECT_TRUE(rules().empty());
}

TEST_F(Access, RolesThatAggregateEachOtherEnd)
{
  const auto aggregating = [](const std::string& name, const std::string& from) -> Json {
    return {{"metadata", {{"name", name}, {"labels", {{"of", name}}}}},
            {"rules", Json::array({{{"apiGroups", {""}}, {"resources", {name}}, {"verbs", {"get"}}}})},
            {"aggregationRule", {{"clusterRoleSelectors", Json::array({{{"matchLabels", {{"of", from}}}}})}}}};
  };
  as_admin("POST", cluster_roles, aggregating("a", "b"));
  as_admin("POST", cluster_roles, aggregating("b", "c"));
  as_admin("POST", cluster_roles, aggregating("c", "a"));
  EXPECT_EQ(as_admin("GET", std::string(cluster_roles) + "/a").json.at("metadata").at("name"), "a");
}

TEST_F(Access, NobodyGrantsWhatHeHasNot)
{
  cluster_role("granter", grants_roles);
  bind_cluster("granter", "jane");
  const char* held = R"([{"apiGroups": [""], "resources": ["pods", "pods/status"], "verbs": ["get"]},
                         {"nonResourceURLs": ["/logs/x"], "verbs": ["get"]}])";
  EXPECT_EQ(call(jane, "POST", cluster_roles, role_with("held", held)).status, 201U);
  const auto refused = call(jane, "POST", cluster_roles,
                            role_with("more", R"([{"apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list"]},
                                                  {"nonResourceURLs": ["/x"], "verbs": ["get"]}])"));
  EXPECT_EQ(refused.status, 403U);
  EXPECT_EQ(refused.message(),
            "clusterroles.rbac.authorization.k8s.io \"more\" is forbidden: user \"jane\" "
            "(groups=[\"system:authenticated\"]) is attempting to grant RBAC permissions not currently held:\n"
            "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"list\"]}\n{NonResourceURLs:[\"/x\"], Verbs:[\"get\"]}");
  auto role = as_admin("GET", std::string(cluster_roles) + "/held").json;
  role["rules"][0]["verbs"] = {"delete"};
  EXPECT_EQ(call(jane, "PUT", std::string(cluster_roles) + "/held", role).status, 403U);
  EXPECT_EQ(
      call(jane, "POST", cluster_roles,
           {{"metadata", {{"name", "all"}}},
            {"aggregationRule", {{"clusterRoleSelectors", Json::array({Json::object()})}}}})
          .message(),
      "clusterroles.rbac.authorization.k8s.io \"all\" is forbidden: must have cluster-admin privileges to use the "
      "aggregationRule");
}

TEST_F(Access, AHolderOfOneNameGrantsThatNameAlone)
{
  cluster_role("granter", R"([{"apiGroups": ["rbac.authorization.k8s.io"], "resources": ["clusterroles"],
                               "verbs": ["create"]},
                              {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"], "resourceNames": ["a"]}])");
  bind_cluster("granter", "jane");
  const auto granted = [&](const std::string& name, const std::string& names) {
    const auto rules = R"([{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"])" + names + "}]";
    return call(jane, "POST", cluster_roles, role_with(name, rules.c_str())).status;
  };
  EXPECT_EQ(granted("one", R"(, "resourceNames": ["a"])"), 201U);
  EXPECT_EQ(granted("another", R"(, "resourceNames": ["b"])"), 403U);
  EXPECT_EQ(granted("both", R"(, "resourceNames": ["a", "b"])"), 403U);
  EXPECT_EQ(granted("every", ""), 403U);
}

TEST_F(Access, FinalizersOfARoleThatOneHasNotMayGo)
{
  cluster_role("granter", grants_roles);
  bind_cluster("granter", "jane");
  auto role = as_admin("GET", std::string(cluster_roles) + "/cluster-admin").json;
  role["metadata"]["finalizers"] = {"example.com/a"};
  const auto place = std::string(cluster_roles) + "/cluster-admin";
  EXPECT_EQ(call(jane, "PUT", place, role).status, 200U);
  role = as_admin("GET", place).json;
  role["metadata"]["labels"]["a"] = "b";
  EXPECT_EQ(call(jane, "PUT", place, role).status, 403U);
}

TEST_F(Access, ABindingGrantsTheRolesRules)
{
  cluster_role("granter", grants_roles);
  bind_cluster("granter", "jane");
  const auto binding = [&](const std::string& kind, const std::string& name) {
    return call(jane, "POST", "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
                {{"metadata", {{"name", name}}},
                 {"roleRef", {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", kind}, {"name", name}}}});
  };
  EXPECT_EQ(binding("ClusterRole", "granter").status, 201U);
  EXPECT_THAT(binding("ClusterRole", "cluster-admin").message(), HasSubstr(R"({NonResourceURLs:["*"], Verbs:["*"]})"));
  const auto missing = binding("Role", "none");
  EXPECT_EQ(missing.status, 404U);
  EXPECT_EQ(missing.message(), R"(rolebindings.rbac.authorization.k8s.io "none" not found)");
  EXPECT_EQ(binding("Pod", "none").message(), R"(unsupported role reference kind: "Pod")");
}

TEST_F(Access, EscalateAndBindAreVerbsForIt)
{
  cluster_role("granter", grants_roles);
  bind_cluster("granter", "jane");
  cluster_role("free", R"([{"apiGroups": ["rbac.authorization.k8s.io"], "resources": ["clusterroles"],
                            "verbs": ["escalate"]},
                           {"apiGroups": ["rbac.authorization.k8s.io"], "resources": ["clusterroles"],
                            "resourceNames": ["view"], "verbs": ["bind"]}])");
  bind_cluster("free", "jane");
  const char* all = R"([{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}])";
  EXPECT_EQ(call(jane, "POST", cluster_roles, role_with("all", all)).status, 201U);
  EXPECT_EQ(
      call(jane, "POST", "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles", role_with("all", all)).status,
      403U);
  const auto bind = [&](const std::string& name) {
    return call(jane, "POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
                {{"metadata", {{"name", name}}},
                 {"roleRef", {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "ClusterRole"}, {"name", name}}}})
        .status;
  };
  EXPECT_EQ(bind("view"), 201U);
  EXPECT_EQ(bind("edit"), 403U);
}

TEST_F(Access, ARuleOfTooManyPermissionsIsNotComparedAtAll)
{
  cluster_role("granter", grants_roles);
  bind_cluster("granter", "jane");
  Json many = Json::array();
  for (int index = 0; index < 1000; ++index) many.push_back("x" + std::to_string(index));
  const Json role{{"metadata", {{"name", "many"}}},
                  {"rules", Json::array({{{"apiGroups", many}, {"resources", many}, {"verbs", many}}})}};
  EXPECT_EQ(call(jane, "POST", cluster_roles, role).status, 400U);
}

}  // namespace
}  // namespace kubexx::testing
