// SPDX-License-Identifier: Apache-2.0
// Subresources of built-in kinds that do more than store: eviction, binding, resize, approval, finalize, scale.
#include <gmock/gmock.h>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::HasSubstr;

struct Subresources : ApiServerTest {
  static constexpr const char* pods = "/api/v1/namespaces/default/pods";
  static constexpr const char* budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  static constexpr const char* requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";

  static Json pod(const std::string& name)
  {
    return {{"apiVersion", "v1"},
            {"kind", "Pod"},
            {"metadata", {{"name", name}, {"labels", {{"app", "web"}}}}},
            {"spec", {{"containers", Json::array({{{"name", "main"}, {"image", "nginx"}}})}}}};
  }
  Answer evict(const std::string& name)
  {
    return call("POST", std::string(pods) + "/" + name + "/eviction",
                Json{{"apiVersion", "policy/v1"}, {"kind", "Eviction"}, {"metadata", {{"name", name}}}});
  }
  void allow_disruptions(int count)
  {
    const Json status{{"observedGeneration", 1},
                      {"disruptionsAllowed", count},
                      {"currentHealthy", 2},
                      {"desiredHealthy", 1},
                      {"expectedPods", 2}};
    EXPECT_EQ(patch(std::string(budgets) + "/b/status", {{"status", status}}).status, 200U);
  }
  void run(const std::string& name)
  {
    const Json ready = Json::array({{{"type", "Ready"}, {"status", "True"}}});
    EXPECT_EQ(
        patch(std::string(pods) + "/" + name + "/status", {{"status", {{"phase", "Running"}, {"conditions", ready}}}})
            .status,
        200U);
  }
};

TEST_F(Subresources, ABudgetAllowsAsManyEvictionsAsItSays)
{
  for (const char* name : {"a", "b"}) {
    create(pods, pod(name));
    run(name);
  }
  create(budgets, {{"apiVersion", "policy/v1"},
                   {"kind", "PodDisruptionBudget"},
                   {"metadata", {{"name", "b"}}},
                   {"spec", {{"minAvailable", 1}, {"selector", {{"matchLabels", {{"app", "web"}}}}}}}});
  allow_disruptions(0);
  const auto refused = evict("a");
  EXPECT_EQ(refused.status, 429U);
  EXPECT_EQ(refused.json.at("details").at("causes").at(0).at("reason"), "DisruptionBudget");
  allow_disruptions(1);
  EXPECT_EQ(evict("a").status, 201U);
  EXPECT_EQ(call("GET", std::string(pods) + "/a").status, 404U);
  EXPECT_EQ(get(std::string(budgets) + "/b").at("status").at("disruptionsAllowed"), 0);
  EXPECT_EQ(evict("b").status, 429U) << "the one that was allowed is used up";
}

TEST_F(Subresources, AnEvictionWithoutABudgetIsADeletion)
{
  create(pods, pod("a"));
  EXPECT_EQ(evict("a").status, 201U);
  EXPECT_EQ(call("GET", std::string(pods) + "/a").status, 404U);
  EXPECT_EQ(evict("a").status, 404U);
}

TEST_F(Subresources, ABindingPutsAPodOnItsNodeOnce)
{
  create(pods, pod("a"));
  const auto bind = [this](const std::string& node) {
    return call("POST", std::string(pods) + "/a/binding",
                Json{{"apiVersion", "v1"},
                     {"kind", "Binding"},
                     {"metadata", {{"name", "a"}}},
                     {"target", {{"kind", "Node"}, {"name", node}}}});
  };
  EXPECT_EQ(bind("one").status, 201U);
  const auto bound = get(std::string(pods) + "/a");
  EXPECT_EQ(bound.at("spec").at("nodeName"), "one");
  EXPECT_THAT(bound.at("status").at("conditions").dump(), HasSubstr("PodScheduled"));
  const auto again = bind("two");
  EXPECT_EQ(again.status, 409U);
  EXPECT_THAT(again.message(), HasSubstr("is already assigned to node \"one\""));
}

TEST_F(Subresources, ResourcesChangeByAResizeAlone)
{
  auto with_resources = pod("a");
  with_resources["spec"]["containers"][0]["resources"] = {{"requests", {{"cpu", "100m"}}}};
  create(pods, with_resources);
  const Json more{
      {"spec", {{"containers", Json::array({{{"name", "main"}, {"resources", {{"requests", {{"cpu", "200m"}}}}}}})}}}};
  const std::string strategic = "application/strategic-merge-patch+json";
  EXPECT_EQ(patch(std::string(pods) + "/a", more, strategic).status, 422U);
  EXPECT_EQ(patch(std::string(pods) + "/a/resize", more, strategic).status, 200U);
  EXPECT_EQ(get(std::string(pods) + "/a").at("spec").at("containers").at(0).at("resources").at("requests").at("cpu"),
            "200m");
}

TEST_F(Subresources, AResizeMayChangeThePodAsAWhole)
{
  auto whole = pod("a");
  whole["spec"]["resources"] = {{"requests", {{"cpu", "100m"}}}};
  create(pods, whole);
  const auto resize = [&](const Json& resources) {
    return patch(std::string(pods) + "/a/resize", {{"spec", {{"resources", resources}}}});
  };
  const auto larger = resize({{"requests", {{"cpu", "200m"}}}});
  EXPECT_EQ(larger.status, 200U) << larger.message();
  EXPECT_EQ(larger.json.at("/spec/resources/requests/cpu"_json_pointer), "200m");
  EXPECT_EQ(larger.json.at("/metadata/generation"_json_pointer), 2);
  EXPECT_NE(resize({{"requests", {{"cpu", nullptr}, {"memory", "1Mi"}}}})
                .message()
                .find("spec.resources.requests: Forbidden: pod-level resource requests cannot be removed"),
            std::string::npos);
}

TEST_F(Subresources, AResizeChangesNothingButAmountsOfContainersThatAreThere)
{
  auto with_resources = pod("a");
  with_resources["spec"]["containers"][0]["resources"] = {{"requests", {{"cpu", "100m"}}}};
  create(pods, with_resources);
  const auto message = [&](const Json& containers) {
    return patch(std::string(pods) + "/a/resize", {{"spec", {{"containers", containers}}}}).message();
  };
  const Json main = with_resources["spec"]["containers"][0];
  auto renamed = main;
  renamed["name"] = "other";
  EXPECT_NE(message({renamed}).find("spec.containers[0].name: Forbidden: containers may not be renamed or reordered"),
            std::string::npos);
  EXPECT_NE(message({main, renamed}).find("spec.containers: Forbidden: containers may not be added or removed"),
            std::string::npos);
  auto disk = main;
  disk["resources"]["requests"]["ephemeral-storage"] = "1Gi";
  EXPECT_NE(message({disk}).find("spec: Forbidden: only cpu and memory resources are mutable"), std::string::npos);
}

TEST_F(Subresources, AResizeFitsIntoTheNode)
{
  create("/api/v1/nodes", Json::parse(R"({"metadata": {"name": "n"}})"));
  patch("/api/v1/nodes/n/status", Json::parse(R"({"status": {"allocatable": {"cpu": "1", "memory": "1Gi"}}})"));
  auto bound = pod("a");
  bound["spec"]["nodeName"] = "n";
  bound["spec"]["containers"][0]["resources"] = {{"requests", {{"cpu", "100m"}}}};
  create(pods, bound);
  auto more = bound["spec"]["containers"];
  more[0]["resources"]["requests"]["cpu"] = "2";
  const auto refused = patch(std::string(pods) + "/a/resize", {{"spec", {{"containers", more}}}});
  EXPECT_EQ(refused.status, 403U);
  EXPECT_EQ(refused.message(),
            "pods \"a\" is forbidden: node didn't have enough allocatable resources: cpu, requested: 2000, "
            "allocatable: 1000");
}

TEST_F(Subresources, AnApprovalIsWrittenByItsSubresourceAlone)
{
  const std::string pem =
      "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlHTE1EOENBUUF3RERFS01BZ0dBMVVFQXd3QmVEQXFNQVVHQXl0bGNBTWhBR1"
      "pXK2dOREpqd2M5V0IxKytiWAo1QmlQVHU1bjhuTkNRemdJcENVN3NiUFVvQUF3QlFZREsyVndBMEVBemZZK1dDZVZ6cFZtZXhsRjJuVzVTNG5y"
      "CmNySVRDREhQTTRWVkEvNXJuNENHdU5BZFhPREUwU3JpTG5QbG5DR3ZFZTdBQi9qZGgwY2RWNE5XM0tDckJ3PT0KLS0tLS1FTkQgQ0VSVElGSU"
      "NBVEUgUkVRVUVTVC0tLS0tCg==";
  create(requests, {{"apiVersion", "certificates.k8s.io/v1"},
                    {"kind", "CertificateSigningRequest"},
                    {"metadata", {{"name", "r"}}},
                    {"spec", {{"request", pem}, {"signerName", "example.com/signer"}, {"usages", {"client auth"}}}}});
  const Json approved{
      {"status",
       {{"conditions",
         Json::array({{{"type", "Approved"}, {"status", "True"}, {"reason", "Tested"}, {"message", "by a test"}}})}}}};
  const auto target = std::string(requests) + "/r";
  const auto conditions = [&] { return get(target).value("/status/conditions"_json_pointer, Json::array()); };
  (void)patch(target, approved);
  EXPECT_TRUE(conditions().empty()) << "not through the object";
  EXPECT_EQ(patch(target + "/approval", approved).status, 200U);
  ASSERT_EQ(conditions().size(), 1U);
  EXPECT_EQ(conditions().at(0).at("type"), "Approved");
}

TEST_F(Subresources, ANamespaceGoesWhenItIsFinalized)
{
  create("/api/v1/namespaces", {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", "n"}}}});
  const std::string target = "/api/v1/namespaces/n";
  EXPECT_EQ(patch(target, {{"spec", {{"finalizers", {"example.com/more"}}}}}).json.at("spec").at("finalizers"),
            Json::array({"kubernetes"}))
      << "not through the object";
  const auto finalized = call("PUT", target + "/finalize",
                              Json{{"apiVersion", "v1"},
                                   {"kind", "Namespace"},
                                   {"metadata", {{"name", "n"}}},
                                   {"spec", {{"finalizers", {"kubernetes", "example.com/more"}}}}});
  EXPECT_EQ(finalized.status, 200U) << finalized.body;
  EXPECT_EQ(get(target).at("spec").at("finalizers").size(), 2U);
}

TEST_F(Subresources, AStatefulSetHasAScale)
{
  const std::string sets = "/apis/apps/v1/namespaces/default/statefulsets";
  create(sets, {{"apiVersion", "apps/v1"},
                {"kind", "StatefulSet"},
                {"metadata", {{"name", "s"}}},
                {"spec",
                 {{"serviceName", "s"},
                  {"selector", {{"matchLabels", {{"app", "web"}}}}},
                  {"template",
                   {{"metadata", {{"labels", {{"app", "web"}}}}},
                    {"spec", {{"containers", Json::array({{{"name", "main"}, {"image", "nginx"}}})}}}}}}}});
  EXPECT_EQ(get(sets + "/s/scale").at("spec").at("replicas"), 1);
  EXPECT_EQ(patch(sets + "/s/scale", {{"spec", {{"replicas", 3}}}}).status, 200U);
  const auto scaled = get(sets + "/s");
  EXPECT_EQ(scaled.at("spec").at("replicas"), 3);
  EXPECT_EQ(scaled.at("metadata").at("generation"), 2);
}

}  // namespace
}  // namespace kubexx::testing
