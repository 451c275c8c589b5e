// SPDX-License-Identifier: Apache-2.0
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

struct Definitions : ApiServerTest {
  static Json widget_definition(const Json& spec_schema)
  {
    const Json schema{{"type", "object"}, {"properties", {{"spec", spec_schema}}}};
    return {
        {"apiVersion", "apiextensions.k8s.io/v1"},
        {"kind", "CustomResourceDefinition"},
        {"metadata", {{"name", "widgets.example.com"}}},
        {"spec",
         {{"group", "example.com"},
          {"names", {{"kind", "Widget"}, {"plural", "widgets"}, {"shortNames", {"wd"}}}},
          {"scope", "Cluster"},
          {"versions",
           Json::array(
               {{{"name", "v1"}, {"served", true}, {"storage", true}, {"schema", {{"openAPIV3Schema", schema}}}}})}}}};
  }
  static Json widget(const Json& spec)
  {
    return {{"apiVersion", "example.com/v1"}, {"kind", "Widget"}, {"metadata", {{"name", "w"}}}, {"spec", spec}};
  }
  Answer try_widget(const Json& spec) { return call("POST", "/apis/example.com/v1/widgets?dryRun=All", widget(spec)); }
};

TEST_F(Definitions, ASelectableFieldSelects)
{
  auto definition =
      widget_definition(Json::parse(R"({"type": "object", "properties": {"color": {"type": "string"}}})"));
  definition["spec"]["versions"][0]["selectableFields"] = Json::parse(R"([{"jsonPath": ".spec.color"}])");
  create(definitions, definition);
  auto blue = widget({{"color", "blue"}});
  blue["metadata"]["name"] = "b";
  create("/apis/example.com/v1/widgets", widget({{"color", "red"}}));
  create("/apis/example.com/v1/widgets", blue);
  const auto found = get("/apis/example.com/v1/widgets?fieldSelector=spec.color%3Dblue");
  ASSERT_EQ(found["items"].size(), 1U);
  EXPECT_EQ(found["items"][0]["metadata"]["name"], "b");
  EXPECT_EQ(call("GET", "/apis/example.com/v1/widgets?fieldSelector=spec.size%3D1").status, 400U);
}

TEST_F(Definitions, AreEstablishedAndServed)
{
  EXPECT_EQ(call("GET", foos).body, "404 page not found\n");
  install_foos();
  const auto definition = get(std::string(definitions) + "/foos.samplecontroller.k8s.io");
  const auto& conditions = definition["status"]["conditions"];
  ASSERT_EQ(conditions.size(), 3U);
  EXPECT_EQ(conditions[0]["type"], "NamesAccepted");
  EXPECT_EQ(conditions[0]["status"], "True");
  EXPECT_EQ(conditions[1]["type"], "Established");
  EXPECT_EQ(conditions[1]["status"], "True");
  EXPECT_EQ(conditions[2]["type"], "KubernetesAPIApprovalPolicyConformant");
  EXPECT_EQ(conditions[2]["status"], "False");
  EXPECT_EQ(conditions[2]["message"], "not approved: \"unapproved, experimental-only\"");
  EXPECT_EQ(definition["status"]["acceptedNames"]["listKind"], "FooList");
  EXPECT_EQ(definition["status"]["storedVersions"], Json::array({"v1alpha1"}));
  EXPECT_EQ(get(foos)["kind"], "FooList");
  const auto resources = get("/apis/samplecontroller.k8s.io/v1alpha1")["resources"];
  ASSERT_EQ(resources.size(), 2U);
  EXPECT_EQ(resources[0]["name"], "foos");
  EXPECT_EQ(resources[1]["name"], "foos/status");
}

TEST_F(Definitions, ProtectedGroupsNeedApproval)
{
  auto definition = widget_definition({{"type", "object"}});
  definition["metadata"]["name"] = "widgets.example.k8s.io";
  definition["spec"]["group"] = "example.k8s.io";
  const auto answer = call("POST", definitions, definition);
  EXPECT_EQ(answer.status, 422U);
  EXPECT_EQ(answer.json["details"]["causes"][0]["field"], "metadata.annotations[api-approved.kubernetes.io]");
  EXPECT_NE(answer.message().find("protected groups must have approval annotation \"api-approved.kubernetes.io\", see "
                                  "https://github.com/kubernetes/enhancements/pull/1111"),
            std::string::npos);
  definition["metadata"]["annotations"]["api-approved.kubernetes.io"] = "because";
  EXPECT_EQ(call("POST", definitions, definition).status, 422U);
  definition["metadata"]["annotations"]["api-approved.kubernetes.io"] = "https://example.com/pull/1";
  EXPECT_EQ(call("POST", definitions, definition).status, 201U);
}

TEST_F(Definitions, MistakesInADefinitionAreNamed)
{
  auto definition = widget_definition({{"properties", {{"a", {{"type", "strong"}}}}}});
  definition["metadata"]["name"] = "gadgets.example.com";
  definition["spec"]["scope"] = "Galaxy";
  definition["spec"]["versions"][0]["storage"] = false;
  const auto answer = call("POST", definitions, definition);
  EXPECT_EQ(answer.status, 422U);
  for (const char* part : {"metadata.name: Invalid value: \"gadgets.example.com\": must be spec.names.plural+\".\"+"
                           "spec.group",
                           "spec.scope: Unsupported value: \"Galaxy\": supported values: \"Cluster\", \"Namespaced\"",
                           "must have exactly one version marked as storage version",
                           "properties[spec].properties[a].type: Unsupported value: \"strong\""}) {
    EXPECT_NE(answer.message().find(part), std::string::npos) << part << "\n" << answer.message();
  }
}

TEST_F(Definitions, ASchemaMustBeStructural)
{
  const auto answer = call("POST", definitions, widget_definition({{"properties", {{"a", {{"type", "string"}}}}}}));
  EXPECT_EQ(answer.status, 422U);
  EXPECT_NE(answer.message().find("properties[spec].type: Required value: must not be empty for specified object "
                                  "fields"),
            std::string::npos)
      << answer.message();
}

TEST_F(Definitions, ValuesAreValidatedInTheWordsOfTheRealServer)
{
  install_foos();
  const auto high = call("POST", foos, foo("f", 11));
  EXPECT_EQ(high.status, 422U);
  EXPECT_EQ(high.message(),
            "Foo.samplecontroller.k8s.io \"f\" is invalid: spec.replicas: Invalid value: 11: spec.replicas in body "
            "should be less than or equal to 10");
  EXPECT_EQ(high.json["details"], (Json{{"name", "f"},
                                        {"group", "samplecontroller.k8s.io"},
                                        {"kind", "Foo"},
                                        {"causes", Json::array({{{"reason", "FieldValueInvalid"},
                                                                 {"message",
                                                                  "Invalid value: 11: spec.replicas in body "
                                                                  "should be less than or equal to 10"},
                                                                 {"field", "spec.replicas"}}})}}));
  auto text = foo("f");
  text["spec"]["replicas"] = "three";
  EXPECT_EQ(call("POST", foos, text).message(),
            "Foo.samplecontroller.k8s.io \"f\" is invalid: spec.replicas: Invalid value: \"string\": spec.replicas in "
            "body must be of type integer: \"string\"");
}

TEST_F(Definitions, EveryRuleOfASchemaIsChecked)
{
  const auto spec = Json::parse(R"({"type": "object", "required": ["name"], "properties": {
    "name": {"type": "string", "minLength": 2, "maxLength": 4, "pattern": "^[a-z]+$"},
    "colour": {"type": "string", "enum": ["red", "green"]},
    "ratio": {"type": "number", "minimum": 0, "exclusiveMinimum": true, "multipleOf": 0.5},
    "items": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string"}},
    "port": {"x-kubernetes-int-or-string": true},
    "maybe": {"type": "string", "nullable": true},
    "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
    "choice": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
               "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}}})");
  ASSERT_EQ(call("POST", definitions, widget_definition(spec)).status, 201U);
  EXPECT_EQ(try_widget(Json::parse(R"({"name": "ab", "colour": "red", "ratio": 1.5, "items": ["x"], "port": "http",
      "maybe": null, "set": ["a", "b"], "choice": {"a": 1}})"))
                .status,
            201U);
  const auto expect = [&](const char* text, const std::string& message) {
    const auto answer = try_widget(Json::parse(text));
    EXPECT_EQ(answer.status, 422U) << text;
    EXPECT_NE(answer.message().find(message), std::string::npos) << answer.message();
  };
  expect(R"({})", "spec.name: Required value");
  expect(R"({"name": "a"})", "spec.name in body should be at least 2 chars long");
  expect(R"({"name": "abcde"})", "spec.name: Too long: may not be more than 4 bytes");
  expect(R"({"name": "AB"})", "spec.name in body should match '^[a-z]+$'");
  expect(R"({"name": "ab", "colour": "blue"})",
         "spec.colour: Unsupported value: \"blue\": supported values: \"red\", \"green\"");
  expect(R"({"name": "ab", "ratio": 0})", "spec.ratio in body should be greater than 0");
  expect(R"({"name": "ab", "ratio": 0.7})", "spec.ratio in body should be a multiple of 0.5");
  expect(R"({"name": "ab", "items": []})", "spec.items in body should have at least 1 items");
  expect(R"({"name": "ab", "items": ["a", "b", "c"]})", "spec.items: Too many: 3: must have at most 2 items");
  expect(R"({"name": "ab", "items": [1]})", "spec.items[0] in body must be of type string: \"integer\"");
  expect(R"({"name": "ab", "port": true})", "spec.port in body must be of type integer,string: \"boolean\"");
  expect(R"({"name": "ab", "set": ["a", "a"]})", "spec.set[1]: Duplicate value: \"a\"");
  expect(R"({"name": "ab", "choice": {}})", "must validate one and only one schema (oneOf)");
  expect(R"({"name": null})", "spec.name: Required value");
}

TEST_F(Definitions, UnknownFieldsArePrunedWarnedAboutOrRefused)
{
  install_foos();
  auto object = foo("f");
  object["spec"]["surplus"] = 1;
  const auto warned = call("POST", foos, object);
  EXPECT_EQ(warned.status, 201U);
  EXPECT_FALSE(warned.json["spec"].contains("surplus"));
  EXPECT_EQ(warned.header("Warning"), "299 - \"unknown field \\\"spec.surplus\\\"\"");
  object["metadata"]["name"] = "g";
  const auto strict = call("POST", std::string(foos) + "?fieldValidation=Strict", object);
  EXPECT_EQ(strict.status, 400U);
  EXPECT_NE(strict.message().find("strict decoding error: unknown field \"spec.surplus\""), std::string::npos);
  const auto ignored = call("POST", std::string(foos) + "?fieldValidation=Ignore", object);
  EXPECT_EQ(ignored.status, 201U);
  EXPECT_EQ(ignored.header("Warning"), "");
}

TEST_F(Definitions, DefaultsAreFilledIn)
{
  ASSERT_EQ(call("POST", definitions, widget_definition(Json::parse(R"({"type": "object", "default": {}, "properties": {
      "size": {"type": "integer", "default": 3}}})")))
                .status,
            201U);
  auto object = widget(nullptr);
  EXPECT_EQ(try_widget({{"size", nullptr}}).json["spec"]["size"], 3);
  object.erase("spec");
  EXPECT_EQ(create("/apis/example.com/v1/widgets", object)["spec"]["size"], 3);
}

TEST_F(Definitions, StatusIsItsOwnSubresource)
{
  install_foos();
  auto object = foo("f");
  object["status"] = {{"availableReplicas", 9}};
  const auto made = create(foos, object);
  EXPECT_FALSE(made.contains("status"));
  EXPECT_EQ(made["metadata"]["generation"], 1);
  auto update = made;
  update["status"] = {{"availableReplicas", 2}};
  update["spec"]["replicas"] = 7;
  const auto status = call("PUT", std::string(foos) + "/f/status", update);
  ASSERT_EQ(status.status, 200U) << status.body;
  EXPECT_EQ(status.json["status"]["availableReplicas"], 2);
  EXPECT_EQ(status.json["spec"]["replicas"], 1);
  EXPECT_EQ(status.json["metadata"]["generation"], 1);
  auto spec = status.json;
  spec["spec"]["replicas"] = 5;
  spec["status"] = {{"availableReplicas", 0}};
  const auto main = call("PUT", std::string(foos) + "/f", spec);
  EXPECT_EQ(main.json["metadata"]["generation"], 2);
  EXPECT_EQ(main.json["status"]["availableReplicas"], 2);
  EXPECT_EQ(call("GET", std::string(foos) + "/f/scale").message(), "foos.samplecontroller.k8s.io \"f\" not found");
}

TEST_F(Definitions, UpdateOfACustomResourceNeedsAVersion)
{
  install_foos();
  create(foos, foo("f"));
  const auto answer = call("PUT", std::string(foos) + "/f", foo("f", 2));
  EXPECT_EQ(answer.status, 422U);
  EXPECT_EQ(answer.message(),
            "foos.samplecontroller.k8s.io \"f\" is invalid: metadata.resourceVersion: Invalid value: 0: must be "
            "specified for an update");
}

TEST_F(Definitions, TheirScaleFollowsThePaths)
{
  auto definition =
      widget_definition(Json::parse(R"({"type": "object", "properties": {"count": {"type": "integer"}}})"));
  definition["spec"]["versions"][0]["subresources"] = {
      {"scale", {{"specReplicasPath", ".spec.count"}, {"statusReplicasPath", ".status.count"}}}};
  create(definitions, definition);
  create("/apis/example.com/v1/widgets", widget({{"count", 2}}));
  EXPECT_EQ(get("/apis/example.com/v1/widgets/w/scale")["spec"]["replicas"], 2);
  const auto scaled = patch("/apis/example.com/v1/widgets/w/scale", {{"spec", {{"replicas", 6}}}});
  EXPECT_EQ(scaled.status, 200U) << scaled.body;
  EXPECT_EQ(get("/apis/example.com/v1/widgets/w")["spec"]["count"], 6);
}

TEST_F(Definitions, DeletionRemovesTheObjectsAndEndsWatches)
{
  install_foos();
  create(foos, foo("f"));
  auto reader = watch(std::string(foos) + "?watch=1");
  EXPECT_EQ(reader.events().size(), 1U);
  const auto answer = call("DELETE", std::string(definitions) + "/foos.samplecontroller.k8s.io");
  EXPECT_EQ(answer.status, 200U);
  const auto lines = reader.lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["type"], "DELETED");
  EXPECT_TRUE(reader.ended());
  EXPECT_EQ(call("GET", foos).body, "404 page not found\n");
  EXPECT_EQ(call("GET", std::string(definitions) + "/foos.samplecontroller.k8s.io").status, 404U);
  install_foos();
  EXPECT_EQ(get(foos)["items"].size(), 0U);
}

TEST_F(Definitions, DeletionWaitsForHeldObjects)
{
  install_foos();
  auto held = foo("f");
  held["metadata"]["finalizers"] = {"example.com/hold"};
  create(foos, held);
  call("DELETE", std::string(definitions) + "/foos.samplecontroller.k8s.io");
  EXPECT_TRUE(get(std::string(foos) + "/f")["metadata"].contains("deletionTimestamp"));
  patch(std::string(foos) + "/f", {{"metadata", {{"finalizers", nullptr}}}});
  EXPECT_EQ(call("GET", std::string(definitions) + "/foos.samplecontroller.k8s.io").status, 404U);
}

TEST_F(Definitions, SeveralVersionsShowTheSameObject)
{
  auto definition = widget_definition(Json::parse(R"({"type": "object", "properties": {"a": {"type": "string"}}})"));
  auto second = definition["spec"]["versions"][0];
  second["name"] = "v1beta1";
  second["storage"] = false;
  second["deprecated"] = true;
  definition["spec"]["versions"].push_back(second);
  create(definitions, definition);
  create("/apis/example.com/v1/widgets", widget({{"a", "x"}}));
  const auto old = call("GET", "/apis/example.com/v1beta1/widgets/w");
  EXPECT_EQ(old.json["apiVersion"], "example.com/v1beta1");
  EXPECT_EQ(old.header("Warning"), "299 - \"example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget\"");
  EXPECT_EQ(get("/apis/example.com")["preferredVersion"]["version"], "v1");
}

TEST_F(Definitions, TakenNamesAreNotAccepted)
{
  create(definitions, widget_definition({{"type", "object"}}));
  auto rival = widget_definition({{"type", "object"}});
  rival["metadata"]["name"] = "rivals.example.com";
  rival["spec"]["names"] = {{"kind", "Rival"}, {"plural", "rivals"}, {"shortNames", {"wd"}}};
  create(definitions, rival);
  const auto conditions = get(std::string(definitions) + "/rivals.example.com")["status"]["conditions"];
  EXPECT_EQ(conditions[0]["status"], "False");
  EXPECT_EQ(conditions[0]["reason"], "ShortNamesConflict");
  EXPECT_EQ(conditions[0]["message"], "\"wd\" is already in use");
  EXPECT_EQ(call("GET", "/apis/example.com/v1/rivals").body, "404 page not found\n");
}

/// Definitions of one group that want each other's names.
struct Names : Definitions {
  void define(const std::string& plural, const std::string& kind, std::vector<std::string> short_names = {})
  {
    auto definition = widget_definition({{"type", "object"}});
    definition["metadata"]["name"] = plural + ".example.com";
    definition["spec"]["names"] = {{"kind", kind}, {"plural", plural}, {"shortNames", std::move(short_names)}};
    create(definitions, definition);
  }
  static std::string path(const std::string& plural)
  {
    return std::string(definitions) + "/" + plural + ".example.com";
  }
  /// "NamesAccepted=False KindConflict".
  std::string condition(const std::string& plural, std::size_t index)
  {
    const auto found = get(path(plural))["status"]["conditions"][index];
    return found["type"].get<std::string>() + "=" + found["status"].get<std::string>() + " " +
           found["reason"].get<std::string>();
  }
};

TEST_F(Names, AreTakenOneByOne)
{
  define("alphas", "Alpha", {"al"});
  define("betas", "Alpha", {"al", "be"});
  EXPECT_EQ(condition("betas", 0), "NamesAccepted=False ListKindConflict");
  EXPECT_EQ(condition("betas", 1), "Established=False NotAccepted");
  EXPECT_EQ(get(path("betas"))["status"]["acceptedNames"], Json::parse(R"({"kind": "", "plural": "betas"})"));
  define("gammas", "Gamma", {"betas"});
  EXPECT_EQ(condition("gammas", 0), "NamesAccepted=False ShortNamesConflict") << "a name of what is not served";
}

TEST_F(Names, OfADefinitionThatIsNotServedMayChange)
{
  define("alphas", "Alpha");
  define("betas", "Alpha");
  EXPECT_EQ(call("GET", "/apis/example.com/v1/betas").status, 404U);
  const Json own{{"kind", "Beta"}, {"listKind", "BetaList"}, {"singular", "beta"}};
  EXPECT_EQ(patch(path("betas"), {{"spec", {{"names", own}}}}).status, 200U);
  EXPECT_EQ(condition("betas", 1), "Established=True InitialNamesAccepted");
  EXPECT_EQ(get("/apis/example.com/v1/betas")["kind"], "BetaList");
  EXPECT_EQ(patch(path("betas"), {{"spec", {{"names", {{"kind", "Other"}}}}}}).status, 422U) << "but no more";
}

TEST_F(Names, OfOneThatIsServedStayUntilItGetsTheOthers)
{
  define("alphas", "Alpha", {"al"});
  define("betas", "Beta", {"be"});
  EXPECT_EQ(patch(path("betas"), {{"spec", {{"names", {{"shortNames", {"al"}}}}}}}).status, 200U);
  EXPECT_EQ(condition("betas", 0), "NamesAccepted=False ShortNamesConflict");
  EXPECT_EQ(condition("betas", 1), "Established=True InitialNamesAccepted");
  EXPECT_EQ(get("/apis/example.com/v1")["resources"][1]["shortNames"], Json::array({"be"}));
  EXPECT_EQ(patch(path("alphas"), {{"spec", {{"names", {{"shortNames", nullptr}}}}}}).status, 200U);
  EXPECT_EQ(condition("betas", 0), "NamesAccepted=True NoConflicts");
  EXPECT_EQ(get("/apis/example.com/v1")["resources"][1]["shortNames"], Json::array({"al"}));
}

TEST_F(Names, OfADefinitionThatGoesAreFree)
{
  define("alphas", "Alpha", {"al"});
  define("betas", "Beta", {"al"});
  EXPECT_EQ(condition("betas", 1), "Established=False NotAccepted");
  EXPECT_EQ(call("DELETE", path("alphas")).status, 200U);
  EXPECT_EQ(condition("betas", 1), "Established=True InitialNamesAccepted");
  EXPECT_EQ(call("GET", "/apis/example.com/v1/betas").status, 200U);
}

TEST_F(Names, OfADefinitionThatComesBackHaveNoneOfTheOldObjects)
{
  define("alphas", "Alpha");
  auto held = Json::parse(R"({"apiVersion": "example.com/v1", "kind": "Alpha",
                              "metadata": {"name": "held", "finalizers": ["example.com/hold"]}})");
  create("/apis/example.com/v1/alphas", held);
  EXPECT_EQ(call("DELETE", path("alphas")).status, 200U);
  EXPECT_EQ(condition("alphas", 2), "Terminating=True InstanceDeletionInProgress");
  EXPECT_EQ(patch("/apis/example.com/v1/alphas/held", {{"metadata", {{"finalizers", nullptr}}}}).status, 200U);
  EXPECT_EQ(call("GET", path("alphas")).status, 404U);
  EXPECT_EQ(call("GET", "/apis/example.com/v1/alphas").status, 404U);
  define("alphas", "Alpha");
  EXPECT_TRUE(get("/apis/example.com/v1/alphas")["items"].empty());
}

// What etcd takes, and what its client sends.
TEST_F(Definitions, AnObjectMayBeAsLargeAsEtcdTakes)
{
  create(definitions,
         widget_definition(Json::parse(R"({"type": "object", "properties": {"word": {"type": "string"}}})")));
  const auto store = [&](std::size_t size) {
    return call("POST", "/apis/example.com/v1/widgets", widget({{"word", std::string(size, 'x')}}));
  };
  const auto refused = store(1'600'000);
  EXPECT_EQ(refused.status, 500U);
  EXPECT_EQ(refused.message(), "etcdserver: request is too large");
  EXPECT_NE(store(2'500'000).message().find("trying to send message larger than max"), std::string::npos);
  EXPECT_EQ(try_widget({{"word", std::string(1'600'000, 'x')}}).status, 201U) << "a dry run stores nothing";
  EXPECT_EQ(store(1'000'000).status, 201U);
}

TEST_F(Definitions, APatternMatchesAsARealServersDoes)
{
  create(definitions, widget_definition(Json::parse(
                          R"({"type": "object", "properties": {"word": {"type": "string", "pattern": "^[a-z]+$"}}})")));
  EXPECT_EQ(try_widget({{"word", "ok"}}).status, 201U);
  EXPECT_EQ(try_widget({{"word", "ok\n!!"}}).status, 422U);
}

// A body of the largest size must not keep the others waiting: comparing each item with each other would take hours.
TEST_F(Definitions, UniquenessOfALongListIsCheckedQuickly)
{
  create(definitions, widget_definition(Json::parse(R"({"type": "object", "properties": {"words":
    {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}}})")));
  Json words = Json::array();
  for (int i = 0; i < 50'000; ++i) words.push_back("w" + std::to_string(i));
  EXPECT_EQ(try_widget({{"words", words}}).status, 201U);
  words.push_back("w17");
  const auto refused = try_widget({{"words", words}});
  EXPECT_EQ(refused.status, 422U);
  EXPECT_EQ(refused.json.at("details").at("causes").size(), 1U);
  EXPECT_EQ(refused.json.at("details").at("causes").at(0).at("field"), "spec.words[50000]");
}

/// One version, with these fields of spec.
/// A definition with a status, one member changed in the schema of its only version.
struct SchemasOfDefinitions : Definitions {
  static Json with_status(const std::string& member, const Json& value)
  {
    auto definition = widget_definition({{"type", "object"}});
    auto& version = definition["spec"]["versions"][0];
    version["subresources"] = {{"status", Json::object()}};
    version["schema"]["openAPIV3Schema"][member] = value;
    return definition;
  }
  Answer try_schema(const std::string& member, const Json& value)
  {
    return call("POST", std::string(definitions) + "?dryRun=All", with_status(member, value));
  }
  Json kept_schema(const std::string& member, const Json& value)
  {
    const auto answer = try_schema(member, value);
    EXPECT_EQ(answer.status, 201U) << answer.body;
    return answer.json.value("/spec/versions/0/schema/openAPIV3Schema"_json_pointer, Json());
  }
};

// The schema of the status is taken out of that of the whole, which other members would make impossible.
TEST_F(SchemasOfDefinitions, WithAStatusTheRootHasFewMembers)
{
  const auto answer = try_schema("maxProperties", 3);
  EXPECT_EQ(answer.status, 422U);
  EXPECT_EQ(answer.json["details"]["causes"][0]["field"], "spec.validation.openAPIV3Schema");
  EXPECT_NE(answer.message().find(R"("MaxProperties":3,"MinProperties":null)"), std::string::npos) << answer.message();
  EXPECT_NE(answer.message().find("fields are allowed at the root of the schema if the status subresource is enabled"),
            std::string::npos);
  auto without = with_status("maxProperties", 3);
  without["spec"]["versions"][0].erase("subresources");
  EXPECT_EQ(call("POST", definitions, without).status, 201U);
}

TEST_F(SchemasOfDefinitions, ValuesOfAWrongTypeAreNoSchema)
{
  const std::pair<const char*, Json> wrong[]{{"externalDocs", {{"url", 3}}},
                                             {"externalDocs", "x"},
                                             {"x-kubernetes-validations", {{"rule", "true"}}},
                                             {"x-kubernetes-validations", Json::array({{{"rule", 1}}})},
                                             {"x-kubernetes-validations", Json::array({{{"optionalOldSelf", "x"}}})},
                                             {"$schema", 1},
                                             {"dependencies", Json::array()}};
  for (const auto& [member, value] : wrong) {
    const auto answer = try_schema(member, value);
    EXPECT_EQ(answer.status, 400U) << member << value << answer.body;
    EXPECT_NE(answer.message().find("cannot unmarshal"), std::string::npos) << answer.message();
  }
}

TEST_F(SchemasOfDefinitions, WhatSaysNothingIsNotKept)
{
  const auto empty = kept_schema("nullable", false);
  EXPECT_FALSE(empty.contains("nullable"));
  EXPECT_FALSE(kept_schema("description", "").contains("description"));
  EXPECT_FALSE(kept_schema("uniqueItems", false).contains("uniqueItems"));
  EXPECT_EQ(kept_schema("externalDocs", {{"url", "u"}, {"description", ""}})["externalDocs"], Json({{"url", "u"}}));
}

TEST_F(Definitions, DefaultsAreSetWhereNothingIsSaid)
{
  auto definition = widget_definition({{"type", "object"}});
  definition["spec"]["names"]["listKind"] = "";
  definition["spec"]["versions"][0]["additionalPrinterColumns"] =
      Json::parse(R"([{"name": "A", "type": "string", "jsonPath": ".spec.a", "priority": 0, "description": ""}])");
  const auto made = create(definitions, definition);
  EXPECT_EQ(made["spec"]["names"]["listKind"], "WidgetList");
  EXPECT_EQ(made["spec"]["conversion"], Json({{"strategy", "None"}}));
  EXPECT_EQ(made["spec"]["versions"][0]["additionalPrinterColumns"],
            Json::parse(R"([{"name": "A", "type": "string", "jsonPath": ".spec.a"}])"));
}

TEST_F(Definitions, AConversionHasAStrategy)
{
  auto definition = widget_definition({{"type", "object"}});
  definition["spec"]["conversion"] = Json::object();
  const auto answer = call("POST", definitions, definition);
  EXPECT_EQ(answer.status, 422U);
  EXPECT_NE(answer.message().find("spec.conversion.strategy: Required value"), std::string::npos) << answer.message();
}

TEST_F(Definitions, EveryProblemOfANameIsTold)
{
  auto definition = widget_definition({{"type", "object"}});
  definition["spec"]["names"]["singular"] = "Widget_" + std::string(64, 'w');
  const auto answer = call("POST", definitions, definition);
  EXPECT_EQ(answer.status, 422U);
  EXPECT_NE(answer.message().find("must be no more than 63 characters"), std::string::npos) << answer.message();
  EXPECT_NE(answer.message().find("a DNS-1035 label must consist of"), std::string::npos) << answer.message();
}

Json version_with(const std::string& name, bool storage, const Json& fields)
{
  const Json spec{{"type", "object"}, {"properties", fields}};
  const Json schema{{"type", "object"}, {"properties", {{"spec", spec}}}};
  return {{"name", name}, {"served", true}, {"storage", storage}, {"schema", {{"openAPIV3Schema", schema}}}};
}

struct ChangedSchema : ApiServerTest {
  ChangedSchema()
  {
    const Json text{{"type", "string"}};
    create(definitions, {{"apiVersion", "apiextensions.k8s.io/v1"},
                         {"kind", "CustomResourceDefinition"},
                         {"metadata", {{"name", "bars.ex.io"}}},
                         {"spec",
                          {{"group", "ex.io"},
                           {"scope", "Namespaced"},
                           {"names", {{"kind", "Bar"}, {"plural", "bars"}}},
                           {"versions", Json::array({version_with("v1", true, {{"a", text}, {"gone", text}})})}}}});
    create(bars, {{"apiVersion", "ex.io/v1"},
                  {"kind", "Bar"},
                  {"metadata", {{"name", "b"}}},
                  {"spec", {{"a", "1"}, {"gone", "2"}}}});
    const Json seven{{"type", "integer"}, {"default", 7}};
    const Json eight{{"type", "integer"}, {"default", 8}};
    const auto versions = Json::array({version_with("v1", true, {{"a", text}, {"n", seven}}),
                                       version_with("v2", false, {{"a", text}, {"m", eight}})});
    EXPECT_EQ(patch(std::string(definitions) + "/bars.ex.io", {{"spec", {{"versions", versions}}}}).status, 200U);
  }
  static constexpr const char* bars = "/apis/ex.io/v1/namespaces/default/bars";
  const Json read = {{"a", "1"}, {"n", 7}};
};

// As recorded of a real server: the defaults of the stored version, and the fields of the one that is asked for.
TEST_F(ChangedSchema, WhatIsReadHasTheNewDefaults)
{
  EXPECT_EQ(get(std::string(bars) + "/b")["spec"], read);
  EXPECT_EQ(get(bars)["items"][0]["spec"], read);
  EXPECT_EQ(get("/apis/ex.io/v2/namespaces/default/bars/b")["spec"], Json({{"a", "1"}}));
  auto reader = watch(std::string(bars) + "?watch=1");
  const auto lines = reader.lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["object"]["spec"], read);
}

TEST_F(ChangedSchema, NewDefaultsAreNoChangeOfTheSpec)
{
  const auto answer = patch(std::string(bars) + "/b", {{"metadata", {{"labels", {{"q", "r"}}}}}});
  EXPECT_EQ(answer.json["spec"], read);
  EXPECT_EQ(answer.json["metadata"]["generation"], 1);
  EXPECT_EQ(get(std::string(bars) + "/b")["spec"], read);
}

// A write that changes nothing is written, as a migration of the storage wants it; the next one is not.
TEST_F(ChangedSchema, AnUpdateThatChangesNothingWritesTheDefaultsOnce)
{
  const auto path = std::string(bars) + "/b";
  const auto before = get(path);
  EXPECT_EQ(before["spec"], read);
  const auto version = before["metadata"]["resourceVersion"];
  EXPECT_EQ(patch(path + "?dryRun=All", Json::object()).json["metadata"]["resourceVersion"], version);
  const auto written = patch(path, Json::object()).json;
  EXPECT_NE(written["metadata"]["resourceVersion"], version);
  EXPECT_EQ(written["metadata"]["generation"], 1);
  EXPECT_EQ(patch(path, Json::object()).json["metadata"]["resourceVersion"], written["metadata"]["resourceVersion"]);
}

}  // namespace
}  // namespace kubexx::testing
