// SPDX-License-Identifier: Apache-2.0
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

struct Patches : ApiServerTest {
  static constexpr const char* strategic = "application/strategic-merge-patch+json";
  static constexpr const char* json_patch = "application/json-patch+json";
  const std::string web = std::string(deployments) + "/web";
};

TEST_F(Patches, AMergePatchReplacesLists)
{
  create(deployments, deployment("web"));
  const auto answer = patch(
      web, Json::parse(R"({"spec": {"template": {"spec": {"containers": [{"name": "other", "image": "x:1"}]}}}})"));
  ASSERT_EQ(answer.status, 200U) << answer.body;
  ASSERT_EQ(answer.json["spec"]["template"]["spec"]["containers"].size(), 1U);
  EXPECT_EQ(answer.json["spec"]["template"]["spec"]["containers"][0]["name"], "other");
}

TEST_F(Patches, AStrategicPatchMergesListsByTheirKey)
{
  create(deployments, deployment("web"));
  auto answer = patch(web, Json::parse(R"({"spec": {"template": {"spec": {"containers": [
      {"name": "web", "env": [{"name": "A", "value": "1"}, {"name": "B", "value": "2"}],
       "ports": [{"containerPort": 80}]},
      {"name": "side", "image": "side:1"}]}}}})"),
                      strategic);
  ASSERT_EQ(answer.status, 200U) << answer.body;
  auto containers = answer.json["spec"]["template"]["spec"]["containers"];
  ASSERT_EQ(containers.size(), 2U);
  EXPECT_EQ(containers[0]["image"], "nginx:latest");
  EXPECT_EQ(containers[0]["ports"][0]["protocol"], "TCP");
  answer = patch(web, Json::parse(R"({"spec": {"template": {"spec": {"containers": [
      {"name": "web", "env": [{"name": "A", "$patch": "delete"}, {"name": "B", "value": "3"}]},
      {"name": "side", "$patch": "delete"}]}}}})"),
                 strategic);
  containers = answer.json["spec"]["template"]["spec"]["containers"];
  ASSERT_EQ(containers.size(), 1U);
  EXPECT_EQ(containers[0]["env"], Json::parse(R"([{"name": "B", "value": "3"}])"));
}

TEST_F(Patches, DirectivesReplaceRetainAndOrder)
{
  create(deployments, deployment("web"));
  auto answer =
      patch(web, Json::parse(R"({"spec": {"strategy": {"$retainKeys": ["type"], "type": "Recreate"}}})"), strategic);
  ASSERT_EQ(answer.status, 200U) << answer.body;
  EXPECT_EQ(answer.json["spec"]["strategy"], (Json{{"type", "Recreate"}}));
  answer = patch(web, Json::parse(R"({"spec": {"template": {"spec": {
      "$setElementOrder/containers": [{"name": "first"}, {"name": "web"}],
      "containers": [{"name": "first", "image": "x:1"}]}}}})"),
                 strategic);
  const auto containers = answer.json["spec"]["template"]["spec"]["containers"];
  ASSERT_EQ(containers.size(), 2U);
  EXPECT_EQ(containers[0]["name"], "first");
  EXPECT_EQ(containers[1]["name"], "web");
  answer = patch(web, Json::parse(R"({"spec": {"template": {"spec": {"containers": [
      {"$patch": "replace"}, {"name": "only", "image": "y:1"}]}}}})"),
                 strategic);
  ASSERT_EQ(answer.json["spec"]["template"]["spec"]["containers"].size(), 1U);
  EXPECT_EQ(answer.json["spec"]["template"]["spec"]["containers"][0]["name"], "only");
}

TEST_F(Patches, PrimitiveListsMergeAndLoseElements)
{
  auto object = deployment("web");
  object["metadata"]["finalizers"] = {"example.com/a"};
  create(deployments, object);
  auto answer = patch(web, {{"metadata", {{"finalizers", {"example.com/b"}}}}}, strategic);
  EXPECT_EQ(answer.json["metadata"]["finalizers"], Json::array({"example.com/b", "example.com/a"}));
  answer = patch(web, {{"metadata", {{"$deleteFromPrimitiveList/finalizers", {"example.com/a"}}}}}, strategic);
  EXPECT_EQ(answer.json["metadata"]["finalizers"], Json::array({"example.com/b"}));
}

TEST_F(Patches, AStrategicPatchThatIsMalformedIsRefusedAsByARealServer)
{
  create(deployments, deployment("web"));
  const auto of_pod = [&](const char* spec) {
    return patch(web, {{"spec", {{"template", {{"spec", Json::parse(spec)}}}}}}, strategic);
  };
  const auto answer = of_pod(R"({"containers": [{"image": "x"}]})");
  EXPECT_EQ(answer.status, 500U);
  EXPECT_EQ(answer.reason(), "");
  EXPECT_NE(answer.message().find("does not contain declared merge key: name"), std::string::npos);
  EXPECT_EQ(of_pod(R"({"containers": [1]})").status, 500U);
  EXPECT_EQ(of_pod(R"({"containers": [{"name": "web", "$patch": "merge"}]})").message(),
            "merging lists cannot yet be specified in the patch");
  EXPECT_EQ(of_pod(R"({"$setElementOrder/containers": [{"name": "b"}], "containers": [{"name": "c"}]})").status, 500U);
  const auto retained =
      patch(web, Json::parse(R"({"spec": {"strategy": {"$retainKeys": ["type"], "rollingUpdate": {}}}})"), strategic);
  EXPECT_EQ(retained.status, 400U);
  EXPECT_EQ(retained.message(), "invalid patch format of retainKeys");
}

TEST_F(Patches, AnOperationIsDecodedBeforeItIsApplied)
{
  create(config_maps, config_map("a"));
  const auto target = std::string(config_maps) + "/a";
  EXPECT_EQ(patch(target, Json::parse("[1]"), json_patch).message(),
            "error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp");
  EXPECT_EQ(patch(target, Json::parse(R"([{"op": 1, "path": "/a"}])"), json_patch).message(),
            "error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string");
  for (const char* wrong :
       {R"([{"op": "add"}])", R"([{"op": "x", "path": "/kind"}])", R"([{"op": "replace", "path": "", "value": 1}])"}) {
    EXPECT_EQ(patch(target, Json::parse(wrong), json_patch).status, 422U) << wrong;
  }
}

TEST_F(Patches, CustomResourcesKnowNoStrategicPatch)
{
  install_foos();
  create(foos, foo("f"));
  const auto answer = patch(std::string(foos) + "/f", {{"spec", {{"replicas", 2}}}}, strategic);
  EXPECT_EQ(answer.status, 415U);
  EXPECT_EQ(answer.message(),
            "the body of the request was in an unknown format - accepted media types include: "
            "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml");
}

TEST_F(Patches, OtherTypesAreRefused)
{
  const auto answer = patch(web, deployment("web"), "application/apply-patch+json");
  EXPECT_EQ(answer.status, 415U);
  EXPECT_EQ(answer.message(), "415: Unsupported Media Type");
}

TEST_F(Patches, JsonPatchesApplyInFullOrNotAtAll)
{
  create(config_maps, config_map("a", {{"k", "v"}}));
  const auto target = std::string(config_maps) + "/a";
  const auto good = patch(target, Json::parse(R"([{"op": "test", "path": "/data/k", "value": "v"},
      {"op": "replace", "path": "/data/k", "value": "w"}, {"op": "add", "path": "/data/n", "value": "x"}])"),
                          json_patch);
  EXPECT_EQ(good.json["data"], (Json{{"k", "w"}, {"n", "x"}}));
  const auto bad = patch(target, Json::parse(R"([{"op": "remove", "path": "/data/n"},
      {"op": "test", "path": "/data/k", "value": "v"}])"),
                         json_patch);
  EXPECT_EQ(bad.status, 422U);
  EXPECT_EQ(bad.reason(), "Invalid");
  EXPECT_TRUE(get(target)["data"].contains("n"));
  EXPECT_EQ(patch(target, Json::parse(R"({"op": "add"})"), json_patch).status, 400U);
  for (const char* through_a_value : {R"([{"op": "add", "path": "/data/k/x", "value": 1}])",
                                      R"([{"op": "copy", "from": "/data/k", "path": "/kind/x"}])",
                                      R"([{"op": "move", "from": "/data/n", "path": "/data/k/0"}])"}) {
    EXPECT_EQ(patch(target, Json::parse(through_a_value), json_patch).status, 422U) << through_a_value;
  }
}

TEST_F(Patches, AJsonPatchHasLimits)
{
  create(config_maps, config_map("a", {{"k", "v"}}));
  const auto target = std::string(config_maps) + "/a";
  Json tests = Json::array();
  for (int count = 0; count < 10000; ++count) {
    tests.push_back({{"op", "test"}, {"path", "/data/k"}, {"value", "v"}});
  }
  EXPECT_EQ(patch(target, tests, json_patch).status, 200U);
  tests.push_back(tests.front());
  const auto many = patch(target, tests, json_patch);
  EXPECT_EQ(many.status, 413U);
  EXPECT_EQ(many.message(),
            "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001");
  Json copies = Json::array({{{"op", "add"}, {"path", "/data/big"}, {"value", std::string(1000, 'x')}}});
  for (int count = 0; count < 30; ++count) {
    copies.push_back({{"op", "copy"}, {"from", "/data"}, {"path", "/data/" + std::to_string(count)}});
  }
  EXPECT_EQ(patch(target, copies, json_patch).status, 422U) << "each copy doubles it";
  Json big = Json::object();
  for (int count = 0; count < 1000; ++count) big["k" + std::to_string(count)] = "v";
  Json moves = Json::array({{{"op", "add"}, {"path", "/data"}, {"value", big}}});
  for (int count = 0; count < 4000; ++count) {
    const bool there = count % 2 == 0;
    moves.push_back(
        {{"op", "move"}, {"from", there ? "/data" : "/elsewhere"}, {"path", there ? "/elsewhere" : "/data"}});
  }
  EXPECT_EQ(patch(target, moves, json_patch).status, 422U) << "each move moves a thousand values";
}

TEST_F(Patches, AVersionInAPatchIsAPrecondition)
{
  const auto made = create(config_maps, config_map("a"));
  const auto target = std::string(config_maps) + "/a";
  EXPECT_EQ(patch(target, {{"metadata", {{"resourceVersion", version_of(made)}}}, {"data", {{"k", "1"}}}}).status,
            200U);
  EXPECT_EQ(patch(target, {{"metadata", {{"resourceVersion", version_of(made)}}}, {"data", {{"k", "2"}}}}).status,
            409U);
  EXPECT_EQ(patch(target, {{"metadata", {{"name", "b"}}}}).status, 400U);
  EXPECT_EQ(patch(std::string(config_maps) + "/nobody", Json::object()).status, 404U);
}

TEST_F(Patches, ScaleSetsReplicas)
{
  create(deployments, deployment("web"));
  const auto scale = get(web + "/scale");
  EXPECT_EQ(scale["kind"], "Scale");
  EXPECT_EQ(scale["spec"]["replicas"], 1);
  EXPECT_EQ(scale["status"]["selector"], "app=web");
  EXPECT_EQ(patch(web + "/scale", {{"spec", {{"replicas", 4}}}}).json["spec"]["replicas"], 4);
  auto update = get(web + "/scale");
  update["spec"]["replicas"] = 0;
  EXPECT_EQ(call("PUT", web + "/scale", update).status, 200U);
  EXPECT_EQ(call("PUT", web + "/scale", update).status, 409U);
  const auto now = get(web);
  EXPECT_EQ(now["spec"]["replicas"], 0);
  EXPECT_EQ(now["metadata"]["generation"], 3);
  EXPECT_EQ(patch(web + "/scale", {{"spec", {{"replicas", -1}}}}).status, 422U);
}

}  // namespace
}  // namespace kubexx::testing
