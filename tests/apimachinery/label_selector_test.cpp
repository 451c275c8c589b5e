// SPDX-License-Identifier: Apache-2.0
// The tables of k8s.io/apimachinery/pkg/labels/selector_test.go.
#include "kubexx/apimachinery/label_selector.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx {
namespace {

using Operator = LabelSelector::Operator;
using Labels = std::map<std::string, std::string>;
using testing::HasSubstr;

std::string problem_of(const std::string& text)
{
  try {
    (void)LabelSelector::parse(text);
  } catch (const SelectorError& error) {
    EXPECT_EQ(error.text(), text);
    return error.problem();
  }
  return "";
}

struct Case {
  const char* selector;
  Labels labels;
  bool matches;
};

TEST(LabelSelector, MatchesAsKubernetesDoes)
{
  const Labels foo{{"foo", "bar"}, {"baz", "blah"}};
  const std::vector<Case> table{
      {"", {{"x", "y"}}, true},
      {"  ", {{"x", "y"}}, true},
      {"x=y", {{"x", "y"}}, true},
      {"x==y", {{"x", "y"}}, true},
      {"x = y , z=w", {{"x", "y"}, {"z", "w"}}, true},
      {"x!=y,z!=w", {{"x", "z"}, {"z", "a"}}, true},
      {"notin=in", {{"notin", "in"}}, true},
      {"in=in,notin in (notin)", {{"in", "in"}, {"notin", "notin"}}, true},
      {"x", {{"x", "z"}}, true},
      {"!x", {{"y", "z"}}, true},
      {"x>1", {{"x", "2"}}, true},
      {"x<1", {{"x", "0"}}, true},
      {"x<7", {{"x", "-3"}}, true},
      {"x=z", {}, false},
      {"x=y", {{"x", "z"}}, false},
      {"x=y,z=w", {{"x", "w"}, {"z", "w"}}, false},
      {"x!=y,z!=w", {{"x", "z"}, {"z", "w"}}, false},
      {"x", {{"y", "z"}}, false},
      {"!x", {{"x", "z"}}, false},
      {"x>1", {{"x", "0"}}, false},
      {"x>1", {{"x", "1"}}, false},
      {"x<1", {{"x", "2"}}, false},
      {"x<7", {}, false},
      {"foo=bar", foo, true},
      {"baz=blah", foo, true},
      {"foo=bar,baz=blah", foo, true},
      {"foo=blah", foo, false},
      {"baz=bar", foo, false},
      {"foo=bar,foobar=bar,baz=blah", foo, false},
      {"x in (foo),y notin (alpha)", {{"x", "foo"}, {"y", "baz"}}, true},
      {"x in (foo),y in (alpha)", {{"x", "foo"}, {"y", "baz"}}, false},
      {"x notin (),y", {{"y", ""}}, true},
      {"!x,y", {{"y", ""}}, true},
      {"x notin (),!y", {{"y", ""}}, false},
      {"x in ()", {{"y", "baz"}}, false},
      {"x in (,a)", {{"x", ""}}, true},
      {"x=", {{"x", ""}}, true},
      {"x=,z=", {{"x", ""}}, false},
      {"z>1", {{"z", "2"}}, true},
      {"z>1", {{"z", "v2"}}, false},
      {"example.com/tier=web", {{"example.com/tier", "web"}}, true},
  };
  for (const auto& [text, labels, matches] : table) {
    const auto selector = LabelSelector::parse(text);
    EXPECT_EQ(selector.matches(labels), matches) << text;
    nlohmann::json object{{"metadata", {{"name", "a"}, {"labels", labels}}}};
    EXPECT_EQ(selector.matches(Object::from_json(object)), matches) << text;
  }
}

TEST(LabelSelector, IsPrintedAsApimachineryPrintsIt)
{
  for (const char* text :
       {"x=a,y=b,z=c", "", "x!=a,y=b", "x=", "x=,z=", "!x", "x>1", "x>1,z<5", "x in (abc,def),y notin (jkl),z",
        "x notin (abc,def),y!=jkl,!z", "x notin (abc),y in (jkl,mno),z notin ()", "x=abc,y==jkl,z!=a,z", "x>2,y<8,z"}) {
    EXPECT_EQ(LabelSelector::parse(text).to_string(), text);
  }
  EXPECT_EQ(LabelSelector::parse("x= ,z= ").to_string(), "x=,z=");
  EXPECT_EQ(LabelSelector::parse("x=a,a=x"), LabelSelector::parse("a=x,x=a"));
  EXPECT_EQ(LabelSelector::parse("l,a==b, c in (z,y,z),!d ,e!=f,g notin(h,i),j>1").to_string(),
            "a==b,c in (y,z),!d,e!=f,g notin (h,i),j>1,l");
  EXPECT_TRUE(LabelSelector::parse("").everything());
}

TEST(LabelSelector, ParsesSets)
{
  using Requirements = std::vector<LabelSelector::Requirement>;
  const std::pair<const char*, Requirements> table[] = {
      {"\rx", {{"x", Operator::exists, {}}}},
      {"this-is-a-dns.domain.com/key-with-dash", {{"this-is-a-dns.domain.com/key-with-dash", Operator::exists, {}}}},
      {"this-is-another-dns.domain.com/key-with-dash in (so,what)",
       {{"this-is-another-dns.domain.com/key-with-dash", Operator::in, {"so", "what"}}}},
      {"0.1.2.domain/99 notin (10.10.100.1, tick.tack.clock)",
       {{"0.1.2.domain/99", Operator::not_in, {"10.10.100.1", "tick.tack.clock"}}}},
      {"foo  in\t (abc)", {{"foo", Operator::in, {"abc"}}}},
      {"x notin\n (abc)", {{"x", Operator::not_in, {"abc"}}}},
      {"x  notin\t\t(abc,def)", {{"x", Operator::not_in, {"abc", "def"}}}},
      {"x in (abc,)", {{"x", Operator::in, {"", "abc"}}}},
      {"x in (abc,abc)", {{"x", Operator::in, {"abc"}}}},
      {"x in ()", {{"x", Operator::in, {""}}}},
      {"x in (a,,)", {{"x", Operator::in, {"", "a"}}}},
      {"x in (a,,a,,a,,a,,)", {{"x", Operator::in, {"", "a"}}}},
      {"x notin (abc,,def),bar,z in (),w",
       {{"bar", Operator::exists, {}},
        {"w", Operator::exists, {}},
        {"x", Operator::not_in, {"", "abc", "def"}},
        {"z", Operator::in, {""}}}},
      {"x,y in (a)", {{"x", Operator::exists, {}}, {"y", Operator::in, {"a"}}}},
      {"x=a,y!=b,z in (h,i,j)",
       {{"x", Operator::eq, {"a"}}, {"y", Operator::ne, {"b"}}, {"z", Operator::in, {"h", "i", "j"}}}},
      {"x notin ( )", {{"x", Operator::not_in, {""}}}},
      {"x notin (, a)", {{"x", Operator::not_in, {"", "a"}}}},
      {"a ", {{"a", Operator::exists, {}}}},
      {"a in (x,y,notin, z,in)", {{"a", Operator::in, {"in", "notin", "x", "y", "z"}}}},
  };
  for (const auto& [text, requirements] : table) {
    EXPECT_EQ(LabelSelector::parse(text).requirements(), requirements) << text;
  }
}

TEST(LabelSelector, RefusesWhatKubernetesRefuses)
{
  for (const char* text : {"x=a||y=b",
                           "x==a==b",
                           "!x=a",
                           "x<a",
                           "x,,y",
                           ",x,y",
                           "x nott in (y)",
                           "a in (xyz),",
                           "a in (xyz)b notin ()",
                           "a in (xyz abc)",
                           "a notin(",
                           "a (",
                           "(",
                           "x>",
                           "x=a,",
                           "x in",
                           "x in (a",
                           "x in a",
                           "x near (a)",
                           "=a",
                           "/x",
                           "x/",
                           "a/b/c",
                           "x=-a",
                           "x=a b",
                           "-x",
                           "UPPER.com/x",
                           "!",
                           "x in (a))",
                           "k<-2"}) {
    EXPECT_THROW((void)LabelSelector::parse(text), SelectorError) << text;
  }
  EXPECT_THROW((void)LabelSelector::parse(std::string(64, 'a')), SelectorError);
  EXPECT_THROW((void)LabelSelector::parse("x=" + std::string(64, 'a')), SelectorError);
  EXPECT_NO_THROW((void)LabelSelector::parse(std::string(63, 'a') + "=" + std::string(63, 'b')));
}

TEST(LabelSelector, ErrorsAreInTheWordsOfTheServer)
{
  EXPECT_EQ(problem_of("x in (a) y"), "found 'y', expected: ',' or 'end of string'");
  EXPECT_EQ(problem_of("x,"), "found '', expected: identifier after ','");
  EXPECT_EQ(problem_of("(x)"), "found '(', expected: !, identifier, or 'end of string'");
  EXPECT_EQ(problem_of("app near (a)"),
            "unable to parse requirement: found 'near', expected: in, notin, =, ==, !=, gt, lt");
  EXPECT_EQ(problem_of("x in a"), "unable to parse requirement: found 'a' expected: '('");
  EXPECT_THAT(problem_of("-x"),
              testing::StartsWith("unable to parse requirement: <nil>: Invalid value: \"-x\": name part must consist"));
  EXPECT_THAT(problem_of("x>-"), HasSubstr("[values[0]: Invalid value: \"-\": for 'Gt', 'Lt' operators, the value "
                                           "must be an integer, values[0][x]: Invalid value: \"-\": a valid label"));
  try {
    (void)LabelSelector::parse("x=(");
    FAIL();
  } catch (const SelectorError& error) {
    EXPECT_STREQ(error.what(), "label selector \"x=(\": unable to parse requirement: found '(', expected: identifier");
  }
}

TEST(LabelSelector, IsBuiltByCalls)
{
  const auto selector = LabelSelector()
                            .not_exists("canary")
                            .in("tier", {"web", "db", "web"})
                            .eq("app", "shop")
                            .not_in("zone", {"b", "a"})
                            .exists("owner")
                            .ne("app", "old");
  EXPECT_EQ(selector.to_string(), "app=shop,app!=old,!canary,owner,tier in (db,web),zone notin (a,b)");
  EXPECT_EQ(LabelSelector::parse(selector.to_string()), selector);
  EXPECT_THROW(LabelSelector().eq("a b", "c"), SelectorError);
  EXPECT_THROW(LabelSelector().eq("a", "b c"), SelectorError);
  EXPECT_THROW(LabelSelector().in("a", {}), SelectorError);
  EXPECT_THROW(LabelSelector().add({"a", Operator::exists, {"b"}}), SelectorError);
  EXPECT_THROW(LabelSelector().add({"a", Operator::eq, {"b", "c"}}), SelectorError);
  EXPECT_THROW(LabelSelector().add({"a", Operator::greater, {"many"}}), SelectorError);
}

TEST(LabelSelector, ComesFromTheSelectorOfASpec)
{
  const auto spec = decode_text<MetaLabelSelector>(
      R"({"matchLabels":{"app":"web"},"matchExpressions":[{"key":"tier","operator":"NotIn","values":["b","a"]},)"
      R"({"key":"canary","operator":"DoesNotExist"},{"key":"zone","operator":"Exists"},)"
      R"({"key":"os","operator":"In","values":["linux"]}]})");
  EXPECT_EQ(LabelSelector::from(spec).to_string(), "app=web,!canary,os in (linux),tier notin (a,b),zone");
  EXPECT_TRUE(LabelSelector::from({}).everything());
  const std::vector<LabelSelectorRequirement> bad{{"tier", "Near", {"a"}},
                                                  {"tier", "In", {}},
                                                  {"tier", "Exists", {"a"}},
                                                  {"-", "Exists", {}},
                                                  {"tier", "In", {"-"}}};
  for (const auto& requirement : bad) {
    EXPECT_THROW((void)LabelSelector::from({{}, {requirement}}), SelectorError) << requirement.operator_;
  }
  try {
    (void)LabelSelector::from({{{"app", "a b"}}, {}});
    FAIL() << "did not throw";
  } catch (const SelectorError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith(
                                  "label selector \"app=a b\": values[0][app]: Invalid value: \"a b\": a valid label"));
  }
}

}  // namespace
}  // namespace kubexx
