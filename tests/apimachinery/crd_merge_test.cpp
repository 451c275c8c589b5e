// SPDX-License-Identifier: Apache-2.0
// What a type states and what a member of it states, in one schema. controller-gen writes both into allOf. Here the
// narrower bound remains, of two patterns both hold, and a description of the member replaces that of the type.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "crd_cases.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace crd_merge_test {

using nlohmann::json;
using namespace kubexx;
using crd_cases::members_of;
using crd_cases::root_of;

/// Letters, with a schema of its own.
struct Word {
  std::string text;
  static constexpr std::string_view kubexx_schema =
      R"({"type":"string","minLength":2,"maxLength":7,"pattern":"^[a-z]*$","description":"A word."})";
  static Word from_json(JsonView from) { return {from.as_string().value()}; }
  void write_json(JsonWriter& to) const { to.string(text); }
  friend bool operator==(const Word&, const Word&) = default;
};

/// An even percentage, with a schema of its own.
struct Share {
  std::int64_t value = 0;
  static constexpr std::string_view kubexx_schema =
      R"({"type":"integer","minimum":0,"maximum":100,"exclusiveMaximum":true,"multipleOf":2})";
  static Share from_json(JsonView from) { return {from.as_int().value()}; }
  void write_json(JsonWriter& to) const { to.integer(value); }
  friend bool operator==(const Share&, const Share&) = default;
};
enum class Colour { red, green, blue };
BOOST_DESCRIBE_ENUM(Colour, red, green, blue)

struct Leaf {
  std::string a;
  std::string b;
};
KUBEXX_DESCRIBE(Leaf, (a, required), b);
KUBEXX_SCHEMA(Leaf, nullable, description("A leaf."), min_properties(1), max_properties(4), rule("self.a != 'x'"));
struct Branch {
  std::map<std::string, Leaf> leaves;
  Word word;
};
KUBEXX_DESCRIBE(Branch, (leaves, items, rule("self.a != 'y'")), word);

struct Uses {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Uses", "uses"};
  Leaf as_is;
  Leaf described;
  Leaf narrower;
  Leaf wider;
  Word other_pattern;
  Word longer;
  Word shorter;
  std::optional<Word> plain;
  std::map<std::string, Word> map;
  Branch branch;
  std::string two_patterns;
  Share tighter;
  Share looser;
  Share same;
  Share multiple;
  std::uint32_t positive = 0;
  Colour colour = Colour::red;
  std::vector<Colour> colours;
};
KUBEXX_DESCRIBE(Uses, as_is,
                (described, description("Of the member."), rule("self.a != 'z'"),
                 keywords(R"({"title":"A title","example":[42],"externalDocs":{"url":"https://example.org"}})")),
                (narrower, min_properties(2), max_properties(3)), (wider, min_properties(0), max_properties(9)),
                (other_pattern, pattern("^[c-e]*$"), description("Another.")), (longer, min_length(5)),
                (shorter, min_length(1), max_length(3)), plain, (map, items, max_length(5), nullable), branch,
                (two_patterns, keywords(R"({"allOf":[{"pattern":"^[abc]+$"},{"pattern":"^(bc)+$"}]})")),
                (tighter, minimum(10), maximum(50)), (looser, minimum(-1), maximum(200)),
                (same, exclusive_minimum(0), maximum(100)), (multiple, multiple_of(3)), (positive, minimum(1)),
                (colour, enum_value("red"), enum_value(Colour::blue)), (colours, items, enum_value("green")));

TEST(CrdMerge, EachUseOfATypeHasItsFactsAndThoseOfTheType)
{
  const json members = members_of<Uses>();
  EXPECT_EQ(members["as_is"], json::parse(R"({"type": "object", "nullable": true, "description": "A leaf.",
      "minProperties": 1, "maxProperties": 4, "required": ["a"],
      "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
      "x-kubernetes-validations": [{"rule": "self.a != 'x'"}]})"));
  EXPECT_EQ(members["described"]["description"], "Of the member.");
  EXPECT_EQ(members["described"]["title"], "A title");
  EXPECT_EQ(members["described"]["example"], json({42}));
  EXPECT_EQ(members["described"]["externalDocs"]["url"], "https://example.org");
  EXPECT_EQ(members["described"]["nullable"], true);
  EXPECT_EQ(members["described"]["x-kubernetes-validations"],
            json::parse(R"([{"rule": "self.a != 'x'"}, {"rule": "self.a != 'z'"}])"));
  EXPECT_EQ(members["as_is"]["x-kubernetes-validations"].size(), 1U) << "one use changes no other";
  EXPECT_EQ(members["other_pattern"], json::parse(R"({"type": "string", "minLength": 2, "maxLength": 7,
      "pattern": "^[c-e]*$", "allOf": [{"pattern": "^[a-z]*$"}], "description": "Another."})"));
  EXPECT_EQ(members["plain"], json::parse(R"({"type": "string", "minLength": 2, "maxLength": 7,
      "pattern": "^[a-z]*$", "description": "A word."})"));
}

TEST(CrdMerge, OfTwoCountsTheNarrowerOneRemains)
{
  const json members = members_of<Uses>();
  const auto is = [&](const char* member, const char* keyword, int count) {
    EXPECT_EQ(members[member][keyword], count) << member << ' ' << keyword;
    EXPECT_FALSE(members[member].contains("allOf"));
  };
  is("narrower", "minProperties", 2);
  is("narrower", "maxProperties", 3);
  is("wider", "minProperties", 1);
  is("wider", "maxProperties", 4);
  is("longer", "minLength", 5);
  is("longer", "maxLength", 7);
  is("shorter", "minLength", 2);
  is("shorter", "maxLength", 3);
}

TEST(CrdMerge, OfTwoBoundsTheNarrowerOneRemains)
{
  const json members = members_of<Uses>();
  EXPECT_EQ(members["tighter"], json::parse(R"({"type": "integer", "minimum": 10, "maximum": 50, "multipleOf": 2})"));
  EXPECT_EQ(members["looser"], json::parse(R"({"type": "integer", "minimum": 0, "maximum": 100,
      "exclusiveMaximum": true, "multipleOf": 2})"));
  EXPECT_EQ(members["same"], json::parse(R"({"type": "integer", "minimum": 0, "exclusiveMinimum": true,
      "maximum": 100, "exclusiveMaximum": true, "multipleOf": 2})"));
  EXPECT_EQ(members["multiple"], json::parse(R"({"type": "integer", "minimum": 0, "maximum": 100,
      "exclusiveMaximum": true, "multipleOf": 3, "allOf": [{"multipleOf": 2}]})"));
  EXPECT_EQ(members["positive"]["minimum"], 1);
}

TEST(CrdMerge, AMemberPermitsSomeValuesOfItsEnum)
{
  const json members = members_of<Uses>();
  EXPECT_EQ(members["colour"]["enum"], json({"red", "blue"}));
  EXPECT_EQ(members["colours"]["items"]["enum"], json({"green"}));
}

struct OtherColour {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "OtherColour", "othercolours"};
  Colour colour = Colour::red;
};
KUBEXX_DESCRIBE(OtherColour, (colour, enum_value("yellow")));

TEST(CrdMerge, AValueThatTheEnumHasNotIsAProblem)
{
  try {
    static_cast<void>(schema_of(described_kind<OtherColour>()));
    FAIL();
  } catch (const CrdError& error) {
    EXPECT_EQ(error.problems(), std::vector<std::string>{R"(OtherColour.example.org/v1: colour: enum_value("yellow"): )"
                                                         R"(its type has only the values ["red","green","blue"])"});
  }
}

TEST(CrdMerge, FactsReachTheValuesOfAMapAndTheStructsBelow)
{
  const json members = members_of<Uses>();
  EXPECT_EQ(members["map"]["additionalProperties"], json::parse(R"({"type": "string", "minLength": 2, "maxLength": 5,
      "pattern": "^[a-z]*$", "description": "A word.", "nullable": true})"));
  const json& branch = members["branch"]["properties"];
  EXPECT_EQ(branch["leaves"]["additionalProperties"]["x-kubernetes-validations"],
            json::parse(R"([{"rule": "self.a != 'x'"}, {"rule": "self.a != 'y'"}])"));
  EXPECT_EQ(branch["leaves"]["additionalProperties"]["required"], json({"a"}));
  EXPECT_EQ(branch["word"], members["plain"]);
  EXPECT_EQ(members.dump().find("$ref"), std::string::npos);
}

TEST(CrdMerge, AnAllOfIsThereIfStated)
{
  EXPECT_EQ(members_of<Uses>()["two_patterns"],
            json::parse(R"({"type": "string", "allOf": [{"pattern": "^[abc]+$"}, {"pattern": "^(bc)+$"}]})"));
}

struct Left {
  std::string left;
};
KUBEXX_DESCRIBE(Left, (left, required));
KUBEXX_SCHEMA(Left, description("Left."), max_properties(1), preserve_unknown_fields, rule("self.left != 'a'"));
struct Middle : Left {
  std::string middle;
};
KUBEXX_DESCRIBE_DERIVED(Middle, (Left), (middle, required));
KUBEXX_SCHEMA(Middle, keywords(R"({"oneOf":[{"required":["middle"]}]})"));
struct Bottom : Middle {
  std::string bottom;
};
KUBEXX_DESCRIBE_DERIVED(Bottom, (Middle), (bottom, required));
KUBEXX_SCHEMA(Bottom, rule("self.bottom != 'a'"));
struct RawBottom : Left {};
KUBEXX_DESCRIBE_DERIVED(RawBottom, (Left));
KUBEXX_SCHEMA(RawBottom, rule("size(self) == 0"),
              raw_schema(R"({"type":"object","additionalProperties":{"type":"string"}})"), description("Raw."));
struct Derived {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Derived", "deriveds"};
  Bottom bottom;
  RawBottom raw;
};
KUBEXX_DESCRIBE(Derived, bottom, raw);

TEST(CrdMerge, RulesOfABaseHoldForTheStructAndWhatIsAboutItsSizeDoesNot)
{
  EXPECT_EQ(members_of<Derived>()["bottom"], json::parse(R"({"type": "object", "required": ["bottom", "left", "middle"],
      "properties": {"left": {"type": "string"}, "middle": {"type": "string"}, "bottom": {"type": "string"}},
      "oneOf": [{"required": ["middle"]}], "x-kubernetes-preserve-unknown-fields": true,
      "x-kubernetes-validations": [{"rule": "self.left != 'a'"}, {"rule": "self.bottom != 'a'"}]})"));
}

TEST(CrdMerge, ARawSchemaOfAStructReplacesItWhereverItIsStated)
{
  EXPECT_EQ(members_of<Derived>()["raw"], json::parse(R"({"type": "object", "additionalProperties": {"type": "string"},
      "description": "Raw.", "x-kubernetes-validations": [{"rule": "size(self) == 0"}]})"));
}

struct Number {
  int inner = 0;
};
KUBEXX_DESCRIBE(Number, inner);
struct Text {
  std::string inner;
};
KUBEXX_DESCRIBE(Text, inner);
struct Twice : Number {
  std::string text;
  int renamed = 0;
};
KUBEXX_DESCRIBE_DERIVED(Twice, (Number), text, (renamed, name("inner")));
struct Clashes {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Clash", "clashes"};
  Twice twice;
};
KUBEXX_DESCRIBE(Clashes, twice);

TEST(CrdMerge, TwoMembersOfOneNameAreAProblem)
{
  try {
    static_cast<void>(schema_of(described_kind<Clashes>()));
    FAIL();
  } catch (const CrdError& error) {
    EXPECT_EQ(error.problems(),
              std::vector<std::string>{"Clash.example.org/v1: twice.inner: two members have this name in JSON"});
  }
}

}  // namespace crd_merge_test
