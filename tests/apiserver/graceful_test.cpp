// SPDX-License-Identifier: Apache-2.0
// Pods that have time to stop, and namespaces that wait for them.
#include <gmock/gmock.h>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::ElementsAre;

constexpr const char* pods = "/api/v1/namespaces/default/pods";

struct GracefulDeletion : ApiServerTest {
  static Json pod(const std::string& name, const std::string& node)
  {
    Json spec{{"containers", {{{"name", "main"}, {"image", "nginx"}}}}};
    if (!node.empty()) spec["nodeName"] = node;
    return {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"name", name}}}, {"spec", spec}};
  }
  Answer remove(const std::string& query = {}, const Json& options = Json())
  {
    const auto target = std::string(pods) + "/a" + query;
    return options.is_null() ? call("DELETE", target) : call("DELETE", target, options);
  }
  unsigned status() { return call("GET", std::string(pods) + "/a").status; }
};

TEST_F(GracefulDeletion, APodOfANodeStaysUntilItHasNoTimeLeft)
{
  create(pods, pod("a", "node"));
  auto reader = watch(std::string(pods) + "?watch=1&resourceVersion=" + version_of(get(pods)));
  const auto first = remove();
  EXPECT_EQ(first.status, 200U);
  EXPECT_EQ(first.json["metadata"]["deletionTimestamp"], "2026-01-01T00:00:30Z");
  EXPECT_EQ(first.json["metadata"]["deletionGracePeriodSeconds"], 30);
  EXPECT_EQ(first.json["metadata"]["generation"], 2);
  EXPECT_EQ(version_of(remove("?gracePeriodSeconds=30").json), version_of(first.json)) << "it may only become shorter";
  const auto shorter = remove("", {{"gracePeriodSeconds", 5}});
  EXPECT_EQ(shorter.json["metadata"]["deletionTimestamp"], "2026-01-01T00:00:05Z");
  EXPECT_EQ(shorter.json["metadata"]["generation"], 2);
  EXPECT_EQ(patch(std::string(pods) + "/a", {{"metadata", {{"labels", {{"a", "b"}}}}}}).status, 200U);
  EXPECT_EQ(status(), 200U);
  EXPECT_EQ(remove("?gracePeriodSeconds=0").status, 200U);
  EXPECT_EQ(status(), 404U);
  std::vector<std::string> types;
  for (const auto& line : reader.lines()) types.push_back(line["type"]);
  EXPECT_THAT(types, ElementsAre("MODIFIED", "MODIFIED", "MODIFIED", "MODIFIED", "DELETED"));
}

TEST_F(GracefulDeletion, APodThatNobodyRunsGoesAtOnce)
{
  create(pods, pod("a", ""));
  const auto answer = remove("?gracePeriodSeconds=60");
  EXPECT_EQ(answer.json["metadata"]["deletionGracePeriodSeconds"], 0);
  EXPECT_EQ(answer.json["metadata"]["deletionTimestamp"], "2026-01-01T00:00:00Z");
  EXPECT_EQ(status(), 404U);
  create(pods, pod("a", "node"));
  patch(std::string(pods) + "/a/status", {{"status", {{"phase", "Succeeded"}}}});
  remove();
  EXPECT_EQ(status(), 404U);
}

TEST_F(GracefulDeletion, TheLastFinalizerEndsNoGrace)
{
  auto object = pod("a", "node");
  object["metadata"]["finalizers"] = {"example.com/hold"};
  create(pods, object);
  remove("?gracePeriodSeconds=9");
  patch(std::string(pods) + "/a", {{"metadata", {{"finalizers", nullptr}}}});
  EXPECT_EQ(status(), 200U);
  remove("?gracePeriodSeconds=0");
  EXPECT_EQ(status(), 404U);
}

TEST_F(GracefulDeletion, ADryRunAndNumbersBeyondTime)
{
  create(pods, pod("a", "node"));
  EXPECT_EQ(remove("?dryRun=All").json["metadata"]["deletionGracePeriodSeconds"], 30);
  EXPECT_FALSE(get(std::string(pods) + "/a")["metadata"].contains("deletionTimestamp"));
  EXPECT_EQ(remove("?gracePeriodSeconds=9223372036854775807").status, 200U);
  EXPECT_EQ(remove("?gracePeriodSeconds=-7").json["metadata"]["deletionTimestamp"], "2026-01-01T00:00:01Z");
}

TEST_F(GracefulDeletion, ANamespaceWaitsForItsPods)
{
  create("/api/v1/namespaces", {{"metadata", {{"name", "team"}}}});
  create("/api/v1/namespaces/team/pods", pod("a", "node"));
  create("/api/v1/namespaces/team/configmaps", config_map("kept"));
  EXPECT_EQ(call("DELETE", "/api/v1/namespaces/team").status, 200U);
  EXPECT_EQ(call("GET", "/api/v1/namespaces/team/configmaps/kept").status, 200U) << "the pods come first";
  const auto conditions = get("/api/v1/namespaces/team")["status"]["conditions"];
  ASSERT_EQ(conditions.size(), 5U);
  EXPECT_EQ(conditions[3]["reason"], "ContentRemoved") << "the controller says so as long as there are pods";
  EXPECT_EQ(call("DELETE", "/api/v1/namespaces/team/pods/a?gracePeriodSeconds=0").status, 200U);
  EXPECT_EQ(call("GET", "/api/v1/namespaces/team").status, 404U);
}

TEST_F(GracefulDeletion, ANamespaceSaysWhatHoldsIt)
{
  create("/api/v1/namespaces", {{"metadata", {{"name", "team"}}}});
  auto held = config_map("held");
  held["metadata"]["finalizers"] = {"example.com/hold"};
  create("/api/v1/namespaces/team/configmaps", held);
  call("DELETE", "/api/v1/namespaces/team");
  const auto conditions = get("/api/v1/namespaces/team")["status"]["conditions"];
  ASSERT_EQ(conditions.size(), 5U);
  EXPECT_EQ(conditions[0]["status"], "False");
  EXPECT_EQ(conditions[2]["reason"], "ContentDeleted");
  EXPECT_EQ(conditions[3]["status"], "True");
  EXPECT_EQ(conditions[3]["message"], "Some resources are remaining: configmaps. has 1 resource instances");
  EXPECT_EQ(conditions[4]["message"],
            "Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances");
  EXPECT_EQ(conditions[4]["lastTransitionTime"], "2026-01-01T00:00:00Z");
}

TEST_F(GracefulDeletion, AFinalizerOfTheNamespaceHoldsItWithoutContent)
{
  create("/api/v1/namespaces", {{"metadata", {{"name", "team"}, {"finalizers", {"example.com/hold"}}}}});
  call("DELETE", "/api/v1/namespaces/team");
  const auto found = get("/api/v1/namespaces/team");
  EXPECT_FALSE(found["spec"].contains("finalizers")) << "the controller's part is done";
  EXPECT_EQ(found["status"]["conditions"][3]["status"], "False");
  patch("/api/v1/namespaces/team", {{"metadata", {{"finalizers", nullptr}}}});
  EXPECT_EQ(call("GET", "/api/v1/namespaces/team").status, 404U);
}

TEST_F(GracefulDeletion, AnotherFinalizerOfTheSpecIsTakenOffByFinalize)
{
  create("/api/v1/namespaces", {{"metadata", {{"name", "team"}}}, {"spec", {{"finalizers", {"kubernetes", "a/b"}}}}});
  call("DELETE", "/api/v1/namespaces/team");
  auto found = get("/api/v1/namespaces/team");
  EXPECT_THAT(found["spec"]["finalizers"], ElementsAre("a/b"));
  found["spec"] = Json::object();
  found["apiVersion"] = "v1";
  found["kind"] = "Namespace";
  EXPECT_EQ(call("PUT", "/api/v1/namespaces/team/finalize", found).status, 200U);
  EXPECT_EQ(call("GET", "/api/v1/namespaces/team").status, 404U);
}

}  // namespace
}  // namespace kubexx::testing
