// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/expression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

namespace kubexx::cel {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// The error that `source` does not compile with.
CompileError compile_error(const std::string& source, const std::vector<Variable>& variables = {})
{
  try {
    const Expression expression(source, variables);
  } catch (const CompileError& error) {
    return error;
  }
  ADD_FAILURE() << source << " compiles";
  return {"", {}};
}

json evaluate(const std::string& source)
{
  return Expression(source, {}).evaluate({});
}

TEST(CelExpression, EvaluatesWithBindings)
{
  const Expression rule("self.replicas <= limit && self.names.all(name, name.startsWith('a'))",
                        {{"self"}, {"limit", Type::integer()}});
  EXPECT_EQ(rule.result_type(), "bool");
  EXPECT_TRUE(rule.uses("limit"));
  EXPECT_FALSE(rule.uses("oldSelf"));
  const json self{{"replicas", 3}, {"names", {"a", "ab"}}};
  EXPECT_TRUE(rule.test({{"self", self}, {"limit", 3}}));
  EXPECT_FALSE(rule.test({{"self", self}, {"limit", 2}}));
  EXPECT_EQ(rule.evaluate({{"limit", 3}, {"self", self}}), json(true));
}

TEST(CelExpression, ReturnsJson)
{
  EXPECT_EQ(evaluate("[dyn(1), dyn(2u), dyn(1.5), dyn(2.0), dyn('x'), dyn(null), dyn({'a': true})]"),
            json::parse(R"([1, 2, 1.5, 2, "x", null, {"a": true}])"));
  EXPECT_EQ(evaluate("duration('90m')"), "5400s");
  EXPECT_EQ(evaluate("timestamp('2026-01-02T03:04:05Z')"), "2026-01-02T03:04:05Z");
  EXPECT_EQ(evaluate("b'ab'"), "YWI=");
  EXPECT_EQ(evaluate("optional.none()"), nullptr);
  EXPECT_THROW((void)evaluate("quantity('1Gi')"), EvaluationError);
  EXPECT_EQ(evaluate("quantity('1Gi').isGreaterThan(quantity('1G'))"), true);
}

TEST(CelExpression, ReadsValuesByTheirTypes)
{
  const auto object = Type::object("Window", {{"start", Type::timestamp()},
                                              {"length", Type::duration()},
                                              {"labels", Type::map(Type::string())},
                                              {"days-off", Type::list(Type::integer())}});
  const Expression end("string(self.start + self.length)", {{"self", object}});
  const json window{{"start", "2026-01-02T03:00:00Z"}, {"length", "1h30m"}, {"days-off", {6, 7}}};
  EXPECT_EQ(end.evaluate({{"self", window}}), "2026-01-02T04:30:00Z");
  EXPECT_EQ(Expression("self.days__dash__off[1]", {{"self", object}}).evaluate({{"self", window}}), 7);
  EXPECT_TRUE(Expression("!has(self.labels)", {{"self", object}}).test({{"self", window}}));
  EXPECT_EQ(Type::list(Type::map(Type::any())).text(), "list(map(string, dyn))");

  // A value that does not fit its type is an error when it is read.
  const json wrong{{"start", 7}, {"length", "1h"}, {"days-off", json::array()}};
  EXPECT_THROW((void)end.evaluate({{"self", wrong}}), EvaluationError);
  EXPECT_TRUE(Expression("self.days__dash__off == []", {{"self", object}}).test({{"self", wrong}}));
}

TEST(CelExpression, NamesThePlacesOfMistakes)
{
  const auto undeclared = compile_error("true &&\n  missing > 1");
  ASSERT_EQ(undeclared.issues().size(), 1U);
  EXPECT_EQ(undeclared.issues()[0].line, 2U);
  EXPECT_EQ(undeclared.issues()[0].column, 3U);
  EXPECT_THAT(undeclared.issues()[0].message, HasSubstr("undeclared reference to 'missing'"));
  EXPECT_THAT(undeclared.what(), HasSubstr("ERROR: <input>:2:3: undeclared reference to 'missing'"));

  const auto two = compile_error("self.b + self.a", {{"self", Type::object("Pair", {})}});
  ASSERT_EQ(two.issues().size(), 2U);
  EXPECT_EQ(two.issues()[0].column, 5U);
  EXPECT_EQ(two.issues()[1].column, 14U);

  const auto types = compile_error("'ä' + 1");
  ASSERT_EQ(types.issues().size(), 1U);
  EXPECT_EQ(types.issues()[0].column, 5U);  // code points, not bytes
  EXPECT_THAT(types.issues()[0].message, HasSubstr("found no matching overload for '_+_'"));

  EXPECT_FALSE(compile_error("1 +").issues().empty());
  EXPECT_FALSE(compile_error("'a'.matches('(')").issues().empty());
}

TEST(CelExpression, ReportsFailures)
{
  const Expression division("10 / self", {{"self", Type::integer()}});
  EXPECT_EQ(division.evaluate({{"self", 3}}), 3);
  std::uint64_t cost = 0;
  EXPECT_THROW((void)division.evaluate({{"self", 0}}, default_cost_limit, &cost), EvaluationError);
  EXPECT_GT(cost, 0U);
  EXPECT_THROW((void)division.test({{"self", 3}}), EvaluationError);  // not a bool
  EXPECT_THROW((void)division.evaluate({}), std::invalid_argument);
  EXPECT_THROW((void)division.evaluate({{"self", 3}, {"other", 3}}), std::invalid_argument);
}

TEST(CelExpression, TakesEachNameOnceAndOnlyIdentifiers)
{
  for (const char* name : {"", "a-b", "1a", "a.b", "in", "true", "namespace", "\xc3\xa4"}) {
    EXPECT_THROW(Expression("1", {{name}}), std::invalid_argument) << name;
  }
  EXPECT_THROW(Expression("self", {{"self"}, {"self", Type::integer()}}), std::invalid_argument);
  EXPECT_EQ(Expression("_a1", {{"_a1"}}).evaluate({{"_a1", 3}}), 3);
}

// What comes from outside must not overflow the stack.
TEST(CelExpression, RefusesDeepValues)
{
  json deep = 1;
  for (unsigned level = 0; level < max_depth; ++level) deep = json::array({std::move(deep)});
  const Expression same("self == other", {{"self"}, {"other"}});
  EXPECT_TRUE(same.test({{"self", deep}, {"other", deep}}));
  const Expression itself("self", {{"self"}, {"other"}});
  EXPECT_EQ(itself.evaluate({{"self", deep}}), deep);
  for (unsigned level = 0; level < 100'000; ++level) deep = json::array({std::move(deep)});
  EXPECT_THROW((void)same.test({{"self", deep}, {"other", deep}}), EvaluationError);
  EXPECT_THROW((void)itself.evaluate({{"self", deep}}), EvaluationError);
  EXPECT_EQ(itself.evaluate({{"self", 3}, {"other", deep}}), 3) << "it is not used";
  EXPECT_THROW((void)itself.evaluate({{"self", json::array({json::binary({1, 2})})}}), EvaluationError);
  EXPECT_THROW((void)itself.evaluate({{"self", json(json::value_t::discarded)}}), EvaluationError);
}

TEST(CelExpression, ReadsDoublesLikeGo)
{
  const std::string zeros(400, '0');
  const Expression number("double(self)", {{"self", Type::string()}});
  for (const std::string& huge :
       std::vector<std::string>{"1e400", "1" + zeros + ".0", "0.1e310", "1.0e99999999999999999999"}) {
    EXPECT_THROW((void)evaluate(huge), CompileError) << huge;
    EXPECT_THROW((void)evaluate("-" + huge), CompileError) << huge;
    EXPECT_THROW((void)number.evaluate({{"self", huge}}), EvaluationError) << huge;
  }
  for (const std::string& tiny :
       std::vector<std::string>{"1e-400", "0." + zeros + "1", "0." + zeros + "1e10", "1.0e-99999999999999999999"}) {
    EXPECT_EQ(evaluate(tiny), 0) << tiny;
    EXPECT_EQ(number.evaluate({{"self", tiny}}), 0) << tiny;
  }
  EXPECT_EQ(evaluate("0." + zeros + "1e401"), 1) << "neither";
}

TEST(CelExpression, StopsAtTheCostLimit)
{
  const Expression squares("self.all(x, self.all(y, x * y >= 0))", {{"self", Type::list(Type::integer())}});
  json numbers = json::array();
  for (int number = 0; number < 300; ++number) numbers.push_back(number);
  std::uint64_t cost = 0;
  EXPECT_THROW((void)squares.test({{"self", numbers}}, 100'000, &cost), CostLimitExceeded);
  EXPECT_GE(cost, 100'000U);
  EXPECT_LT(cost, 101'000U);  // it stopped there
  EXPECT_TRUE(squares.test({{"self", numbers}}, default_cost_limit, &cost));

  // These compare each item with each: they stop before they would take seconds.
  numbers.clear();
  for (int number = 0; number < 20'000; ++number) numbers.push_back(number);
  for (const char* source :
       {"sets.contains(self, self)", "sets.equivalent(self, self)", "sets.intersects(self, self)"}) {
    const Expression all(source, {{"self", Type::list(Type::integer())}});
    EXPECT_THROW((void)all.test({{"self", numbers}}), CostLimitExceeded) << source;
  }
  const Expression distinct("self.distinct().size() > 0", {{"self", Type::list(Type::integer())}});
  EXPECT_THROW((void)distinct.test({{"self", numbers}}, 100'000, &cost), CostLimitExceeded);
  EXPECT_LT(cost, 110'000U);

  const Expression sum("1 + 1", {});
  EXPECT_EQ(sum.evaluate({}, default_cost_limit, &cost), 2);
  EXPECT_EQ(cost, 1U);
  EXPECT_THROW((void)sum.evaluate({}, 0), CostLimitExceeded);
}

TEST(CelExpression, IsSharedByThreads)
{
  const Expression expression("self.matches('^a+$') && timestamp('2026-07-01T00:00:00Z').getHours('+02:00') == 2",
                              {{"self", Type::string()}});
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int index = 0; index < 4; ++index) {
    threads.emplace_back([copy = expression, &good] {
      const json text = "aaa";
      for (int count = 0; count < 50; ++count) good += copy.test({{"self", text}}) ? 1 : 0;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(good, 200);
}

}  // namespace
}  // namespace kubexx::cel
