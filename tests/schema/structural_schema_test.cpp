// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/structural_schema.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx::schema {
namespace {

using nlohmann::json;
using testing::HasSubstr;

StructuralSchema window_schema()
{
  return StructuralSchema(json::parse(R"json({
    "type": "object",
    "properties": {
      "spec": {
        "type": "object",
        "required": ["size"],
        "properties": {
          "size": {"type": "integer", "minimum": 1, "maximum": 9},
          "colour": {"type": "string", "enum": ["red", "green"], "default": "red"},
          "name": {"type": "string", "pattern": "^[a-z]+$", "nullable": true},
          "panes": {
            "type": "array", "maxItems": 4, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["id"],
            "items": {"type": "object", "required": ["id"], "properties": {
              "id": {"type": "string"},
              "weight": {"type": "integer", "default": 1, "maximum": 5}
            }}
          }
        },
        "x-kubernetes-validations": [
          {"rule": "self.size >= 2 || self.colour == 'red'", "message": "small windows are red", "fieldPath": ".colour"},
          {"rule": "self.size >= oldSelf.size", "messageExpression": "'a ' + self.colour + ' window cannot shrink'",
           "reason": "FieldValueForbidden"}
        ]
      }
    }
  })json"));
}

json window(json spec)
{
  return {
      {"apiVersion", "example.com/v1"}, {"kind", "Window"}, {"metadata", {{"name", "a"}}}, {"spec", std::move(spec)}};
}

/// Each cause as "field reason: message".
std::vector<std::string> texts(const std::vector<StatusCause>& causes)
{
  std::vector<std::string> result;
  for (const auto& cause : causes) result.push_back(cause.field + " " + cause.reason + ": " + cause.message);
  return result;
}

TEST(StructuralSchema, AppliesDefaults)
{
  auto object = window({{"size", 2}, {"colour", nullptr}, {"name", nullptr}, {"panes", {{{"id", "x"}}}}});
  window_schema().apply_defaults(object);
  EXPECT_EQ(object,
            window({{"size", 2}, {"colour", "red"}, {"name", nullptr}, {"panes", {{{"id", "x"}, {"weight", 1}}}}}));
}

TEST(StructuralSchema, PrunesWhatItDoesNotDeclare)
{
  auto object = window({{"size", 2}, {"color", "red"}, {"panes", {{{"id", "x"}}, {{"id", "y"}, {"glass", true}}}}});
  object["status"] = json::object();
  object["metadata"]["labels"] = {{"a", "b"}};
  EXPECT_THAT(window_schema().prune(object), testing::ElementsAre("spec.color", "spec.panes[1].glass", "status"));
  auto pruned = window({{"size", 2}, {"panes", {{{"id", "x"}}, {{"id", "y"}}}}});
  pruned["metadata"]["labels"] = {{"a", "b"}};
  EXPECT_EQ(object, pruned);
}

/// apiextensions-apiserver, pkg/apiserver/schema/defaulting/algorithm.go.
TEST(StructuralSchema, NullsInListsAndMapsBecomeTheDefault)
{
  const StructuralSchema schema(json::parse(R"json({"type": "object", "properties": {
    "list": {"type": "array", "items": {"type": "string", "default": "x"}},
    "map": {"type": "object", "additionalProperties": {"type": "integer", "default": 1}},
    "nullable": {"type": "array", "items": {"type": "string", "nullable": true, "default": "x"}},
    "plain": {"type": "object", "additionalProperties": {"type": "integer"}}}})json"));
  json object =
      json::parse(R"({"list": ["a", null], "map": {"a": null, "b": 2}, "nullable": [null], "plain": {"a": null}})");
  schema.apply_defaults(object);
  EXPECT_EQ(object, json::parse(R"({"list": ["a", "x"], "map": {"a": 1, "b": 2}, "nullable": [null], "plain": {}})"));
}

/// A server knows no schema of such members (pkg/apiserver/schema/pruning/algorithm.go).
TEST(StructuralSchema, OfMembersOfAnyKindOnlyTheirOwnMembersArePruned)
{
  const StructuralSchema schema(json::parse(R"json({"type": "object", "properties": {
    "open": {"type": "object", "additionalProperties": true, "properties": {"known": {"type": "object"}}}}})json"));
  json object =
      json::parse(R"({"open": {"text": "a", "list": [1, {"a": 1}], "object": {"a": {"b": 1}}, "known": {"a": 1}}})");
  EXPECT_EQ(schema.prune(object), (std::vector<std::string>{"open.known.a", "open.list[1].a", "open.object.a"}));
  EXPECT_EQ(object, json::parse(R"({"open": {"text": "a", "list": [1, {}], "object": {}, "known": {}}})"));
}

/// kube-openapi, pkg/validation/validate: bounds of whole numbers are converted to int64.
TEST(StructuralSchema, BoundsOfWholeNumbersAreIntegers)
{
  const StructuralSchema schema(json::parse(R"json({"type": "object", "properties": {
    "step": {"type": "number", "multipleOf": 0.5}, "least": {"type": "number", "minimum": 0.5},
    "most": {"type": "number", "maximum": 1e300}, "even": {"type": "integer", "multipleOf": 2},
    "big": {"type": "integer", "maximum": 9223372036854775807}}})json"));
  const auto causes = [&](const char* text) { return texts(schema.validate(json::parse(text))); };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(causes(R"({"step": 1.5, "least": 0, "most": 1.5, "even": 9223372036854775806})"), Texts());
  EXPECT_EQ(
      causes(R"({"step": 2})"),
      Texts{"<nil> FieldValueInvalid: Invalid value: \"\": factor MultipleOf declared for step must be positive: 0"});
  EXPECT_EQ(causes(R"({"least": 0.25})").size(), 1U);
  EXPECT_EQ(causes(R"({"most": 5})").size(), 1U) << "1e300 is the least integer";
  EXPECT_EQ(causes(R"({"even": 9223372036854775807})").size(), 1U);
  EXPECT_EQ(
      causes(R"({"big": 5})"),
      Texts{"<nil> FieldValueInvalid: Invalid value: \"\": Maximum boundary value must be of type integer (default "
            "format) in big"});
}

TEST(StructuralSchema, AcceptsValidObjects)
{
  EXPECT_THAT(texts(window_schema().validate(window({{"size", 2}, {"colour", "green"}}))), testing::IsEmpty());
  EXPECT_THAT(texts(window_schema().validate(window({{"size", 3.0}, {"name", nullptr}, {"colour", "red"}}))),
              testing::IsEmpty());
}

TEST(StructuralSchema, NamesTheCausesAsAServer)
{
  const json panes = json::array({{{"id", "x"}}, {{"id", "x"}}});
  EXPECT_THAT(
      texts(window_schema().validate(window({{"size", 0}, {"colour", "blue"}, {"name", "A"}, {"panes", panes}}))),
      testing::ElementsAre(
          "spec.colour FieldValueNotSupported: Unsupported value: \"blue\": supported values: \"red\", \"green\"",
          "spec.name FieldValueInvalid: Invalid value: \"A\": spec.name in body should match '^[a-z]+$'",
          "spec.panes[1] FieldValueDuplicate: Duplicate value: {\"id\":\"x\"}",
          "spec.size FieldValueInvalid: Invalid value: 0: spec.size in body should be greater than or equal to 1",
          "<nil> FieldValueInvalid: Invalid value: null: some validation rules were not checked because the object was "
          "invalid; correct the existing errors to complete validation"));
  EXPECT_THAT(
      texts(window_schema().validate(window({{"size", "big"}}))),
      testing::Contains("spec.size FieldValueTypeInvalid: Invalid value: \"string\": spec.size in body must be of "
                        "type integer: \"string\""));
  EXPECT_THAT(texts(window_schema().validate(window(json::object()))),
              testing::Contains("spec.size FieldValueRequired: Required value"));
}

// The texts are those of kube-apiserver 1.37; tests/e2e/described_crds_test.cpp compares random objects.
TEST(StructuralSchema, SaysOfWrongTypesWhatAServerSays)
{
  const StructuralSchema schema(json::parse(R"json({"type": "object", "properties": {"spec": {"type": "object",
    "properties": {
      "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
      "hint": {"type": "string", "nullable": true, "enum": ["a", null]},
      "free": {"type": "array", "x-kubernetes-preserve-unknown-fields": true, "items": {"type": "object"}},
      "few": {"type": "array", "maxItems": 1, "items": {"type": "string"}},
      "even": {"type": "integer", "format": "int32"},
      "at": {"type": "string", "format": "date-time"},
      "size": {"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": true},
      "parts": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["id"], "items":
        {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}}}}}})json"));
  const auto says = [&](const char* spec) { return texts(schema.validate(window(json::parse(spec)))); };
  using testing::ElementsAre;
  using testing::UnorderedElementsAre;
  EXPECT_THAT(says(R"({"tags": [null]})"),
              UnorderedElementsAre(R"(spec.tags[0] FieldValueTypeInvalid: Invalid value: "null": spec.tags[0] in body )"
                                   R"(must be of type string: "null")",
                                   R"(spec.tags[0] FieldValueNotSupported: Unsupported value: null: supported values: )"
                                   R"("a", "b")"));
  EXPECT_THAT(
      says(R"({"even": true})"),
      ElementsAre(
          R"(spec.even FieldValueTypeInvalid: Invalid value: "": spec.even in body must be of type int32: "")"));
  EXPECT_THAT(
      says(R"({"at": {}})"),
      ElementsAre(
          R"(spec.at FieldValueTypeInvalid: Invalid value: "": spec.at in body must be of type date-time: "")"));
  EXPECT_THAT(says(R"({"at": []})"), testing::IsEmpty());
  EXPECT_THAT(
      says(R"({"hint": null})"),
      ElementsAre(R"(spec.hint FieldValueNotSupported: Unsupported value: null: supported values: "a", "null")"));
  EXPECT_THAT(says(R"({"few": ["a", "b"]})"),
              ElementsAre("spec.few FieldValueTooMany: Too many: 2: must have at most 1 item"));
  json kept = window(json::parse(R"({"free": [{"a": {"b": 1}}], "other": 1})"));
  EXPECT_THAT(schema.prune(kept), ElementsAre("spec.other"));
  EXPECT_EQ(kept["spec"], json::parse(R"({"free": [{"a": {"b": 1}}]})"));
  EXPECT_THAT(
      says(R"({"parts": [{"id": "a"}, true, true]})"),
      testing::Contains("spec.parts[1] FieldValueInvalid: Invalid value: true: must be an object for an array of "
                        "list-type map"));
  EXPECT_THAT(
      says(R"({"size": true})"),
      UnorderedElementsAre(R"(spec.size FieldValueTypeInvalid: Invalid value: "boolean": spec.size in body must be )"
                           R"(of type integer,string: "boolean")",
                           R"(<nil> FieldValueInvalid: Invalid value: "": "spec.size" must validate at least one )"
                           R"(schema (anyOf))",
                           R"(spec.size FieldValueTypeInvalid: Invalid value: "boolean": spec.size in body must be )"
                           R"(of type integer: "boolean")"));
}

TEST(StructuralSchema, EvaluatesRules)
{
  const auto schema = window_schema();
  EXPECT_THAT(texts(schema.validate(window({{"size", 1}, {"colour", "green"}}))),
              testing::ElementsAre("spec.colour FieldValueInvalid: Invalid value: small windows are red"));
  const auto old = window({{"size", 3}, {"colour", "red"}});
  EXPECT_THAT(texts(schema.validate_update(window({{"size", 2}, {"colour", "red"}}), old)),
              testing::ElementsAre("spec FieldValueForbidden: Forbidden: a red window cannot shrink"));
  EXPECT_THAT(texts(schema.validate_update(window({{"size", 4}, {"colour", "red"}}), old)), testing::IsEmpty());
}

/// customresource/strategy.go, ValidateUpdate.
TEST(StructuralSchema, ChecksNoListOfAnObjectThatHadABrokenOne)
{
  const auto schema = window_schema();
  const auto with_panes = [](json panes) { return window({{"size", 2}, {"panes", std::move(panes)}}); };
  const json repeated = json::array({{{"id", "x"}, {"weight", 1}}, {{"id", "x"}, {"weight", 2}}});
  EXPECT_THAT(texts(schema.validate_update(with_panes(repeated), with_panes(repeated))), testing::IsEmpty());
  const json more = json::array({{{"id", "y"}}, {{"id", "y"}}});
  EXPECT_THAT(texts(schema.validate_update(with_panes(more), with_panes(repeated))), testing::IsEmpty());
  EXPECT_THAT(texts(schema.validate_update(with_panes(more), with_panes({{{"id", "y"}}}))),
              testing::Contains(HasSubstr("spec.panes[1] FieldValueDuplicate")));
  const json unkeyed = json::array({true});
  EXPECT_THAT(texts(schema.validate_update(with_panes(unkeyed), with_panes(repeated))),
              testing::Not(testing::Contains(HasSubstr("must be an object"))));
  EXPECT_THAT(texts(schema.validate_update(with_panes(more), with_panes(unkeyed))), testing::IsEmpty());
  EXPECT_THAT(texts(schema.validate_update(with_panes(unkeyed), with_panes({{{"id", "y"}}}))),
              testing::Contains(HasSubstr("spec.panes[0] FieldValueInvalid: Invalid value: true: must be an object")));
}

TEST(StructuralSchema, AcceptsOldMistakesThatStay)
{
  const auto schema = window_schema();
  const json pane{{"id", "x"}, {"weight", 7}};
  const auto old = window({{"size", 1}, {"colour", "blue"}, {"panes", {pane}}});
  EXPECT_EQ(schema.validate(old).size(), 3U);
  // The pane is found by its key, wherever it is.
  EXPECT_THAT(
      texts(schema.validate_update(window({{"size", 2}, {"colour", "blue"}, {"panes", {{{"id", "y"}}, pane}}}), old)),
      testing::IsEmpty());
  EXPECT_THAT(texts(schema.validate_update(window({{"size", 2}, {"colour", "pink"}, {"panes", {pane}}}), old)),
              testing::Contains(HasSubstr("spec.colour FieldValueNotSupported")));
}

// What comes from outside must not overflow the stack.
TEST(StructuralSchema, RefusesDeepObjectsAndSchemas)
{
  const auto nested = [](unsigned levels, const char* member, json innermost) {
    for (unsigned level = 0; level < levels; ++level) innermost = json::object({{member, std::move(innermost)}});
    return innermost;
  };
  const StructuralSchema schema(json::parse(R"({"type": "object", "x-kubernetes-preserve-unknown-fields": true})"));
  json good = nested(Object::max_tree_depth, "a", 1);
  EXPECT_THAT(schema.validate_update(good, good), testing::IsEmpty());
  json deep = nested(100'000, "a", 1);
  EXPECT_THROW((void)schema.validate(deep), ObjectError);
  EXPECT_THROW((void)schema.validate_update(good, deep), ObjectError);
  EXPECT_THROW((void)schema.prune(deep), ObjectError);
  EXPECT_THROW(schema.apply_defaults(deep), ObjectError);
  EXPECT_THROW(StructuralSchema(nested(100'000, "items", json{{"type", "array"}})), SchemaError);
}

TEST(StructuralSchema, RefusesUnusableSchemas)
{
  const auto causes = [](const char* source) -> std::vector<std::string> {
    try {
      const StructuralSchema schema(json::parse(source));
    } catch (const SchemaError& error) {
      EXPECT_THAT(error.what(), HasSubstr(error.causes().at(0).field));
      return texts(error.causes());
    }
    return {};
  };
  EXPECT_THAT(causes(R"({"type": "object", "properties": {"a": {"type": "text"}}})"),
              testing::ElementsAre(HasSubstr("openAPIV3Schema.properties[a].type FieldValueNotSupported")));
  EXPECT_THAT(causes(R"({"type": "object", "properties": {"a": {"type": "string", "pattern": "("}}})"),
              testing::ElementsAre(HasSubstr("openAPIV3Schema.properties[a].pattern FieldValueInvalid")));
  EXPECT_THAT(causes(R"({"type": "object", "properties": {"a": {"type": "integer", "maximum": 3, "default": 4}}})"),
              testing::ElementsAre(HasSubstr("openAPIV3Schema.properties[a].default FieldValueInvalid")));
  EXPECT_THAT(causes(R"({"type": "object", "x-kubernetes-validations": [{"rule": "self.b"}]})"),
              testing::ElementsAre(testing::AllOf(HasSubstr("openAPIV3Schema.x-kubernetes-validations[0].rule"),
                                                  HasSubstr("undefined field 'b'"))));
  EXPECT_THAT(causes(R"json({"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"},
                         "x-kubernetes-validations": [{"rule": "self.all(x, self.all(y, x != y))"
}]
}
}
})json"),
              testing::Contains(HasSubstr("estimated rule cost exceeds budget")));
  for (const char* keyword : {R"("type": 5)",
                              R"("type": ["string", "null"])",
                              R"("required": "a")",
                              R"("required": [1])",
                              R"("enum": "a")",
                              R"("minimum": "a")",
                              R"("maxLength": 1.5)",
                              R"("pattern": 3)",
                              R"("x-kubernetes-validations": {"rule": "true"})",
                              R"("x-kubernetes-preserve-unknown-fields": "true")",
                              R"("exclusiveMinimum": 1)",
                              R"("allOf": {})",
                              R"("items": [{}])",
                              R"("properties": {"b": true})",
                              R"("$ref": "#/a")",
                              R"("x-kubernetes-list-type": "zz")",
                              R"("multipleOf": -3)",
                              R"("$ref": 5)",
                              R"("x-kubernetes-validations": [{"rule": 5}])",
                              R"("x-kubernetes-validations": [{"rule": "true", "message": 5}])"}) {
    const auto found = causes((R"({"type": "object", "properties": {"a": {)" + std::string(keyword) + "}}}").c_str());
    const auto name = std::string(keyword).substr(1, std::string(keyword).find('"', 1) - 1);
    EXPECT_THAT(found,
                testing::ElementsAre(testing::AllOf(HasSubstr("openAPIV3Schema.properties[a]." + name),
                                                    testing::AnyOf(HasSubstr(": must be "), HasSubstr("upported")))))
        << keyword;
  }
  EXPECT_THAT(causes(R"({"type": "object", "title": null, "maxLength": 2, "unknown": 1})"), testing::IsEmpty());
  EXPECT_THAT(causes("[]"), testing::ElementsAre(HasSubstr("must be an object")));
}

}  // namespace
}  // namespace kubexx::schema
