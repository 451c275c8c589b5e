// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/selector.hpp"

#include <gtest/gtest.h>

#include <string>

#include "kubexx/client/meta.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

struct Case {
  const char* selector;
  const char* labels;
  bool matches;
};

class SelectorMatching : public ::testing::TestWithParam<Case> {};

TEST_P(SelectorMatching, IsThatOfKubernetes)
{
  const auto object = object_of("a", "x", "u", "1", GetParam().labels);
  EXPECT_EQ(Selector::parse(GetParam().selector).matches(object), GetParam().matches)
      << GetParam().selector << " on " << GetParam().labels;
}

INSTANTIATE_TEST_SUITE_P(
    Table, SelectorMatching,
    ::testing::Values(Case{"", "{}", true}, Case{"  ", R"({"x":"y"})", true}, Case{"x=y", R"({"x":"y"})", true},
                      Case{"x==y", R"({"x":"y"})", true}, Case{"x = y , z=w", R"({"x":"y","z":"w"})", true},
                      Case{"x=y,z=w", R"({"x":"y"})", false}, Case{"x!=y,z!=w", R"({"x":"z","z":"a"})", true},
                      Case{"x!=y", "{}", true}, Case{"x=", R"({"x":""})", true}, Case{"x=,z=", R"({"x":""})", false},
                      Case{"x", R"({"x":"any"})", true}, Case{"x", "{}", false}, Case{"!x", "{}", true},
                      Case{"!x", R"({"x":"y"})", false}, Case{"x in (a, b)", R"({"x":"b"})", true},
                      Case{"x in (a,b)", R"({"x":"c"})", false}, Case{"x in (a,b)", "{}", false},
                      Case{"x in (,a)", R"({"x":""})", true}, Case{"x notin (a,b)", R"({"x":"c"})", true},
                      Case{"x notin (a,b)", R"({"x":"a"})", false}, Case{"x notin (a,b)", "{}", true},
                      Case{"x>1", R"({"x":"2"})", true}, Case{"x>1", R"({"x":"1"})", false},
                      Case{"x<7", R"({"x":"-3"})", true}, Case{"x>1", R"({"x":"many"})", false},
                      Case{"x<7", "{}", false}, Case{"example.com/tier=web", R"({"example.com/tier":"web"})", true},
                      Case{"in=in,notin in (notin)", R"({"in":"in","notin":"notin"})", true}));

TEST(Selector, PrintsOneFormForEqualSelectors)
{
  const auto first = Selector::parse("a==b, c in (z,y,z),!d ,e!=f,g notin(h,i),j>1,k<-2,l");
  EXPECT_EQ(first.to_string(), "a=b,c in (y,z),!d,e!=f,g notin (h,i),j>1,k<-2,l");
  EXPECT_EQ(Selector::parse(first.to_string()), first);
  EXPECT_EQ(Selector::equals("a", "b"), Selector::parse("a=b"));
  EXPECT_TRUE(Selector::parse("").everything());
}

TEST(Selector, RefusesWhatKubernetesRefusesAndSaysWhere)
{
  for (const char* text : {"x=a||y=b", "x==a==b", "!x=a",   "x<a",        "x>",          "x=a,", ",x=a",
                           "x in",     "x in (a", "x in a", "x near (a)", "=a",          "/x",   "x/",
                           "a/b/c",    "x=-a",    "x=a b",  "-x",         "UPPER.com/x", "!",    "x in (a))"}) {
    EXPECT_THROW((void)Selector::parse(text), SelectorError) << text;
  }
  EXPECT_THROW((void)Selector::parse(std::string(64, 'a')), SelectorError);
  EXPECT_THROW((void)Selector::parse("x=" + std::string(64, 'a')), SelectorError);
  EXPECT_NO_THROW((void)Selector::parse(std::string(63, 'a') + "=" + std::string(63, 'b')));
  try {
    (void)Selector::parse("app=web,tier near (a)");
    FAIL() << "did not throw";
  } catch (const SelectorError& error) {
    EXPECT_STREQ(error.what(),
                 "label selector \"app=web,tier near (a)\": expected one of =, ==, !=, >, <, in, notin at position 14");
  }
}

TEST(Selector, ComesFromTheSelectorOfASpec)
{
  LabelSelector spec;
  spec.matchLabels = {{"app", "web"}};
  spec.matchExpressions = {{"tier", "NotIn", {"b", "a"}}, {"canary", "DoesNotExist", {}}, {"zone", "Exists", {}}};
  EXPECT_EQ(Selector::from(spec).to_string(), "app=web,tier notin (a,b),!canary,zone");
  EXPECT_TRUE(Selector::from({}).everything());
  const std::vector<LabelSelectorRequirement> bad{{"tier", "Near", {"a"}},
                                                  {"tier", "In", {}},
                                                  {"tier", "Exists", {"a"}},
                                                  {"-", "Exists", {}},
                                                  {"tier", "In", {"-"}}};
  for (const auto& requirement : bad) {
    EXPECT_THROW((void)Selector::from({{}, {requirement}}), SelectorError) << requirement.operator_;
  }
  try {
    (void)Selector::from({{{"app", "a b"}}, {}});
    FAIL() << "did not throw";
  } catch (const SelectorError& error) {
    EXPECT_STREQ(error.what(), "label selector: matchLabels.app: \"a b\" is no label value");
  }
}

}  // namespace
}  // namespace kubexx::informer_test
