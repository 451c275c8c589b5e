// SPDX-License-Identifier: Apache-2.0
// The client's verbs against a real kube-apiserver.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "real_server.hpp"
#include "support/merge_rules.hpp"
#include "support/two_writers.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;

using ClientVerbs = RealServer;

Object deployment(const std::string& namespace_, const std::string& name)
{
  return Object::from_json(
      {{"apiVersion", "apps/v1"},
       {"kind", "Deployment"},
       {"metadata", {{"namespace", namespace_}, {"name", name}}},
       {"spec",
        {{"replicas", 2},
         {"selector", {{"matchLabels", {{"app", name}}}}},
         {"template",
          {{"metadata", {{"labels", {{"app", name}}}}},
           {"spec",
            {{"containers",
              {{{"name", "nginx"}, {"image", "nginx:1.27"}}, {{"name", "side"}, {"image", "busybox"}}}}}}}}}}});
}

TEST_F(ClientVerbs, GetRawReadsTheVersion)
{
  const auto version = json::parse(admin().get_raw("/version"));
  EXPECT_EQ(version.at("major"), "1");
}

TEST_F(ClientVerbs, CreateGetUpdateDelete)
{
  const auto created = admin().create(config_maps(), config_map(ns(), "one"));
  EXPECT_FALSE(created.uid().empty());
  EXPECT_EQ(created.kind(), "ConfigMap");

  auto tree = admin().get(config_maps(), {ns(), "one"}).json();
  EXPECT_EQ(tree.at("data").at("key"), "value");
  tree["data"]["key"] = "ü \"quoted\" \n\t\\ 日本";
  const auto updated = admin().update(config_maps(), Object::from_json(tree));
  EXPECT_NE(updated.resource_version(), created.resource_version());
  EXPECT_EQ(admin().get(config_maps(), {ns(), "one"}).at("/data/key").as_string(), "ü \"quoted\" \n\t\\ 日本");

  admin().delete_(config_maps(), {ns(), "one"});
  EXPECT_THROW((void)admin().get(config_maps(), {ns(), "one"}), ApiError);
}

TEST_F(ClientVerbs, GenerateNameLeavesTheNameToTheServer)
{
  auto tree = config_map(ns(), "x").json();
  tree["metadata"].erase("name");
  tree["metadata"]["generateName"] = "made-";
  const auto created = admin().create(config_maps(), Object::from_json(tree));
  EXPECT_TRUE(created.name().starts_with("made-")) << created.name();
  EXPECT_GT(created.name().size(), 5U);
}

TEST_F(ClientVerbs, AnObjectOfAMegabyteSurvives)
{
  const std::string value(900'000, 'x');
  admin().create(config_maps(), config_map(ns(), "large", value));
  EXPECT_EQ(admin().get(config_maps(), {ns(), "large"}).at("/data/key").as_string(), value);
}

TEST_F(ClientVerbs, ListPagesAreCompleteAndItemsKnowTheirKind)
{
  for (int i = 0; i < 7; ++i) admin().create(config_maps(), config_map(ns(), "page-" + std::to_string(i)));
  ListOptions options;
  options.namespace_ = ns();
  options.limit = 3;
  options.field_selector = "metadata.name!=kube-root-ca.crt";
  std::set<std::string> names;
  int pages = 0;
  do {
    const auto page = admin().list(config_maps(), options);
    ++pages;
    EXPECT_FALSE(page.resource_version.empty());
    for (const auto& item : page.items) {
      EXPECT_EQ(item.kind(), "ConfigMap");
      EXPECT_EQ(item.api_version(), "v1");
      names.emplace(item.name());
    }
    options.continue_ = page.continue_;
  } while (!options.continue_.empty());
  EXPECT_EQ(pages, 3);
  EXPECT_EQ(names.size(), 7U);
}

TEST_F(ClientVerbs, ListSelectsByLabelAndField)
{
  for (const char* colour : {"red", "blue"}) {
    auto tree = config_map(ns(), colour).json();
    tree["metadata"]["labels"] = {{"colour", colour}};
    admin().create(config_maps(), Object::from_json(tree));
  }
  ListOptions by_label;
  by_label.namespace_ = ns();
  by_label.label_selector = "colour in (red, green)";
  ASSERT_EQ(admin().list(config_maps(), by_label).items.size(), 1U);
  EXPECT_EQ(admin().list(config_maps(), by_label).items[0].name(), "red");
  ListOptions by_field;
  by_field.namespace_ = ns();
  by_field.field_selector = "metadata.name=blue";
  ASSERT_EQ(admin().list(config_maps(), by_field).items.size(), 1U);
  EXPECT_EQ(admin().list(config_maps(), by_field).items[0].name(), "blue");
}

TEST_F(ClientVerbs, MergePatchReplacesListsStrategicPatchMergesThem)
{
  admin().create(deployments(), deployment(ns(), "web"));
  const std::string patch = R"({"spec":{"template":{"spec":{"containers":[{"name":"nginx","image":"nginx:1.28"}]}}}})";
  auto after = admin().patch(deployments(), {ns(), "web"}, {PatchType::strategic, patch}).json();
  auto& containers = after.at("spec").at("template").at("spec").at("containers");
  ASSERT_EQ(containers.size(), 2U);
  EXPECT_EQ(containers[0].at("image"), "nginx:1.28");

  after = admin().patch(deployments(), {ns(), "web"}, patch).json();
  EXPECT_EQ(after.at("spec").at("template").at("spec").at("containers").size(), 1U);
}

TEST_F(ClientVerbs, WhatTwoWritersAddSurvives)
{
  kubexx::test::expect_built_in_writes_survive(admin(), ns());
  admin().create(resources::custom_resource_definitions, kubexx::test::widget_definition());
  const ResourceType& widgets = resource_of<kubexx::test::Widget>();
  ASSERT_TRUE(eventually([&] {
    try {
      return admin().list(widgets).items.empty();
    } catch (const ApiError& error) {
      return false;
    }
  }));
  kubexx::test::expect_custom_writes_survive(admin(), ns());
  admin().delete_(resources::custom_resource_definitions, {"", "widgets.writers.example.com"});
}

TEST_F(ClientVerbs, BuiltInMergeRulesAreThoseOfTheServer)
{
  const auto documents = json::parse(admin().get_raw("/openapi/v3")).at("paths");
  int kinds = 0;
  int fields = 0;
  for (const auto& listed : documents.items()) {
    const std::string& path = listed.key();
    // Another test may have just deleted the definition of a group: it is 404 then, or, while kube-openapi forgets the
    // group, listed and empty.
    std::string document;
    bool gone = false;
    const auto answered = [&] {
      try {
        document = admin().get_raw("/openapi/v3/" + path);  // without the hash of the list: it may have changed since
      } catch (const ApiError& error) {
        if (!is_not_found(error)) throw;
      }
      gone = document.empty() && !json::parse(admin().get_raw("/openapi/v3")).at("paths").contains(path);
      return gone || !document.empty();
    };
    ASSERT_TRUE(eventually(answered)) << path;
    if (gone) continue;
    kubexx::test::MergeRulesCheck check(path, document);
    check.check_kinds();
    kinds += check.kinds;
    fields += check.fields;
  }
  EXPECT_GT(kinds, 50);
  EXPECT_GT(fields, 1000);
}

TEST_F(ClientVerbs, JsonPatchAndItsFailedTest)
{
  admin().create(config_maps(), config_map(ns(), "patched"));
  const auto after = admin().patch(
      config_maps(), {ns(), "patched"},
      {PatchType::json,
       R"([{"op":"test","path":"/data/key","value":"value"},{"op":"add","path":"/data/more","value":"yes"}])"});
  EXPECT_EQ(after.at("/data/more").as_string(), "yes");
  try {
    admin().patch(config_maps(), {ns(), "patched"},
                  {PatchType::json, R"([{"op":"test","path":"/data/key","value":"other"}])"});
    FAIL() << "the patch's test failed and nobody noticed";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_invalid(error)) << error.what();
  }
}

TEST_F(ClientVerbs, ApplyConflictsWithAnotherManagerUnlessForced)
{
  PatchOptions apply;
  apply.field_manager = "first";
  const auto body = [&](const std::string& value) {
    return Patch(
        PatchType::apply,
        R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"shared"},"data":{"key":")" + value + "\"}}");
  };
  admin().patch(config_maps(), {ns(), "shared"}, body("a"), apply);
  apply.field_manager = "second";
  try {
    admin().patch(config_maps(), {ns(), "shared"}, body("b"), apply);
    FAIL() << "two managers set one field";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_conflict(error)) << error.what();
    EXPECT_THAT(error.what(), HasSubstr("first"));
  }
  apply.force = true;
  EXPECT_EQ(admin().patch(config_maps(), {ns(), "shared"}, body("b"), apply).at("/data/key").as_string(), "b");
}

TEST_F(ClientVerbs, StatusSubresourceAndObjectDoNotTouchEachOther)
{
  admin().create(foos(), foo(ns(), "f", "d", 2));
  auto tree = admin().get(foos(), {ns(), "f"}).json();
  EXPECT_EQ(tree.at("metadata").at("generation"), 1);
  tree["spec"]["replicas"] = 5;
  tree["status"] = {{"availableReplicas", 3}};
  auto after = admin().update_status(foos(), Object::from_json(tree));
  EXPECT_EQ(after.at("/spec/replicas").as_int(), 2);
  EXPECT_EQ(after.at("/status/availableReplicas").as_int(), 3);
  EXPECT_EQ(after.generation(), 1);

  tree = after.json();
  tree["spec"]["replicas"] = 5;
  tree["status"]["availableReplicas"] = 9;
  after = admin().update(foos(), Object::from_json(tree));
  EXPECT_EQ(after.at("/spec/replicas").as_int(), 5);
  EXPECT_EQ(after.at("/status/availableReplicas").as_int(), 3);
  EXPECT_EQ(after.generation(), 2);

  after = admin().patch(foos(), {ns(), "f"}, R"({"status":{"availableReplicas":4}})", {}, "status");
  EXPECT_EQ(after.at("/status/availableReplicas").as_int(), 4);
}

TEST_F(ClientVerbs, ScaleIsReadAndPatched)
{
  admin().create(deployments(), deployment(ns(), "scaled"));
  const auto scale = admin().get_subresource(deployments(), {ns(), "scaled"}, "scale");
  EXPECT_EQ(scale.kind(), "Scale");
  EXPECT_EQ(scale.at("/spec/replicas").as_int(), 2);
  admin().patch(deployments(), {ns(), "scaled"}, R"({"spec":{"replicas":4}})", {}, "scale");
  EXPECT_EQ(admin().get(deployments(), {ns(), "scaled"}).at("/spec/replicas").as_int(), 4);
}

TEST_F(ClientVerbs, TokenRequestGivesATokenThatWorks)
{
  admin().create(service_accounts(), Object::from_json({{"apiVersion", "v1"},
                                                        {"kind", "ServiceAccount"},
                                                        {"metadata", {{"namespace", ns()}, {"name", "robot"}}}}));
  const auto answer = admin().create_subresource(
      service_accounts(), {ns(), "robot"}, "token",
      Object::from_json(
          {{"apiVersion", "authentication.k8s.io/v1"}, {"kind", "TokenRequest"}, {"spec", json::object()}}));
  const auto token = answer.at("/status/token").as_string();
  ASSERT_TRUE(token);
  try {
    (void)client_with(*token).get(config_maps(), {ns(), "any"});
    FAIL() << "a ServiceAccount without a role read something";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_forbidden(error)) << error.what();
    EXPECT_THAT(error.what(), HasSubstr("system:serviceaccount:" + ns() + ":robot"));
  }
}

TEST_F(ClientVerbs, DryRunLeavesNothing)
{
  WriteOptions dry;
  dry.dry_run = true;
  const auto answer = admin().create(config_maps(), config_map(ns(), "dry"), dry);
  EXPECT_EQ(answer.name(), "dry");
  EXPECT_THROW((void)admin().get(config_maps(), {ns(), "dry"}), ApiError);
}

TEST_F(ClientVerbs, TheFieldManagerIsTheClients)
{
  admin().create(config_maps(), config_map(ns(), "managed"));
  const auto answer = kubectl({"get", "configmap", "managed", "-n", ns(), "-o", "json", "--show-managed-fields"});
  ASSERT_TRUE(answer.ok()) << answer.all();
  EXPECT_EQ(json::parse(answer.out).at("metadata").at("managedFields").at(0).at("manager"), "kubexx");
}

TEST_F(ClientVerbs, DeleteKeepsAnObjectWithAFinalizerUntilItIsGone)
{
  auto tree = config_map(ns(), "held").json();
  tree["metadata"]["finalizers"] = {"example.com/hold"};
  admin().create(config_maps(), Object::from_json(tree));
  admin().delete_(config_maps(), {ns(), "held"});
  const auto held = admin().get(config_maps(), {ns(), "held"});
  EXPECT_TRUE(held.is_deleting());
  EXPECT_EQ(held.finalizers(), std::vector<std::string>{"example.com/hold"});
  admin().patch(config_maps(), {ns(), "held"}, R"({"metadata":{"finalizers":null}})");
  EXPECT_THROW((void)admin().get(config_maps(), {ns(), "held"}), ApiError);
}

TEST_F(ClientVerbs, DeletePreconditionsGuardAgainstAnother)
{
  admin().create(config_maps(), config_map(ns(), "guarded"));
  DeleteOptions options;
  options.precondition_uid = "00000000-0000-0000-0000-000000000000";
  try {
    admin().delete_(config_maps(), {ns(), "guarded"}, options);
    FAIL() << "deleted another object than the one that was meant";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_conflict(error)) << error.what();
  }
  EXPECT_EQ(admin().get(config_maps(), {ns(), "guarded"}).name(), "guarded");
}

}  // namespace
}  // namespace kubexx::e2e
