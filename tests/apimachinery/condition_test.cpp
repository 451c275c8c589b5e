// SPDX-License-Identifier: Apache-2.0
// apimachinery's pkg/api/meta/conditions_test.go, and what a list of conditions keeps of other writers.
#include "kubexx/apimachinery/condition.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <stdexcept>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Time kBefore(WallTime(std::chrono::hours(1)));
const Time kNow(WallTime(std::chrono::hours(2)));

Condition ready(const std::string& status)
{
  Condition condition;
  condition.type = "Ready";
  condition.status = status;
  condition.reason = "Because";
  condition.message = "as it is";
  condition.observedGeneration = 3;
  condition.lastTransitionTime = kBefore;
  return condition;
}

Condition untimed(Condition condition)
{
  condition.lastTransitionTime = Time();
  return condition;
}

TEST(SetCondition, ANewOneIsAddedAtItsTimeOrNow)
{
  std::vector<Condition> conditions;
  EXPECT_TRUE(set_condition(conditions, ready("True"), kNow));
  EXPECT_THAT(conditions, ElementsAre(ready("True")));
  Condition other = untimed(ready("False"));
  other.type = "Synced";
  EXPECT_TRUE(set_condition(conditions, other, kNow));
  ASSERT_EQ(conditions.size(), 2U);
  EXPECT_EQ(conditions[1].lastTransitionTime, kNow);
}

TEST(SetCondition, TheSameChangesNothing)
{
  std::vector<Condition> conditions{ready("True")};
  EXPECT_FALSE(set_condition(conditions, untimed(ready("True")), kNow));
  EXPECT_FALSE(set_condition(conditions, ready("True"), kNow));
  EXPECT_THAT(conditions, ElementsAre(ready("True")));
}

TEST(SetCondition, ItsTimeChangesWithItsStatusAlone)
{
  std::vector<Condition> conditions{ready("True")};
  Condition wanted = untimed(ready("True"));
  wanted.reason = "Otherwise";
  wanted.message = "otherwise";
  wanted.observedGeneration = 4;
  EXPECT_TRUE(set_condition(conditions, wanted, kNow));
  wanted.lastTransitionTime = kBefore;
  EXPECT_THAT(conditions, ElementsAre(wanted));
  EXPECT_TRUE(set_condition(conditions, untimed(ready("False")), kNow));
  EXPECT_EQ(conditions[0].status, "False");
  EXPECT_EQ(conditions[0].lastTransitionTime, kNow);
  EXPECT_TRUE(set_condition(conditions, ready("Unknown"), kNow));
  EXPECT_EQ(conditions[0].lastTransitionTime, kBefore) << "it has a time of its own";
}

TEST(SetCondition, RefusesWhatTheApiWouldRefuse)
{
  std::vector<Condition> conditions;
  const auto message = [&](Condition wanted) -> std::string {
    try {
      set_condition(conditions, wanted, kNow);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  Condition nameless = ready("True"), unreasoned = ready("True");
  nameless.type.clear();
  unreasoned.reason.clear();
  EXPECT_THAT(message(nameless), HasSubstr("type"));
  EXPECT_THAT(message(unreasoned), HasSubstr("Ready needs a reason"));
  EXPECT_THAT(message(ready("true")), HasSubstr("not \"true\""));
  EXPECT_TRUE(conditions.empty());
}

TEST(Conditions, AreFoundAndRemovedByType)
{
  std::vector<Condition> conditions{ready("True")};
  EXPECT_EQ(find_condition(conditions, "Ready"), conditions.data());
  EXPECT_EQ(find_condition(conditions, "Other"), nullptr);
  EXPECT_TRUE(is_condition_true(conditions, "Ready"));
  EXPECT_FALSE(is_condition_true(conditions, "Other"));
  EXPECT_FALSE(is_condition_true({ready("Unknown")}, "Ready"));
  EXPECT_FALSE(remove_condition(conditions, "Other"));
  EXPECT_TRUE(remove_condition(conditions, "Ready"));
  EXPECT_TRUE(conditions.empty());
}

struct ShopStatus {
  std::vector<Condition> conditions;
};
BOOST_DESCRIBE_STRUCT(ShopStatus, (), (conditions))
struct Shop {
  ObjectMeta metadata;
  ShopStatus status;
};
BOOST_DESCRIBE_STRUCT(Shop, (), (metadata, status))

TEST(Conditions, KeepTheUnknownFieldsOfTheirType)
{
  const Object before = Object::parse(R"({"apiVersion":"example.org/v1","kind":"Shop","metadata":{"name":"a"},
    "status":{"conditions":[{"type":"Paid","status":"True","reason":"A","until":"tomorrow"},
                            {"type":"Ready","status":"False","reason":"B","since":"today"}]}})");
  auto shop = before.as<Shop>();
  auto& conditions = shop.status.conditions;
  std::swap(conditions[0], conditions[1]);
  set_condition(conditions, ready("True"), kNow);
  const Object after = before.with(shop);
  EXPECT_EQ(after.at("/status/conditions/0/since").as_string(), "today");
  EXPECT_EQ(after.at("/status/conditions/0/status").as_string(), "True");
  EXPECT_EQ(after.at("/status/conditions/1/until").as_string(), "tomorrow");
}

}  // namespace
}  // namespace kubexx
