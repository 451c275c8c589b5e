// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/filtered.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "kubexx/informer/index.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

bool is_red(const Object& object)
{
  return object.label("colour") == "red";
}

Object painted(std::string_view version, std::string_view colour)
{
  return object_of("a", "x", "u", version, R"({"colour":")" + std::string(colour) + R"("})");
}

Transition change(Transition::Type type, Object old, Object object, bool unknown = false)
{
  return {type, false, unknown, std::move(old), std::move(object)};
}

// FilteringResourceEventHandler of client-go's controller.go
TEST(Filtered, AnObjectThatBecomesSelectedIsAddedAndOneThatNoLongerIsDeleted)
{
  const auto calls = std::make_shared<std::vector<std::string>>();
  const EventHandler handler = filtered(recorder(calls), &is_red);
  handler.on_add(painted("1", "blue"), true);
  handler.on_add(painted("2", "red"), true);
  handler.on_update(painted("2", "red"), painted("3", "red"));
  handler.on_update(painted("3", "red"), painted("4", "blue"));
  handler.on_update(painted("4", "blue"), painted("5", "green"));
  handler.on_update(painted("5", "green"), painted("6", "red"));
  handler.on_delete(painted("6", "red"), true);
  handler.on_delete(painted("7", "blue"), false);
  EXPECT_THAT(*calls, ElementsAre("initial a/x=2", "update a/x=2>3", "delete a/x=3", "add a/x=6", "lost a/x=6"));
}

TEST(Filtered, TransitionsAreThoseOfTheSelectedObjects)
{
  std::vector<std::string> seen;
  bool lost = false;
  EventHandler inner;
  inner.name = "inner";
  inner.retry = true;
  inner.on_event = [&](const ObjectEvent& event) {
    lost = event.transitions_lost && event.failures == 3;
    seen.push_back("given " + std::string(event.given() ? event.given().resource_version() : ""));
    for (const auto& one : event.transitions) {
      seen.push_back(std::to_string(static_cast<int>(one.type)) + " " + std::string(one.object.resource_version()));
    }
  };
  const EventHandler handler = filtered(inner, &is_red);
  EXPECT_EQ(handler.name, "inner");
  EXPECT_TRUE(handler.retry);
  using Type = Transition::Type;
  const std::vector<Transition> transitions{
      change(Type::updated, painted("1", "blue"), painted("2", "green")),
      change(Type::updated, painted("2", "green"), painted("3", "red")),
      change(Type::updated, painted("3", "red"), painted("4", "blue")),
      change(Type::deleted, painted("4", "blue"), painted("5", "red")),
      change(Type::added, {}, painted("6", "red")),
      change(Type::deleted, painted("6", "red"), painted("7", "blue")),
  };
  handler.on_event({transitions, true, 3});
  EXPECT_THAT(seen, ElementsAre("given ", "0 3", "2 3", "0 6", "2 7"));
  EXPECT_TRUE(lost);
  seen.clear();
  handler.on_event({std::span(transitions).first(1), false, 0});
  EXPECT_THAT(seen, IsEmpty());
}

TEST(Filtered, WhatTheFilterThrowsLeavesTheHandler)
{
  const EventHandler handler = filtered({.on_add = [](const Object&, bool) {}},
                                        [](const Object&) -> bool { throw std::runtime_error("no colour"); });
  EXPECT_THROW(handler.on_add(painted("1", "red"), false), std::runtime_error);
}

TEST(Index, ByPointerTakesTextsNumbersAndTheElementsOfArrays)
{
  const Object object = Object::parse(
      R"({"metadata":{"name":"x"},"spec":{"node":"n\u0031","port":80,"on":true,"none":null,"all":["a",1,null,{"b":1}],"map":{}}})");
  const auto values = [&](const char* pointer) { return index_by_pointer(pointer)(object); };
  EXPECT_THAT(values("/spec/node"), ElementsAre("n1"));
  EXPECT_THAT(values("/spec/port"), ElementsAre("80"));
  EXPECT_THAT(values("/spec/on"), ElementsAre("true"));
  EXPECT_THAT(values("/spec/all"), ElementsAre("a", "1"));
  for (const char* pointer : {"/spec/none", "/spec/map", "/spec/absent", "/status"}) {
    EXPECT_THAT(values(pointer), IsEmpty()) << pointer;
  }
}

TEST(Index, ByLabelAndByController)
{
  const Object object = Object::parse(
      R"({"metadata":{"name":"x","labels":{"app":"web"},"ownerReferences":[{"apiVersion":"v1","kind":"K","name":"a","uid":"1"},{"apiVersion":"v1","kind":"K","name":"b","uid":"2","controller":true}]}})");
  EXPECT_THAT(index_by_label("app")(object), ElementsAre("web"));
  EXPECT_THAT(index_by_label("tier")(object), IsEmpty());
  EXPECT_THAT(index_by_controller()(object), ElementsAre("2"));
  EXPECT_THAT(index_by_controller()(Object::parse(R"({"metadata":{"name":"x"}})")), IsEmpty());
}

}  // namespace
}  // namespace kubexx::informer_test
