// SPDX-License-Identifier: Apache-2.0
// What kube-derive gives (tests/apimachinery/TESTS.md). Its enums of several shapes are structs here: a member for each
// variant, and the rule which of them are set in keywords.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "crd_cases.hpp"
#include "kubexx/apimachinery/crd_rules.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/schema/typed_schema.hpp"

namespace crd_derive_test {

using nlohmann::json;
using namespace kubexx;
using crd_cases::members_of;
using crd_cases::root_of;
using schema::TypedSchema;
using testing::IsEmpty;

enum class Gender { Female, Male, Other };
BOOST_DESCRIBE_ENUM(Gender, Female, Male, Other)

struct VariantOne {
  int number = 0;
};
KUBEXX_DESCRIBE(VariantOne, (number, name("int"), required));
struct VariantTwo {
  std::string str;
};
KUBEXX_DESCRIBE(VariantTwo, (str, required));
struct VariantThree {};
KUBEXX_DESCRIBE(VariantThree);
/// As serde's externally tagged enum.
struct Tagged {
  std::optional<VariantOne> one;
  std::optional<VariantTwo> two;
  std::optional<VariantThree> three;
};
KUBEXX_DESCRIBE(Tagged, (one, description("First.")), (two, description("Second.")), (three, description("Third.")));
KUBEXX_SCHEMA(Tagged, keywords(R"({"oneOf":[{"required":["one"]},{"required":["two"]},{"required":["three"]}]})"));

/// As serde's untagged enum.
struct Person {
  Gender gender = Gender::Female;
  std::optional<int> age;
  std::string date_of_birth;
};
KUBEXX_DESCRIBE(Person, (gender, description("Gender of the person.")), age, (date_of_birth, name("dateOfBirth")));
KUBEXX_SCHEMA(Person, keywords(R"({"anyOf":[{"required":["age","gender"]},{"required":["dateOfBirth","gender"]}]})"));

struct FooSpec {
  std::string non_nullable;
  std::string non_nullable_with_default;
  std::optional<std::string> nullable_;
  std::optional<std::string> nullable_with_default;
  std::optional<Time> timestamp;
  std::optional<Tagged> complex;
  std::optional<Person> person;
  std::vector<std::string> list;
  std::optional<bool> associated_default;
  std::vector<std::string> set;
  std::optional<Gender> optional_enum;
  std::optional<IntOrString> share;
  IntOrString needed_share;
};
KUBEXX_DESCRIBE(FooSpec, (non_nullable, name("nonNullable"), required, max_length(64)),
                (non_nullable_with_default, name("nonNullableWithDefault"), default_value("default_value")),
                (nullable_, name("nullable"), nullable),
                (nullable_with_default, name("nullableWithDefault"), nullable, default_value("n")),
                (timestamp, required),
                (complex, description("Of the member."), rule("!has(self.one) || self.one.int > 22")),
                (person, required), (list, required, min_items(1)), (associated_default, default_value(true)),
                (set, list_set), (optional_enum, description("Preferred."), nullable), (share, nullable),
                (needed_share, required));
KUBEXX_SCHEMA(FooSpec, rule("has(self.nonNullable)"));

struct FooStatus {
  std::uint64_t replicas = 0;
  std::string label_selector;
};
KUBEXX_DESCRIBE(FooStatus, (replicas, required), (label_selector, name("labelSelector")));
struct Foo {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Foo", "foos"};
  ObjectMeta metadata;
  FooSpec spec;
  FooStatus status;
};
KUBEXX_DESCRIBE(Foo, metadata, (spec, required), (status, nullable));
KUBEXX_SCHEMA(Foo, description("A Foo."), rule("self.metadata.name == 'singleton'"));
KUBEXX_CRD(Foo, category("all"), short_name("fo"), short_name("f"), not_served, deprecated("my warning"),
           selectable_field(".spec.nonNullable"), selectable_field(".spec.nullable"), annotation("example.org", "one"),
           annotation("example.org/firewall", "enabled"), label("example.org", "two"),
           column("Spec", "string", ".spec.name"),
           scale(".spec.replicas", ".status.replicas", ".status.labelSelector"));

TEST(CrdDerive, TheWholeCrd)
{
  const json root = root_of<Foo>();
  const json crd = crd_of(described_kind<Foo>());
  EXPECT_EQ(crd["metadata"], json::parse(R"({"name": "foos.example.org", "labels": {"example.org": "two"},
      "annotations": {"example.org": "one", "example.org/firewall": "enabled"}})"));
  EXPECT_EQ(crd["spec"]["names"]["shortNames"], json({"fo", "f"}));
  json version = crd["spec"]["versions"][0];
  version.erase("schema");
  EXPECT_EQ(version, json::parse(R"({"name": "v1", "served": false, "storage": true, "deprecated": true,
      "deprecationWarning": "my warning",
      "selectableFields": [{"jsonPath": ".spec.nonNullable"}, {"jsonPath": ".spec.nullable"}],
      "additionalPrinterColumns": [{"name": "Spec", "type": "string", "jsonPath": ".spec.name"}],
      "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.replicas",
        "statusReplicasPath": ".status.replicas", "labelSelectorPath": ".status.labelSelector"}}})"));
  EXPECT_EQ(root["description"], "A Foo.");
  EXPECT_EQ(root["required"], json({"spec"}));
  EXPECT_EQ(root["x-kubernetes-validations"], json::parse(R"([{"rule": "self.metadata.name == 'singleton'"}])"));
  EXPECT_EQ(root["properties"]["status"], json::parse(R"({"type": "object", "nullable": true, "required": ["replicas"],
      "properties": {"replicas": {"type": "integer", "format": "int64", "minimum": 0},
                     "labelSelector": {"type": "string"}}})"));
  const json& spec = root["properties"]["spec"];
  EXPECT_EQ(spec["required"], json({"list", "needed_share", "nonNullable", "person", "timestamp"}));
  const auto is = [&](const char* member, const char* expected) {
    EXPECT_EQ(spec["properties"][member], json::parse(expected)) << member;
  };
  is("nonNullableWithDefault", R"({"type": "string", "default": "default_value"})");
  is("nullable", R"({"type": "string", "nullable": true})");
  is("nullableWithDefault", R"({"type": "string", "nullable": true, "default": "n"})");
  is("timestamp", R"({"type": "string", "format": "date-time"})");
  is("complex", R"({"type": "object", "description": "Of the member.", "properties": {
      "one": {"type": "object", "description": "First.", "required": ["int"],
              "properties": {"int": {"type": "integer", "format": "int32"}}},
      "two": {"type": "object", "description": "Second.", "required": ["str"],
              "properties": {"str": {"type": "string"}}},
      "three": {"type": "object", "description": "Third."}},
      "oneOf": [{"required": ["one"]}, {"required": ["two"]}, {"required": ["three"]}],
      "x-kubernetes-validations": [{"rule": "!has(self.one) || self.one.int > 22"}]})");
  is("person", R"({"type": "object", "properties": {"age": {"type": "integer", "format": "int32"},
      "dateOfBirth": {"type": "string"}, "gender": {"type": "string", "enum": ["Female", "Male", "Other"],
                                                    "description": "Gender of the person."}},
      "anyOf": [{"required": ["age", "gender"]}, {"required": ["dateOfBirth", "gender"]}]})");
  is("associated_default", R"({"type": "boolean", "default": true})");
  is("optional_enum", R"({"type": "string", "nullable": true, "enum": ["Female", "Male", "Other"],
                          "description": "Preferred."})");
  EXPECT_EQ(spec["properties"]["share"]["nullable"], true);
  EXPECT_EQ(spec["properties"]["share"]["x-kubernetes-int-or-string"], true);
  EXPECT_FALSE(spec["properties"]["needed_share"].contains("nullable"));
}

TEST(CrdDerive, WhatAStructWritesIsWhatItsSchemaTakes)
{
  Foo foo;
  foo.metadata.name = "singleton";
  foo.spec.non_nullable = "asdf";
  foo.spec.timestamp = Time::parse("1970-01-01T00:00:00Z");
  foo.spec.complex = Tagged{.one = VariantOne{23}, .two = {}, .three = {}};
  foo.spec.person = Person{.gender = Gender::Male, .age = 42, .date_of_birth = {}};
  foo.spec.list = {""};
  EXPECT_EQ(json::parse(encode(foo))["spec"],
            json::parse(R"({"nonNullable": "asdf", "timestamp": "1970-01-01T00:00:00Z",
      "complex": {"one": {"int": 23}}, "person": {"gender": "Male", "age": 42}, "list": [""], "needed_share": 0})"));
  const TypedSchema<Foo> schema;
  EXPECT_THAT(schema.validate(foo), IsEmpty());
  foo.spec.complex = Tagged{.one = {}, .two = {}, .three = VariantThree{}};
  EXPECT_EQ(json::parse(encode(foo))["spec"]["complex"], json::parse(R"({"three": {}})"));
  EXPECT_THAT(schema.validate(foo), IsEmpty());
  foo.spec.complex->two = VariantTwo{"both"};
  EXPECT_FALSE(schema.validate(foo).empty()) << "exactly one variant";
  foo.spec.complex.reset();
  foo.spec.person->age.reset();
  EXPECT_FALSE(schema.validate(foo).empty()) << "neither form of the person";
  const Foo full = schema.defaulted(foo);
  EXPECT_EQ(full.spec.non_nullable_with_default, "default_value");
  EXPECT_EQ(full.spec.nullable_with_default, "n");
  EXPECT_EQ(full.spec.associated_default, true);
}

enum class Letters { A, B, C, D };
BOOST_DESCRIBE_ENUM(Letters, A, B, C, D)
struct Hardcore {
  std::string hard;
  Letters core = Letters::A;
};
KUBEXX_DESCRIBE(Hardcore, (hard, required), (core, required));
struct TupleOrStruct {
  std::optional<Letters> normal;
  std::optional<Hardcore> hardcore;
  std::optional<std::uint32_t> number;
};
KUBEXX_DESCRIBE(TupleOrStruct, normal, hardcore, number);
KUBEXX_SCHEMA(TupleOrStruct, description("A letter, a struct or a number."),
              exactly_one_of<"normal", "hardcore", "number">);
struct Untagged {
  std::string one;
  std::optional<Letters> two;
  std::string three;
};
KUBEXX_DESCRIBE(Untagged, one, two, three);
KUBEXX_SCHEMA(Untagged, keywords(R"({"anyOf":[{"required":["one"]},{"required":["three","two"]},{}]})"));
struct Flattened : Untagged {};
KUBEXX_DESCRIBE_DERIVED(Flattened, (Untagged));

struct Enums {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Enums", "enums"};
  Letters letters = Letters::A;
  std::optional<Letters> optional;
  Letters described = Letters::A;
  TupleOrStruct tuple;
  std::optional<TupleOrStruct> optional_tuple;
  Flattened flattened;
};
KUBEXX_DESCRIBE(Enums, letters, optional, (described, description("Of the member.")), tuple,
                (optional_tuple, description("Of the member."), nullable), flattened);

TEST(CrdDerive, EnumsOfEachShape)
{
  const json members = members_of<Enums>();
  const json letters = json::parse(R"({"type": "string", "enum": ["A", "B", "C", "D"]})");
  EXPECT_EQ(members["letters"], letters);
  EXPECT_EQ(members["optional"], letters) << "absent, not null: the struct never writes null";
  EXPECT_EQ(members["described"]["description"], "Of the member.");
  EXPECT_EQ(members["tuple"]["properties"], json::parse(R"({"normal": {"type": "string", "enum": ["A", "B", "C", "D"]},
      "number": {"type": "integer", "format": "int64", "minimum": 0, "maximum": 4294967295},
      "hardcore": {"type": "object", "required": ["core", "hard"], "properties": {
        "core": {"type": "string", "enum": ["A", "B", "C", "D"]}, "hard": {"type": "string"}}}})"));
  EXPECT_EQ(members["tuple"]["x-kubernetes-validations"].size(), 1U);
  json nullable = members["tuple"];
  nullable["nullable"] = true;
  nullable["description"] = "Of the member.";
  EXPECT_EQ(members["optional_tuple"], nullable);
  EXPECT_EQ(members["flattened"], json::parse(R"({"type": "object",
      "anyOf": [{"required": ["one"]}, {"required": ["three", "two"]}, {}], "properties": {
        "one": {"type": "string"}, "two": {"type": "string", "enum": ["A", "B", "C", "D"]},
        "three": {"type": "string"}}})"));
}

struct Flattening {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Flattening", "flattenings"};
  std::string foo;
  VariantTwo strict;
};
KUBEXX_DESCRIBE(Flattening, foo, strict);
KUBEXX_SCHEMA(Flattening, preserve_unknown_fields);

TEST(CrdDerive, OtherMembersArePreservedOnRequestAndAStructForbidsNone)
{
  const json root = root_of<Flattening>();
  EXPECT_EQ(root["x-kubernetes-preserve-unknown-fields"], true);
  EXPECT_FALSE(root.contains("additionalProperties"));
  EXPECT_FALSE(root["properties"]["strict"].contains("additionalProperties"));
}

struct CelSpec {
  int replicas = 0;
  int max_replicas = 0;
  std::string fixed;
};
KUBEXX_DESCRIBE(CelSpec, (replicas, rule("self >= 0")), (max_replicas, name("maxReplicas")),
                (fixed, rule("self == oldSelf")));
KUBEXX_SCHEMA(CelSpec, rule("self.replicas <= self.maxReplicas"));
struct Cel {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Cel", "cels"};
  ObjectMeta metadata;
  CelSpec spec;
};
KUBEXX_DESCRIBE(Cel, metadata, spec);
KUBEXX_SCHEMA(Cel, rule("self.spec.replicas <= self.spec.maxReplicas"));

Cel cel_of(int replicas, int max_replicas, std::string text)
{
  Cel cel;
  cel.spec = {.replicas = replicas, .max_replicas = max_replicas, .fixed = std::move(text)};
  return cel;
}

TEST(CrdDerive, RulesAreEvaluatedWithoutAServer)
{
  const TypedSchema<Cel> schema;
  EXPECT_THAT(schema.validate(cel_of(1, 3, "a")), IsEmpty());
  EXPECT_EQ(schema.validate(cel_of(5, 3, "a")).size(), 2U) << "of the root and of the spec";
  EXPECT_EQ(schema.validate(cel_of(-1, -3, "a")).size(), 3U) << "of replicas too; a rule with oldSelf does not count";
  EXPECT_THAT(schema.validate(cel_of(1, 3, "a"), cel_of(1, 3, "a")), IsEmpty());
  EXPECT_EQ(schema.validate(cel_of(1, 3, "a"), cel_of(1, 3, "b")).size(), 1U);
}

struct Manual {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Manual", "manuals"};
  std::uint32_t bars = 0;
};
KUBEXX_DESCRIBE(Manual, bars);
KUBEXX_SCHEMA(Manual, raw_schema(R"({"type":"object","required":["bars"],"properties":{"bars":{"type":"integer"}}})"));
struct Broken {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Broken", "brokens"};
  int bars = 0;
};
KUBEXX_DESCRIBE(Broken, bars);
KUBEXX_SCHEMA(Broken, raw_schema("type: object"));

TEST(CrdDerive, ASchemaByHandReplacesTheDerivedOne)
{
  EXPECT_EQ(root_of<Manual>(), json::parse(R"({"type": "object", "required": ["bars"],
                                               "properties": {"bars": {"type": "integer"}}})"));
  try {
    static_cast<void>(schema_of(described_kind<Broken>()));
    FAIL();
  } catch (const CrdError& error) {
    EXPECT_EQ(error.problems(),
              std::vector<std::string>{"Broken.example.org/v1: raw_schema is not JSON: type: object"});
  }
}

}  // namespace crd_derive_test
