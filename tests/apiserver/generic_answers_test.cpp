// SPDX-License-Identifier: Apache-2.0
// What all kinds answer alike: headers, metadata, names that are taken, deletions, continue tokens, scales and tables.
#include <gmock/gmock.h>

#include "fixture.hpp"
#include "kubexx/base/base64.hpp"

namespace kubexx::testing {
namespace {

using ::testing::HasSubstr;

const Headers as_table{{"Accept", "application/json;as=Table;g=meta.k8s.io;v=v1"}};

struct GenericAnswers : ApiServerTest {
  static constexpr const char* widgets = "/apis/example.com/v1/namespaces/default/widgets";

  void install_widgets()
  {
    const auto schema = Json::parse(R"({"type": "object", "properties": {
      "spec": {"type": "object", "required": ["color"], "properties": {
        "color": {"type": "string", "maxLength": 5}, "size": {"type": "string", "default": "big"},
        "note": {"type": "string", "maxLength": 3}, "replicas": {"type": "integer"}}},
      "status": {"type": "object", "properties": {"replicas": {"type": "integer"}}}}})");
    const auto subresources = Json::parse(
        R"({"status": {}, "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}})");
    create(definitions, {{"metadata", {{"name", "widgets.example.com"}}},
                         {"spec",
                          {{"group", "example.com"},
                           {"scope", "Namespaced"},
                           {"names", {{"kind", "Widget"}, {"plural", "widgets"}, {"shortNames", {"wi", "wd"}}}},
                           {"versions", Json::array({{{"name", "v1"},
                                                      {"served", true},
                                                      {"storage", true},
                                                      {"subresources", subresources},
                                                      {"schema", {{"openAPIV3Schema", schema}}}}})}}}});
  }
  static Json widget(const std::string& name, Json spec = {{"color", "red"}})
  {
    return {{"apiVersion", "example.com/v1"},
            {"kind", "Widget"},
            {"metadata", {{"name", name}}},
            {"spec", std::move(spec)}};
  }
  static Json owned(const Json& owner)
  {
    auto object = config_map("owned");
    object["metadata"]["ownerReferences"] = Json::array({owner});
    return object;
  }
  Answer apply_scale(const std::string& name, const Json& more, const std::string& query = "")
  {
    Json scale{{"apiVersion", "autoscaling/v1"}, {"kind", "Scale"}};
    scale.update(more);
    return patch(std::string(widgets) + "/" + name + "/scale?fieldManager=m" + query, scale,
                 "application/apply-patch+yaml");
  }
  Answer remove(const std::string& query, const Json& options = nullptr)
  {
    return call("DELETE", std::string(config_maps) + "/a" + query, options.is_null() ? "" : options.dump());
  }
  Answer page(const std::string& token)
  {
    return call("GET", std::string(config_maps) + "?continue=" + encode_base64(token, Base64::url));
  }
};

TEST_F(GenericAnswers, EachHasAnAuditIdOfItsOwnOrTheClients)
{
  const auto first = call("GET", config_maps).header("Audit-Id");
  const auto second = call("GET", "/nope").header("Audit-Id");
  EXPECT_EQ(first.size(), 36U) << first;
  EXPECT_EQ(second.size(), 36U) << second;
  EXPECT_NE(first, second);
  EXPECT_EQ(call("GET", config_maps, std::string(), {{"Audit-ID", "mine"}}).header("Audit-Id"), "mine");
}

TEST_F(GenericAnswers, ANameThatIsTakenIsToldApartWhenItMayBeGenerated)
{
  auto object = config_map("a");
  object["metadata"]["generateName"] = "a-";
  create(config_maps, object);
  for (const char* query : {"", "?dryRun=All"}) {
    const auto taken = call("POST", std::string(config_maps) + query, object);
    EXPECT_EQ(taken.status, 409U);
    EXPECT_THAT(taken.message(), HasSubstr("was not able to generate a unique name"));
    EXPECT_EQ(taken.header("Retry-After"), "1");
  }
  EXPECT_EQ(call("POST", config_maps, config_map("a")).message(), "configmaps \"a\" already exists");
}

TEST_F(GenericAnswers, ManagersHaveNamesOfCharactersThatArePrinted)
{
  EXPECT_EQ(call("POST", std::string(config_maps) + "?fieldManager=%C3%A9%20%E2%82%AC", config_map("a")).status, 201U);
  const auto refused = [this](const char* name) {
    const auto answer = call("POST", std::string(config_maps) + "?fieldManager=" + name, config_map("b"));
    EXPECT_EQ(answer.status, 422U) << name;
    return answer.message();
  };
  EXPECT_THAT(refused("a%C2%A0"), HasSubstr("invalid character U+00A0 (at position 1)"));
  EXPECT_THAT(refused("%E2%80%8B"), HasSubstr("invalid character U+200B (at position 0)"));
  EXPECT_THAT(refused("%0A"), HasSubstr("invalid character U+000A (at position 0)"));
}

TEST_F(GenericAnswers, UnknownFieldsOfOwnersAreWarnedOfOrRefused)
{
  const Json owner{{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"name", "x"}, {"uid", "u"}, {"extra", 1}};
  const auto strict = call("POST", std::string(config_maps) + "?fieldValidation=Strict", owned(owner));
  EXPECT_EQ(strict.status, 400U);
  EXPECT_THAT(strict.message(), HasSubstr("unknown field \"metadata.ownerReferences[0].extra\""));
  const auto warned = call("POST", config_maps, owned(owner));
  EXPECT_EQ(warned.status, 201U);
  EXPECT_THAT(warned.header("Warning"), HasSubstr("ownerReferences[0].extra"));
  EXPECT_FALSE(warned.json.at("metadata").at("ownerReferences").at(0).contains("extra"));
}

TEST_F(GenericAnswers, OwnersOfOtherTypesAreRefused)
{
  EXPECT_THAT(call("POST", config_maps, owned("x")).message(), HasSubstr("of type v1.OwnerReference"));
  EXPECT_EQ(call("POST", config_maps, owned(nullptr)).status, 422U);
  auto object = config_map("a");
  object["metadata"]["finalizers"] = "x";
  EXPECT_THAT(call("POST", config_maps, object).message(), HasSubstr("of type []string"));
}

TEST_F(GenericAnswers, ANullIsNoOperation)
{
  create(config_maps, config_map("a"));
  const auto add = Json::parse(R"({"op": "add", "path": "/data", "value": {"k": "v"}})");
  const auto type = "application/json-patch+json";
  EXPECT_EQ(patch(std::string(config_maps) + "/a", Json::array({add, nullptr}), type).status, 422U);
  EXPECT_EQ(patch(std::string(config_maps) + "/a", Json::array({add}), type).status, 200U);
}

TEST_F(GenericAnswers, PreconditionsMayStandInTheQuery)
{
  const auto meta = create(config_maps, config_map("a")).at("metadata");
  EXPECT_EQ(remove("?uid=x").status, 409U);
  EXPECT_EQ(remove("?resourceVersion=1").status, 409U);
  EXPECT_EQ(remove("", {{"preconditions", {{"resourceVersion", ""}}}}).status, 409U);
  EXPECT_EQ(remove("", {{"propagationPolicy", ""}}).status, 422U);
  EXPECT_EQ(remove("?uid=" + meta.at("uid").get<std::string>() +
                   "&resourceVersion=" + meta.at("resourceVersion").get<std::string>())
                .status,
            200U);
}

TEST_F(GenericAnswers, ACollectionIsDeletedWithoutTheOptionsOfOne)
{
  const auto unsafe =
      call("DELETE", std::string(config_maps) + "?ignoreStoreReadErrorWithClusterBreakingPotential=true");
  EXPECT_EQ(unsafe.status, 422U);
  EXPECT_THAT(unsafe.message(), HasSubstr("is not allowed with DELETECOLLECTION"));
  const auto one = call("DELETE", config_maps, std::string(),
                        {{"Accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"}});
  EXPECT_EQ(one.status, 406U);
  EXPECT_EQ(call("DELETE", config_maps).status, 200U);
}

TEST_F(GenericAnswers, ATokenThatDecodesIsReadAsGoDoes)
{
  EXPECT_THAT(page("[1]").message(), HasSubstr("cannot unmarshal array into Go value of type storage.continueToken"));
  EXPECT_THAT(page(R"({"v":"meta.k8s.io/v1","rv":"x","start":"a"})").message(), HasSubstr("of type int64"));
  EXPECT_THAT(page(R"({"v":"meta.k8s.io/v1","rv":1,"start":5})").message(), HasSubstr("of type string"));
  create(config_maps, config_map("a"));
  EXPECT_EQ(page(R"({"v":"meta.k8s.io/v1","rv":-1,"start":"0\u0000","more":[]})").status, 200U);
}

TEST_F(GenericAnswers, MetadataOfNothingIsNull)
{
  const Headers metadata{{"Accept", "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"}};
  const std::string secrets = "/api/v1/namespaces/default/secrets";
  EXPECT_TRUE(call("GET", secrets, std::string(), metadata).json.at("items").is_null());
  create(secrets, {{"metadata", {{"name", "s"}}}});
  EXPECT_EQ(call("GET", secrets, std::string(), metadata).json.at("items").size(), 1U);
}

TEST_F(GenericAnswers, AFailureHasNoOtherForm)
{
  const auto answer =
      call("GET", std::string(config_maps) + "/none", std::string(),
           {{"Accept", "application/yaml;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json"}});
  EXPECT_EQ(answer.status, 404U);
  EXPECT_EQ(answer.header("Content-Type"), "application/json");
}

TEST_F(GenericAnswers, WhatTheServerMakesIsItsOwn)
{
  const auto managed = get("/api/v1/namespaces/kube-system").at("metadata").at("managedFields");
  EXPECT_EQ(managed.at(0).at("manager"), "kube-apiserver");
}

TEST_F(GenericAnswers, DefinitionsHaveTheColumnsOfARealServer)
{
  install_widgets();
  const auto table = call("GET", std::string(definitions) + "/widgets.example.com", std::string(), as_table).json;
  EXPECT_EQ(table.at("columnDefinitions").size(), 8U);
  auto cells = table.at("rows").at(0).at("cells");
  cells.erase(3);  // the time
  EXPECT_EQ(cells,
            Json::array({"widgets.example.com", "Namespaced", "v1(storage)", "example.com", "Widget", "wi,wd", true}));
}

TEST_F(GenericAnswers, ComponentStatusesAreATable)
{
  const auto table = call("GET", "/api/v1/componentstatuses/etcd-0", std::string(), as_table).json;
  EXPECT_EQ(table.at("rows").at(0).at("cells"), Json::array({"etcd-0", "Healthy", "ok", ""}));
  EXPECT_EQ(call("GET", "/api/v1/componentstatuses/none", std::string(), as_table).status, 404U);
}

TEST_F(GenericAnswers, ScalesAreTables)
{
  auto object = deployment("d");
  object["spec"]["replicas"] = 2;
  create(deployments, object);
  const auto table = call("GET", std::string(deployments) + "/d/scale", std::string(), as_table).json;
  EXPECT_EQ(table.at("kind"), "Table");
  const auto& cells = table.at("rows").at(0).at("cells");
  EXPECT_EQ(cells.at(0), "d");
  EXPECT_EQ(cells.at(1), 2);
}

TEST_F(GenericAnswers, UnknownFieldsOfAScaleAreWarnedOfOrRefused)
{
  create(deployments, deployment("d"));
  const auto scale = std::string(deployments) + "/d/scale";
  const Json wanted{{"bogus", 1}, {"spec", {{"replicas", 3}}}};
  const auto warned = patch(scale, wanted);
  EXPECT_EQ(warned.status, 200U);
  EXPECT_THAT(warned.header("Warning"), HasSubstr("unknown field \\\"bogus\\\""));
  EXPECT_NE(patch(scale + "?fieldValidation=Strict", wanted).status, 200U);
  EXPECT_EQ(patch(scale + "?fieldValidation=Ignore", wanted).header("Warning"), "");
}

TEST_F(GenericAnswers, AScaleWithoutReplicas)
{
  install_widgets();
  create(widgets, widget("w"));
  const auto scale = std::string(widgets) + "/w/scale";
  EXPECT_THAT(call("GET", scale).message(), HasSubstr("the spec replicas field \".spec.replicas\" does not exist"));
  const auto refused = patch(scale, {{"metadata", {{"labels", {{"a", "b"}}}}}});
  EXPECT_EQ(refused.status, 400U);
  EXPECT_THAT(refused.message(), HasSubstr("cannot be empty"));
  EXPECT_EQ(patch(scale, {{"spec", {{"replicas", 2}}}}).status, 200U);
  EXPECT_EQ(get(scale).at("spec").at("replicas"), 2);
}

TEST_F(GenericAnswers, AnApplyToACustomScaleSucceedsWhenItChangesNothing)
{
  install_widgets();
  create(widgets, widget("w", {{"color", "red"}, {"replicas", 3}}));
  create(widgets, widget("unscaled"));
  const Json four{{"spec", {{"replicas", 4}}}};
  EXPECT_EQ(apply_scale("w", four).status, 409U);
  const auto changed = apply_scale("w", four, "&force=true");
  EXPECT_EQ(changed.status, 500U);
  EXPECT_THAT(changed.message(), HasSubstr("failed to convert new object (/; autoscaling/v1, Kind=Scale)"));
  const Json named{{"metadata", {{"name", "w"}, {"namespace", "default"}}}, {"spec", {{"replicas", 4}}}};
  EXPECT_THAT(apply_scale("w", named, "&force=true").message(), HasSubstr("new object (default/w; autoscaling"));
  const auto same = apply_scale("w", {{"spec", {{"replicas", 3}}}});
  EXPECT_EQ(same.status, 200U) << same.body;
  EXPECT_EQ(same.json.at("spec").at("replicas"), 3);
  const auto first = apply_scale("unscaled", Json::object());
  EXPECT_EQ(first.status, 500U);
  EXPECT_THAT(first.message(), HasSubstr("failed to create manager for existing fields"));
}

TEST_F(GenericAnswers, NullsOfAnApplyStayWhereThereIsNoDefault)
{
  install_widgets();
  const auto applied = [this](const Json& spec) {
    return patch(std::string(widgets) + "/w?fieldManager=m", widget("w", spec), "application/apply-patch+yaml");
  };
  const auto refused = applied({{"color", "red"}, {"note", nullptr}});
  EXPECT_EQ(refused.status, 422U) << refused.body;
  EXPECT_THAT(refused.message(), HasSubstr("spec.note"));
  const auto accepted = applied({{"color", "red"}, {"size", nullptr}});
  EXPECT_EQ(accepted.status, 201U) << accepted.body;
  EXPECT_EQ(accepted.json.at("spec").at("size"), "big");
  EXPECT_EQ(call("POST", widgets, widget("posted", {{"color", "red"}, {"note", nullptr}})).status, 201U);
}

TEST_F(GenericAnswers, WhatIsRequiredIsToldAfterTheMembers)
{
  install_widgets();
  const auto answer = call("POST", widgets, widget("w", {{"note", "too long"}}));
  EXPECT_EQ(answer.status, 422U);
  const auto& causes = answer.json.at("details").at("causes");
  ASSERT_EQ(causes.size(), 2U) << answer.body;
  EXPECT_EQ(causes.at(0).at("field"), "spec.note");
  EXPECT_EQ(causes.at(1).at("field"), "spec.color");
}

TEST_F(GenericAnswers, AnUpdateOfACustomObjectValidatesMetadataThrice)
{
  install_widgets();
  create(widgets, widget("w"));
  const auto causes = [this](const Json& metadata) {
    const auto answer = patch(std::string(widgets) + "/w", {{"metadata", metadata}});
    EXPECT_EQ(answer.status, 422U) << answer.body;
    return answer.json.at("details").at("causes").size();
  };
  EXPECT_EQ(causes({{"labels", {{"a b", "c"}}}}), 3U);
  EXPECT_EQ(causes({{"uid", "x"}}), 2U);
  EXPECT_EQ(causes({{"finalizers", {"x y"}}}), 1U);
  EXPECT_EQ(patch(std::string(widgets) + "/w", {{"metadata", {{"labels", {{"a", "c"}}}}}}).status, 200U);
}

TEST_F(GenericAnswers, APatchOfACustomObjectKeepsItsVersion)
{
  install_widgets();
  create(widgets, widget("w"));
  EXPECT_EQ(patch(std::string(widgets) + "/w", {{"metadata", {{"resourceVersion", nullptr}}}}).status, 422U);
  EXPECT_EQ(patch(std::string(widgets) + "/w", {{"spec", {{"color", "blue"}}}}).status, 200U);
}

TEST_F(GenericAnswers, ADefinitionIsUpdatedAtAVersionAndDeletedByItsRegistry)
{
  install_widgets();
  const auto path = std::string(definitions) + "/widgets.example.com";
  auto definition = get(path);
  const auto version = definition["metadata"]["resourceVersion"];
  definition["metadata"].erase("resourceVersion");
  definition["metadata"]["finalizers"] = {"example.com/f"};
  const auto refused = call("PUT", path, definition);
  EXPECT_EQ(refused.status, 422U);
  EXPECT_THAT(refused.message(), HasSubstr("metadata.resourceVersion: Invalid value: 0: must be specified"));
  definition["metadata"]["resourceVersion"] = version;
  EXPECT_EQ(call("PUT", path, definition).status, 200U);
  for (const char* name : {"uid", "resourceVersion"}) {
    const auto kept = call("DELETE", path, Json{{"preconditions", {{name, "1"}}}});
    EXPECT_EQ(kept.status, 409U);
    EXPECT_THAT(kept.message(), HasSubstr(" in precondition: 1, "));
  }
  const auto deleted = call("DELETE", path, Json{{"propagationPolicy", "Foreground"}}).json.at("metadata");
  EXPECT_EQ(deleted.at("generation"), 1);
  EXPECT_FALSE(deleted.contains("deletionGracePeriodSeconds"));
  EXPECT_EQ(deleted.at("finalizers"), Json::array({"example.com/f", "customresourcecleanup.apiextensions.k8s.io"}));
}

}  // namespace
}  // namespace kubexx::testing
