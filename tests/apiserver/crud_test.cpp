// SPDX-License-Identifier: Apache-2.0
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using Crud = ApiServerTest;

TEST_F(Crud, CreateFillsInWhatTheServerDecides)
{
  const auto made = create(config_maps, config_map("a", {{"k", "v"}}));
  const auto& meta = made.at("metadata");
  EXPECT_EQ(made.at("apiVersion"), "v1");
  EXPECT_EQ(made.at("kind"), "ConfigMap");
  EXPECT_EQ(meta.at("namespace"), "default");
  EXPECT_EQ(meta.at("creationTimestamp"), "2026-01-01T00:00:00Z");
  EXPECT_EQ(meta.at("uid").get<std::string>().size(), 36U);
  EXPECT_GT(std::stoll(version_of(made)), 0);
  EXPECT_EQ(get(std::string(config_maps) + "/a"), made);
}

TEST_F(Crud, GenerateNameDrawsTheRestOfTheName)
{
  auto object = config_map("");
  object["metadata"] = {{"generateName", "x-"}};
  const auto first = create(config_maps, object).at("metadata").at("name").get<std::string>();
  const auto second = create(config_maps, object).at("metadata").at("name").get<std::string>();
  EXPECT_EQ(first.size(), 7U);
  EXPECT_EQ(first.substr(0, 2), "x-");
  EXPECT_NE(first, second);
}

TEST_F(Crud, TheSameNameTwiceIsAlreadyExists)
{
  create(config_maps, config_map("a"));
  const auto again = call("POST", config_maps, config_map("a"));
  EXPECT_EQ(again.status, 409U);
  EXPECT_EQ(again.reason(), "AlreadyExists");
  EXPECT_EQ(again.message(), "configmaps \"a\" already exists");
  EXPECT_EQ(again.json.at("details"), (Json{{"name", "a"}, {"kind", "configmaps"}}));
}

TEST_F(Crud, AMissingObjectIsNotFoundWithDetails)
{
  const auto answer = call("GET", std::string(deployments) + "/nobody");
  EXPECT_EQ(answer.status, 404U);
  EXPECT_EQ(answer.message(), "deployments.apps \"nobody\" not found");
  EXPECT_EQ(answer.json.at("details"), (Json{{"name", "nobody"}, {"group", "apps"}, {"kind", "deployments"}}));
  EXPECT_EQ(call("GET", "/api/v1/namespaces/default/nothings").json.at("message"),
            "the server could not find the requested resource");
  EXPECT_EQ(call("GET", "/apis/no.such.group/v1/things").body, "404 page not found\n");
}

TEST_F(Crud, AMissingNamespaceIsNotFound)
{
  const auto answer = call("POST", "/api/v1/namespaces/nowhere/configmaps", config_map("a"));
  EXPECT_EQ(answer.status, 404U);
  EXPECT_EQ(answer.message(), "namespaces \"nowhere\" not found");
}

TEST_F(Crud, UpdateNeedsTheLatestVersion)
{
  const auto first = create(config_maps, config_map("a"));
  auto changed = first;
  changed["data"] = {{"k", "1"}};
  const auto second = call("PUT", std::string(config_maps) + "/a", changed);
  ASSERT_EQ(second.status, 200U) << second.body;
  EXPECT_NE(version_of(second.json), version_of(first));
  changed["data"] = {{"k", "2"}};
  const auto stale = call("PUT", std::string(config_maps) + "/a", changed);
  EXPECT_EQ(stale.status, 409U);
  EXPECT_EQ(stale.reason(), "Conflict");
  EXPECT_EQ(stale.message(),
            "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your "
            "changes to the latest version and try again");
}

TEST_F(Crud, AWriteThatChangesNothingKeepsTheVersion)
{
  const auto made = create(config_maps, config_map("a", {{"k", "v"}}));
  const auto put = call("PUT", std::string(config_maps) + "/a", made);
  EXPECT_EQ(version_of(put.json), version_of(made));
  const auto patched = patch(std::string(config_maps) + "/a", {{"data", {{"k", "v"}}}});
  EXPECT_EQ(version_of(patched.json), version_of(made));
}

TEST_F(Crud, UpdateOfAnotherUidConflicts)
{
  auto made = create(config_maps, config_map("a"));
  made["metadata"]["uid"] = "00000000-0000-0000-0000-000000000000";
  const auto answer = call("PUT", std::string(config_maps) + "/a", made);
  EXPECT_EQ(answer.status, 409U);
  EXPECT_NE(answer.message().find("Precondition failed: UID in precondition"), std::string::npos);
}

TEST_F(Crud, NamesAreValidated)
{
  const auto answer = call("POST", config_maps, config_map("Not_A_Name"));
  EXPECT_EQ(answer.status, 422U);
  EXPECT_EQ(answer.reason(), "Invalid");
  const auto& cause = answer.json.at("details").at("causes").at(0);
  EXPECT_EQ(cause.at("field"), "metadata.name");
  EXPECT_EQ(cause.at("reason"), "FieldValueInvalid");
  EXPECT_EQ(answer.message().rfind("ConfigMap \"Not_A_Name\" is invalid: metadata.name: Invalid value: "
                                   "\"Not_A_Name\": a lowercase RFC 1123 subdomain must consist of",
                                   0),
            0U)
      << answer.message();
}

// kubectl apply keeps the last configuration in an annotation: what a real server refuses must be refused here.
TEST_F(Crud, AnnotationsTogetherHoldAQuarterOfAMebibyte)
{
  constexpr std::size_t most = 256 * 1024;
  auto object = config_map("a");
  object["metadata"]["annotations"] = {{"a", std::string(most / 2 - 1, 'x')}, {"b", std::string(most / 2 - 1, 'y')}};
  create(config_maps, object);
  object["metadata"]["name"] = "b";
  object["metadata"]["annotations"]["b"] = std::string(most / 2, 'y');
  const auto answer = call("POST", config_maps, object);
  EXPECT_EQ(answer.status, 422U);
  EXPECT_EQ(answer.message(),
            "ConfigMap \"b\" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes");
}

// As the strategies of the real server's registries do: measured on 1.37.1.
TEST_F(Crud, AStatusWriteOfABuiltInKindMayChangeMetadata)
{
  create(deployments, deployment("d"));
  const auto target = std::string(deployments) + "/d";
  const Json change{{"metadata", {{"labels", {{"l", "1"}}}, {"annotations", {{"a", "1"}}}}},
                    {"spec", {{"replicas", 7}}},
                    {"status", {{"replicas", 3}}}};
  const auto patched = patch(target + "/status", change).json;
  EXPECT_EQ(patched.at("metadata").at("annotations"), (Json{{"a", "1"}}));
  EXPECT_FALSE(patched.at("metadata").contains("labels"));
  EXPECT_EQ(patched.at("metadata").at("generation"), 1);
  EXPECT_EQ(patched.at("status").at("replicas"), 3);
  EXPECT_NE(patched.at("spec").at("replicas"), 7);
  install_foos();
  create(foos, foo("f"));
  const auto custom = patch(std::string(foos) + "/f/status",
                            {{"metadata", {{"annotations", {{"a", "1"}}}}}, {"status", {{"availableReplicas", 1}}}});
  EXPECT_FALSE(custom.json.at("metadata").contains("annotations"));
  EXPECT_EQ(custom.json.at("status").at("availableReplicas"), 1);
}

TEST_F(Crud, BadBodiesAreRefused)
{
  const auto broken = call("POST", config_maps, std::string("{\"a\":"));
  EXPECT_EQ(broken.status, 400U);
  EXPECT_EQ(broken.reason(), "BadRequest");
  const auto binary =
      call("POST", config_maps, std::string("k8s"), Headers{{"Content-Type", "application/vnd.kubernetes.protobuf"}});
  EXPECT_EQ(binary.status, 400U);
  EXPECT_EQ(binary.message(),
            "the object provided is unrecognized (must be of type ConfigMap): provided data does not appear to be a "
            "protobuf message, expected prefix [107 56 115 0] (6b3873)");
  EXPECT_EQ(call("POST", config_maps, std::string(4U << 20U, ' ')).status, 413U);
  EXPECT_EQ(call("POST", config_maps, std::string(100000, '[')).status, 400U);
  auto brackets = config_map("brackets", {{"k", "\"" + std::string(100000, '[')}});
  for (int depth = 0; depth < 500; ++depth) brackets["unknown"] = Json::array({brackets.value("unknown", Json())});
  EXPECT_EQ(call("POST", config_maps, brackets).status, 201U) << "those of a string do not count";
  const auto wrong_kind = call("POST", config_maps, deployment("a"));
  EXPECT_EQ(wrong_kind.status, 400U);
  EXPECT_EQ(call("PUT", config_maps, config_map("a")).status, 405U);
  auto elsewhere = config_map("a");
  elsewhere["metadata"]["namespace"] = "kube-system";
  EXPECT_EQ(call("POST", config_maps, elsewhere).message(),
            "the namespace of the provided object does not match the namespace sent on the request");
}

TEST_F(Crud, DryRunLeavesNoTrace)
{
  const auto answer = call("POST", std::string(config_maps) + "?dryRun=All", config_map("a"));
  EXPECT_EQ(answer.status, 201U);
  EXPECT_EQ(call("GET", std::string(config_maps) + "/a").status, 404U);
  create(config_maps, config_map("a"));
  EXPECT_EQ(call("DELETE", std::string(config_maps) + "/a?dryRun=All").status, 200U);
  EXPECT_EQ(call("GET", std::string(config_maps) + "/a").status, 200U);
}

TEST_F(Crud, ADryRunAnswersWithTheVersionThatIsThere)
{
  EXPECT_FALSE(call("POST", std::string(config_maps) + "?dryRun=All", config_map("a"))
                   .json.at("metadata")
                   .contains("resourceVersion"));
  const auto version = version_of(create(config_maps, config_map("a")));
  const auto target = std::string(config_maps) + "/a";
  const auto put = call("PUT", target + "?dryRun=All", config_map("a", {{"k", "v"}}));
  EXPECT_EQ(put.json.at("data").at("k"), "v");
  EXPECT_EQ(version_of(put.json), version);
  EXPECT_EQ(version_of(patch(target + "?dryRun=All", {{"data", {{"k", "w"}}}}).json), version);
  EXPECT_EQ(version_of(get(target)), version);
}

TEST_F(Crud, GenerationMovesWithTheSpecAlone)
{
  const auto target = std::string(deployments) + "/web";
  EXPECT_EQ(create(deployments, deployment("web"))["metadata"]["generation"], 1);
  EXPECT_EQ(patch(target, {{"metadata", {{"labels", {{"x", "y"}}}}}}).json["metadata"]["generation"], 1);
  EXPECT_EQ(patch(target, {{"spec", {{"replicas", 3}}}}).json["metadata"]["generation"], 2);
  const auto status = patch(
      target + "/status",
      {{"status", {{"replicas", 3}, {"readyReplicas", 3}, {"availableReplicas", 3}}}, {"spec", {{"replicas", 9}}}});
  EXPECT_EQ(status.json["metadata"]["generation"], 2);
  EXPECT_EQ(status.json["spec"]["replicas"], 3);
  EXPECT_EQ(status.json["status"]["availableReplicas"], 3);
  const auto main = patch(target, {{"status", {{"availableReplicas", 7}}}});
  EXPECT_EQ(main.json["status"]["availableReplicas"], 3);
}

TEST_F(Crud, PagesShowOneMomentInTime)
{
  for (const char* name : {"a", "b", "c", "d"}) create(config_maps, config_map(name));
  const auto first = get(std::string(config_maps) + "?limit=2");
  EXPECT_EQ(first["items"].size(), 2U);
  EXPECT_EQ(first["metadata"]["remainingItemCount"], 2);
  call("DELETE", std::string(config_maps) + "/c");
  create(config_maps, config_map("bb"));
  const auto token = first["metadata"]["continue"].get<std::string>();
  const auto rest = get(std::string(config_maps) + "?limit=5&continue=" + token);
  ASSERT_EQ(rest["items"].size(), 2U);
  EXPECT_EQ(rest["items"][0]["metadata"]["name"], "c");
  EXPECT_EQ(rest["items"][1]["metadata"]["name"], "d");
  EXPECT_EQ(version_of(rest), version_of(first));
  EXPECT_FALSE(rest["metadata"].contains("continue"));
}

TEST_F(Crud, APageOfAForgottenMomentIsGone)
{
  for (const char* name : {"a", "b"}) create(config_maps, config_map(name));
  const auto first = get(std::string(config_maps) + "?limit=1");
  create(config_maps, config_map("c"));
  server.compact();
  const auto gone =
      call("GET", std::string(config_maps) + "?limit=1&continue=" + first["metadata"]["continue"].get<std::string>());
  EXPECT_EQ(gone.status, 410U);
  EXPECT_EQ(gone.reason(), "Expired");
  const auto token = gone.json["metadata"]["continue"].get<std::string>();
  EXPECT_EQ(get(std::string(config_maps) + "?limit=9&continue=" + token)["items"].size(), 2U);
}

TEST_F(Crud, VersionsOfAList)
{
  create(config_maps, config_map("a"));
  const auto before = version_of(get(config_maps));
  create(config_maps, config_map("b"));
  EXPECT_EQ(get(std::string(config_maps) + "?resourceVersion=0")["items"].size(), 2U);
  EXPECT_EQ(
      get(std::string(config_maps) + "?resourceVersionMatch=NotOlderThan&resourceVersion=" + before)["items"].size(),
      2U);
  EXPECT_EQ(get(std::string(config_maps) + "?resourceVersionMatch=Exact&resourceVersion=" + before)["items"].size(),
            1U);
  const auto future = call("GET", std::string(config_maps) + "?resourceVersion=99999");
  EXPECT_EQ(future.status, 504U);
  EXPECT_EQ(future.reason(), "Timeout");
  EXPECT_EQ(future.json["details"]["causes"][0]["reason"], "ResourceVersionTooLarge");
  EXPECT_EQ(future.json["details"]["retryAfterSeconds"], 1);
}

// The watch cache serves version 0 and ignores the limit: a reflector's first list comes in one piece.
TEST_F(Crud, AListOfAnyVersionIsNotPaged)
{
  create(config_maps, config_map("a"));
  create(config_maps, config_map("b"));
  const auto any = get(std::string(config_maps) + "?limit=1&resourceVersion=0");
  EXPECT_EQ(any["items"].size(), 2U);
  EXPECT_FALSE(any["metadata"].contains("continue"));
  const auto latest = get(std::string(config_maps) + "?limit=1");
  EXPECT_EQ(latest["items"].size(), 1U);
  EXPECT_TRUE(latest["metadata"].contains("continue"));
}

TEST_F(Crud, SelectorsNarrowAList)
{
  auto labelled = config_map("a");
  labelled["metadata"]["labels"] = {{"app", "x"}, {"tier", "web"}};
  create(config_maps, labelled);
  create(config_maps, config_map("b"));
  const auto count = [&](const std::string& query) {
    return get(std::string(config_maps) + "?" + query)["items"].size();
  };
  EXPECT_EQ(count("labelSelector=app%3Dx"), 1U);
  EXPECT_EQ(count("labelSelector=app%3D%3Dx,tier+in+(web,db)"), 1U);
  EXPECT_EQ(count("labelSelector=app!%3Dx"), 1U);
  EXPECT_EQ(count("labelSelector=!app"), 1U);
  EXPECT_EQ(count("labelSelector=app"), 1U);
  EXPECT_EQ(count("labelSelector=tier+notin+(web)"), 1U);
  EXPECT_EQ(count("fieldSelector=metadata.name%3Db"), 1U);
  EXPECT_EQ(count("fieldSelector=metadata.name!%3Db"), 1U);
  EXPECT_EQ(count("fieldSelector=metadata.namespace%3Dkube-system"), 0U);
  EXPECT_EQ(call("GET", std::string(config_maps) + "?labelSelector=a%3D(").status, 400U);
  EXPECT_EQ(call("GET", std::string(config_maps) + "?fieldSelector=data.k%3Dv").status, 400U);
}

TEST_F(Crud, DeleteHonoursPreconditions)
{
  const auto made = create(config_maps, config_map("a"));
  const auto target = std::string(config_maps) + "/a";
  EXPECT_EQ(call("DELETE", target, Json{{"preconditions", {{"uid", "other"}}}}).status, 409U);
  EXPECT_EQ(call("DELETE", target, Json{{"preconditions", {{"resourceVersion", "1"}}}}).status, 409U);
  const auto gone = call("DELETE", target, Json{{"preconditions", {{"uid", made["metadata"]["uid"]}}}});
  EXPECT_EQ(gone.status, 200U);
  EXPECT_EQ(gone.json["status"], "Success");
  EXPECT_EQ(gone.json["details"]["uid"], made["metadata"]["uid"]);
  EXPECT_EQ(call("DELETE", target).status, 404U);
}

TEST_F(Crud, DeleteCollectionTakesWhatIsSelected)
{
  for (const char* name : {"a", "b", "c"}) {
    auto object = config_map(name);
    object["metadata"]["labels"] = {{"keep", name == std::string("b") ? "yes" : "no"}};
    create(config_maps, object);
  }
  const auto answer = call("DELETE", std::string(config_maps) + "?labelSelector=keep%3Dno");
  EXPECT_EQ(answer.status, 200U);
  EXPECT_EQ(answer.json["items"].size(), 2U);
  const auto left = get(config_maps);
  ASSERT_EQ(left["items"].size(), 1U);
  EXPECT_EQ(left["items"][0]["metadata"]["name"], "b");
}

TEST_F(Crud, DeleteCollectionHonoursPreconditions)
{
  const auto made = create(config_maps, config_map("a"));
  const auto refused = call("DELETE", config_maps, Json{{"preconditions", {{"uid", "other"}}}});
  EXPECT_EQ(refused.status, 409U);
  EXPECT_EQ(refused.reason(), "Conflict");
  EXPECT_EQ(get(config_maps)["items"].size(), 1U);
  EXPECT_EQ(call("DELETE", config_maps, Json{{"preconditions", {{"uid", made["metadata"]["uid"]}}}}).status, 200U);
  EXPECT_EQ(get(config_maps)["items"].size(), 0U);
}

TEST_F(Crud, ListItemsOfTypedKindsCarryNoType)
{
  create(config_maps, config_map("a"));
  const auto list = get(config_maps);
  EXPECT_EQ(list["kind"], "ConfigMapList");
  EXPECT_FALSE(list["items"][0].contains("kind"));
  install_foos();
  create(foos, foo("f"));
  const auto customs = get(foos);
  EXPECT_EQ(customs["kind"], "FooList");
  EXPECT_EQ(customs["items"][0]["kind"], "Foo");
}

TEST_F(Crud, ADryRunTakesAVersionAndACreateDoesNot)
{
  const auto stored = create(config_maps, config_map("a"));
  auto copy = config_map("b");
  copy["metadata"]["resourceVersion"] = version_of(stored);
  const auto dry = call("POST", std::string(config_maps) + "?dryRun=All", copy);
  EXPECT_EQ(dry.status, 201U);
  EXPECT_EQ(version_of(dry.json), version_of(stored));
  const auto refused = call("POST", config_maps, copy);
  EXPECT_EQ(refused.status, 500U);
  EXPECT_EQ(refused.message(), "resourceVersion should not be set on objects to be created");
}

TEST_F(Crud, ADeletedCollectionIsAnsweredAsItWas)
{
  auto held = config_map("a");
  held["metadata"]["finalizers"] = {"example.com/hold"};
  create(config_maps, held);
  const auto answer = call("DELETE", config_maps);
  ASSERT_EQ(answer.json.at("items").size(), 1U);
  EXPECT_FALSE(answer.json.at("items").at(0).at("metadata").contains("deletionTimestamp"));
  EXPECT_TRUE(get(std::string(config_maps) + "/a").at("metadata").contains("deletionTimestamp"));
}

TEST_F(Crud, TheServersOwnServiceIsThere)
{
  EXPECT_EQ(get("/api/v1/namespaces/default/services/kubernetes").at("spec").at("ports").at(0).at("port"), 443);
}

}  // namespace
}  // namespace kubexx::testing
