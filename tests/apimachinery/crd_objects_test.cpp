// SPDX-License-Identifier: Apache-2.0
// Lists, maps and structs with the markers of controller-gen: how they are merged, pruned and checked by rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "crd_cases.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/schema/typed_schema.hpp"

namespace crd_objects_test {

using nlohmann::json;
using namespace kubexx;
using crd_cases::members_of;
using crd_cases::root_of;

struct Associative {
  std::string name;
  int secondary = 0;
  std::string foo;
};
KUBEXX_DESCRIBE(Associative, name, (secondary, default_value(1)), foo);

struct Pair {
  std::string foo;
  bool bar = false;
};
KUBEXX_DESCRIBE(Pair, (foo, required), (bar, required));
struct AtomicPair {
  std::string foo;
};
KUBEXX_DESCRIBE(AtomicPair, foo);
KUBEXX_SCHEMA(AtomicPair, map_atomic);

struct Topology {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Topology", "topologies"};
  std::vector<Associative> keyed;
  std::vector<Associative> atomic;
  std::vector<std::string> set;
  std::map<std::string, std::string> granular;
  Pair replaced;
  AtomicPair of_type;
  AtomicPair of_both;
  Pair plain;
};
KUBEXX_DESCRIBE(Topology, (keyed, list_map_key("name"), list_map_key("secondary")), (atomic, list_atomic),
                (set, list_set), (granular, map_granular), (replaced, map_atomic), of_type, (of_both, map_atomic),
                plain);

TEST(CrdMarkers, HowListsMapsAndStructsAreMerged)
{
  const json members = members_of<Topology>();
  EXPECT_EQ(members["keyed"], json::parse(R"({"type": "array", "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "secondary"], "items": {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string"}, "secondary": {"type": "integer", "format": "int32", "default": 1},
        "foo": {"type": "string"}}}})"));
  EXPECT_EQ(members["atomic"]["x-kubernetes-list-type"], "atomic");
  EXPECT_EQ(members["set"]["x-kubernetes-list-type"], "set");
  EXPECT_EQ(members["granular"]["x-kubernetes-map-type"], "granular");
  EXPECT_EQ(members["replaced"]["x-kubernetes-map-type"], "atomic");
  EXPECT_EQ(members["of_type"]["x-kubernetes-map-type"], "atomic");
  EXPECT_EQ(members["of_both"], members["of_type"]);
  EXPECT_FALSE(members["plain"].contains("x-kubernetes-map-type")) << "the fact of one member is not that of the type";
}

struct Preserved {
  std::string concrete;
};
KUBEXX_DESCRIBE(Preserved, concrete);
KUBEXX_SCHEMA(Preserved, preserve_unknown_fields);

struct Pruned {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Pruned", "pruneds"};
  RawJson embedded;
  RawJson open_embedded;
  Pair open;
  Preserved of_type;
  Preserved of_both;
  std::vector<RawJson> list;
  RawJson any;
  std::string schemaless;
};
KUBEXX_DESCRIBE(Pruned, (embedded, embedded_resource, nullable),
                (open_embedded, embedded_resource, preserve_unknown_fields), (open, preserve_unknown_fields), of_type,
                (of_both, preserve_unknown_fields), (list, items, embedded_resource), any,
                (schemaless, raw_schema(R"({"type":"string"})")));

TEST(CrdMarkers, WhatIsNotPrunedAndEmbeddedObjects)
{
  const json members = members_of<Pruned>();
  const json embedded = json::parse(R"({"type": "object", "x-kubernetes-embedded-resource": true,
                                        "x-kubernetes-preserve-unknown-fields": true})");
  EXPECT_EQ(members["open_embedded"], embedded);
  EXPECT_EQ(members["list"]["items"], embedded);
  json nullable = embedded;
  nullable["nullable"] = true;
  EXPECT_EQ(members["embedded"], nullable);
  EXPECT_EQ(members["open"]["x-kubernetes-preserve-unknown-fields"], true);
  EXPECT_EQ(members["open"]["required"], json({"bar", "foo"}));
  EXPECT_EQ(members["of_type"], json::parse(R"({"type": "object", "properties": {"concrete": {"type": "string"}},
                                                "x-kubernetes-preserve-unknown-fields": true})"));
  EXPECT_EQ(members["of_both"], members["of_type"]);
  EXPECT_EQ(members["any"], json::parse(R"({"x-kubernetes-preserve-unknown-fields": true})"));
  EXPECT_EQ(members["schemaless"], json({{"type", "string"}}));
}

struct EvenSpec {
  int forbidden = 0;
  std::string plain;
  std::string explained;
  int later = 0;
};
KUBEXX_DESCRIBE(EvenSpec, forbidden,
                (plain, max_length(64), rule("self.size() % 2 == 0", "must have even length"), rule("true")),
                (explained, max_length(64),
                 rule("self.size() % 2 == 0", {.message_expression = "self + ' has odd length, must be even'"})),
                (later, rule("oldSelf.hasValue() || self == 0",
                             {.message = "must be set to 0 on creation", .optional_old_self = true})));
KUBEXX_SCHEMA(EvenSpec, rule("has(oldSelf.forbidden) || !has(self.forbidden)", {.message = "forbidden is not allowed",
                                                                                .reason = "FieldValueForbidden",
                                                                                .field_path = ".forbidden"}));
struct Even {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Even", "evens"};
  EvenSpec spec;
};
KUBEXX_DESCRIBE(Even, (spec, rule("self.later < 9")));

TEST(CrdMarkers, RulesWithEachOfTheirOptions)
{
  const json spec = members_of<Even>()["spec"];
  EXPECT_EQ(spec["x-kubernetes-validations"], json::parse(R"json([
      {"rule": "has(oldSelf.forbidden) || !has(self.forbidden)", "message": "forbidden is not allowed",
       "reason": "FieldValueForbidden", "fieldPath": ".forbidden"},
      {"rule": "self.later < 9"}])json"))
      << "those of the struct, then those of the member";
  const auto rules = [&](const char* member) { return spec["properties"][member]["x-kubernetes-validations"]; };
  EXPECT_EQ(rules("plain"), json::parse(R"([{"rule": "self.size() % 2 == 0", "message": "must have even length"},
                                           {"rule": "true"}])"));
  EXPECT_EQ(rules("explained"), json::parse(R"([{"rule": "self.size() % 2 == 0",
      "messageExpression": "self + ' has odd length, must be even'"}])"));
  EXPECT_EQ(rules("later"), json::parse(R"([{"rule": "oldSelf.hasValue() || self == 0",
      "message": "must be set to 0 on creation", "optionalOldSelf": true}])"));
}

struct First {
  std::string from_first;
};
KUBEXX_DESCRIBE(First, (from_first, required, max_length(3)));
struct Second {
  int from_second = 0;
};
KUBEXX_DESCRIBE(Second, (from_second, required));
KUBEXX_SCHEMA(Second, rule("self.from_second > 0"));
struct Inline : First, Second {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Inline", "inlines"};
  bool own = false;
};
KUBEXX_DESCRIBE_DERIVED(Inline, (First, Second), own);

TEST(CrdMarkers, TheMembersOfABaseAreThoseOfTheStruct)
{
  const json root = root_of<Inline>();
  EXPECT_EQ(root["required"], json({"from_first", "from_second"}));
  EXPECT_EQ(root["properties"]["from_first"], json({{"type", "string"}, {"maxLength", 3}}));
  EXPECT_EQ(root["properties"]["own"], json({{"type", "boolean"}}));
  EXPECT_EQ(root["x-kubernetes-validations"], json::parse(R"([{"rule": "self.from_second > 0"}])"));
}

namespace shared {
struct Outer {
  AtomicPair of_type;
  Pair replaced;
};
KUBEXX_DESCRIBE(Outer, of_type, (replaced, map_atomic));
}  // namespace shared
struct OldVersioned {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1beta1", "Versioned", "versioneds"};
  shared::Outer outer;
  std::string spec;
};
KUBEXX_DESCRIBE(OldVersioned, outer, (spec, min_length(4)));
KUBEXX_CRD(OldVersioned, not_stored, not_served);
struct Versioned {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1beta2", "Versioned", "versioneds"};
  shared::Outer outer;
  OldVersioned other;  // a kind may be a part of another one
};
KUBEXX_DESCRIBE(Versioned, outer, other);

TEST(CrdMarkers, VersionsAndKindsMayShareStructs)
{
  const std::array versions{described_kind<OldVersioned>(), described_kind<Versioned>()};
  const json crd = crd_of(versions);
  EXPECT_THAT(schema::validate_crd(crd), testing::IsEmpty());
  const auto members = [&](std::size_t at) {
    return crd["spec"]["versions"][at]["schema"]["openAPIV3Schema"]["properties"];
  };
  EXPECT_EQ(members(0)["outer"], members(1)["outer"]);
  EXPECT_EQ(members(1)["outer"]["properties"]["of_type"]["x-kubernetes-map-type"], "atomic");
  EXPECT_EQ(members(1)["outer"]["properties"]["replaced"]["x-kubernetes-map-type"], "atomic");
  EXPECT_EQ(members(1)["other"]["properties"]["spec"], json({{"type", "string"}, {"minLength", 4}}));
  EXPECT_EQ(crd["spec"]["versions"][0]["served"], false);
  EXPECT_EQ(crd["spec"]["versions"][1]["storage"], true);
}

struct Choice : OpenEnum<Choice> {
  using OpenEnum::OpenEnum;
  static constexpr Name Value1{"Value1"}, Value2{"Value2"};
  static constexpr std::array kubexx_values{Value1, Value2};
};
struct AnyText : OpenEnum<AnyText> {
  using OpenEnum::OpenEnum;
  static constexpr Name TCP{"TCP"};
};
struct Choices {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Choices", "choices"};
  Choice field;
  AnyText protocol;
};
KUBEXX_DESCRIBE(Choices, field, (protocol, default_value(AnyText::TCP)));

TEST(CrdMarkers, AnEnumTakesItsValuesOnly)
{
  const schema::TypedSchema<Choices> schema;
  const auto refused = [&](const char* value) {
    Choices choices;
    choices.field = value;
    return schema.validate(choices).size();
  };
  EXPECT_EQ(refused("Value1"), 0U);
  EXPECT_EQ(refused("Value2"), 0U);
  EXPECT_EQ(refused("Invalid"), 1U);
  EXPECT_EQ(members_of<Choices>()["protocol"], json({{"type", "string"}, {"default", "TCP"}}))
      << "has no list of values";
}

struct WrongTitles {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Wrong", "wrongs"};
  int number = 0;
};
KUBEXX_DESCRIBE(WrongTitles, (number, keywords(R"({"title":124})")));
struct WrongTitle {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Wrong", "wrongs"};
  int number = 0;
};
KUBEXX_DESCRIBE(WrongTitle, (number, keywords(R"({"title":{"a":1}})")));

TEST(CrdMarkers, AKeywordOfAnotherTypeIsRefusedWhenTheCrdIsChecked)
{
  for (const auto& kind : {described_kind<WrongTitles>(), described_kind<WrongTitle>()}) {
    const auto causes = schema::validate_crd(crd_of(kind));
    ASSERT_EQ(causes.size(), 1U);
    EXPECT_THAT(causes[0].message, testing::HasSubstr("title"));
  }
}

struct WrongKeys {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "WrongKeys", "wrongkeys"};
  int number = 0;
};
KUBEXX_DESCRIBE(WrongKeys, number);
KUBEXX_CRD(WrongKeys, annotation("no key", "a"), label("a=b", "c"));

TEST(CrdMarkers, AnAnnotationThatIsNoneIsRefusedWhenTheCrdIsChecked)
{
  const auto causes = schema::validate_crd(crd_of(described_kind<WrongKeys>()));
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0].field, "metadata.labels");
  EXPECT_EQ(causes[1].field, "metadata.annotations");
}

}  // namespace crd_objects_test
