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
  EXPECT_NE(message(Json::array({renamed}))
                .find("spec.containers[0].name: Forbidden: containers may not be renamed or reordered"),
            std::string::npos);
  EXPECT_NE(
      message(Json::array({main, renamed})).find("spec.containers: Forbidden: containers may not be added or removed"),
      std::string::npos);
  auto disk = main;
  disk["resources"]["requests"]["ephemeral-storage"] = "1Gi";
  EXPECT_NE(message(Json::array({disk})).find("spec: Forbidden: only cpu and memory resources are mutable"),
            std::string::npos);
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

/// In the group ops, and in that of the superusers.
constexpr const char* request_of_bob =
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIV01INENBUUF3SERFTU1Bb0dBMVVFQ2d3RGIzQnpNUXd3Q2dZ"
    "RFZRUUREQU5pYjJJd1dUQVRCZ2NxaGtqTwpQUUlCQmdncWhrak9QUU1CQndOQ0FBU0Q1QzlJR2Z4WEhyb0FXUGRsM0VweFdvZmJt"
    "aVZJamhrQVU2SjhYVEVNCm1xdVBlYXVvRWdtN2ZNUVIxc2dOYlJSeWsvSVhFcEhSeGlYdlFPU0hwOXNab0FBd0NnWUlLb1pJemow"
    "RUF3SUQKU0FBd1JRSWhBSS90M1A4bWdYWnZaQ3Q1RFBrdS9FcytFc25TSDBicFdoc1BZNE9DV1V5aEFpQmlETkhHWkVjbApvN2Zk"
    "Sy9TbEFWVHFRWmU3b2FTUXJsdzdUL1ZvbDZiR0J3PT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==";
constexpr const char* request_of_a_master =
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIak1JR0pBZ0VBTUNjeEZ6QVZCZ05WQkFvTURuTjVjM1JsYlRw"
    "dFlYTjBaWEp6TVF3d0NnWURWUVFEREFOaQpiMkl3V1RBVEJnY3Foa2pPUFFJQkJnZ3Foa2pPUFFNQkJ3TkNBQVNENUM5SUdmeFhI"
    "cm9BV1BkbDNFcHhXb2ZiCm1pVklqaGtBVTZKOFhURU1tcXVQZWF1b0VnbTdmTVFSMXNnTmJSUnlrL0lYRXBIUnhpWHZRT1NIcDlz"
    "Wm9BQXcKQ2dZSUtvWkl6ajBFQXdJRFNRQXdSZ0loQUk3RFJ0TGgzL0drRk9QZUkvTFpoc0VWa3JsVjRUd0pHSno2RklqTQpPb2tM"
    "QWlFQWd6NFY4em5LNnBDb3BKcjViMWdiN3ZaNTM1QkZuM1NhcEIyUUtRajQxLzA9Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVF"
    "U1QtLS0tLQo=";
constexpr const char* certificate_of_bob =
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJkRENDQVJtZ0F3SUJBZ0lVTWNWYzlZTkxzdUpNano1b1RtN0tXMDM0LzRz"
    "d0NnWUlLb1pJemowRUF3SXcKRGpFTU1Bb0dBMVVFQXd3RFltOWlNQ0FYRFRJMk1URXlOakEzTURrMU4xb1lEekl4TWpZeE1UQXlN"
    "RGN3T1RVMwpXakFPTVF3d0NnWURWUVFEREFOaWIySXdXVEFUQmdjcWhrak9QUUlCQmdncWhrak9QUU1CQndOQ0FBU0Q1QzlJCkdm"
    "eFhIcm9BV1BkbDNFcHhXb2ZibWlWSWpoa0FVNko4WFRFTW1xdVBlYXVvRWdtN2ZNUVIxc2dOYlJSeWsvSVgKRXBIUnhpWHZRT1NI"
    "cDlzWm8xTXdVVEFkQmdOVkhRNEVGZ1FVYXIvQ2lKcjJNVWhZNmRaMFIwZVh4ZlNyeXRndwpId1lEVlIwakJCZ3dGb0FVYXIvQ2lK"
    "cjJNVWhZNmRaMFIwZVh4ZlNyeXRnd0R3WURWUjBUQVFIL0JBVXdBd0VCCi96QUtCZ2dxaGtqT1BRUURBZ05KQURCR0FpRUErVlA0"
    "cTdvNDIvWFRrUDJEZzI2dndOSmRiKzZ5WHVGd0UreEwKSU1rNk5yMENJUUNPRkswU0xrcFJCYkQvZzZHdjRqamFGOEJ3MzVJbzc1"
    "aVgyZUkycW9ZanhRPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=";

struct SigningRequests : Subresources {
  Json request(const char* pem, const std::string& signer = "example.com/signer")
  {
    return {{"metadata", {{"name", "r"}}},
            {"spec", {{"request", pem}, {"signerName", signer}, {"usages", {"client auth"}}}}};
  }
  static Json with_conditions(std::initializer_list<const char*> types)
  {
    Json conditions = Json::array();
    for (const char* type : types) conditions.push_back({{"type", type}, {"status", "True"}});
    return {{"status", {{"conditions", conditions}}}};
  }
  Answer approve(std::initializer_list<const char*> types)
  {
    return patch(target + "/approval", with_conditions(types));
  }
  Json conditions() { return get(target).value("/status/conditions"_json_pointer, Json::array()); }

  const std::string target = std::string(requests) + "/r";
};

TEST_F(SigningRequests, AreApprovedByTheSubresourceAlone)
{
  create(requests, request(request_of_bob));
  (void)patch(target, with_conditions({"Approved"}));
  EXPECT_TRUE(conditions().empty()) << "not through the object";
  EXPECT_EQ(patch(target + "/status", with_conditions({"Approved"})).status, 422U) << "nor through the status";
  auto approved = with_conditions({"Approved"});
  approved["spec"]["signerName"] = "example.com/other";
  approved["status"]["certificate"] = certificate_of_bob;
  approved["metadata"]["labels"]["a"] = "b";
  EXPECT_EQ(patch(target + "/approval", approved).status, 200U);
  const auto stored = get(target);
  ASSERT_EQ(conditions().size(), 1U);
  EXPECT_EQ(conditions().at(0).at("type"), "Approved");
  EXPECT_TRUE(conditions().at(0).contains("lastUpdateTime"));
  EXPECT_EQ(stored.at("metadata").at("labels").at("a"), "b");
  EXPECT_EQ(stored.at("spec").at("signerName"), "example.com/signer");
  EXPECT_FALSE(stored.at("status").contains("certificate"));
}

TEST_F(SigningRequests, AreEitherApprovedOrDeniedForGood)
{
  create(requests, request(request_of_bob));
  EXPECT_NE(approve({"Approved", "Denied"}).message().find("must specify at most one of"), std::string::npos);
  EXPECT_NE(approve({"Approved", "Approved"}).message().find("Duplicate value"), std::string::npos);
  EXPECT_EQ(approve({"Approved"}).status, 200U);
  EXPECT_NE(approve({}).message().find("updates may not remove a condition of type \"Approved\""), std::string::npos);
  EXPECT_EQ(approve({"Approved", "Failed"}).status, 200U);
}

TEST_F(SigningRequests, TakeCertificatesOnce)
{
  create(requests, request(request_of_bob));
  const auto sign = [&](const Json& certificate) {
    return patch(target + "/status", {{"status", {{"certificate", certificate}}}});
  };
  EXPECT_NE(sign(request_of_bob).message().find("found \"CERTIFICATE REQUEST\""), std::string::npos);
  EXPECT_NE(sign("aGVsbG8=").message().find("at least one CERTIFICATE PEM block"), std::string::npos);
  EXPECT_EQ(sign(certificate_of_bob).status, 200U);
  EXPECT_NE(sign(nullptr).message().find("may not modify existing certificate content"), std::string::npos);
}

TEST_F(SigningRequests, OfSuperusersAreForbidden)
{
  constexpr const char* clients = "kubernetes.io/kube-apiserver-client";
  EXPECT_EQ(call("POST", requests, request(request_of_a_master, clients)).status, 403U);
  EXPECT_EQ(call("POST", requests, request("aGVsbG8=", clients)).status, 422U);
  EXPECT_EQ(call("POST", requests, request(request_of_a_master)).status, 201U) << "another signer";
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
