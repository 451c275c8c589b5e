// SPDX-License-Identifier: Apache-2.0
#include "handler_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <functional>
#include <set>
#include <stdexcept>

#include "kubexx/informer/indexed_store.hpp"
#include "support.hpp"
#include "transitions.hpp"

namespace kubexx::informer_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A queue fed by a store, so that deltas are what they are in an informer. Nothing is delivered before `settle`.
class HandlerQueueTest : public ::testing::Test {
protected:
  void apply(std::string_view name, std::string_view uid, std::string_view version)
  {
    push(store_.apply(object_of("a", name, uid, version), std::string(version)));
  }
  void remove(std::string_view name, std::string_view uid, std::string_view version)
  {
    push(store_.remove(object_of("a", name, uid, version), std::string(version)));
  }
  void relist(std::vector<Object> items, std::string version) { push(store_.replace(std::move(items), version)); }
  void push(const std::vector<Delta>& deltas)
  {
    for (const auto& delta : deltas) queue_->push(delta);
  }
  std::vector<std::string> delivered()
  {
    world_.settle();
    return std::exchange(*calls_, {});
  }

  World world_;
  IndexedStore store_;
  std::shared_ptr<std::vector<std::string>> calls_ = std::make_shared<std::vector<std::string>>();
  std::shared_ptr<HandlerQueue> queue_ =
      std::make_shared<HandlerQueue>(world_.runtime, recorder(calls_), HandlerMetrics());
};

TEST_F(HandlerQueueTest, DeliversInOrderAndNeverInsideThePush)
{
  apply("x", "u", "1");
  apply("y", "v", "2");
  EXPECT_THAT(*calls_, IsEmpty());
  EXPECT_EQ(queue_->pending(), 2U);
  EXPECT_THAT(delivered(), ElementsAre("add a/x=1", "add a/y=2"));
  EXPECT_EQ(queue_->pending(), 0U);
}

TEST_F(HandlerQueueTest, ItsStatusSaysHowLongTheOldestEventWaits)
{
  EXPECT_EQ(queue_->status().oldest, Duration::zero());
  apply("x", "u", "1");
  world_.clock.advance(std::chrono::seconds(3));
  apply("y", "v", "2");
  apply("x", "u", "3");
  world_.clock.advance(std::chrono::seconds(2));
  EXPECT_EQ(queue_->status().oldest, std::chrono::seconds(5));
  EXPECT_EQ(queue_->status().pending, 2U);
  (void)delivered();
  EXPECT_EQ(queue_->status().oldest, Duration::zero());
}

TEST_F(HandlerQueueTest, AnEventCostsOneRunOfTheExecutorAndManyNotManyMore)
{
  apply("x", "u", "1");
  EXPECT_EQ(world_.context.poll(), 1U);
  EXPECT_THAT(std::exchange(*calls_, {}), ElementsAre("add a/x=1"));
  for (int number = 0; number < 100; ++number) {
    const std::string name = "n" + std::to_string(number);
    apply(name, "u" + name, std::to_string(number + 2));
  }
  world_.context.restart();
  EXPECT_EQ(world_.context.poll(), 4U);  // it lets others run after 32 calls
  EXPECT_EQ(calls_->size(), 100U);
}

// Otherwise whoever chooses names makes each push look at all of them.
TEST_F(HandlerQueueTest, NobodyCanChooseNamesThatShareABucket)
{
  // The names whose unseeded hashes are equal in their upper bits, or modulo what a table of this size would have.
  std::set<std::size_t> numbers;
  class Numbered final : public Random {
  public:
    std::uint64_t next() override { return ++drawn; }
    std::uint64_t drawn = 0;
  } random;
  world_.runtime.random = &random;
  const HandlerQueue first(world_.runtime, recorder(calls_), HandlerMetrics());
  const HandlerQueue second(world_.runtime, recorder(calls_), HandlerMetrics());
  EXPECT_EQ(random.drawn, 2U) << "each has a seed of its own";
  std::size_t equal = 0;
  for (int number = 0; number < 1000; ++number) {
    const Object object = object_of("a", "x" + std::to_string(number), "u", "1");
    if (first.hash_of(object) == second.hash_of(object)) ++equal;
    numbers.insert(first.hash_of(object) % 1031);
  }
  EXPECT_LE(equal, 1U);
  EXPECT_GT(numbers.size(), 500U);
}

TEST_F(HandlerQueueTest, ATurnOfSlowCallsEndsAfterAMillisecond)
{
  std::vector<std::string> order;
  EventHandler handler;
  handler.on_add = [&](const Object& object, bool) {
    order.emplace_back(object.name());
    world_.clock.advance(std::chrono::microseconds(600));
  };
  queue_ = std::make_shared<HandlerQueue>(world_.runtime, handler, HandlerMetrics());
  for (const char* name : {"a", "b", "c", "d", "e"}) apply(name, name, "1");
  std::function<void()> tick = [&] {
    order.emplace_back("tick");
    if (order.size() < 12) asio::post(world_.context, tick);
  };
  asio::post(world_.context, tick);
  world_.settle();
  EXPECT_THAT(std::vector<std::string>(order.begin(), order.begin() + 7),
              ElementsAre("a", "b", "tick", "c", "d", "tick", "e"));
}

TEST_F(HandlerQueueTest, AddAndUpdateAreAnAddOfTheNewState)
{
  apply("x", "u", "1");
  apply("x", "u", "2");
  EXPECT_EQ(queue_->pending(), 1U);
  EXPECT_THAT(delivered(), ElementsAre("add a/x=2"));
}

TEST_F(HandlerQueueTest, UpdatesAreOneFromTheLastDeliveredState)
{
  apply("x", "u", "1");
  (void)delivered();
  apply("x", "u", "2");
  apply("x", "u", "3");
  apply("x", "u", "4");
  EXPECT_EQ(queue_->pending(), 1U);
  EXPECT_THAT(delivered(), ElementsAre("update a/x=1>4"));
}

TEST_F(HandlerQueueTest, UpdateAndDeleteAreADelete)
{
  apply("x", "u", "1");
  (void)delivered();
  apply("x", "u", "2");
  remove("x", "u", "3");
  EXPECT_EQ(queue_->pending(), 1U);
  EXPECT_THAT(delivered(), ElementsAre("delete a/x=3"));
}

TEST_F(HandlerQueueTest, AnAddThatWasNotDeliveredAndItsDeleteAreNothing)
{
  apply("x", "u", "1");
  apply("x", "u", "2");
  remove("x", "u", "3");
  EXPECT_EQ(queue_->pending(), 0U);
  EXPECT_THAT(delivered(), IsEmpty());
}

TEST_F(HandlerQueueTest, DeleteAndAddOfAnotherUidStayTwo)
{
  apply("x", "old", "1");
  (void)delivered();
  apply("x", "old", "2");
  remove("x", "old", "3");
  apply("x", "new", "4");
  apply("x", "new", "5");
  EXPECT_EQ(queue_->pending(), 1U);
  EXPECT_THAT(delivered(), ElementsAre("delete a/x=3", "add a/x=5"));
}

TEST_F(HandlerQueueTest, OfDeleteAddDeleteTheFirstDeleteIsLeft)
{
  apply("x", "old", "1");
  (void)delivered();
  remove("x", "old", "2");
  apply("x", "new", "3");
  remove("x", "new", "4");
  EXPECT_EQ(queue_->pending(), 1U);
  EXPECT_THAT(delivered(), ElementsAre("delete a/x=2"));
  EXPECT_EQ(queue_->pending(), 0U);
}

TEST_F(HandlerQueueTest, TombstonesAndSilentReplacementsKeepTheirMark)
{
  relist({object_of("a", "gone", "u", "1"), object_of("a", "replaced", "v", "1")}, "1");
  (void)delivered();
  relist({object_of("a", "replaced", "w", "5")}, "6");
  EXPECT_THAT(delivered(), ElementsAre("lost a/gone=1", "lost a/replaced=1", "add a/replaced=5"));
}

// TestDeltaFIFO_detectLineJumpers
TEST_F(HandlerQueueTest, AKeyKeepsItsPlaceWhenItChangesAgain)
{
  apply("first", "u", "1");
  apply("second", "v", "2");
  apply("first", "u", "3");
  EXPECT_THAT(delivered(), ElementsAre("add a/first=3", "add a/second=2"));
  apply("second", "v", "4");
  apply("first", "u", "5");
  EXPECT_THAT(delivered(), ElementsAre("update a/second=2>4", "update a/first=3>5")) << "after delivery it queues anew";
}

TEST_F(HandlerQueueTest, SyncedFollowsEveryInitialItem)
{
  relist({object_of("a", "x", "u", "1"), object_of("a", "y", "v", "1")}, "1");
  queue_->push_synced();
  apply("later", "w", "2");
  apply("x", "u", "3");
  std::vector<std::string> at_sync;
  spawn(world_.context.get_executor(), [](ReadyFlag synced, auto calls, auto& copy) -> awaitable<void> {
    const bool value = co_await synced.wait({});
    copy = *calls;
    copy.push_back(value ? "synced" : "ended");
  }(queue_->synced(), calls_, at_sync));
  EXPECT_FALSE(queue_->synced().given().has_value());
  EXPECT_THAT(delivered(), ElementsAre("initial a/x=3", "initial a/y=1", "add a/later=2"));
  EXPECT_EQ(queue_->synced().given(), true);
  ASSERT_GE(at_sync.size(), 3U);
  EXPECT_EQ(at_sync[0], "initial a/x=3");
  EXPECT_EQ(at_sync[1], "initial a/y=1");
  EXPECT_EQ(at_sync.back(), "synced");
}

TEST_F(HandlerQueueTest, AnEmptyFirstListSyncsAtOnce)
{
  queue_->push_synced();
  world_.settle();
  EXPECT_EQ(queue_->synced().given(), true);
}

TEST_F(HandlerQueueTest, SyncedDoesNotWaitForInitialItemsThatAreGone)
{
  relist({object_of("a", "x", "u", "1")}, "1");
  queue_->push_synced();
  remove("x", "u", "2");
  world_.settle();
  EXPECT_EQ(queue_->synced().given(), true);
  EXPECT_THAT(*calls_, IsEmpty());
}

// TestEventPanics
// A queue whose handler also has on_caught_up, recorded as "caught up".
class CaughtUpTest : public HandlerQueueTest {
protected:
  CaughtUpTest()
  {
    EventHandler handler = recorder(calls_);
    handler.on_caught_up = [this] {
      calls_->push_back("caught up");
      if (on_caught_up) on_caught_up();
    };
    queue_ = std::make_shared<HandlerQueue>(world_.runtime, std::move(handler), HandlerMetrics());
  }

  std::function<void()> on_caught_up;
};

TEST_F(CaughtUpTest, IsCalledOnceAfterTheFirstListBeforeItHasSynced)
{
  apply("x", "u", "1");
  EXPECT_THAT(delivered(), ElementsAre("add a/x=1")) << "the first list is not complete";
  apply("y", "v", "2");
  bool synced_before = true;
  on_caught_up = [&] { synced_before = queue_->synced().given().value_or(false); };
  queue_->push_synced();
  EXPECT_THAT(delivered(), ElementsAre("add a/y=2", "caught up"));
  EXPECT_FALSE(synced_before) << "what is derived is there when has_synced is true";
  EXPECT_EQ(queue_->synced().given(), true);
}

TEST_F(CaughtUpTest, AnEmptyFirstListIsSeenToo)
{
  queue_->push_synced();
  EXPECT_THAT(delivered(), ElementsAre("caught up"));
}

TEST_F(CaughtUpTest, IsCalledOnceAfterABurst)
{
  queue_->push_synced();
  (void)delivered();
  for (int number = 0; number < 100; ++number) {
    const std::string name = "n" + std::to_string(number);
    apply(name, "u" + name, std::to_string(number + 2));
  }
  const std::vector<std::string> seen = delivered();
  EXPECT_EQ(seen.size(), 101U);
  EXPECT_EQ(seen.back(), "caught up");
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "caught up"), 1);
  EXPECT_THAT(delivered(), IsEmpty()) << "nothing has happened since";
}

// The reflector lets handlers run after every eight events of one piece of the watch.
TEST_F(CaughtUpTest, ABurstWhoseProducerYieldsIsOneBurst)
{
  queue_->push_synced();
  (void)delivered();
  const auto produce = [this](auto self, int left) -> void {
    if (left == 0) return;
    apply("n" + std::to_string(left), "u" + std::to_string(left), std::to_string(100 - left));
    boost::asio::post(world_.context, [self, left] { self(self, left - 1); });
  };
  produce(produce, 5);
  EXPECT_THAT(delivered(),
              ElementsAre("add a/n5=95", "add a/n4=96", "add a/n3=97", "add a/n2=98", "add a/n1=99", "caught up"));
}

TEST_F(CaughtUpTest, AChangeDuringItIsFollowedByAnother)
{
  queue_->push_synced();
  on_caught_up = [this] {
    on_caught_up = nullptr;
    apply("x", "u", "1");
  };
  EXPECT_THAT(delivered(), ElementsAre("caught up", "add a/x=1", "caught up"));
}

TEST_F(CaughtUpTest, OneThatThrowsIsLoggedAndCalledAgainAfterTheNextEvent)
{
  on_caught_up = [] { throw std::runtime_error("cannot build"); };
  queue_->push_synced();
  EXPECT_THAT(delivered(), ElementsAre("caught up"));
  EXPECT_EQ(queue_->synced().given(), true);
  EXPECT_EQ(world_.lines->count({"cannot build"}), 1U);
  apply("x", "u", "1");
  EXPECT_THAT(delivered(), ElementsAre("add a/x=1", "caught up"));
}

TEST_F(CaughtUpTest, IsNotCalledAfterClose)
{
  queue_->push_synced();
  (void)delivered();
  apply("x", "u", "1");
  on_caught_up = [] { FAIL() << "it was closed"; };
  world_.context.restart();
  world_.context.poll_one();
  queue_->close();
  EXPECT_THAT(delivered(), ElementsAre("add a/x=1"));
}

TEST_F(CaughtUpTest, MayCloseItsQueue)
{
  on_caught_up = [this] { queue_->close_and_wait(); };
  queue_->push_synced();
  apply("x", "u", "1");
  EXPECT_THAT(delivered(), ElementsAre("caught up"));
}

TEST_F(HandlerQueueTest, AHandlerThatThrowsLosesThatEventAndIsLogged)
{
  EventHandler handler = recorder(calls_);
  handler.name = "mine";
  handler.on_add = [calls = calls_](const Object& object, bool /*initial*/) {
    if (object.name() == "bad") throw std::runtime_error("no luck");
    if (object.name() == "worse") throw 7;  // NOLINT: users do such things
    calls->push_back(std::string(object.name()));
  };
  queue_ = std::make_shared<HandlerQueue>(world_.runtime, handler, HandlerMetrics());
  apply("bad", "u", "1");
  apply("worse", "v", "2");
  apply("good", "w", "3");
  EXPECT_THAT(delivered(), ElementsAre("good"));
  EXPECT_EQ(world_.lines->count({"error an event handler threw: it is not called again with this event key=a/bad "
                                 "handler=mine error=no luck"}),
            1U);
  EXPECT_EQ(world_.lines->count({"key=a/worse handler=mine error=an exception that is not a std::exception"}), 1U);
  world_.advance(std::chrono::hours(1));
  EXPECT_THAT(*calls_, IsEmpty()) << "an event of a plain handler is not repeated";
}

TEST_F(HandlerQueueTest, OfADeletionAndAnAddTheSecondIsDeliveredThoughTheHandlerThrowsAtTheFirst)
{
  EventHandler handler = recorder(calls_);
  handler.on_delete = [](const Object&, bool) { throw std::runtime_error("no luck"); };
  queue_ = std::make_shared<HandlerQueue>(world_.runtime, handler, HandlerMetrics());
  apply("x", "old", "1");
  (void)delivered();
  remove("x", "old", "2");
  apply("x", "new", "3");
  EXPECT_THAT(delivered(), ElementsAre("add a/x=3"));
}

TEST_F(HandlerQueueTest, FunctionsThatAreNotSetAreSkipped)
{
  queue_ = std::make_shared<HandlerQueue>(world_.runtime, EventHandler{}, HandlerMetrics());
  apply("x", "u", "1");
  world_.settle();
  apply("x", "u", "2");
  world_.settle();
  remove("x", "u", "3");
  world_.settle();
  EXPECT_EQ(queue_->pending(), 0U);
}

TEST_F(HandlerQueueTest, AfterCloseNothingIsDelivered)
{
  apply("x", "u", "1");
  queue_->close_and_wait();
  apply("y", "v", "2");
  EXPECT_EQ(queue_->pending(), 0U);
  EXPECT_THAT(delivered(), IsEmpty());
  EXPECT_EQ(queue_->synced().given(), false);
  world_.run(queue_->async_ended());
}

TEST_F(HandlerQueueTest, CloseFromWithinTheCallLetsItEndAndStopsTheRest)
{
  EventHandler handler;
  handler.on_add = [this](const Object& object, bool /*initial*/) {
    queue_->close_and_wait();
    calls_->push_back(std::string(object.name()));
  };
  queue_ = std::make_shared<HandlerQueue>(world_.runtime, handler, HandlerMetrics());
  apply("x", "u", "1");
  apply("y", "v", "2");
  EXPECT_THAT(delivered(), ElementsAre("x"));
  world_.run(queue_->async_ended());
}

TEST_F(HandlerQueueTest, WhatTheHandlerCapturedGoesWithIt)
{
  auto captured = std::make_shared<int>(1);
  const std::weak_ptr<int> watcher = captured;
  EventHandler handler;
  handler.on_add = [captured](const Object&, bool) {};
  queue_ = std::make_shared<HandlerQueue>(world_.runtime, std::move(handler), HandlerMetrics());
  handler = {};
  captured.reset();
  EXPECT_FALSE(watcher.expired());
  queue_->close_and_wait();
  EXPECT_TRUE(watcher.expired());
}

// user-wants.md 7: a handler that does not keep up costs one entry per object, however much happens.
TEST_F(HandlerQueueTest, ABlockedHandlerCostsOneEntryPerObject)
{
  for (int round = 1; round <= 1000; ++round) {
    for (const char* name : {"x", "y", "z"}) apply(name, name, std::to_string(round));
  }
  EXPECT_EQ(queue_->pending(), 3U);
  EXPECT_THAT(delivered(), ElementsAre("add a/x=1000", "add a/y=1000", "add a/z=1000"));
}

TEST_F(HandlerQueueTest, ChangesDuringACallAreDeliveredAfterIt)
{
  EventHandler handler = recorder(calls_);
  handler.on_add = [this](const Object& object, bool /*initial*/) {
    calls_->push_back("add " + std::string(object.resource_version()));
    if (object.resource_version() == "1") {
      apply("x", "u", "2");
      apply("x", "u", "3");
    }
  };
  queue_ = std::make_shared<HandlerQueue>(world_.runtime, handler, HandlerMetrics());
  apply("x", "u", "1");
  EXPECT_THAT(delivered(), ElementsAre("add 1", "update a/x=1>3"));
}

// --- on_event ---

// Writes down "given>now: transition, transition" of each event, "lost" with it, and "again" for a repeated one.
class EventQueueTest : public HandlerQueueTest {
protected:
  EventQueueTest() { use(false); }

  void use(bool retry)
  {
    EventHandler handler;
    handler.retry = retry;
    handler.name = "mine";
    handler.on_event = [this](const ObjectEvent& event) {
      std::string text = version_of(event.given()) + ">" + version_of(event.now()) + ":";
      for (const auto& transition : event.transitions) {
        text += transition.type == Transition::Type::added     ? " add "
                : transition.type == Transition::Type::updated ? " update "
                                                               : " delete ";
        text += version_of(transition.old) + ">" + version_of(transition.object);
        if (transition.initial) text += " initial";
        if (transition.final_state_unknown) text += " unknown";
      }
      if (event.transitions_lost) text += " lost";
      if (event.failures > 0) text += " again";
      calls_->push_back(text);
      if (during_) during_();
      if (throwing_) throw std::runtime_error("no luck");
    };
    queue_ = std::make_shared<HandlerQueue>(world_.runtime, std::move(handler), HandlerMetrics());
  }
  static std::string version_of(const Object& object)
  {
    return object ? std::string(object.resource_version()) : std::string();
  }

  bool throwing_ = false;
  std::function<void()> during_;
};

TEST_F(EventQueueTest, OneTransitionIsOneEvent)
{
  relist({object_of("a", "x", "u", "1")}, "1");
  EXPECT_THAT(delivered(), ElementsAre(">1: add >1 initial"));
  apply("x", "u", "2");
  EXPECT_THAT(delivered(), ElementsAre("1>2: update 1>2"));
  remove("x", "u", "3");
  EXPECT_THAT(delivered(), ElementsAre("2>: delete 2>3"));
}

TEST_F(EventQueueTest, ALaggingHandlerSeesEveryTransitionInOneEvent)
{
  apply("x", "u", "1");
  (void)delivered();
  apply("x", "u", "2");
  remove("x", "u", "3");
  apply("x", "w", "4");
  EXPECT_EQ(queue_->pending(), 1U);
  EXPECT_THAT(delivered(), ElementsAre("1>4: update 1>2 delete 2>3 add >4"));
  EXPECT_EQ(queue_->pending(), 0U);
}

TEST_F(EventQueueTest, WhatCameAndWentUnseenIsAnEvent)
{
  apply("x", "u", "1");
  remove("x", "u", "2");
  EXPECT_THAT(delivered(), ElementsAre(">: add >1 delete 1>2"));
}

TEST_F(EventQueueTest, DeletionsThatTheWatchMissedAreMarked)
{
  relist({object_of("a", "gone", "u", "1"), object_of("a", "replaced", "v", "1")}, "1");
  (void)delivered();
  relist({object_of("a", "replaced", "w", "5")}, "6");
  EXPECT_THAT(delivered(), ElementsAre("1>: delete 1>1 unknown", "1>5: delete 1>1 unknown add >5"));
}

TEST_F(EventQueueTest, KeepsSixteenTransitionsAndSaysOnceThatThereWereMore)
{
  apply("x", "u", "1");
  (void)delivered();
  for (int version = 2; version <= 17; ++version) apply("x", "u", std::to_string(version));
  ASSERT_EQ(delivered().size(), 1U);
  for (int version = 18; version <= 33; ++version) apply("x", "u", std::to_string(version));
  auto events = delivered();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_THAT(events[0], ::testing::StartsWith("17>33: update 17>18 update 18>19"));
  EXPECT_THAT(events[0], ::testing::Not(::testing::HasSubstr("lost")));

  for (int version = 34; version <= 50; ++version) apply("x", "u", std::to_string(version));
  remove("x", "u", "51");
  EXPECT_THAT(delivered(), ElementsAre("33>: update 33>34 update 49>50 delete 50>51 lost"));
  apply("x", "u", "52");
  EXPECT_THAT(delivered(), ElementsAre(">52: add >52"));
}

// An object is pinned as long as a transition of it waits: at most sixteen, however often it changes.
TEST_F(EventQueueTest, ABlockedHandlerPinsSixteenStatesOfAnObject)
{
  Transitions transitions(Transition{});
  std::size_t most = 0;
  for (int change = 0; change < 1000; ++change) {
    transitions.append(Transition{});
    most = std::max(most, transitions.view().size());
  }
  EXPECT_EQ(most, ObjectEvent::max_transitions);
  EXPECT_TRUE(transitions.lost());
}

// What waits for a handler that never returns: here it is not even called.
TEST_F(EventQueueTest, ObjectsThatCameAndWentAreForgottenBeyondABoundAndTheHandlerIsTold)
{
  constexpr std::size_t bound = ObjectEvent::max_passed_objects;
  for (std::size_t number = 0; number < bound + 1000; ++number) {
    const std::string name = "x" + std::to_string(number), version = std::to_string(2 * number + 1);
    apply(name, "u", version);
    remove(name, "u", version);
  }
  EXPECT_EQ(queue_->pending(), bound);
  EXPECT_EQ(queue_->status().passed, 1000U);
  EXPECT_EQ(queue_->status().transitions, 2 * bound);
  apply("stays", "v", "999999");
  EXPECT_EQ(queue_->pending(), bound + 1) << "what is there is never forgotten";
  const auto events = delivered();
  ASSERT_EQ(events.size(), bound + 1);
  EXPECT_EQ(events[0], ">: add >1 delete 1>1 lost");
  EXPECT_EQ(events[1], ">: add >3 delete 3>3") << "that is said once";
  EXPECT_EQ(events.back(), ">999999: add >999999");
  EXPECT_EQ(queue_->pending(), 0U);
  EXPECT_EQ(queue_->status().transitions, 0U);
  apply("y", "u", "1000001");
  remove("y", "u", "1000001");
  EXPECT_THAT(delivered(), ElementsAre(">: add >1000001 delete 1000001>1000001"));
}

// A handler that throws for ever, for objects that come and go.
TEST_F(EventQueueTest, ObjectsThatCameAndWentWaitForARetryWithinTheBound)
{
  constexpr std::size_t bound = ObjectEvent::max_passed_objects;
  use(true);
  throwing_ = true;
  for (std::size_t number = 0; number < bound + 10; ++number) {
    const std::string name = "x" + std::to_string(number), version = std::to_string(2 * number + 1);
    apply(name, "u", version);
    if (number % 512 == 0) world_.settle();
    remove(name, "u", version);
    if (number % 256 == 0) world_.settle();
  }
  world_.settle();
  EXPECT_EQ(queue_->pending(), bound);
  EXPECT_EQ(queue_->status().passed, 10U);
  throwing_ = false;
  calls_->clear();
  world_.advance(std::chrono::hours(1));
  EXPECT_EQ(calls_->size(), bound);
  EXPECT_EQ(std::count_if(calls_->begin(), calls_->end(),
                          [](const std::string& call) { return call.find("lost") != std::string::npos; }),
            1)
      << "the first call that does not fail";
  EXPECT_EQ(queue_->status().transitions, 0U);
}

TEST_F(EventQueueTest, BeyondABoundTwoStatesOfEachObjectAreKept)
{
  constexpr std::size_t objects = 10000;
  int version = 0;
  for (int change = 0; change < 20; ++change) {
    for (std::size_t number = 0; number < objects; ++number) {
      apply("x" + std::to_string(number), "u", std::to_string(++version));
    }
    ASSERT_LE(queue_->status().transitions, 2 * objects + ObjectEvent::max_more_transitions);
  }
  EXPECT_EQ(queue_->pending(), objects);
  const auto events = delivered();
  ASSERT_EQ(events.size(), objects);
  for (const auto& event : events) {
    EXPECT_TRUE(event.ends_with(" lost")) << event;
    EXPECT_THAT(event, ::testing::HasSubstr("add >")) << "the first transition is always there";
  }
  EXPECT_EQ(queue_->status().transitions, 0U);
}

TEST_F(EventQueueTest, AHandlerWithBothFormsIsRefused)
{
  EventHandler handler = recorder(calls_);
  handler.name = "mine";
  handler.on_event = [](const ObjectEvent&) {};
  try {
    HandlerQueue(world_.runtime, handler, {});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("event handler 'mine'"));
  }
}

TEST_F(EventQueueTest, WithoutRetryTheEventOfAThrowingHandlerIsSkipped)
{
  throwing_ = true;
  apply("x", "u", "1");
  EXPECT_THAT(delivered(), ElementsAre(">1: add >1"));
  world_.advance(std::chrono::hours(1));
  EXPECT_THAT(*calls_, IsEmpty());
  EXPECT_EQ(queue_->pending(), 0U);
}

TEST_F(EventQueueTest, RetriesWithAGrowingPauseUntilTheHandlerIsContent)
{
  use(true);
  throwing_ = true;
  apply("x", "u", "1");
  apply("y", "v", "2");
  EXPECT_THAT(delivered(), ElementsAre(">1: add >1", ">2: add >2"));
  EXPECT_EQ(queue_->pending(), 2U);
  world_.advance(std::chrono::milliseconds(4));
  EXPECT_THAT(*calls_, IsEmpty());
  world_.advance(std::chrono::milliseconds(1));
  EXPECT_THAT(delivered(), ElementsAre(">1: add >1 again", ">2: add >2 again"));
  throwing_ = false;
  world_.advance(std::chrono::milliseconds(9));
  EXPECT_THAT(*calls_, IsEmpty());
  world_.advance(std::chrono::milliseconds(1));
  EXPECT_THAT(delivered(), ElementsAre(">1: add >1 again", ">2: add >2 again"));
  EXPECT_EQ(queue_->pending(), 0U);
  EXPECT_FALSE(world_.clock.next_due());
  EXPECT_EQ(world_.lines->count({"error an event handler threw: it is called again with this event key=a/x "
                                 "handler=mine error=no luck failures=2 retry_in="}),
            1U);
}

TEST_F(EventQueueTest, ThePauseGrowsToAThousandSeconds)
{
  use(true);
  throwing_ = true;
  apply("x", "u", "1");
  world_.settle();
  world_.advance(std::chrono::hours(2));
  const auto before = delivered().size();
  world_.advance(std::chrono::seconds(1000));
  EXPECT_EQ(delivered().size(), 1U) << before;
}

// A later failure may be due earlier than the one that is waited for.
TEST_F(EventQueueTest, EachObjectIsRetriedInItsOwnTime)
{
  use(true);
  throwing_ = true;
  apply("x", "u", "1");
  world_.settle();
  world_.advance(std::chrono::seconds(20));  // x is due at 20.475 s
  (void)delivered();
  apply("y", "v", "2");
  (void)delivered();
  world_.advance(std::chrono::milliseconds(5));
  EXPECT_THAT(delivered(), ElementsAre(">2: add >2 again"));
}

TEST_F(EventQueueTest, AChangeEndsTheWaitAndAddsToTheEvent)
{
  use(true);
  throwing_ = true;
  apply("x", "u", "1");
  world_.settle();
  world_.advance(std::chrono::hours(1));
  (void)delivered();
  throwing_ = false;
  apply("x", "u", "2");
  EXPECT_THAT(delivered(), ElementsAre(">2: add >1 update 1>2 again"));
  world_.advance(std::chrono::hours(1));
  EXPECT_THAT(*calls_, IsEmpty());
}

TEST_F(EventQueueTest, AChangeDuringTheCallThatThrowsIsPartOfTheNextOne)
{
  use(true);
  throwing_ = true;
  during_ = [this] {
    during_ = nullptr;
    apply("x", "u", "2");
    throwing_ = true;
  };
  apply("x", "u", "1");
  world_.settle();
  throwing_ = false;
  world_.advance(std::chrono::milliseconds(10));
  EXPECT_EQ(queue_->pending(), 0U);
  EXPECT_THAT(delivered(), ElementsAre(">1: add >1", ">2: add >1 update 1>2 again", ">2: add >1 update 1>2 again"));
}

TEST_F(EventQueueTest, CloseEndsTheRetries)
{
  use(true);
  throwing_ = true;
  apply("x", "u", "1");
  (void)delivered();
  queue_->close_and_wait();
  world_.run(queue_->async_ended());
  EXPECT_FALSE(world_.clock.next_due()) << "nothing sleeps any more";
  EXPECT_EQ(queue_->pending(), 0U);
  world_.advance(std::chrono::hours(1));
  EXPECT_THAT(*calls_, IsEmpty());
}

// Beyond the bounds something is missing: a handler that throws at the event that says so is told again.
TEST_F(EventQueueTest, TheRetrySaysAgainThatTransitionsAreMissing)
{
  use(true);
  apply("x", "u", "1");
  (void)delivered();
  for (int version = 2; version <= 30; ++version) apply("x", "u", std::to_string(version));
  throwing_ = true;
  ASSERT_THAT(delivered(), ElementsAre(::testing::EndsWith(" lost")));
  throwing_ = false;
  world_.advance(std::chrono::seconds(1));
  EXPECT_THAT(delivered(), ElementsAre(::testing::HasSubstr("lost")));
  apply("x", "u", "31");
  EXPECT_THAT(delivered(), ElementsAre("30>31: update 30>31"));

  queue_->push_failed();
  throwing_ = true;
  apply("y", "v", "32");
  ASSERT_THAT(delivered(), ElementsAre(::testing::HasSubstr("lost")));
  throwing_ = false;
  world_.advance(std::chrono::seconds(1));
  EXPECT_THAT(delivered(), ElementsAre(::testing::HasSubstr("lost"))) << "of other objects";
  apply("y", "v", "33");
  EXPECT_THAT(delivered(), ElementsAre("32>33: update 32>33"));
}

TEST_F(EventQueueTest, TheRetrySaysThatTransitionsAreMissingWhichCameDuringTheCall)
{
  use(true);
  apply("x", "u", "1");
  (void)delivered();
  throwing_ = true;
  bool changed = false;
  during_ = [&] {
    for (int version = 3; version <= 30 && !changed; ++version) apply("x", "u", std::to_string(version));
    changed = true;
  };
  apply("x", "u", "2");
  // What has changed during the call is told without a pause.
  const std::vector<std::string> told = delivered();
  ASSERT_GE(told.size(), 2U);
  EXPECT_EQ(told[0], "1>2: update 1>2");
  EXPECT_THAT(told[1], ::testing::AllOf(::testing::StartsWith("1>30: update 1>2 update 2>3 update 18>19"),
                                        ::testing::EndsWith("update 29>30 lost again")));
}

TEST_F(EventQueueTest, SyncedDoesNotWaitForRetries)
{
  use(true);
  throwing_ = true;
  relist({object_of("a", "x", "u", "1")}, "1");
  queue_->push_synced();
  (void)delivered();
  EXPECT_EQ(queue_->synced().given(), true);
}

}  // namespace
}  // namespace kubexx::informer_test
