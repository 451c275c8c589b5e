// SPDX-License-Identifier: Apache-2.0
// Numbers out of range and of the wrong type, wherever a request holds one: as a kube-apiserver 1.37 answers.
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

struct Numbers : ApiServerTest {
  const std::string web = std::string(deployments) + "/web";

  Answer send(std::string method, std::string target, const std::string& body)
  {
    return call(std::move(method), std::move(target), body, Headers{{"Content-Type", "application/json"}});
  }

  /// A definition with `member` in the schema of spec.v.
  Answer define(const std::string& member)
  {
    auto definition = Json::parse(R"({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "gadgets.example.com"},
        "spec": {"group": "example.com", "names": {"kind": "Gadget", "plural": "gadgets"}, "scope": "Namespaced",
                 "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
                   {"type": "object", "properties": {"spec": {"type": "object"}}}}}]}})");
    definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["v"] =
        Json::parse(member);
    return call("POST", definitions, definition);
  }

  Answer gadget(const std::string& value)
  {
    return send("POST", "/apis/example.com/v1/namespaces/default/gadgets?dryRun=All",
                R"({"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": {"name": "g"}, "spec": {"v": )" +
                    value + "}}");
  }
};

TEST_F(Numbers, ATypedFieldTakesOnlyWhatItsGoTypeHolds)
{
  create(deployments, deployment("web"));
  for (const char* value : {"1e300", "2147483648", "9223372036854775808", "18446744073709551616", "1.5", "\"7\"",
                            "{\"a\": 1}", "[1]", "true"}) {
    const auto body = std::string(R"({"spec": {"replicas": )") + value + "}}";
    const auto answer = call("PATCH", web, body, Headers{{"Content-Type", "application/merge-patch+json"}});
    EXPECT_EQ(answer.status, 422U) << value << answer.body;
    EXPECT_EQ(answer.reason(), "Invalid");
    EXPECT_TRUE(answer.message().starts_with(" \"\" is invalid: patch: Invalid value: ")) << answer.message();
    EXPECT_TRUE(answer.message().ends_with("DeploymentSpec.spec.replicas of type int32")) << answer.message();
    EXPECT_EQ(answer.json["details"]["causes"][0]["field"], "patch");
  }
  EXPECT_EQ(patch(web, Json::parse(R"({"spec": {"replicas": -1}})")).message(),
            "Deployment.apps \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0");
  EXPECT_EQ(patch(web, Json::parse(R"({"spec": {"replicas": null}})")).json["spec"]["replicas"], 1);
  EXPECT_EQ(send("PUT", web, R"({"metadata": {"name": "web"}, "spec": 1})").message(),
            "Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal number into Go "
            "struct field Deployment.spec of type v1.DeploymentSpec");
}

TEST_F(Numbers, AScaleIsDecodedAsWell)
{
  create(deployments, deployment("web"));
  const std::string start = R"({"metadata": {"name": "web"}, "spec": {"replicas": )";
  const std::string wrong = "Scale in version \"v1\" cannot be handled as a Scale: json: cannot unmarshal ";
  const std::string field = " into Go struct field ScaleSpec.spec.replicas of type int32";
  for (const auto& [value, what] : {std::pair{"2147483648", "number 2147483648"},
                                    {"9223372036854775808", "number 9223372036854775808"},
                                    {"1.5", "number 1.5"},
                                    {"true", "bool"},
                                    {"\"7\"", "string"}}) {
    const auto answer = send("PUT", web + "/scale", start + value + "}}");
    EXPECT_EQ(answer.status, 400U) << value;
    EXPECT_EQ(answer.message(), wrong + what + field);
  }
  EXPECT_EQ(patch(web + "/scale", Json::parse(R"({"spec": {"replicas": 2147483648}})")).status, 422U);
  EXPECT_EQ(send("PUT", web + "/scale", start + "null}}").status, 200U);
  EXPECT_EQ(get(web)["spec"]["replicas"], 0);
}

TEST_F(Numbers, DeleteOptionsAreDecodedAndABodySilencesTheQuery)
{
  create(config_maps, config_map("a"));
  const auto target = std::string(config_maps) + "/a";
  for (const auto& [body, problem] :
       {std::pair{R"({"gracePeriodSeconds": 9223372036854775808})",
                  "number 9223372036854775808 into Go struct field DeleteOptions.gracePeriodSeconds of type int64"},
        {R"({"gracePeriodSeconds": "7"})",
         "string into Go struct field DeleteOptions.gracePeriodSeconds of type int64"},
        {R"({"orphanDependents": 1})", "number into Go struct field DeleteOptions.orphanDependents of type bool"},
        {R"({"dryRun": "All"})", "string into Go struct field DeleteOptions.dryRun of type []string"},
        {R"({"preconditions": {"resourceVersion": 1}})",
         "number into Go struct field Preconditions.preconditions.resourceVersion of type string"}}) {
    const auto answer = send("DELETE", target, body);
    EXPECT_EQ(answer.status, 400U) << body;
    EXPECT_EQ(answer.message(), std::string("json: cannot unmarshal ") + problem);
  }
  for (const auto& [value, problem] :
       {std::pair{"x", "invalid syntax"}, {"", "invalid syntax"}, {"9223372036854775808", "value out of range"}}) {
    EXPECT_EQ(call("DELETE", target + "?gracePeriodSeconds=" + value).message(),
              std::string("strconv.ParseInt: parsing \"") + value + "\": " + problem);
  }
  EXPECT_EQ(call("DELETE", target + "?dryRun=All&gracePeriodSeconds=-1").status, 200U);
  EXPECT_EQ(call("GET", target).status, 200U);
  EXPECT_EQ(send("DELETE", target + "?dryRun=All", R"({"gracePeriodSeconds": -1})").status, 200U);
  EXPECT_EQ(call("GET", target).status, 404U);
}

TEST_F(Numbers, ATokenLivesBetweenTenMinutesAndTwoToThe32Seconds)
{
  create("/api/v1/namespaces/default/serviceaccounts",
         {{"apiVersion", "v1"}, {"kind", "ServiceAccount"}, {"metadata", {{"name", "a"}}}});
  const auto ask = [&](const std::string& spec) {
    return send("POST", "/api/v1/namespaces/default/serviceaccounts/a/token", "{\"spec\": " + spec + "}");
  };
  for (const char* seconds : {"4294967297", "9223372036854775807"}) {
    const auto answer = ask(R"({"expirationSeconds": )" + std::string(seconds) + "}");
    EXPECT_EQ(answer.status, 422U);
    EXPECT_EQ(
        answer.message(),
        std::string("TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid value: ") +
            seconds + ": may not specify a duration larger than 2^32 seconds");
  }
  EXPECT_EQ(ask(R"({"expirationSeconds": 599})").status, 422U);
  EXPECT_EQ(ask(R"({"expirationSeconds": null})").json["spec"]["expirationSeconds"], 3600);
  EXPECT_EQ(ask(R"({"expirationSeconds": 4294967296})").status, 201U);
  for (const char* wrong : {R"({"expirationSeconds": 1.5})", R"({"expirationSeconds": 9223372036854775808})",
                            R"({"audiences": "x"})", R"({"audiences": [1]})", R"({"boundObjectRef": 1})", "1"}) {
    const auto answer = ask(wrong);
    EXPECT_EQ(answer.status, 400U) << wrong;
    EXPECT_NE(answer.message().find("cannot be handled as a TokenRequest: json: cannot unmarshal "), std::string::npos);
  }
}

TEST_F(Numbers, QueriesAreParsedAsGoDoes)
{
  for (const char* verb : {"", "watch=1&"}) {
    for (const char* name : {"limit", "timeoutSeconds"}) {
      const auto ask = [&](const char* value) {
        return call("GET", std::string(config_maps) + "?" + verb + name + "=" + value);
      };
      EXPECT_EQ(ask("9223372036854775808").message(),
                "strconv.ParseInt: parsing \"9223372036854775808\": value out of range");
      EXPECT_EQ(ask("1.5").message(), "strconv.ParseInt: parsing \"1.5\": invalid syntax");
      EXPECT_EQ(ask("").message(), "strconv.ParseInt: parsing \"\": invalid syntax");
      for (const char* good : {"%2B1", "-1", "01", "9223372036854775807"}) EXPECT_EQ(ask(good).status, 200U) << good;
    }
  }
  const auto at = [&](const std::string& version) {
    return call("GET", std::string(config_maps) + "?resourceVersion=" + version);
  };
  const auto now = version_of(at("").json);
  EXPECT_EQ(at("18446744073709551615").message(),
            "Timeout: Too large resource version: 18446744073709551615, current: " + now);
  EXPECT_EQ(at("18446744073709551616").message(),
            "invalid resource version: resourceVersion: Invalid value: \"18446744073709551616\": strconv.ParseUint: "
            "parsing \"18446744073709551616\": value out of range");
  EXPECT_EQ(at("-0").status, 400U);
  EXPECT_EQ(call("GET", std::string(config_maps) + "/a?resourceVersion=x").status, 500U);
  EXPECT_EQ(call("GET", std::string(config_maps) + "?watch=1&resourceVersion=18446744073709551615").status, 200U);
}

TEST_F(Numbers, MetadataIsDecoded)
{
  const auto ask = [&](const std::string& member) {
    return send("POST", config_maps, R"({"metadata": {"name": "a", )" + member + "}}");
  };
  const std::string wrong = "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal ";
  EXPECT_EQ(ask(R"("generation": 9223372036854775808)").message(),
            wrong + "number 9223372036854775808 into Go struct field ObjectMeta.metadata.generation of type int64");
  EXPECT_EQ(ask(R"("generation": -1)").message(),
            "ConfigMap \"a\" is invalid: metadata.generation: Invalid value: -1: must be greater than or equal to 0");
  EXPECT_EQ(ask(R"("ownerReferences": [{"name": 1}])").message(),
            wrong + "number into Go struct field OwnerReference.metadata.ownerReferences.name of type string");
  EXPECT_EQ(send("POST", config_maps, R"({"metadata": 1})").message(),
            wrong + "number into Go struct field ConfigMap.metadata of type v1.ObjectMeta");
}

TEST_F(Numbers, ADefinitionsSchemaIsDecoded)
{
  const std::string wrong =
      "CustomResourceDefinition in version \"v1\" cannot be handled as a CustomResourceDefinition: ";
  const std::string field =
      " into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.properties.";
  for (const char* limit : {"maxLength", "minItems", "maxProperties"}) {
    for (const char* value : {"9223372036854775808", "1.5"}) {
      EXPECT_EQ(define(R"({"type": "string", ")" + std::string(limit) + "\": " + value + "}").message(),
                wrong + "json: cannot unmarshal number " + value + field + limit + " of type int64");
    }
  }
  for (const auto& [member, what, type] :
       {std::tuple{R"("minimum": "7")", "string", "minimum of type float64"},
        {R"("required": [1])", "number", "required of type string"},
        {R"("pattern": 1)", "number", "pattern of type string"},
        {R"("enum": 1)", "number", "enum of type []v1.JSON"},
        {R"("nullable": 1)", "number", "nullable of type bool"},
        {R"("allOf": [1])", "number", "allOf of type v1.JSONSchemaProps"},
        {R"("properties": 1)", "number", "properties of type map[string]v1.JSONSchemaProps"}}) {
    EXPECT_EQ(define(R"({"type": "object", )" + std::string(member) + "}").message(),
              wrong + "json: cannot unmarshal " + what + field + type);
  }
  EXPECT_EQ(define(R"({"type": "object", "additionalProperties": 1})").message(),
            wrong + "boolean or JSON schema expected");
}

TEST_F(Numbers, CustomObjectsHoldNumbersAsGoLeavesThem)
{
  ASSERT_EQ(define(R"({"type": "integer"})").status, 201U);
  for (const auto& [value, kept] : {std::pair{"1.0", "1"}, {"1e3", "1000"}, {"-0.0", "0"}, {"-1", "-1"}}) {
    const auto answer = gadget(value);
    ASSERT_EQ(answer.status, 201U) << answer.body;
    EXPECT_EQ(answer.json["spec"]["v"].dump(), kept);
  }
  EXPECT_FALSE(gadget("null").json["spec"].contains("v"));
  for (const char* value : {"1e300", "9223372036854775808", "18446744073709551616", "1.5"}) {
    EXPECT_EQ(gadget(value).message(),
              "Gadget.example.com \"g\" is invalid: [spec.v: Invalid value: \"number\": spec.v in body must be of type "
              "integer: \"number\", <nil>: Invalid value: \"\": Checked value must be of type integer (default format) "
              "in spec.v]");
  }
}

TEST_F(Numbers, AFormatNarrowsAnInteger)
{
  ASSERT_EQ(define(R"({"type": "integer", "format": "int32"})").status, 201U);
  EXPECT_EQ(gadget("2147483647").status, 201U);
  EXPECT_EQ(gadget("2147483648").message(),
            "Gadget.example.com \"g\" is invalid: <nil>: Invalid value: \"\": Checked value must be of type integer "
            "with format int32 in spec.v");
  EXPECT_NE(gadget("1.5").message().find("spec.v in body must be of type int32: \"float64\""), std::string::npos);
}

TEST_F(Numbers, AJsonPatchNeitherMultipliesNorNestsWithoutEnd)
{
  ASSERT_EQ(define(R"({"type": "object", "x-kubernetes-preserve-unknown-fields": true})").status, 201U);
  Json object{{"apiVersion", "example.com/v1"}, {"kind", "Gadget"}, {"metadata", {{"name", "g"}}}};
  object["spec"]["v"]["a"] = std::string(1000, 'x');
  create("/apis/example.com/v1/namespaces/default/gadgets", object);
  const auto doubled = [&](int times) {
    Json operations = Json::array();
    for (int count = 0; count < times; ++count) {
      operations.push_back({{"op", "copy"}, {"from", "/spec/v"}, {"path", "/spec/v/b" + std::to_string(count)}});
    }
    return patch("/apis/example.com/v1/namespaces/default/gadgets/g?dryRun=All", operations,
                 "application/json-patch+json");
  };
  EXPECT_EQ(doubled(5).status, 200U);
  EXPECT_EQ(doubled(40).status, 422U);
  Json deep = Json::array();
  std::string place = "/spec/v";
  for (int count = 0; count < 1100; ++count) {
    place += "/d";
    deep.push_back({{"op", "add"}, {"path", place}, {"value", Json::object()}});
  }
  EXPECT_EQ(patch("/apis/example.com/v1/namespaces/default/gadgets/g", deep, "application/json-patch+json").status,
            422U);
}

TEST_F(Numbers, WhatNoNumberHoldsIsABadRequest)
{
  const auto refused = send("POST", config_maps, R"({"metadata": {"name": "a", "generation": 1e999}})");
  EXPECT_EQ(refused.status, 400U) << refused.body;
}

}  // namespace
}  // namespace kubexx::testing
