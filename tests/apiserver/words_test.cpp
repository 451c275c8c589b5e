// SPDX-License-Identifier: Apache-2.0
// Texts as Go writes them; what is wanted comes from encoding/json and strconv of Go 1.26.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/go_words.hpp"
#include "core/json.hpp"
#include "core/strict_json.hpp"
#include "kubexx/apimachinery/apply_patch.hpp"

namespace kubexx::apiserver {
namespace {

using namespace std::string_literals;
using Cases = std::vector<std::pair<std::string, std::string>>;

TEST(GoWords, JsonProblemsAreThoseOfEncodingJson)
{
  const Cases cases{
      {"", "unexpected end of JSON input"},
      {"{", "unexpected end of JSON input"},
      {"[", "unexpected end of JSON input"},
      {"{}x", "invalid character 'x' after top-level value"},
      {"{} {}", "invalid character '{' after top-level value"},
      {"{\"a\":1,}", "invalid character '}' looking for beginning of object key string"},
      {"{a:1}", "invalid character 'a' looking for beginning of object key string"},
      {"{\"a\" 1}", "invalid character '1' after object key"},
      {"{\"a\":1 \"b\"}", "invalid character '\"' after object key:value pair"},
      {"[1,]", "invalid character ']' looking for beginning of value"},
      {"[1 2]", "invalid character '2' after array element"},
      {"tru", "invalid character ' ' in literal true (expecting 'e')"},
      {"trux", "invalid character 'x' in literal true (expecting 'e')"},
      {"nulL", "invalid character 'L' in literal null (expecting 'l')"},
      {"fals", "invalid character ' ' in literal false (expecting 'e')"},
      {"-", "invalid character ' ' in numeric literal"},
      {"-x", "invalid character 'x' in numeric literal"},
      {"01", "invalid character '1' after top-level value"},
      {"1.", "invalid character ' ' after decimal point in numeric literal"},
      {"1.x", "invalid character 'x' after decimal point in numeric literal"},
      {"1e", "invalid character ' ' in exponent of numeric literal"},
      {"1ex", "invalid character 'x' in exponent of numeric literal"},
      {"1e+", "invalid character ' ' in exponent of numeric literal"},
      {"\"a", "unexpected end of JSON input"},
      {"\"\\x\"", "invalid character 'x' in string escape code"},
      {"\"\\u12g4\"", "invalid character 'g' in \\u hexadecimal character escape"},
      {"\"a\nb\"", "invalid character '\\n' in string literal"},
      {"'a'", "invalid character '\\'' looking for beginning of value"},
      {"\"a\" \"", "invalid character '\"' after top-level value"},
      {"{\"a\":}", "invalid character '}' looking for beginning of value"},
      {"\xff", "invalid character 'ÿ' looking for beginning of value"},
      {"{\"a\":1}é", "invalid character 'Ã' after top-level value"},
      {"[\"\\\"", "unexpected end of JSON input"},
      {"nan", "invalid character 'a' in literal null (expecting 'u')"},
      {"+1", "invalid character '+' looking for beginning of value"},
      {".5", "invalid character '.' looking for beginning of value"},
      {"[}", "invalid character '}' looking for beginning of value"},
      {"{]", "invalid character ']' looking for beginning of object key string"},
      {"{\"a\":[1,{\"b\":tru}]}", "invalid character '}' in literal true (expecting 'e')"},
      {"\t\n {\"a\":1}\n", ""},
      {"{\"a\":\"\\ud83d\"}", ""},
  };
  for (const auto& [text, problem] : cases) EXPECT_EQ(go_json_problem(text), problem) << text;
}

TEST(GoWords, QuotesAreThoseOfStrconv)
{
  const Cases cases{
      {"a\0b"s, "\"a\\x00b\""},
      {"\x01\x7f", "\"\\x01\\x7f\""},
      {"é", "\"é\""},
      {"\u200b", "\"\\u200b\""},
      {"\u00ad", "\"\\u00ad\""},
      {"\a\b\t\n\v\f\r", "\"\\a\\b\\t\\n\\v\\f\\r\""},
      {"\"\\", "\"\\\"\\\\\""},
      {"\xff", "\"\\xff\""},
      {"日本", "\"日本\""},
      {"😀", "\"😀\""},
      {"\u2028", "\"\\u2028\""},
      {"\ufeff", "\"\\ufeff\""},
      {"\u06dd", "\"\\u06dd\""},
      {"\U000110bd", "\"\\U000110bd\""},
      {"\ufffe", "\"\\ufffe\""},
      {"\U000e0100", "\"\U000e0100\""},
      {"\ufffd", "\"\ufffd\""},
  };
  for (const auto& [text, quoted] : cases) EXPECT_EQ(go_quoted(text), quoted);
}

TEST(GoWords, ShownAreDecodedValues)
{
  EXPECT_EQ(go_shown(Json::parse(R"({"b":[1,"x y",null,true,1.5],"a":{}})")), "map[a:map[] b:[1 x y <nil> true 1.5]]");
}

TEST(StrictJson, NamesDuplicatesAndUnknownFieldsInTheOrderOfTheText)
{
  const std::string text = R"({"z":1,"a":{"x":1,"x":2,"l":[{"n":1},{"n":1,"q":2,"n":3}]},"b":1,"a":{}})";
  const auto value = Json::parse(text);
  EXPECT_TRUE(has_duplicate_keys(text, value));
  EXPECT_EQ(strict_problems(text, {"b", "a.l[1].q", "z", "elsewhere"}),
            (std::vector<std::string>{R"(unknown field "z")", R"(duplicate field "a.x")", R"(unknown field "a.l[1].q")",
                                      R"(duplicate field "a.l[1].n")", R"(unknown field "b")", R"(duplicate field "a")",
                                      R"(unknown field "elsewhere")"}));
  EXPECT_EQ(parse_merging(text)["a"]["x"], 2);
  EXPECT_FALSE(has_duplicate_keys(R"({"a":":","b":{"a":1}})", Json::parse(R"({"a":":","b":{"a":1}})")));
}

}  // namespace
}  // namespace kubexx::apiserver
