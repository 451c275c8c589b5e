// SPDX-License-Identifier: Apache-2.0
// Patterns of schemas mean what they mean to a real server, whose matcher has RE2's syntax (golang.org/s/re2syntax).
#include "kubexx/cel/detail/pattern.hpp"

#include <gtest/gtest.h>

#include <array>

namespace kubexx::cel::detail {
namespace {

bool found(const std::string& pattern, std::string_view text)
{
  std::string problem;
  const auto compiled = Pattern::compile(pattern, problem);
  EXPECT_NE(compiled, nullptr) << problem;
  return compiled && compiled->found_in(text);
}

TEST(Pattern, MatchesAnywhereUnlessAnchored)
{
  EXPECT_TRUE(found("b", "abc"));
  EXPECT_TRUE(found("", "abc"));
  EXPECT_FALSE(found("^b", "abc"));
  EXPECT_TRUE(found(R"(^\d+(s|m|h)$)", "15m"));
}

TEST(Pattern, AnchorsAreThoseOfTheWholeText)
{
  EXPECT_FALSE(found("^[a-z]+$", "ok\n!!"));
  EXPECT_FALSE(found("^[a-z]+$", "ok\n"));
  EXPECT_TRUE(found("(?m)^[a-z]+$", "ok\n!!"));
  EXPECT_FALSE(found("^a.b$", "a\nb"));
  EXPECT_TRUE(found("(?s)^a.b$", "a\nb"));
}

TEST(Pattern, TextIsUnicode)
{
  EXPECT_TRUE(found(R"(^\pL+$)", "Grüße"));
  EXPECT_TRUE(found("^.$", "ü"));
}

// What a backtracking matcher takes minutes for.
TEST(Pattern, TakesLinearTime)
{
  EXPECT_FALSE(found("^(a+)+$", std::string(50'000, 'a') + "!"));
}

TEST(Pattern, WhatIsNoneIsNamedInGosWords)
{
  // From regexp.Compile of Go 1.26.
  static constexpr std::array<std::pair<const char*, const char*>, 9> rows{{
      {"(?!a)", "invalid or unsupported Perl syntax: `(?!`"},
      {"a\\", "trailing backslash at end of expression: ``"},
      {"[a", "missing closing ]: `[a`"},
      {"(a", "missing closing ): `(a`"},
      {"a)", "unexpected ): `a)`"},
      {"*", "missing argument to repetition operator: `*`"},
      {"a{1001}", "invalid repeat count: `{1001}`"},
      {"a**", "invalid nested repetition operator: `**`"},
      {"[z-a]", "invalid character class range: `z-a`"},
  }};
  for (const auto& [pattern, wanted] : rows) {
    std::string problem;
    EXPECT_EQ(Pattern::compile(pattern, problem), nullptr) << pattern;
    EXPECT_EQ(problem, std::string("error parsing regexp: ") + wanted) << pattern;
  }
}

}  // namespace
}  // namespace kubexx::cel::detail
