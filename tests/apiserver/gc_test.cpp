// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::ElementsAre;

struct Deletion : ApiServerTest {
  static Json owned_by(Json object, const Json& owner, bool block = true)
  {
    object["metadata"]["ownerReferences"].push_back({{"apiVersion", owner["apiVersion"]},
                                                     {"kind", owner["kind"]},
                                                     {"name", owner["metadata"]["name"]},
                                                     {"uid", owner["metadata"]["uid"]},
                                                     {"controller", object["metadata"]["ownerReferences"].is_null()},
                                                     {"blockOwnerDeletion", block}});
    return object;
  }
  unsigned status_of(const std::string& name) { return call("GET", std::string(config_maps) + "/" + name).status; }
  Answer remove(const std::string& name, const Json& options = Json::object())
  {
    return call("DELETE", std::string(config_maps) + "/" + name, options);
  }
  Json set_finalizers(const std::string& name, const Json& finalizers)
  {
    return patch(std::string(config_maps) + "/" + name, {{"metadata", {{"finalizers", finalizers}}}}).json;
  }
};

TEST_F(Deletion, AFinalizerHoldsTheObjectUntilItIsOff)
{
  auto object = config_map("a");
  object["metadata"]["finalizers"] = {"example.com/hold"};
  create(config_maps, object);
  const auto marked = remove("a");
  EXPECT_EQ(marked.status, 200U);
  EXPECT_EQ(marked.json["metadata"]["deletionTimestamp"], "2026-01-01T00:00:00Z");
  EXPECT_EQ(marked.json["metadata"]["deletionGracePeriodSeconds"], 0);
  EXPECT_EQ(remove("a").status, 200U);
  const auto more = patch(std::string(config_maps) + "/a",
                          {{"metadata", {{"finalizers", {"example.com/hold", "example.com/late"}}}}});
  EXPECT_EQ(more.status, 422U);
  EXPECT_NE(more.message().find("no new finalizers can be added if the object is being deleted, found new finalizers "
                                "[]string{\"example.com/late\"}"),
            std::string::npos);
  auto reader = watch(std::string(config_maps) + "?watch=1&resourceVersion=" + version_of(get(config_maps)));
  EXPECT_EQ(patch(std::string(config_maps) + "/a", {{"metadata", {{"finalizers", nullptr}}}}).status, 200U);
  EXPECT_EQ(status_of("a"), 404U);
  const auto lines = reader.lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["type"], "DELETED");
}

TEST_F(Deletion, TheDeletionTimestampCannotBeTakenBack)
{
  auto object = config_map("a");
  object["metadata"]["finalizers"] = {"example.com/hold"};
  create(config_maps, object);
  remove("a");
  const auto answer = patch(std::string(config_maps) + "/a", {{"metadata", {{"deletionTimestamp", nullptr}}}});
  EXPECT_TRUE(answer.json["metadata"].contains("deletionTimestamp"));
}

TEST_F(Deletion, OwnedObjectsGoWithTheirOwner)
{
  const auto owner = create(config_maps, config_map("owner"));
  create(config_maps, owned_by(config_map("child"), owner));
  create(config_maps, owned_by(config_map("grandchild"), get(std::string(config_maps) + "/child")));
  auto reader = watch(std::string(config_maps) + "?watch=1&resourceVersion=" + version_of(get(config_maps)));
  EXPECT_EQ(remove("owner").status, 200U);
  std::vector<std::string> order;
  for (const auto& line : reader.lines()) order.push_back(line["object"]["metadata"]["name"]);
  EXPECT_THAT(order, ElementsAre("owner", "child", "grandchild"));
  EXPECT_EQ(get(config_maps)["items"].size(), 0U);
}

TEST_F(Deletion, TheCollectorLagsBehindWhenAskedTo)
{
  const auto owner = create(config_maps, config_map("owner"));
  create(config_maps, owned_by(config_map("child"), owner));
  const Headers later{{"Kubexx-Garbage-Later", "true"}};
  const std::string child = std::string(config_maps) + "/child";
  EXPECT_EQ(call("DELETE", std::string(config_maps) + "/owner", std::string(), later).status, 200U);
  EXPECT_EQ(call("GET", child, std::string(), later).status, 200U);
  EXPECT_EQ(call("GET", config_maps, std::string()).status, 200U);
  EXPECT_EQ(status_of("child"), 404U);
}

TEST_F(Deletion, AnObjectStaysWhileOneOwnerLives)
{
  const auto one = create(config_maps, config_map("one"));
  const auto two = create(config_maps, config_map("two"));
  create(config_maps, owned_by(owned_by(config_map("child"), one), two));
  remove("one");
  const auto child = get(std::string(config_maps) + "/child");
  ASSERT_EQ(child["metadata"]["ownerReferences"].size(), 1U);
  EXPECT_EQ(child["metadata"]["ownerReferences"][0]["name"], "two");
  remove("two");
  EXPECT_EQ(status_of("child"), 404U);
}

TEST_F(Deletion, AChildOfAnOwnerThatIsNotThereIsCollected)
{
  auto owner = create(config_maps, config_map("owner"));
  owner["metadata"]["uid"] = "11111111-1111-1111-1111-111111111111";
  EXPECT_EQ(call("POST", config_maps, owned_by(config_map("child"), owner)).status, 201U);
  EXPECT_EQ(status_of("child"), 404U);
  EXPECT_EQ(status_of("owner"), 200U);
}

TEST_F(Deletion, AnOwnerOfAnUnknownKindIsNotJudged)
{
  const Json stranger{{"apiVersion", "example.com/v1"},
                      {"kind", "Stranger"},
                      {"metadata", {{"name", "x"}, {"uid", "22222222-2222-2222-2222-222222222222"}}}};
  create(config_maps, owned_by(config_map("child"), stranger));
  EXPECT_EQ(status_of("child"), 200U);
}

// Since Kubernetes 1.20 such a reference cannot be resolved, and its object is never collected.
TEST_F(Deletion, AClusterWideObjectWithAnOwnerInANamespaceStays)
{
  const auto owner = create(config_maps, config_map("owner"));
  const std::string roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  const Json role{{"apiVersion", "rbac.authorization.k8s.io/v1"},
                  {"kind", "ClusterRole"},
                  {"metadata", {{"name", "child"}}},
                  {"rules", Json::array()}};
  create(roles, owned_by(role, owner));
  EXPECT_EQ(remove("owner").status, 200U);
  EXPECT_EQ(call("GET", roles + "/child").status, 200U);
}

TEST_F(Deletion, AWarningSaysThatTheOwnerLiesInAnotherNamespace)
{
  create("/api/v1/namespaces", {{"metadata", {{"name", "other"}}}});
  const auto owner = create(config_maps, config_map("owner"));
  const auto uid = owner["metadata"]["uid"].get<std::string>();
  const std::string others = "/api/v1/namespaces/other/configmaps";
  const auto child = create(others, owned_by(config_map("child"), owner));
  EXPECT_EQ(call("GET", others + "/child").status, 404U);
  const auto events = get("/api/v1/events")["items"];
  ASSERT_EQ(events.size(), 1U);
  auto event = events[0];
  EXPECT_EQ(event["metadata"]["namespace"], "other");
  EXPECT_TRUE(event["metadata"]["name"].get<std::string>().starts_with("child."));
  EXPECT_EQ(event["involvedObject"], Json({{"kind", "ConfigMap"},
                                           {"apiVersion", "v1"},
                                           {"namespace", "other"},
                                           {"name", "child"},
                                           {"uid", child["metadata"]["uid"]}}));
  EXPECT_EQ(event["type"], "Warning");
  EXPECT_EQ(event["reason"], "OwnerRefInvalidNamespace");
  EXPECT_EQ(event["message"], "ownerRef [v1/ConfigMap, namespace: other, name: owner, uid: " + uid +
                                  "] does not exist in namespace \"other\"");
  EXPECT_EQ(event["source"]["component"], "garbage-collector-controller");
  EXPECT_EQ(event["reportingComponent"], "garbage-collector-controller");
  EXPECT_EQ(event["count"], 1);
}

TEST_F(Deletion, AWarningAboutAClusterWideChildIsMadeOnce)
{
  const auto owner = create(config_maps, config_map("owner"));
  const std::string roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  create(roles, owned_by({{"metadata", {{"name", "child"}}}, {"rules", Json::array()}}, owner));
  EXPECT_EQ(patch(roles + "/child", {{"metadata", {{"labels", {{"a", "b"}}}}}}).status, 200U);
  const auto events = get("/api/v1/events")["items"];
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0]["metadata"]["namespace"], "default");
  EXPECT_EQ(events[0]["involvedObject"]["apiVersion"], "rbac.authorization.k8s.io/v1");
  EXPECT_FALSE(events[0]["involvedObject"].contains("namespace"));
  EXPECT_NE(events[0]["message"].get<std::string>().find("does not exist in namespace \"\""), std::string::npos);
}

TEST_F(Deletion, NoWarningIsMadeAboutOwnersThatCanBe)
{
  create("/api/v1/namespaces", {{"metadata", {{"name", "other"}}}});
  const auto beside = create(config_maps, config_map("owner"));
  create(config_maps, owned_by(config_map("child"), beside));
  auto wide = get("/api/v1/namespaces/default");
  create("/api/v1/namespaces/other/configmaps", owned_by(config_map("child"), wide));
  auto gone = beside;
  gone["metadata"]["uid"] = "11111111-1111-1111-1111-111111111111";
  create("/api/v1/namespaces/other/configmaps", owned_by(config_map("orphan"), gone));
  EXPECT_EQ(get("/api/v1/events")["items"].size(), 0U);
}

TEST_F(Deletion, AWarningInANamespaceThatEndsIsLost)
{
  create("/api/v1/namespaces", {{"metadata", {{"name", "other"}}}});
  const auto owner = create(config_maps, config_map("owner"));
  const std::string child = "/api/v1/namespaces/other/configmaps/child";
  auto held = config_map("child");
  held["metadata"]["finalizers"] = {"example.com/hold"};
  create("/api/v1/namespaces/other/configmaps", held);
  EXPECT_EQ(call("DELETE", "/api/v1/namespaces/other").status, 200U);
  EXPECT_EQ(patch(child,
                  {{"metadata", {{"ownerReferences", owned_by(Json::object(), owner)["metadata"]["ownerReferences"]}}}})
                .status,
            200U);
  EXPECT_EQ(get("/api/v1/events")["items"].size(), 0U);
  EXPECT_EQ(patch(child, {{"metadata", {{"finalizers", nullptr}}}}).status, 200U);
  EXPECT_EQ(call("GET", child).status, 404U);
}

TEST_F(Deletion, OrphanLeavesTheChildrenWithoutTheOwner)
{
  const auto owner = create(config_maps, config_map("owner"));
  create(config_maps, owned_by(config_map("child"), owner));
  EXPECT_EQ(remove("owner", {{"propagationPolicy", "Orphan"}}).status, 200U);
  EXPECT_EQ(status_of("owner"), 404U);
  EXPECT_FALSE(get(std::string(config_maps) + "/child")["metadata"].contains("ownerReferences"));
}

TEST_F(Deletion, ForegroundWaitsForBlockingChildren)
{
  const auto owner = create(config_maps, config_map("owner"));
  auto child = owned_by(config_map("child"), owner);
  child["metadata"]["finalizers"] = {"example.com/hold"};
  create(config_maps, child);
  const auto answer = remove("owner", {{"propagationPolicy", "Foreground"}});
  EXPECT_EQ(answer.status, 200U);
  EXPECT_EQ(answer.json["metadata"]["finalizers"], Json::array({"foregroundDeletion"}));
  EXPECT_TRUE(get(std::string(config_maps) + "/child")["metadata"].contains("deletionTimestamp"));
  EXPECT_EQ(status_of("owner"), 200U);
  set_finalizers("child", nullptr);
  EXPECT_EQ(status_of("child"), 404U);
  EXPECT_EQ(status_of("owner"), 404U);
}

TEST_F(Deletion, ForegroundDoesNotWaitForOthers)
{
  const auto owner = create(config_maps, config_map("owner"));
  auto child = owned_by(config_map("child"), owner, false);
  child["metadata"]["finalizers"] = {"example.com/hold"};
  create(config_maps, child);
  remove("owner", {{"propagationPolicy", "Foreground"}});
  EXPECT_EQ(status_of("owner"), 404U);
  EXPECT_TRUE(get(std::string(config_maps) + "/child")["metadata"].contains("deletionTimestamp"));
}

TEST_F(Deletion, BadDeleteOptionsAreNamed)
{
  create(config_maps, config_map("a"));
  const auto answer = remove("a", {{"propagationPolicy", "Sideways"}});
  EXPECT_EQ(answer.status, 422U);
  EXPECT_EQ(answer.json["details"]["causes"][0]["field"], "propagationPolicy");
  EXPECT_EQ(remove("a", {{"gracePeriodSeconds", "7"}}).status, 400U);
  EXPECT_EQ(remove("a", {{"gracePeriodSeconds", -1}}).status, 200U) << "which is that of the kind";
}

TEST_F(Deletion, ANamespaceTakesItsObjectsAlong)
{
  create("/api/v1/namespaces", {{"metadata", {{"name", "team"}}}});
  create("/api/v1/namespaces/team/configmaps", config_map("a"));
  auto held = config_map("held");
  held["metadata"]["finalizers"] = {"example.com/hold"};
  create("/api/v1/namespaces/team/configmaps", held);
  const auto answer = call("DELETE", "/api/v1/namespaces/team");
  EXPECT_EQ(answer.status, 200U);
  EXPECT_EQ(answer.json["status"]["phase"], "Terminating");
  EXPECT_EQ(call("GET", "/api/v1/namespaces/team/configmaps/a").status, 404U);
  EXPECT_EQ(get("/api/v1/namespaces/team")["status"]["conditions"][3]["type"], "NamespaceContentRemaining");
  const auto refused = call("POST", "/api/v1/namespaces/team/configmaps", config_map("late"));
  EXPECT_EQ(refused.status, 403U);
  EXPECT_EQ(refused.json["details"]["causes"][0]["reason"], "NamespaceTerminating");
  patch("/api/v1/namespaces/team/configmaps/held", {{"metadata", {{"finalizers", nullptr}}}});
  EXPECT_EQ(call("GET", "/api/v1/namespaces/team").status, 404U);
}

TEST_F(Deletion, TheFirstNamespacesStay)
{
  for (const char* name : {"default", "kube-system", "kube-public", "kube-node-lease"}) {
    EXPECT_EQ(get(std::string("/api/v1/namespaces/") + name)["status"]["phase"], "Active");
  }
  EXPECT_EQ(call("DELETE", "/api/v1/namespaces/default").status, 403U);
}

}  // namespace
}  // namespace kubexx::testing
