// SPDX-License-Identifier: Apache-2.0
// The whole of it is compared with kubectl's printing in tests/e2e/kubexx_yaml_test.cpp; here is what one wants to know
// by name.
#include "print_yaml.hpp"

#include <gtest/gtest.h>

namespace kubexx::cli {
namespace {

using nlohmann::json;

std::string of_text(const std::string& text)
{
  const std::string yaml = to_yaml_text(json{{"k", text}});
  return yaml.substr(3, yaml.size() - 4);  // without "k: " and the line end
}

TEST(PrintYaml, NestsAsGoDoes)
{
  EXPECT_EQ(to_yaml_text(json::parse(R"({"b": [{"x": 1, "y": []}, [1, 2], {}], "a": {"c": {"d": null}}})")),
            "a:\n  c:\n    d: null\nb:\n- x: 1\n  \"y\": []\n- - 1\n  - 2\n- {}\n");
}

TEST(PrintYaml, TextIsQuotedOnlyWhereItMust)
{
  EXPECT_EQ(of_text("plain text"), "plain text");
  EXPECT_EQ(of_text("2001-01-01T00:00:00Z"), "\"2001-01-01T00:00:00Z\"");
  EXPECT_EQ(of_text("yes"), "\"yes\"");
  EXPECT_EQ(of_text(""), "\"\"");
  EXPECT_EQ(of_text("a: b"), "'a: b'");
  EXPECT_EQ(of_text("it's"), "it's");
  EXPECT_EQ(of_text("'quoted'"), "'''quoted'''");
  EXPECT_EQ(of_text(" led by a space"), "' led by a space'");
  EXPECT_EQ(of_text("a\tb"), "\"a\\tb\"");
  EXPECT_EQ(of_text("😀"), "\"\\U0001F600\"");
  EXPECT_EQ(of_text("http://a/b?c=d#e"), "http://a/b?c=d#e");
}

TEST(PrintYaml, AConfigMapWithALongRunOfDigitsIsPrinted)
{
  const std::string digits(200'000, '7');
  EXPECT_EQ(of_text(digits), digits);
  EXPECT_EQ(of_text("0." + digits), "\"0." + digits + "\"");
}

TEST(PrintYaml, SeveralLinesAreABlock)
{
  EXPECT_EQ(of_text("a\nb"), "|-\n  a\n  b");
  EXPECT_EQ(to_yaml_text(json{{"k", "a\nb\n"}, {"l", 1}}), "k: |\n  a\n  b\nl: 1\n");
  EXPECT_EQ(to_yaml_text(json{{"k", "a\n\n"}, {"l", 1}}), "k: |+\n  a\n\nl: 1\n");
  EXPECT_EQ(of_text("  a\nb"), "|2-\n    a\n  b");
  EXPECT_EQ(of_text("a \nb"), "\"a \\nb\"") << "a block cannot hold spaces at the end of a line";
  EXPECT_EQ(to_yaml_text(json{{"k", json::array({"a\nb"})}}), "k:\n- |-\n  a\n  b\n");
}

TEST(PrintYaml, LongLinesAreFolded)
{
  const std::string word(79, 'x');
  EXPECT_EQ(of_text(word + " " + "y z"), word + "\n  y z");
  EXPECT_EQ(of_text(word + "  y"), word + "  y") << "not between two spaces";
}

TEST(PrintYaml, KeysComeInNaturalOrder)
{
  EXPECT_EQ(to_yaml_text(json{{"a10", 1}, {"a2", 1}, {"B", 1}, {"a-b", 1}, {"a", 1}}),
            "B: 1\na: 1\na-b: 1\na2: 1\na10: 1\n");
}

TEST(PrintYaml, LongAndBrokenKeysAreWrittenWithAQuestionMark)
{
  const std::string longest(128, 'k');
  EXPECT_EQ(to_yaml_text(json{{longest, 1}}), longest + ": 1\n");
  EXPECT_EQ(to_yaml_text(json{{longest + "k", 1}}), "? " + longest + "k\n: 1\n");
  EXPECT_EQ(to_yaml_text(json{{"a\nb", {{"c", 1}}}}), "? |-\n  a\n  b\n: c: 1\n");
}

TEST(PrintYaml, NumbersAreGos)
{
  EXPECT_EQ(to_yaml_text(json::parse("[1.0, 1.5, 1234567.5, 1e20, 0.00001, 100000.5]")),
            "- 1\n- 1.5\n- 1.2345675e+06\n- 1e+20\n- 1e-05\n- 100000.5\n");
}

TEST(PrintYaml, AnOrderThatContradictsItselfEnds)
{
  json keys = json::object();
  for (int i = 0; i < 300; ++i) keys[std::to_string(i) + (i % 3 == 0 ? "a" : "")] = 1;
  EXPECT_FALSE(to_yaml_text(keys).empty());
}

}  // namespace
}  // namespace kubexx::cli
