// SPDX-License-Identifier: Apache-2.0
// What the definitions that projects publish ask of a server beside the rules of schemas: that it takes them, and keeps
// each value that they say.
#include <gmock/gmock.h>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::HasSubstr;

struct PublishedDefinitions : ApiServerTest {
  static Json widgets(const Json& spec)
  {
    return {{"apiVersion", "apiextensions.k8s.io/v1"},
            {"kind", "CustomResourceDefinition"},
            {"metadata", {{"name", "widgets.example.com"}}},
            {"spec",
             {{"group", "example.com"},
              {"names", {{"kind", "Widget"}, {"plural", "widgets"}}},
              {"scope", "Cluster"},
              {"versions",
               Json::array(
                   {{{"name", "v1"},
                     {"served", true},
                     {"storage", true},
                     {"schema", {{"openAPIV3Schema", {{"type", "object"}, {"properties", {{"spec", spec}}}}}}}}})}}}};
  }
  Answer define(const char* spec) { return call("POST", definitions, widgets(Json::parse(spec))); }
  /// The schema of spec as a client reads it.
  Json read_back()
  {
    const auto definition = get(std::string(definitions) + "/widgets.example.com");
    return definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"];
  }
  static Json widget(const Json& spec)
  {
    return {{"apiVersion", "example.com/v1"}, {"kind", "Widget"}, {"metadata", {{"name", "w"}}}, {"spec", spec}};
  }

  static constexpr const char* widget_collection = "/apis/example.com/v1/widgets";
};

constexpr const char* empty_values = R"({"type": "object", "properties": {
  "text": {"type": "string", "default": "", "enum": ["", "a"], "example": ""},
  "number": {"type": "integer", "default": 0, "minimum": 0, "maximum": 0, "example": 0},
  "fraction": {"type": "number", "default": 0.0, "multipleOf": 0.5},
  "flag": {"type": "boolean", "default": false, "example": false},
  "list": {"type": "array", "default": [], "minItems": 0, "maxItems": 0, "example": [], "items": {"type": "string"}},
  "object": {"type": "object", "default": {}, "minProperties": 0, "maxProperties": 0, "example": {},
    "additionalProperties": {"type": "string", "minLength": 0, "maxLength": 0}},
  "nothing": {"type": "string", "nullable": true, "enum": [null, ""]},
  "nested": {"type": "object", "default": {"list": [], "none": null, "text": ""}, "properties": {
    "list": {"type": "array", "items": {"type": "string"}}, "none": {"type": "string", "nullable": true},
    "text": {"type": "string"}}},
  "default": {"type": "object", "properties": {"default": {"type": "string", "default": ""}}}}})";

TEST_F(PublishedDefinitions, KeepEmptyValues)
{
  ASSERT_EQ(define(empty_values).status, 201U);
  EXPECT_EQ(read_back(), Json::parse(empty_values));
  const auto made = create(widget_collection, widget({{"default", Json::object()}}));
  EXPECT_EQ(made["spec"],
            Json::parse(R"({"text": "", "number": 0, "fraction": 0, "flag": false, "list": [], "object": {},
      "nested": {"list": [], "none": null, "text": ""}, "default": {"default": ""}})"));
}

TEST_F(PublishedDefinitions, KeepEmptyValuesInUpdates)
{
  ASSERT_EQ(define(R"({"type": "object", "properties": {"text": {"type": "string"}}})").status, 201U);
  const auto target = std::string(definitions) + "/widgets.example.com";
  auto definition = get(target);
  definition["spec"] = widgets(Json::parse(empty_values))["spec"];
  EXPECT_EQ(call("PUT", target, definition).status, 200U);
  EXPECT_EQ(read_back(), Json::parse(empty_values));
  const Json patched = Json::parse(R"([{"op": "replace",
      "path": "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/text/default", "value": "a"}, {"op": "replace",
      "path": "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/text/default", "value": ""}])");
  EXPECT_EQ(patch(target, patched, "application/json-patch+json").status, 200U);
  EXPECT_EQ(read_back(), Json::parse(empty_values));
  const auto applied = widgets(Json::parse(empty_values));
  EXPECT_EQ(patch(target + "?fieldManager=m&force=true", applied, "application/apply-patch+yaml").status, 200U);
  EXPECT_EQ(read_back(), Json::parse(empty_values));
}

// Go's type of a schema has no place for these, so a real server answers without them.
TEST_F(PublishedDefinitions, LoseWhatTheirTypeDoesNotHold)
{
  ASSERT_EQ(define(R"({"type": "object", "description": "", "title": "", "required": [], "properties": {
      "text": {"type": "string", "format": "", "pattern": "", "default": null, "example": null, "nullable": false,
        "uniqueItems": false}}})")
                .status,
            201U);
  EXPECT_EQ(read_back(), Json::parse(R"({"type": "object", "properties": {"text": {"type": "string"}}})"));
}

TEST_F(PublishedDefinitions, MayNotLeaveAListTypeEmpty)
{
  const auto answer = define(R"({"type": "object", "properties": {
      "list": {"type": "array", "x-kubernetes-list-type": "", "items": {"type": "string"}}}})");
  EXPECT_EQ(answer.status, 422U);
  EXPECT_THAT(answer.message(), HasSubstr("x-kubernetes-list-type: Unsupported value: \"\""));
}

// As the pull secrets in a copy of PodSpec.
TEST_F(PublishedDefinitions, GiveAKeyOfAListAnEmptyDefault)
{
  ASSERT_EQ(define(R"({"type": "object", "properties": {"secrets": {"type": "array", "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"], "items": {"type": "object", "x-kubernetes-map-type": "atomic",
        "properties": {"name": {"type": "string", "default": ""}}}}}})")
                .status,
            201U);
  const auto made = create(widget_collection, widget({{"secrets", Json::array({Json::object()})}}));
  EXPECT_EQ(made["spec"]["secrets"][0]["name"], "");
}

// As the annotations of the infrastructure of a gateway.
TEST_F(PublishedDefinitions, LookAtTheKeysOfAMap)
{
  constexpr const char* spec =
      R"~({"type": "object", "properties": {"annotations": {"type": "object", "maxProperties": 64,
      "additionalProperties": {"type": "string", "maxLength": 63}, "x-kubernetes-validations": [
        {"rule": "self.all(key, key.split('/').size() < 3 && !key.contains('_'))", "message": "no underscores"}]}}})~";
  const auto answer = define(spec);
  ASSERT_EQ(answer.status, 201U) << answer.message();
  const auto refused = call("POST", widget_collection, widget({{"annotations", {{"a_b", ""}}}}));
  EXPECT_EQ(refused.status, 422U);
  EXPECT_THAT(refused.message(), HasSubstr("no underscores"));
  EXPECT_EQ(call("POST", widget_collection, widget({{"annotations", {{"a/b", ""}}}})).status, 201U);
}

}  // namespace
}  // namespace kubexx::testing
