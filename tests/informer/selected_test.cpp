// SPDX-License-Identifier: Apache-2.0
// Handlers that see some objects only.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "handler_queue.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using ::testing::ElementsAre;

Object painted(std::string_view version, std::string_view colour)
{
  return object_of("a", "x", "u", version, R"({"colour":")" + std::string(colour) + R"("})");
}

class SelectedTest : public ::testing::Test {
protected:
  ~SelectedTest() override { queue_->close(); }

  void use(EventHandler handler)
  {
    handler.selects = [](const Object& object) { return object.label("colour") == "red"; };
    queue_ = std::make_shared<HandlerQueue>(world_.runtime, std::move(handler), HandlerMetrics());
  }
  void push(const std::vector<Delta>& deltas)
  {
    for (const auto& delta : deltas) queue_->push(delta);
  }
  void paint(std::string version, std::string_view colour) { push(store_.apply(painted(version, colour), version)); }
  void erase(std::string version, std::string_view colour) { push(store_.remove(painted(version, colour), version)); }

  EventHandler recorder_of_transitions()
  {
    EventHandler handler;
    handler.on_event = [this](const ObjectEvent& event) {
      std::string text = event.transitions_lost ? "lost:" : "";
      for (const auto& one : event.transitions) {
        text += one.type == Transition::Type::added ? " +" : one.type == Transition::Type::updated ? " ~" : " -";
        text += one.object.resource_version();
      }
      calls_->push_back(text);
    };
    return handler;
  }

  World world_;
  IndexedStore store_;
  std::shared_ptr<std::vector<std::string>> calls_ = std::make_shared<std::vector<std::string>>();
  std::shared_ptr<HandlerQueue> queue_;
};

// FilteringResourceEventHandler of client-go's controller.go
TEST_F(SelectedTest, AnObjectThatBecomesSelectedIsAddedAndOneThatNoLongerIsDeleted)
{
  use(recorder(calls_));
  push(store_.replace({painted("2", "red")}, "2"));
  world_.settle();
  for (const auto& [version, colour] :
       {std::pair("3", "red"), std::pair("4", "blue"), std::pair("5", "green"), std::pair("6", "red")}) {
    paint(version, colour);
    world_.settle();
  }
  erase("7", "red");
  world_.settle();
  paint("8", "blue");
  world_.settle();
  erase("9", "red");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre("initial a/x=2", "update a/x=2>3", "delete a/x=3", "add a/x=6", "delete a/x=7"))
      << "the last state alone does not decide: it was never given the blue one";
}

TEST_F(SelectedTest, WhatItHasMissedIsFoldedBefore)
{
  use(recorder(calls_));
  paint("2", "red");
  world_.settle();
  paint("3", "blue");
  paint("4", "red");
  world_.settle();
  paint("5", "blue");
  erase("6", "red");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre("add a/x=2", "update a/x=2>4", "delete a/x=6"));
}

TEST_F(SelectedTest, TransitionsAreThoseOfTheSelectedObjects)
{
  EventHandler handler;
  handler.on_event = [this](const ObjectEvent& event) {
    std::string text = "given " + std::string(event.given() ? event.given().resource_version() : "nothing") + ":";
    for (const auto& one : event.transitions) {
      text += one.type == Transition::Type::added ? " +" : one.type == Transition::Type::updated ? " ~" : " -";
      text += one.object.resource_version();
    }
    calls_->push_back(text);
  };
  use(std::move(handler));
  paint("1", "blue");
  world_.settle();
  paint("2", "green");
  paint("3", "red");
  paint("4", "blue");
  paint("5", "red");
  erase("6", "blue");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre("given nothing: +3 -3 +5 -5"));
}

// What happened in the gap is not seen, but what it amounts to is.
TEST_F(SelectedTest, AGapHidesNeitherThatAnObjectIsSelectedNorThatItIsNoMore)
{
  use(recorder_of_transitions());
  const auto paint_all = [this](int first, const std::vector<std::string>& colours) {
    for (const auto& colour : colours) paint(std::to_string(first++), colour);
    world_.settle();
  };
  // Sixteen are kept: the first of all, and at last the newest ones.
  std::vector<std::string> colours(30, "blue");
  colours.front() = "red";
  paint_all(100, colours);
  EXPECT_EQ(calls_->back(), "lost: +100 -100");
  colours.assign(30, "blue");
  colours[5] = "red";
  paint_all(200, colours);
  EXPECT_THAT(*calls_, ElementsAre("lost: +100 -100")) << "it came and went";
  colours.assign(30, "red");
  colours.front() = "blue";
  paint_all(300, colours);
  EXPECT_TRUE(calls_->back().starts_with("lost: +")) << calls_->back();
  EXPECT_TRUE(calls_->back().ends_with(" ~329")) << calls_->back();
}

// The deletion was in the gap.
TEST_F(SelectedTest, ASuccessorBehindAGapIsAnotherObject)
{
  use(recorder_of_transitions());
  paint("1", "red");
  world_.settle();
  paint("2", "red");
  erase("3", "red");
  for (int version = 4; version < 40; ++version) {
    const std::string text = std::to_string(version);
    push(store_.apply(object_of("a", "x", "successor", text, R"({"colour":"red"})"), text));
  }
  world_.settle();
  ASSERT_EQ(calls_->size(), 2U);
  EXPECT_TRUE(calls_->back().starts_with("lost: ~2 -2 +")) << calls_->back();
}

// The object that is called for next is not selected.
TEST_F(SelectedTest, ALossIsToldWithAnEventThatTheHandlerSees)
{
  use(recorder_of_transitions());
  for (std::size_t number = 0; number <= ObjectEvent::max_passed_objects; ++number) {
    const std::string name = "b" + std::to_string(number), version = std::to_string(number + 1);
    const Object blue = object_of("a", name, "u", version, R"({"colour":"blue"})");
    push(store_.apply(blue, version));
    push(store_.remove(blue, version));
  }
  paint("1000000", "red");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre("lost: +1000000"));
}

// One that fails for objects without a colour.
void use_failing(std::shared_ptr<HandlerQueue>& queue, const World& world, EventHandler handler)
{
  handler.selects = [](const Object& object) {
    if (object.label("colour") == "none") throw std::runtime_error("no colour");
    return object.label("colour") == "red";
  };
  queue = std::make_shared<HandlerQueue>(world.runtime, std::move(handler), HandlerMetrics());
}

TEST_F(SelectedTest, AStateForWhichItThrowsIsNotSelectedAndTheNextOneIsAnother)
{
  use_failing(queue_, world_, recorder(calls_));
  paint("2", "none");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre());
  EXPECT_EQ(world_.lines->count({"no colour"}), 1U);
  paint("3", "red");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre("add a/x=3"));
  paint("4", "none");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre("add a/x=3", "delete a/x=3"));
  paint("5", "red");
  erase("6", "none");
  world_.settle();
  EXPECT_EQ(calls_->size(), 2U) << "it came and went";
  EXPECT_EQ(world_.lines->count({"no colour"}), 2U);
}

TEST_F(SelectedTest, WithRetryItIsAskedAgainUntilTheNextState)
{
  EventHandler handler = recorder_of_transitions();
  handler.retry = true;
  use_failing(queue_, world_, std::move(handler));
  paint("2", "none");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre());
  paint("3", "red");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre(" +3"));
  paint("4", "none");
  world_.settle();
  paint("5", "red");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre(" +3", " ~5"));
}

TEST_F(SelectedTest, WhatItThrowsCountsAsThrownByTheHandler)
{
  EventHandler handler = recorder(calls_);
  use(handler);
  handler.selects = [](const Object&) -> bool { throw std::runtime_error("no colour"); };
  queue_->close();
  queue_ = std::make_shared<HandlerQueue>(world_.runtime, std::move(handler), HandlerMetrics());
  paint("2", "red");
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre());
  EXPECT_EQ(world_.lines->count({"no colour"}), 1U);
}

}  // namespace
}  // namespace kubexx::informer_test
