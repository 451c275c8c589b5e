// SPDX-License-Identifier: Apache-2.0
// What the markers of controller-gen give, member by member as in its CronJob (tests/apimachinery/TESTS.md). A server
// accepts each of these CRDs.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "crd_cases.hpp"
#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/raw_json.hpp"

namespace crd_markers_test {

using nlohmann::json;
using namespace kubexx;
using crd_cases::members_of;
using crd_cases::root_of;

using Texts = std::map<std::string, std::string>;

struct Inner {
  Texts map;
};
KUBEXX_DESCRIBE(Inner, map);

struct Shapes {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Shapes", "shapes"};
  Bytes binary;
  std::map<std::string, Bytes> binaries;
  std::map<std::string, std::vector<std::string>> lists;
  std::map<std::string, std::optional<std::string>> pointers;
  std::vector<float> floats;
  std::map<std::string, std::vector<float>> float_lists;
  std::map<std::string, Texts> maps;
  std::map<std::string, std::map<std::string, Texts>> deep_maps;
  std::map<std::string, Inner> structs;
  std::vector<int> three;
};
KUBEXX_DESCRIBE(Shapes, binary, binaries, lists, pointers, floats, float_lists, maps, deep_maps, structs,
                (three, min_items(3), max_items(3)));

TEST(CrdMarkers, ListsAndMapsOfEachType)
{
  const json members = members_of<Shapes>();
  const auto is = [&](const char* member, const char* expected) {
    EXPECT_EQ(members[member], json::parse(expected)) << member;
  };
  is("binary", R"({"type": "string", "format": "byte"})");
  is("binaries", R"({"type": "object", "additionalProperties": {"type": "string", "format": "byte"}})");
  is("lists", R"({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}})");
  is("pointers", R"({"type": "object", "additionalProperties": {"type": "string"}})");
  is("floats", R"({"type": "array", "items": {"type": "number", "format": "float"}})");
  is("float_lists", R"({"type": "object", "additionalProperties": {"type": "array",
      "items": {"type": "number", "format": "float"}}})");
  const json texts = json::parse(R"({"type": "object", "additionalProperties": {"type": "string"}})");
  EXPECT_EQ(members["maps"], json({{"type", "object"}, {"additionalProperties", texts}}));
  EXPECT_EQ(members["deep_maps"]["additionalProperties"]["additionalProperties"], texts);
  EXPECT_EQ(members["structs"]["additionalProperties"], json({{"type", "object"}, {"properties", {{"map", texts}}}}));
  is("three", R"({"type": "array", "minItems": 3, "maxItems": 3, "items": {"type": "integer", "format": "int32"}})");
}

/// A text with a schema of its own; it may be made of any class.
struct Url {
  std::string text;
  static constexpr std::string_view kubexx_schema = R"({"type":"string","minLength":4,"title":"of the type"})";
  static Url from_json(JsonView from) { return {from.as_string().value()}; }
  void write_json(JsonWriter& to) const { to.string(text); }
  friend bool operator==(const Url&, const Url&) = default;
};
/// A boolean that is a string in JSON.
struct SpelledBool {
  bool value = false;
  static constexpr std::string_view kubexx_schema = R"({"type":"string"})";
  static SpelledBool from_json(JsonView from) { return {from.as_string().value() == "true"}; }
  void write_json(JsonWriter& to) const { to.string(value ? "true" : "false"); }
  friend bool operator==(const SpelledBool&, const SpelledBool&) = default;
};
struct NoSchema {
  std::string text;
  static NoSchema from_json(JsonView from) { return {from.as_string().value()}; }
  void write_json(JsonWriter& to) const { to.string(text); }
  friend bool operator==(const NoSchema&, const NoSchema&) = default;
};

struct OwnTypes {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "OwnTypes", "owntypes"};
  Url url;
  std::optional<Url> optional;
  std::vector<Url> list;
  Url titled;
  SpelledBool really;
  std::string millis;
};
KUBEXX_DESCRIBE(OwnTypes, url, optional, (list, min_items(3)), (titled, keywords(R"({"title":"of the member"})")),
                really, (millis, raw_schema(R"({"type":"integer","format":"int64"})")));
struct Unknown {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Unknown", "unknowns"};
  std::vector<NoSchema> list;
  NoSchema stated;
};
KUBEXX_DESCRIBE(Unknown, list, (stated, raw_schema(R"({"type":"string"})")));

TEST(CrdMarkers, AClassOfYourOwnHasTheSchemaThatItStates)
{
  const json members = members_of<OwnTypes>();
  const json url = json::parse(R"({"type": "string", "minLength": 4, "title": "of the type"})");
  EXPECT_EQ(members["url"], url);
  EXPECT_EQ(members["optional"], url);
  EXPECT_EQ(members["list"], json({{"type", "array"}, {"minItems", 3}, {"items", url}}));
  EXPECT_EQ(members["titled"]["title"], "of the member");
  EXPECT_EQ(members["really"], json({{"type", "string"}}));
}

TEST(CrdMarkers, AClassWithoutASchemaIsNamedWithTheRemedy)
{
  try {
    static_cast<void>(schema_of(described_kind<Unknown>()));
    FAIL();
  } catch (const CrdError& error) {
    ASSERT_EQ(error.problems().size(), 1U) << error.what() << "the member with raw_schema is fine";
    EXPECT_TRUE(error.problems()[0].starts_with("Unknown.example.org/v1: list[*]: its C++ type does not say"));
  }
}

struct Optionals {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Optionals", "optionals"};
  std::string plain;
  std::string needed;
  std::optional<int> needed_too;
  std::optional<std::string> null;
  Inner inner;
  std::string internal;
  static constexpr bool kubexx_has_other_members = true;  // `internal` is not in the JSON
};
KUBEXX_DESCRIBE(Optionals, plain, (needed, required), (needed_too, required), (null, nullable), inner);

TEST(CrdMarkers, MembersAreOptionalUnlessRequiredAndNullableOnlyIfStated)
{
  const json root = root_of<Optionals>();
  EXPECT_EQ(root["required"], json({"needed", "needed_too"})) << "sorted; each once";
  EXPECT_EQ(root["properties"]["null"], json({{"type", "string"}, {"nullable", true}}));
  EXPECT_EQ(root["properties"]["needed_too"], json({{"type", "integer"}, {"format", "int32"}})) << "not nullable";
  EXPECT_FALSE(root["properties"].contains("internal"));
}

struct Pair {
  std::string foo;
  bool bar = false;
};
KUBEXX_DESCRIBE(Pair, (foo, required), (bar, required));
struct Root {
  Pair nested;
};
KUBEXX_DESCRIBE(Root, (nested, required));
struct Emptiable {
  std::string foo;
  std::string bar;
};
KUBEXX_DESCRIBE(Emptiable, (foo, default_value("forty-two")), bar);

struct Defaults {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Defaults", "defaults"};
  std::string text;
  bool flag = false;
  double ratio = 0;
  std::vector<std::string> list;
  std::vector<Root> objects;
  std::vector<std::string> empty_list;
  Texts empty_map;
  Emptiable empty_object;
};
KUBEXX_DESCRIBE(Defaults, (text, default_value("forty-two"), keywords(R"({"title":"Text","example":"forty-two",
                  "externalDocs":{"url":"https://example.org/docs","description":"more"}})")),
                (flag, default_value(true)), (ratio, default_value(0.5)),
                (list, default_json(R"(["a","b"])"), keywords(R"({"title":"124","example":["a","b"]})")),
                (objects,
                 default_json(R"([{"nested":{"foo":"baz","bar":true}},{"nested":{"foo":"qux","bar":false}}])")),
                (empty_list, default_json("[]")), (empty_map, default_json("{}")), (empty_object, default_json("{}")));

TEST(CrdMarkers, DefaultsOfEachTypeWithTitleExampleAndExternalDocs)
{
  const json members = members_of<Defaults>();
  EXPECT_EQ(members["text"], json::parse(R"({"type": "string", "default": "forty-two", "title": "Text",
      "example": "forty-two", "externalDocs": {"url": "https://example.org/docs", "description": "more"}})"));
  EXPECT_EQ(members["flag"]["default"], true);
  EXPECT_EQ(members["ratio"]["default"], 0.5);
  EXPECT_EQ(members["list"], json::parse(R"({"type": "array", "items": {"type": "string"}, "default": ["a", "b"],
      "example": ["a", "b"], "title": "124"})"));
  EXPECT_EQ(members["objects"]["default"][1], json::parse(R"({"nested": {"foo": "qux", "bar": false}})"));
  EXPECT_EQ(members["objects"]["items"]["required"], json({"nested"}));
  EXPECT_EQ(members["objects"]["items"]["properties"]["nested"]["required"], json({"bar", "foo"}));
  EXPECT_EQ(members["empty_list"]["default"], json::array());
  EXPECT_EQ(members["empty_map"]["default"], json::object());
  EXPECT_EQ(members["empty_object"], json::parse(R"({"type": "object", "default": {}, "properties": {
      "foo": {"type": "string", "default": "forty-two"}, "bar": {"type": "string"}}})"));
}

struct Bounds {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Bounds", "bounds"};
  std::string four;
  std::string pattern_;
  double real = 0;
  int integer = 0;
  std::vector<std::string> pair;
  std::vector<std::string> hosts;
  std::vector<int> choices;
  Emptiable few;
  std::optional<IntOrString> percent;
  std::optional<IntOrString> choice;
  std::vector<IntOrString> percents;
  std::vector<IntOrString> mixed;
  std::string stated;
};
KUBEXX_DESCRIBE(Bounds, (four, min_length(4)),
                (pattern_, pattern(R"(^$|^((https):\/\/?)[^\s()<>]+(?:\([\w\d]+\)|([^[:punct:]\s]|\/?))$)")),
                (real, minimum(-0.5), maximum(1.5), multiple_of(0.5)),
                (integer, minimum(-2), maximum(2), multiple_of(2)), (pair, min_items(2), max_items(2)),
                (hosts, list_set, min_items(1), items, min_length(1), max_length(255), pattern("^[a-z0-9.-]*$")),
                (choices, items, enum_value(0), enum_value(1), enum_value(3)),
                (few, min_properties(1), max_properties(2)),
                (percent, min_length(2), max_length(11), pattern("^((100|[0-9]{1,2})%|[0-9]+)$")),
                (choice, enum_value(1), enum_value(2), enum_value("foo"), enum_value("bar")),
                (percents, items, max_length(10), pattern("^[0-9]+%$")),
                (mixed, items, enum_value(1), enum_value("foo"), max_length(3)),
                (stated, int_or_string, max_length(5)));

TEST(CrdMarkers, BoundsOfTextsNumbersListsAndItems)
{
  const json members = members_of<Bounds>();
  const auto is = [&](const char* member, const char* expected) {
    EXPECT_EQ(members[member], json::parse(expected)) << member;
  };
  is("four", R"({"type": "string", "minLength": 4})");
  EXPECT_EQ(members["pattern_"]["pattern"], R"(^$|^((https):\/\/?)[^\s()<>]+(?:\([\w\d]+\)|([^[:punct:]\s]|\/?))$)");
  is("real", R"({"type": "number", "format": "double", "minimum": -0.5, "maximum": 1.5, "multipleOf": 0.5})");
  is("integer", R"({"type": "integer", "format": "int32", "minimum": -2, "maximum": 2, "multipleOf": 2})");
  is("pair", R"({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2})");
  is("hosts", R"({"type": "array", "x-kubernetes-list-type": "set", "minItems": 1,
      "items": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[a-z0-9.-]*$"}})");
  is("choices", R"({"type": "array", "items": {"type": "integer", "format": "int32", "enum": [0, 1, 3]}})");
  EXPECT_EQ(members["few"]["minProperties"], 1);
  EXPECT_EQ(members["few"]["maxProperties"], 2);
}

TEST(CrdMarkers, AnIntOrStringMayHaveAPatternALengthAndAnEnum)
{
  const json members = members_of<Bounds>();
  json expected =
      json::parse(R"({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}],
      "minLength": 2, "maxLength": 11, "pattern": "^((100|[0-9]{1,2})%|[0-9]+)$"})");
  EXPECT_EQ(members["percent"], expected);
  EXPECT_EQ(members["choice"]["enum"], json::parse(R"([1, 2, "foo", "bar"])"));
  EXPECT_EQ(members["percents"]["items"]["pattern"], "^[0-9]+%$");
  EXPECT_EQ(members["percents"]["items"]["x-kubernetes-int-or-string"], true);
  EXPECT_EQ(members["mixed"]["items"]["enum"], json::parse(R"([1, "foo"])"));
  expected = json::parse(R"({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}],
      "maxLength": 5})");
  EXPECT_EQ(members["stated"], expected) << "the fact gives it to a string too";
}

}  // namespace crd_markers_test
