// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/yaml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace kubexx {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string error_of(const std::string& text)
{
  try {
    (void)parse_yaml(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "accepted";
}

json one(const std::string& text)
{
  const auto documents = parse_yaml(text);
  return documents.size() == 1 ? documents.front() : json("not one document");
}

TEST(Yaml, DocumentsAreReadAsJson)
{
  const auto documents = parse_yaml("a: 1\nb: &x [true, 2.5, \"1\", ~]\nc: *x\n---\n- text\n");
  ASSERT_EQ(documents.size(), 2U);
  EXPECT_EQ(documents[0],
            nlohmann::json::parse(R"({"a": 1, "b": [true, 2.5, "1", null], "c": [true, 2.5, "1", null]})"));
  EXPECT_EQ(documents[1], nlohmann::json::parse(R"(["text"])"));
}

TEST(Yaml, AliasesFillNeitherMemoryNorTheStack)
{
  std::string text = "- &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
  for (int level = 1; level < 40; ++level) {
    const auto before = "*a" + std::to_string(level - 1);
    text += "- &a" + std::to_string(level) + " [" + before;
    for (int count = 1; count < 9; ++count) text += ", " + before;
    text += "]\n";
  }
  EXPECT_THAT(error_of(text), HasSubstr("its aliases expand it by more than 1 MiB"));
  EXPECT_THAT(error_of("&a [*a]"), HasSubstr("nested more than 100 levels deep"));
  EXPECT_THAT(error_of("a: &a {b: *a}"), HasSubstr("nested more than 100 levels deep"));
  std::string many = "- &a " + std::string(100000, 'x') + "\n";
  for (int count = 0; count < 100; ++count) many += "- *a\n";
  EXPECT_THAT(error_of(many), HasSubstr("more than 1 MiB"));
}

TEST(Yaml, AnErrorSaysOfWhichSortItIs)
{
  const auto check = [](const std::string& text, YamlError::Why why, std::size_t line, const std::string& alias) {
    try {
      (void)parse_yaml(text);
      FAIL() << text;
    } catch (const YamlError& error) {
      EXPECT_EQ(error.why(), why) << text;
      EXPECT_EQ(error.line(), line) << text;
      EXPECT_EQ(error.alias(), alias) << text;
    }
  };
  check("a: b\nc: " + std::string(200, '[') + std::string(200, ']'), YamlError::Why::depth, 2, "");
  check("a: &x\n  b: *x\n", YamlError::Why::cycle, 2, "x");
  check("a: b\nc: *y\n", YamlError::Why::unknown_alias, 2, "y");
  check("a: b\n]\n", YamlError::Why::syntax, 2, "");
}

// yaml-cpp reads these without end.
TEST(Yaml, WhatBeginsNoDocumentIsAnError)
{
  EXPECT_THAT(error_of("!!str 1\n---A !!bin\n? -{ [a]x\n"), HasSubstr("expected"));
  EXPECT_THAT(error_of("a: b\n]\n"), HasSubstr("line 2"));
  EXPECT_EQ(parse_yaml("---\n---\n...\n---\na\n").size(), 3U);
  EXPECT_EQ(parse_yaml("").size(), 0U);
}

TEST(Yaml, OfEqualKeysTheLastCounts)
{
  EXPECT_EQ(one("a: 1\nb: 2\na: 3\n"), json::parse(R"({"a": 3, "b": 2})"));
}

TEST(Yaml, EqualKeysAreNamedAsGoDoes)
{
  std::vector<RepeatedKey> repeated;
  const auto documents = parse_yaml(
      "a: 1\nb: {c: 1, c: 2}\na:\n  d: 1\n  d: 2\n1: x\n\"1\": y\n1: z\nm: &m {e: 1}\nn:\n  e: 1\n  <<: *m\n---\na: "
      "1\na: "
      "2\n",
      repeated);
  EXPECT_EQ(documents.size(), 2U);
  std::vector<std::string> found;
  for (const auto& one : repeated) {
    found.push_back(std::to_string(one.line) + (one.is_text ? " \"" : " ") + one.key + (one.is_text ? "\"" : ""));
  }
  EXPECT_EQ(found, (std::vector<std::string>{"2 \"c\"", "5 \"d\"", "4 \"a\"", "8 1", "9 \"e\""}));
}

TEST(Yaml, KeysThatAreNoTextAreWrittenAsText)
{
  EXPECT_EQ(one("{on: 1, 0x10: 2, 1.5: 3, 2020-01-01: 4, 'yes': 5}"),
            json::parse(R"({"true": 1, "16": 2, "1.5": 3, "2020-01-01": 4, "yes": 5})"));
  EXPECT_THAT(error_of("{~: x}"), HasSubstr("line 1, column 2: a key must be a string"));
  EXPECT_THAT(error_of("{[a]: x}"), HasSubstr("a key must be a string"));
}

TEST(Yaml, MergesAddWhatStandsElsewhere)
{
  const std::string base = "x: &x {k: v, l: w}\ny: &y {l: other, m: u}\n";
  EXPECT_EQ(one(base + "z: {<<: *x, l: own}")["z"], json::parse(R"({"k": "v", "l": "own"})"));
  EXPECT_EQ(one(base + "z: {l: own, <<: *x}")["z"], json::parse(R"({"k": "v", "l": "w"})")) << "as Go's yaml does";
  EXPECT_EQ(one(base + "z: {<<: [*x, *y]}")["z"], json::parse(R"({"k": "v", "l": "w", "m": "u"})"));
  EXPECT_EQ(one(base + "z: {'<<': *x}")["z"], json::parse(R"({"<<": {"k": "v", "l": "w"}})")) << "in quotes: a key";
  EXPECT_THAT(error_of("z: {<<: 1}"), HasSubstr("a merge (<<) needs a map"));
  EXPECT_THAT(error_of("z: {<<: [1]}"), HasSubstr("a merge (<<) needs a map"));
}

TEST(Yaml, TagsSayWhatAScalarIs)
{
  EXPECT_EQ(one("[!!str 5, !!binary YWJj, !!int '5', !!float 5, !!bool yes, !!null '', !own 5]"),
            json::parse(R"(["5", "abc", 5, 5.0, true, null, "5"])"));
  EXPECT_THAT(error_of("a: !!int SECRET"), AllOf(HasSubstr("line 1"), HasSubstr("!!int"), Not(HasSubstr("SECRET"))));
  EXPECT_THAT(error_of("a: !!binary '*'"), HasSubstr("is not base64"));
  EXPECT_THAT(error_of("a: .inf"), HasSubstr("cannot represent this number"));
}

TEST(Yaml, WhatIsNoYamlIsRefused)
{
  EXPECT_THAT(error_of("a: b\n\""), HasSubstr("the closing quote is missing"));
  EXPECT_THAT(error_of("a: \"b\n"), HasSubstr("the closing quote is missing"));
  EXPECT_THAT(error_of("a: 'b"), HasSubstr("line 1, column 6"));
  EXPECT_EQ(one(R"({a: 'it''s', b: "\"", c: "\\"})"), json::parse(R"({"a": "it's", "b": "\"", "c": "\\"})"));
  EXPECT_EQ(one("a: ''\nb: \"\"\n"), json::parse(R"({"a": "", "b": ""})"));
  EXPECT_THAT(error_of(std::string("a: b\nc: \0", 9)), HasSubstr("line 2: control characters"));
  EXPECT_THAT(error_of("a: *SECRET"), AllOf(HasSubstr("quote strings that begin with *"), Not(HasSubstr("SECRET"))));
  EXPECT_THAT(error_of("a: b: c"), HasSubstr("line 1"));
}

TEST(Yaml, AKeyInABlockNeedsItsColon)
{
  for (const std::string text : {"spec:\n  image: a\n  replicas 3\n", "a: 1\nb", "- a: 1\n  b\n"}) {
    EXPECT_THAT(error_of(text), HasSubstr("the colon after the key is missing")) << text;
  }
  EXPECT_THAT(error_of("a: 1\ntoken SECRET"), AllOf(HasSubstr("line 2, column 1"), Not(HasSubstr("SECRET"))));
  const json nulls = json::parse(R"({"a": null, "b": null, "c": null})");
  EXPECT_EQ(one("a:\n'b':  # none\n? c\n"), nulls);
  EXPECT_EQ(one("a: ~\nb: null\n\"c\" :"), nulls);
  EXPECT_EQ(one("{a, b, 'c'}"), nulls);
}

TEST(Yaml, AnotherDocumentNeedsItsMark)
{
  for (const std::string text : {"- a\n-b", "- a\nb: 1", "- a\n# ...\n\nb: 1"}) {
    EXPECT_THAT(error_of(text), HasSubstr("expected the end or a new document")) << text;
  }
  EXPECT_EQ(parse_yaml("- a\n---\nb: 1").size(), 2U);
  EXPECT_EQ(parse_yaml("- a\n...\n\n# more\nb: 1").size(), 2U);
  EXPECT_EQ(parse_yaml("a: 1\n...\n---\nb: 1").size(), 2U);
  EXPECT_EQ(parse_yaml("\xEF\xBB\xBF"
                       "a: 1\nb:\n---\nc:\n")
                .size(),
            2U)
      << "with a byte order mark";
  EXPECT_EQ(parse_yaml("a: \u00E9\u4E2D\nb:\r\n---\r\nc:\r\n").size(), 2U) << "marks count bytes";
}

TEST(YamlScalar, PlainScalarsAreReadByYaml11AsGoDoes)
{
  EXPECT_EQ(read_plain_scalar("yes"), json(true));
  EXPECT_EQ(read_plain_scalar("Off"), json(false));
  EXPECT_EQ(read_plain_scalar("~"), json(nullptr));
  EXPECT_EQ(read_plain_scalar(""), json(nullptr));
  EXPECT_EQ(read_plain_scalar("0x1f"), json(31));
  EXPECT_EQ(read_plain_scalar("017"), json(15));
  EXPECT_EQ(read_plain_scalar("0o17"), json(15));
  EXPECT_EQ(read_plain_scalar("-0b11"), json(-3));
  EXPECT_EQ(read_plain_scalar("1_000"), json(1000));
  EXPECT_EQ(read_plain_scalar("18446744073709551615"), json(18446744073709551615U));
  EXPECT_EQ(read_plain_scalar("1e3"), json(1000.0));
  EXPECT_EQ(read_plain_scalar(".5"), json(0.5));
  EXPECT_EQ(read_plain_scalar("08"), json(8.0)) << "no octal number, so a decimal fraction";
}

TEST(YamlScalar, WhatIsNoneOfThemIsText)
{
  for (const char* text : {"tRUE", "1.2.3", "0x", "0b2", "1e400", "-", "+", ".", "e5", "a", "2001-01-01", "12:30"}) {
    EXPECT_EQ(read_plain_scalar(text), json(text)) << text;
  }
}

TEST(YamlScalar, QuotesAreForWhatWouldBeReadAsSomethingElse)
{
  for (const char* text : {"",
                           "~",
                           "null",
                           "y",
                           "NO",
                           "on",
                           "1",
                           "1.",
                           ".5",
                           "1e3",
                           "0x1f",
                           "1_0",
                           ".nan",
                           "-.INF",
                           "2001-01-01",
                           "2001-1-1T1:2:3Z",
                           "2001-01-01t00:00:00.5+01:00",
                           "2001-01-01 00:00:00",
                           "12:30:45",
                           "1:2"}) {
    EXPECT_TRUE(needs_quotes(text)) << text;
  }
  for (const char* text : {"a", "<<", "=", "2001-02-30", "2001-13-01", "2001-01-01T25:00:00Z", "2001-01-01T00:00",
                           "12:60", "20010-01-01", "1.2.3", "tRUE", "v1", "-a", "1e400"}) {
    EXPECT_FALSE(needs_quotes(text)) << text;
  }
}

// A value of a ConfigMap may be a mebibyte of digits, which no reader may take a stack frame each for.
TEST(YamlScalar, LongRunsOfDigitsAreRead)
{
  const std::string digits(200'000, '7');
  EXPECT_FALSE(needs_quotes(digits)) << "too large for a number";
  EXPECT_EQ(read_plain_scalar(digits), json(digits));
  EXPECT_TRUE(needs_quotes("0." + digits));
  EXPECT_EQ(read_plain_scalar("0." + digits), json(7.0 / 9));
  EXPECT_TRUE(needs_quotes("1_" + digits + ":59"));
  std::string base_60 = "1";
  for (int count = 0; count < 100'000; ++count) base_60 += ":59";
  EXPECT_TRUE(needs_quotes(base_60));
  EXPECT_FALSE(needs_quotes(base_60 + ":60"));
}

TEST(YamlScalar, Base60IsReadAsGoDoes)
{
  for (const char* text : {"1:2", "+1:2", "-1_0:59", "1:0.", "1:59:9.5_5", "1_:0"})
    EXPECT_TRUE(needs_quotes(text)) << text;
  for (const char* text : {":1", "_1:2", "1:", "1:2:", "1:60", "1:590", "1:2.5.", "1:2_", "1:2:a", "+:1"}) {
    EXPECT_FALSE(needs_quotes(text)) << text;
  }
}

/// As PowerShell writes a file.
std::string utf16(std::u16string_view text, bool little)
{
  std::string bytes = little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char16_t unit : text) {
    const char low = static_cast<char>(unit & 0xFFU);
    const char high = static_cast<char>(unit >> 8U);
    bytes += little ? low : high;
    bytes += little ? high : low;
  }
  return bytes;
}

TEST(Yaml, Utf16IsReadByItsByteOrderMark)
{
  for (const bool little : {true, false}) {
    EXPECT_EQ(parse_yaml(utf16(u"a: \u00e4\u20ac\U0001f600\r\nb: 1\r\n---\r\n{\"c\": true}", little)),
              (std::vector<nlohmann::json>{{{"a", "\u00e4\u20ac\U0001f600"}, {"b", 1}}, {{"c", true}}}));
    EXPECT_TRUE(parse_yaml(utf16(u"", little)).empty());
    EXPECT_THROW((void)parse_yaml(utf16(u"a: [", little)), YamlError);
    const std::u16string half{u'a', u':', u' ', char16_t{0xD800}};
    EXPECT_EQ(parse_yaml(utf16(half, little)).at(0).at("a"), "\uFFFD");
    EXPECT_EQ(parse_yaml(utf16(u"a: b", little) + "x").at(0).at("a"), "b\uFFFD");
  }
}

}  // namespace
}  // namespace kubexx
