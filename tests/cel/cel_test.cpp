// SPDX-License-Identifier: Apache-2.0
// CEL by itself: what expressions give, how they fail, and what they cost. tests/e2e/cel compares many more with
// cel-go.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <nlohmann/json.hpp>

#include "kubexx/cel/detail/program.hpp"
#include "kubexx/cel/detail/show.hpp"
#include "kubexx/schema/detail/rules.hpp"

namespace kubexx::cel::detail {
namespace {

TypePtr type_of(const char* schema)
{
  schema::detail::FieldErrors errors;
  auto type = schema::detail::schema_type(schema::detail::parse_schema(Json::parse(schema), "", errors), false);
  EXPECT_TRUE(errors.empty());
  return type;
}

constexpr const char* schema = R"({"type": "object", "properties": {
  "n": {"type": "integer"}, "s": {"type": "string", "maxLength": 10}, "port": {"x-kubernetes-int-or-string": true},
  "list": {"type": "array", "items": {"type": "integer"}},
  "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
  "keyed": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
    "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}}},
  "a-b.c/d": {"type": "integer"}, "package": {"type": "integer"}, "x__y": {"type": "integer"}}})";

const Json& self()
{
  static const auto value = Json::parse(R"({"n": 5, "s": "abc", "port": "http", "list": [1, 2, 3], "set": ["a", "b"],
    "keyed": [{"k": "x", "v": 1}, {"k": "y", "v": 2}], "a-b.c/d": 1, "package": 2, "x__y": 3})");
  return value;
}

/// What the expression gives, or "compilation failed: …", or "failed: …".
std::string result(const std::string& expression)
{
  const auto type = type_of(schema);
  std::string problem;
  const auto program = Program::compile(expression, {{"self", type}}, problem);
  if (!program) return problem;
  const std::array<Value, 1> values{from_json(self(), type)};
  const auto outcome = program->run(values);
  if (outcome.exceeded) return "too expensive";
  const auto* error = outcome.value.get_if<Error>();
  return error == nullptr ? show(outcome.value) : "failed: " + error->message;
}

TEST(Cel, OperatorsBindAsTheyDo)
{
  EXPECT_EQ(result("1 + 2 * 3 - 4 / 2"), "5");
  EXPECT_EQ(result("1 < 2 && 3 > 2 || false ? 'a' : 'b'"), "\"a\"");
  EXPECT_EQ(result("-2 * -3"), "6");
  EXPECT_EQ(result("!true || true"), "true");
  EXPECT_EQ(result("2 in [1, 2] == true"), "true");
}

TEST(Cel, LiteralsHaveAllTheirForms)
{
  EXPECT_EQ(result(R"('a\n\x41\u00e9\101' + "b" + r'\n')"), R"("a\nA\u00e9Ab\\n")");
  EXPECT_EQ(result("'''it's''' + \"\"\"a\nb\"\"\""), R"("it'sa\nb")");
  EXPECT_EQ(result("0x10 + 1"), "17");
  EXPECT_EQ(result("18446744073709551615u"), "18446744073709551615u");
  EXPECT_EQ(result(R"(b'\xff')"), "bytes(ff)");
  EXPECT_EQ(result("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(result("9223372036854775808"),
            "compilation failed: ERROR: <input>:1:1: invalid int literal\n"
            " | 9223372036854775808\n | ^");
}

TEST(Cel, WhatEndsAListAMapOrAnObjectIsExpectedByName)
{
  const auto problem = [](const std::string& expression) {
    const auto text = result(expression);
    const auto start = text.find("1:");
    return text.substr(start, text.find('\n') - start);
  };
  EXPECT_EQ(problem("[1"), "1:3: Syntax error: mismatched input '<EOF>' expecting {']', ','}");
  EXPECT_EQ(problem("[1}"), "1:3: Syntax error: mismatched input '}' expecting {']', ','}");
  EXPECT_EQ(problem("[1 2]"), "1:4: Syntax error: extraneous input '2' expecting {']', ','}");
  EXPECT_EQ(problem("[1,,]"), "1:4: Syntax error: extraneous input ',' expecting ']'");
  EXPECT_EQ(problem("{1: 2"), "1:6: Syntax error: mismatched input '<EOF>' expecting {'}', ','}");
  EXPECT_EQ(problem("{1: 2 3}"), "1:7: Syntax error: extraneous input '3' expecting {'}', ','}");
  EXPECT_EQ(problem("O{a: 1"), "1:7: Syntax error: mismatched input '<EOF>' expecting {'}', ','}");
  EXPECT_EQ(problem("O{a: 1,1}"), "1:8: Syntax error: extraneous input '1' expecting '}'");
  EXPECT_EQ(problem("O{1: 1}"),
            "1:3: Syntax error: mismatched input '1' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}");
  EXPECT_EQ(result("[1, 2,].size() + {1: 2,}.size()"), "3");
}

TEST(Cel, LiteralsHaveElementsOfOneTypeWhichDynIsToo)
{
  EXPECT_EQ(result("[1, 'a', true]"),
            "compilation failed: ERROR: <input>:1:5: expected type 'int' but found 'string'\n"
            " | [1, 'a', true]\n | ....^");
  EXPECT_EQ(result("{'a': 'b', 'c': dyn('d')}"),
            "compilation failed: ERROR: <input>:1:20: expected type 'string' but found 'dyn'\n"
            " | {'a': 'b', 'c': dyn('d')}\n | ...................^");
}

TEST(Cel, ArithmeticFailsInsteadOfOverflowing)
{
  EXPECT_EQ(result("9223372036854775807 + self.n"), "failed: integer overflow");
  EXPECT_EQ(result("1u - 2u"), "failed: unsigned integer overflow");
  EXPECT_EQ(result("self.n / 0"), "failed: division by zero");
  EXPECT_EQ(result("self.n % 0"), "failed: modulus by zero");
  EXPECT_EQ(result("[1][self.n]"), "failed: index out of bounds: 5");
  EXPECT_EQ(result("{'a': 1}[self.s]"), "failed: no such key: abc");
}

TEST(Cel, LogicAbsorbsErrors)
{
  EXPECT_EQ(result("1 / 0 == 1 || true"), "true");
  EXPECT_EQ(result("1 / 0 == 1 && false"), "false");
  EXPECT_EQ(result("1 / 0 == 1 || false"), "failed: division by zero");
  EXPECT_EQ(result("[0, 2].exists(x, 4 / x == 2)"), "true");
  EXPECT_EQ(result("[0, 2].all(x, 4 / x == 1)"), "false");
  EXPECT_EQ(result("[0, 2].exists_one(x, 4 / x == 2)"), "failed: division by zero");
}

TEST(Cel, FieldsHaveTheirEscapedNames)
{
  EXPECT_EQ(result("self.a__dash__b__dot__c__slash__d + self.__package__ + self.x__underscores__y"), "6");
  EXPECT_EQ(result("self.x__y"),
            "compilation failed: ERROR: <input>:1:5: undefined field 'x__y'\n"
            " | self.x__y\n | ....^");
  EXPECT_EQ(result("self.package == self.__package__ && has(self.package)"), "true") << "as a server of 1.37 has it";
  EXPECT_EQ(escape_name("ü"), "");
  EXPECT_EQ(escape_name("1a"), "");
}

TEST(Cel, ListsOfTypeSetAndMapHaveNoOrder)
{
  EXPECT_EQ(result("self.set == ['b', 'a']"), "true");
  EXPECT_EQ(result("self.list == [3, 2, 1]"), "false");
  EXPECT_EQ(result("self.set + ['b', 'c']"), "[\"a\",\"b\",\"c\",]");
  EXPECT_EQ(result("(self.keyed + self.keyed).size()"), "2");
}

TEST(Cel, IntOrStringIsJudgedAtRunTime)
{
  EXPECT_EQ(result("type(self.port) == string && self.port.startsWith('h')"), "true");
  EXPECT_EQ(result("self.port < 5"), "failed: no such overload");
}

TEST(Cel, WhatIsWrongIsSaidWithItsPlace)
{
  EXPECT_EQ(result("self.n + 'a'"),
            "compilation failed: ERROR: <input>:1:8: found no matching overload for '_+_' applied to '(int, string)'\n"
            " | self.n + 'a'\n | .......^");
  EXPECT_EQ(result("'é' +\n  nothing"),
            "compilation failed: ERROR: <input>:2:3: undeclared reference to 'nothing' "
            "(in container '')\n |   nothing\n | ..^");
  EXPECT_EQ(result("int('x')"), "program instantiation failed: type conversion error from 'string' to 'int'");
}

TEST(Cel, FormatWritesValuesAndIsCheckedBefore)
{
  EXPECT_EQ(result("'%s|%d|%.2f|%x'.format(['a', 7, 1234.5, 255])"), R"("a|7|1,234.50|ff")");
  EXPECT_EQ(result("'%s'.format([[1, 'b', {'k': 2.0}]])"), R"("[1, \"b\", {\"k\":2.000000}]")");
  EXPECT_EQ(result("'%d'.format(['a'])"),
            "compilation failed: ERROR: <input>:1:14: error during formatting: decimal clause can only be used on "
            "integers, was given string\n"
            " | '%d'.format(['a'])\n | .............^");
}

TEST(Cel, VersionsAndNamedFormats)
{
  EXPECT_EQ(result("semver('1.2.3-a.2').compareTo(semver('1.2.3-a.10'))"), "-1");
  EXPECT_EQ(result("semver('v01.2', true)"), "semver(1.2.0)");
  EXPECT_EQ(result("semver('1.2')"), "failed: No Major.Minor.Patch elements found");
  EXPECT_EQ(result("format.dns1123Label().validate('a.b')"), R"(some(["must not contain dots",]))");
  EXPECT_EQ(result("format.named('uuid').value().validate('00000000-0000-0000-0000-000000000000')"), "none");
}

TEST(Cel, TimeZonesThatNobodyKnowsAreErrors)
{
  EXPECT_EQ(result("timestamp('2024-01-01T00:00:00Z').getHours('+02:30')"), "2");
  EXPECT_EQ(result("timestamp('2024-01-01T00:00:00Z').getHours('Nowhere/City')"),
            "failed: unknown time zone Nowhere/City");
  EXPECT_EQ(result("timestamp('2024-01-01T00:00:00Z').getHours('../passwd')"), "failed: time: invalid location name");
}

TEST(Cel, SourcesHaveLimits)
{
  EXPECT_NE(result(std::string(100'001, ' ')).find("expression code point size exceeds limit"), std::string::npos);
  EXPECT_NE(result(std::string(5'000, '(') + "1" + std::string(5'000, ')')).find("recursion limit"), std::string::npos);
  std::string sum = "1";
  for (int count = 0; count < 5'000; ++count) sum += "+1";
  EXPECT_NE(result(sum).find("max recursion depth exceeded"), std::string::npos);
  std::string any = "true";
  for (int count = 0; count < 5'000; ++count) any += "&&true";
  EXPECT_EQ(result(any), "true");  // chains of && and || are balanced trees
}

TEST(Cel, NoExpressionRunsForLong)
{
  const auto begin = std::chrono::steady_clock::now();
  const std::string list = "[1,2,3,4,5,6,7,8,9,10]";
  EXPECT_EQ(result("lists.range(100000).all(a, lists.range(100000).all(b, a + b >= 0))"), "too expensive");
  EXPECT_EQ(result(list + ".map(a, " + list + ".map(b, " + list + ".map(c, " + list + ".map(d, " + list + ".map(e, " +
                   list + ".map(f, a + b + c + d + e + f)))))) == []"),
            "too expensive");
  std::string doubled = "'0123456789abcdef'";
  for (int count = 0; count < 40; ++count) doubled = doubled + ".replace('', '0123456789abcdef')";
  EXPECT_EQ(result(doubled), "too expensive");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Cel, CostsAreEstimatedByTheLimitsOfTheSchema)
{
  const auto cost = [](const char* limits) {
    const auto type =
        type_of((std::string(R"({"type": "array", )") + limits + R"("items": {"type": "integer"}})").c_str());
    std::string problem;
    return Program::compile("self.all(x, self.exists(y, x == y))", {{"self", type}}, problem)->estimated_cost();
  };
  EXPECT_LT(cost(R"("maxItems": 10, )"), 1'000U);
  EXPECT_GT(cost(""), 10'000'000U);
}

TEST(Cel, TheKeysOfAMapHaveNoSizeInAnEstimate)
{
  const auto type = type_of(R"({"type": "object", "maxProperties": 64,
      "additionalProperties": {"type": "string", "maxLength": 63}})");
  const auto cost = [&](const std::string& rule) {
    std::string problem;
    const auto program = Program::compile(rule, {{"self", type}}, problem);
    return program ? program->estimated_cost() : 0;
  };
  EXPECT_EQ(cost("self.all(k, k.size() < 64 && !k.contains('_'))"), 514U);
  EXPECT_EQ(cost("self.all(k, self[k].size() < 64 && !self[k].contains('_'))"), 2434U);
}

}  // namespace
}  // namespace kubexx::cel::detail
