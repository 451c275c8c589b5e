// SPDX-License-Identifier: Apache-2.0
// The tables of k8s.io/apimachinery/pkg/fields/selector_test.go.
#include "kubexx/apimachinery/field_selector.hpp"

#include <gtest/gtest.h>

#include <map>

namespace kubexx {
namespace {

using Fields = std::map<std::string, std::string>;
using Terms = std::vector<FieldSelector::Term>;

bool matches(const std::string& text, const Fields& fields)
{
  return FieldSelector::parse(text).matches([&](const std::string& field) {
    const auto found = fields.find(field);
    return found == fields.end() ? std::string() : found->second;
  });
}

TEST(FieldSelector, KeepsWhatItParsed)
{
  for (const char* text : {"x=a,y=b,z=c", "", "x!=a,y=b", R"(x=a||y\=b)", R"(x=a\=\=b)"}) {
    EXPECT_EQ(FieldSelector::parse(text).to_string(), text);
  }
  EXPECT_EQ(FieldSelector::parse("x=a,a=x"), FieldSelector::parse("a=x,x=a"));
}

TEST(FieldSelector, RefusesWhatKubernetesRefuses)
{
  for (const char* text :
       {"x=a||y=b", "x==a==b", "x=a,b", "x in (a)", "x in (a,b,c)", "x", R"(x=\)", R"(x=\\\)", R"(x=\a)"}) {
    EXPECT_THROW((void)FieldSelector::parse(text), SelectorError) << text;
  }
  try {
    (void)FieldSelector::parse("metadata.name=a,spec");
    FAIL();
  } catch (const SelectorError& error) {
    EXPECT_EQ(error.problem(), "invalid selector: 'metadata.name=a,spec'; can't understand 'spec'");
    EXPECT_STREQ(error.what(), ("field selector \"metadata.name=a,spec\": " + error.problem()).c_str());
  }
}

TEST(FieldSelector, SplitsTerms)
{
  const std::pair<const char*, Terms> table[] = {
      {"a=value", {{"a", "value", true}}},
      {"b==value", {{"b", "value", true}}},
      {"c!=value", {{"c", "value", false}}},
      {"a=avalue,b==bvalue,c!=cvalue", {{"a", "avalue", true}, {"b", "bvalue", true}, {"c", "cvalue", false}}},
      {"a=a,", {{"a", "a", true}}},
      {",a=a", {{"a", "a", true}}},
      {"=", {}},
      {R"(k=\,,k2=v2)", {{"k2", "v2", true}, {"k", ",", true}}},
      {R"(k=\\,k2=v2)", {{"k2", "v2", true}, {"k", "\\", true}}},
      {R"(k=\\\,,k2=v2)", {{"k2", "v2", true}, {"k", "\\,", true}}},
      {R"(k=\=)", {{"k", "=", true}}},
      {"\xed\x95\xa8=\xec\x88\x98", {{"\xed\x95\xa8", "\xec\x88\x98", true}}},
      {"a!b=c", {{"a!b", "c", true}}},
  };
  for (const auto& [text, terms] : table) {
    auto parsed = FieldSelector::parse(text).terms();
    auto expected = terms;
    const auto by_field = [](const auto& left, const auto& right) { return left.field < right.field; };
    std::sort(parsed.begin(), parsed.end(), by_field);
    std::sort(expected.begin(), expected.end(), by_field);
    EXPECT_EQ(parsed, expected) << text;
  }
}

TEST(FieldSelector, Escapes)
{
  const std::pair<const char*, const char*> table[] = {{"", ""},       {"a", "a"},      {"=", R"(\=)"},
                                                       {",", R"(\,)"}, {"\\", R"(\\)"}, {R"(\=\,\)", R"(\\\=\\\,\\)"}};
  for (const auto& [value, escaped] : table) {
    EXPECT_EQ(FieldSelector().eq("x", value).to_string(), std::string("x=") + escaped);
    EXPECT_EQ(FieldSelector::parse(std::string("x=") + escaped).terms().at(0).value, value);
  }
}

TEST(FieldSelector, Matches)
{
  EXPECT_TRUE(matches("", {{"x", "y"}}));
  EXPECT_TRUE(matches("x=y", {{"x", "y"}}));
  EXPECT_TRUE(matches("x=y,z=w", {{"x", "y"}, {"z", "w"}}));
  EXPECT_TRUE(matches("x!=y,z!=w", {{"x", "z"}, {"z", "a"}}));
  EXPECT_TRUE(matches("notin=in", {{"notin", "in"}}));
  EXPECT_FALSE(matches("x=y", {{"x", "z"}}));
  EXPECT_FALSE(matches("x=y,z=w", {{"x", "w"}, {"z", "w"}}));
  EXPECT_FALSE(matches("x!=y,z!=w", {{"x", "z"}, {"z", "w"}}));
  const Fields fields{{"foo", "bar"}, {"baz", "blah"}, {"complex", R"(=value\,\)"}};
  EXPECT_TRUE(matches(R"(foo=bar,baz=blah,complex=\=value\\\,\\)", fields));
  EXPECT_FALSE(matches("foo=blah", fields));
  EXPECT_FALSE(matches("foo=bar,foobar=bar,baz=blah", fields));
}

}  // namespace
}  // namespace kubexx
