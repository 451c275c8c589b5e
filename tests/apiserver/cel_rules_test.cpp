// SPDX-License-Identifier: Apache-2.0
// x-kubernetes-validations of definitions. tests/e2e/recordings/cel.yaml compares the words with a real server's.
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

struct Rules : ApiServerTest {
  static Json definition(const std::string& spec, const std::string& root_rules = "[]")
  {
    const auto schema = Json{{"type", "object"},
                             {"x-kubernetes-validations", Json::parse(root_rules)},
                             {"properties",
                              {{"spec", Json::parse(spec)},
                               {"status", Json::parse(R"({"type": "object", "properties": {"phase": {"type": "string",
                                  "maxLength": 9, "x-kubernetes-validations": [{"rule": "oldSelf != 'Done' || self == 'Done'",
                                  "message": "Done is final"}]}}})")}}}};
    return {{"apiVersion", "apiextensions.k8s.io/v1"},
            {"kind", "CustomResourceDefinition"},
            {"metadata", {{"name", "widgets.example.com"}}},
            {"spec",
             {{"group", "example.com"},
              {"names", {{"kind", "Widget"}, {"plural", "widgets"}}},
              {"scope", "Cluster"},
              {"versions", Json::array({{{"name", "v1"},
                                         {"served", true},
                                         {"storage", true},
                                         {"subresources", {{"status", Json::object()}}},
                                         {"schema", {{"openAPIV3Schema", schema}}}}})}}}};
  }
  void define(const std::string& spec, const std::string& root_rules = "[]")
  {
    create(definitions, definition(spec, root_rules));
  }
  static Json widget(const char* spec)
  {
    return {{"apiVersion", "example.com/v1"},
            {"kind", "Widget"},
            {"metadata", {{"name", "w"}}},
            {"spec", Json::parse(spec)}};
  }
  std::string refused(const Answer& answer)
  {
    EXPECT_EQ(answer.status, 422U) << answer.body;
    const std::string start = "Widget.example.com \"w\" is invalid: ";
    const auto message = answer.message();
    EXPECT_TRUE(message.starts_with(start)) << message;
    return message.substr(std::min(start.size(), message.size()));
  }
  Answer patch_spec(const char* spec) { return patch(one, {{"spec", Json::parse(spec)}}); }

  static constexpr const char* widgets = "/apis/example.com/v1/widgets";
  static constexpr const char* one = "/apis/example.com/v1/widgets/w";
};

constexpr const char* numbers = R"({"type": "object",
  "x-kubernetes-validations": [{"rule": "!has(self.max) || self.n <= self.max", "messageExpression":
    "self.n > 100 ? 'far too many' : 'too many'", "fieldPath": ".n", "reason": "FieldValueForbidden"}],
  "properties": {"max": {"type": "integer"}, "other": {"type": "string"},
    "n": {"type": "integer", "x-kubernetes-validations": [{"rule": "self >= 0"}]}}})";

TEST_F(Rules, AreEvaluatedWhenAnObjectIsCreated)
{
  define(numbers);
  EXPECT_EQ(refused(call("POST", widgets, widget(R"({"n": -1})"))),
            "spec.n: Invalid value: -1: failed rule: self >= 0");
  EXPECT_EQ(refused(call("POST", widgets, widget(R"({"n": 9, "max": 8})"))), "spec.n: Forbidden: too many");
  EXPECT_EQ(refused(call("POST", widgets, widget(R"({"n": 900, "max": 8})"))), "spec.n: Forbidden: far too many");
  create(widgets, widget(R"({"n": 8, "max": 8})"));
  EXPECT_EQ(refused(patch_spec(R"({"n": 10})")), "spec.n: Forbidden: too many");
}

TEST_F(Rules, AreNotEvaluatedOnWhatTheSchemaRefuses)
{
  define(numbers);
  const auto message = refused(call("POST", widgets, widget(R"({"n": "a"})")));
  EXPECT_NE(message.find("some validation rules were not checked because the object was invalid"), std::string::npos);
  EXPECT_EQ(message.find("failed rule"), std::string::npos);
}

TEST_F(Rules, TheRootSeesKindAndNameAndNoOtherMetadata)
{
  define(R"({"type": "object"})", R"([{"message": "not w",
    "rule": "self.kind == 'Widget' && self.apiVersion == 'example.com/v1' && self.metadata.name != 'w'"}])");
  EXPECT_EQ(refused(call("POST", widgets, widget("{}"))), "<nil>: Invalid value: not w");
  const auto answer =
      call("POST", definitions, definition(R"({"type": "object"})", R"x([{"rule": "has(self.metadata.labels)"}])x"));
  EXPECT_EQ(answer.status, 422U);
  EXPECT_NE(answer.message().find("undefined field 'labels'"), std::string::npos);
}

TEST_F(Rules, TransitionsAreComparedByKey)
{
  define(R"({"type": "object", "properties": {
    "name": {"type": "string", "x-kubernetes-validations": [{"rule": "self == oldSelf", "message": "immutable"}]},
    "items": {"type": "array", "maxItems": 9, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
      "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}, "v": {"type": "integer",
        "x-kubernetes-validations": [{"rule": "self >= oldSelf", "message": "may not shrink"}]}}}}}})");
  create(widgets, widget(R"({"name": "a", "items": [{"k": "x", "v": 5}, {"k": "y", "v": 7}]})"));
  EXPECT_EQ(refused(patch_spec(R"({"name": "b"})")), "spec.name: Invalid value: \"b\": immutable");
  EXPECT_EQ(patch_spec(R"({"items": [{"k": "y", "v": 7}, {"k": "new", "v": 0}, {"k": "x", "v": 6}]})").status, 200U);
  EXPECT_EQ(refused(patch_spec(R"({"items": [{"k": "x", "v": 1}]})")),
            "spec.items[0].v: Invalid value: 1: may not shrink");
}

TEST_F(Rules, AnOptionalOldSelfIsThereOnCreate)
{
  define(R"({"type": "object", "properties": {"p": {"type": "string", "maxLength": 9, "x-kubernetes-validations": [
    {"rule": "oldSelf.hasValue() || self == 'new'", "optionalOldSelf": true}]}}})");
  EXPECT_EQ(refused(call("POST", widgets, widget(R"({"p": "x"})"))),
            "spec.p: Invalid value: \"x\": failed rule: oldSelf.hasValue() || self == 'new'");
  create(widgets, widget(R"({"p": "new"})"));
  EXPECT_EQ(patch_spec(R"({"p": "x"})").status, 200U);
}

TEST_F(Rules, StatusIsCheckedToo)
{
  define(numbers);
  create(widgets, widget(R"({"n": 1})"));
  const auto status = std::string(one) + "/status";
  EXPECT_EQ(patch(status, Json::parse(R"({"status": {"phase": "Done"}})")).status, 200U);
  EXPECT_EQ(refused(patch(status, Json::parse(R"({"status": {"phase": "Open"}})"))),
            "status.phase: Invalid value: \"Open\": Done is final");
}

/// A definition becomes stricter; what was there before stays, until it is changed.
TEST_F(Rules, WhatDoesNotChangeIsLetPass)
{
  define(R"({"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"},
    "other": {"type": "string"}}})");
  create(widgets, widget(R"({"n": -1, "s": "long"})"));
  auto stricter = get(std::string(definitions) + "/widgets.example.com");
  stricter["spec"] = definition(R"({"type": "object", "properties": {
    "n": {"type": "integer", "x-kubernetes-validations": [{"rule": "self >= 0"}]},
    "s": {"type": "string", "maxLength": 2}, "other": {"type": "string"}}})")["spec"];
  ASSERT_EQ(call("PUT", std::string(definitions) + "/widgets.example.com", stricter).status, 200U);
  EXPECT_EQ(patch_spec(R"({"other": "x"})").status, 200U);
  EXPECT_EQ(refused(patch_spec(R"({"n": -2})")), "spec.n: Invalid value: -2: failed rule: self >= 0");
  EXPECT_EQ(refused(patch_spec(R"({"s": "other"})")).substr(0, 16), "[spec.s: Too lon");
  EXPECT_EQ(patch_spec(R"({"n": 1, "s": "ok"})").status, 200U);
  EXPECT_EQ(refused(patch_spec(R"({"n": -1})")), "spec.n: Invalid value: -1: failed rule: self >= 0");
}

TEST_F(Rules, ThatFailAreNamed)
{
  define(R"({"type": "object", "properties": {"n": {"type": "integer", "x-kubernetes-validations": [
    {"rule": "10 / self > 0"}]}, "port": {"x-kubernetes-int-or-string": true, "x-kubernetes-validations": [
    {"rule": "self < 100", "message": "small"}]}}})");
  EXPECT_EQ(refused(call("POST", widgets, widget(R"({"n": 0})"))),
            "spec.n: Invalid value: \"integer\": division by zero evaluating rule: 10 / self > 0");
  EXPECT_EQ(refused(call("POST", widgets, widget(R"({"port": "http"})"))),
            "spec.port: Invalid value: \"\": 'no such overload': call arguments did not match a supported operator, "
            "function or macro signature for rule: small");
}

TEST_F(Rules, ThatAreWrongAreRefusedWithTheDefinition)
{
  const auto refusal = [&](const std::string& rule, const std::string& more = "") {
    const auto answer =
        call("POST", definitions,
             definition(R"({"type": "object", "properties": {"n": {"type": "integer"}, "l": {"type": "array",
      "items": {"type": "string"}}}, "x-kubernetes-validations": [{"rule": ")" +
                        rule + "\"" + more + "}]}"));
    EXPECT_EQ(answer.status, 422U) << answer.body;
    const auto message = answer.message();
    return message.substr(message.find("x-kubernetes-validations[0]"));
  };
  EXPECT_NE(refusal("self.m > 1").find("undefined field 'm'"), std::string::npos);
  EXPECT_NE(refusal("self.n").find("cel expression must evaluate to a bool"), std::string::npos);
  EXPECT_NE(refusal("self.l.all(x, self.l.all(y, x == y))")
                .find("estimated rule cost exceeds budget by factor of more "
                      "than 100x"),
            std::string::npos);
  EXPECT_NE(refusal("self.n > 0", R"(, "reason": "Because")").find("Unsupported value: \"Because\""),
            std::string::npos);
  EXPECT_NE(refusal("self.n > 0", R"(, "fieldPath": ".m")").find("must be a valid path"), std::string::npos);
  EXPECT_NE(refusal("self.n > 0", R"(, "optionalOldSelf": true)").find("may not be set if oldSelf is not used in rule"),
            std::string::npos);
  EXPECT_NE(refusal("'%d'.format(['a']) == ''").find("decimal clause can only be used on integers, was given string"),
            std::string::npos);
}

}  // namespace
}  // namespace kubexx::testing
