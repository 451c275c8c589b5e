// SPDX-License-Identifier: Apache-2.0
// Server-side apply and managedFields of the server; tests/e2e/recordings/apply.yaml compares them with a real one.
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

class Apply : public ApiServerTest {
protected:
  Answer apply(const std::string& target, const Json& config, const std::string& query = "fieldManager=me")
  {
    return call("PATCH", target + "?" + query, config.dump(), {{"Content-Type", "application/apply-patch+yaml"}});
  }
  static Json data(const Json& data, const Json& metadata = Json::object())
  {
    Json object{{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", metadata}, {"data", data}};
    object["metadata"]["name"] = "a";
    return object;
  }
  /// "MANAGER OPERATION", in the order of the entries.
  static std::string managers(const Json& object)
  {
    std::string text;
    for (const auto& entry : object["metadata"].value("managedFields", Json::array())) {
      text += (text.empty() ? "" : ", ") + entry["manager"].get<std::string>() + " " +
              entry["operation"].get<std::string>();
      if (entry.contains("subresource")) text += " " + entry["subresource"].get<std::string>();
    }
    return text;
  }

  const std::string a = std::string(config_maps) + "/a";
};

TEST_F(Apply, CreatesThenChangesThenDoesNothing)
{
  const auto created = apply(a, data({{"one", "1"}}));
  EXPECT_EQ(created.status, 201U);
  EXPECT_EQ(
      created.json["metadata"]["managedFields"],
      Json::parse(R"([{"apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:one":{}}},"manager":"me",
                             "operation":"Apply","time":")" +
                  created.json["metadata"]["creationTimestamp"].get<std::string>() + R"("}])"));
  clock.advance(std::chrono::seconds(10));
  EXPECT_EQ(apply(a, data({{"one", "1"}})).json, created.json);
  const auto changed = apply(a, data({{"two", "2"}}));
  EXPECT_EQ(changed.status, 200U);
  EXPECT_EQ(changed.json["data"], Json({{"two", "2"}}));
  EXPECT_NE(version_of(changed.json), version_of(created.json));
}

TEST_F(Apply, ConflictsNameTheManagerAndTheField)
{
  call("POST", std::string(config_maps) + "?fieldManager=creator", data({{"one", "1"}, {"two", "2"}}));
  const auto one = apply(a, data({{"one", "x"}}));
  EXPECT_EQ(one.status, 409U);
  EXPECT_EQ(one.message(), "Apply failed with 1 conflict: conflict with \"creator\" using v1: .data.one");
  EXPECT_EQ(one.json["details"]["causes"],
            Json::parse(R"([{"reason":"FieldManagerConflict","message":"conflict with \"creator\" using v1",
                             "field":".data.one"}])"));
  EXPECT_EQ(apply(a, data({{"one", "x"}, {"two", "x"}})).message(),
            "Apply failed with 2 conflicts: conflicts with \"creator\" using v1:\n- .data.one\n- .data.two");
  EXPECT_EQ(apply(a, data({{"one", "x"}}), "fieldManager=me&force=true").status, 200U);
  EXPECT_EQ(managers(get(a)), "me Apply, creator Update");
}

TEST_F(Apply, ADryRunStoresNothing)
{
  EXPECT_EQ(apply(a, data({{"one", "1"}}), "fieldManager=me&dryRun=All").status, 201U);
  EXPECT_EQ(call("GET", a).status, 404U);
}

TEST_F(Apply, NeedsAManagerAndTheRightKind)
{
  EXPECT_EQ(apply(a, data({}), "").message(),
            "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply patch");
  auto secret = data({});
  secret["kind"] = "Secret";
  EXPECT_EQ(apply(a, secret).message(), "invalid object type: /v1, Kind=Secret");
  EXPECT_EQ(apply(a, data({}, {{"managedFields", Json::array()}})).message(), "metadata.managedFields must be nil");
  EXPECT_EQ(patch(a + "?force=true", data({})).message(),
            "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for non-apply patch");
}

TEST_F(Apply, WritesOfEachKindHaveTheirManager)
{
  const auto created = call("POST", config_maps, data({{"one", "1"}}).dump(),
                            {{"User-Agent", "agent/v1 (x)"}, {"Content-Type", "application/json"}});
  EXPECT_EQ(managers(created.json), "agent Update");
  clock.advance(std::chrono::seconds(1));
  patch(a + "?fieldManager=patcher", {{"data", {{"two", "2"}}}});
  EXPECT_EQ(managers(get(a)), "agent Update, patcher Update");
  patch(a + "?fieldManager=other", {{"data", {{"two", nullptr}}}});
  EXPECT_EQ(managers(get(a)), "agent Update");
  patch(a + "?fieldManager=other", {{"metadata", {{"managedFields", Json::parse("[{}]")}}}});
  EXPECT_EQ(managers(get(a)), "");
  patch(a + "?fieldManager=other", {{"data", {{"three", "3"}}}});
  EXPECT_EQ(managers(get(a)), "");
  apply(a, data({{"four", "4"}}));
  EXPECT_EQ(managers(get(a)), "me Apply, before-first-apply Update");
}

TEST_F(Apply, AManagersSecondWriteAddsToItsFirst)
{
  create(config_maps, data({{"one", "1"}}));
  patch(a + "?fieldManager=me", {{"data", {{"two", "2"}}}});
  patch(a + "?fieldManager=me", {{"data", {{"three", "3"}}}});
  const auto entries = get(a).at("metadata").at("managedFields");
  ASSERT_EQ(entries.size(), 2U) << entries;
  const auto& mine = entries.at(0).at("manager") == "me" ? entries.at(0) : entries.at(1);
  EXPECT_EQ(mine.at("fieldsV1"), Json::parse(R"({"f:data": {"f:three": {}, "f:two": {}}})"));
}

// The oldest entries of updates become one: FieldManager's cap.
TEST_F(Apply, SoManyUpdatesHaveAnEntryOfTheirOwn)
{
  create(config_maps, data({{"one", "1"}}));
  for (int i = 0; i < 20; ++i) {
    clock.advance(std::chrono::seconds(1));
    patch(a + "?fieldManager=m" + std::to_string(i), {{"data", {{"k" + std::to_string(i), "x"}}}});
  }
  const auto entries = get(a).at("metadata").at("managedFields");
  EXPECT_EQ(entries.size(), 10U);
  EXPECT_NE(managers(get(a)).find("ancient-changes Update"), std::string::npos) << managers(get(a));
}

TEST_F(Apply, StatusAndScaleAreSubresources)
{
  install_foos();
  create(foos, foo("f"));
  const auto target = std::string(foos) + "/f";
  const auto status = apply(target + "/status", {{"apiVersion", "samplecontroller.k8s.io/v1alpha1"},
                                                 {"kind", "Foo"},
                                                 {"metadata", {{"name", "f"}}},
                                                 {"status", {{"availableReplicas", 3}}}});
  EXPECT_EQ(status.status, 200U) << status.body;
  EXPECT_EQ(managers(get(target)), "me Apply status, unknown Update");
  create(deployments, deployment("web"));
  const auto web = std::string(deployments) + "/web";
  EXPECT_EQ(patch(web + "/scale?fieldManager=scaler", {{"spec", {{"replicas", 7}}}}).status, 200U);
  EXPECT_NE(managers(get(web)).find("scaler Update scale"), std::string::npos);
}

TEST_F(Apply, KubectlTakesOverWhatItAppliedOnTheClientsSide)
{
  const auto config = data({{"one", "1"}});
  auto object = config;
  object["metadata"]["annotations"] = {{"kubectl.kubernetes.io/last-applied-configuration", config.dump()}};
  call("POST", std::string(config_maps) + "?fieldManager=kubectl-client-side-apply", object);
  EXPECT_EQ(apply(a, data({{"one", "2"}}), "fieldManager=me").status, 409U);
  const auto taken = apply(a, data({{"one", "2"}}), "fieldManager=kubectl");
  EXPECT_EQ(taken.status, 200U) << taken.body;
  const auto& annotation = taken.json["metadata"]["annotations"]["kubectl.kubernetes.io/last-applied-configuration"];
  EXPECT_EQ(annotation, data({{"one", "2"}}).dump() + "\n");
}

TEST_F(Apply, YamlBodies)
{
  const auto answer = call("PATCH", a + "?fieldManager=me",
                           std::string("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  one: \"1\"\n"),
                           {{"Content-Type", "application/apply-patch+yaml"}});
  EXPECT_EQ(answer.status, 201U) << answer.body;
  const auto refused = call("PATCH", a + "?fieldManager=me", std::string("a: h\xcfp"),
                            {{"Content-Type", "application/apply-patch+yaml"}});
  EXPECT_EQ(refused.status, 400U) << refused.body;
}

}  // namespace
}  // namespace kubexx::testing
