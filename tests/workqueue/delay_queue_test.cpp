// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/delay_queue.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct DelayQueueTest : testing::Test {
  ManualClock clock;
  DelayQueue<std::string> queue{clock};

  std::string take()
  {
    EmptyReason why{};
    auto value = queue.try_take(&why);
    if (value) return *value;
    return why == EmptyReason::shut_down ? "!" : "-";
  }
  std::string take(int count)
  {
    std::string values;
    while (count-- > 0) values += take();
    return values;
  }
  SteadyTime in(Duration delay) { return clock.now() + delay; }
};

TEST_F(DelayQueueTest, AValueIsThereWhenItsTimeHasCome)
{
  queue.push("a", 5ms);
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_EQ(take(), "-");
  clock.advance(5ms - 1ns);
  EXPECT_EQ(take(), "-");
  clock.advance(1ns);
  EXPECT_EQ(take(), "a");
  EXPECT_EQ(take(), "-");
  EXPECT_EQ(queue.size(), 0U);
}

TEST_F(DelayQueueTest, ATimePointAndADelayAreTheSame)
{
  queue.push("b", in(2s));
  queue.push("a", 1s);
  queue.push("c", 3s);
  clock.advance(3s);
  EXPECT_EQ(take(3), "abc");
}

TEST_F(DelayQueueTest, EqualValuesAreDifferentOnes)
{
  const DelayHandle one = queue.push("a", 1s);
  const DelayHandle two = queue.push("a", 1s);
  EXPECT_FALSE(one == two);
  EXPECT_EQ(queue.size(), 2U);
  clock.advance(1s);
  EXPECT_EQ(take(3), "aa-");
}

TEST_F(DelayQueueTest, EqualTimesComeInTheOrderOfThePushes)
{
  const SteadyTime at = in(1s);
  for (int index = 0; index < 100; ++index) queue.push(std::to_string(index), at);
  clock.advance(1s);
  for (int index = 0; index < 100; ++index) EXPECT_EQ(take(), std::to_string(index));
}

TEST_F(DelayQueueTest, TheEarliestTimeComesFirstWhoeverLookedWhen)
{
  queue.push("b", 2s);
  queue.push("d", 4s);
  clock.advance(2s);
  EXPECT_EQ(queue.size(), 2U);  // looks
  queue.push("a", in(-1s));     // due before b, pushed after it became due
  queue.push("c", in(0s));
  clock.advance(2s);
  EXPECT_EQ(take(4), "abcd");
}

TEST_F(DelayQueueTest, NegativeDelaysAndPastTimesAreDueAtOnceInTheirOrder)
{
  queue.push("c", 0s);
  queue.push("b", -1ns);
  queue.push("a", SteadyTime::min());
  queue.push("a2", Duration::min());
  EXPECT_EQ(take(4), "aa2bc");
}

TEST_F(DelayQueueTest, AHugeDelayNeverEnds)
{
  const DelayHandle delay = queue.push("a", Duration::max());
  queue.push("b", SteadyTime::max());
  clock.advance(std::chrono::hours(24 * 365 * 100));
  EXPECT_EQ(take(), "-");
  EXPECT_EQ(queue.cancel(delay), "a");
  EXPECT_EQ(queue.size(), 1U);
}

TEST_F(DelayQueueTest, CancelGivesTheValueBackOnce)
{
  const DelayHandle handle = queue.push("a", 1s);
  queue.push("b", 1s);
  EXPECT_TRUE(handle);
  EXPECT_EQ(queue.cancel(handle), "a");
  EXPECT_EQ(queue.cancel(handle), std::nullopt);
  EXPECT_EQ(queue.size(), 1U);
  clock.advance(1s);
  EXPECT_EQ(take(2), "b-");
}

TEST_F(DelayQueueTest, ADueValueCanBeCancelled)
{
  const DelayHandle handle = queue.push("a", 1s);
  clock.advance(2s);
  EXPECT_EQ(queue.cancel(handle), "a");
  EXPECT_EQ(take(), "-");
}

TEST_F(DelayQueueTest, TheHandleOfATakenValueNamesNothingAlsoWhenItsPlaceIsUsedAgain)
{
  const DelayHandle taken = queue.push("a", 0s);
  EXPECT_EQ(take(), "a");
  const DelayHandle next = queue.push("b", 1s);
  EXPECT_EQ(queue.cancel(taken), std::nullopt);
  EXPECT_FALSE(queue.reset(taken, 0s));
  EXPECT_EQ(take(), "-");
  EXPECT_EQ(queue.cancel(next), "b");
}

TEST_F(DelayQueueTest, AnEmptyHandleAndOneOfAnotherQueueDoNoHarm)
{
  DelayQueue<int> other(clock);
  DelayHandle foreign;
  for (int index = 0; index < 10; ++index) foreign = other.push(index, 1s);
  EXPECT_FALSE(DelayHandle());
  EXPECT_EQ(queue.cancel(DelayHandle()), std::nullopt);
  EXPECT_FALSE(queue.reset(DelayHandle(), 1s));
  EXPECT_EQ(queue.cancel(foreign), std::nullopt);
}

TEST_F(DelayQueueTest, ResetMakesItSoonerOrLater)
{
  const DelayHandle a = queue.push("a", 2s);
  const DelayHandle b = queue.push("b", 1s);
  EXPECT_TRUE(queue.reset(a, 500ms));
  EXPECT_TRUE(queue.reset(b, in(3s)));
  clock.advance(500ms);
  EXPECT_EQ(take(2), "a-");
  clock.advance(2499ms);
  EXPECT_EQ(take(), "-");
  clock.advance(1ms);
  EXPECT_EQ(take(), "b");
  EXPECT_FALSE(queue.reset(b, 1s));
}

TEST_F(DelayQueueTest, ADueValueCanBeDelayedAgain)
{
  const DelayHandle a = queue.push("a", 0s);
  EXPECT_TRUE(queue.reset(a, 1s));
  EXPECT_EQ(take(), "-");
  clock.advance(1s);
  EXPECT_EQ(take(), "a");
}

TEST_F(DelayQueueTest, AResetStandsAmongEqualTimesAsIfPushedThen)
{
  const SteadyTime at = in(1s);
  const DelayHandle a = queue.push("a", at);
  queue.push("b", at);
  queue.reset(a, at);
  queue.push("c", at);
  clock.advance(1s);
  EXPECT_EQ(take(3), "bac");
}

TEST_F(DelayQueueTest, DrainAllDueTakesJustThatInOrder)
{
  queue.push("c", 3s);
  queue.push("a", 1s);
  queue.push("d", 4s);
  queue.push("b", 2s);
  std::vector<std::string> values{"x"};
  EXPECT_EQ(queue.drain_all_due(values), 0U);
  clock.advance(3s);
  EXPECT_EQ(queue.drain_all_due(values), 3U);
  EXPECT_EQ(values, (std::vector<std::string>{"x", "a", "b", "c"}));
  EXPECT_TRUE(queue.drain_all_due().empty());
  EXPECT_EQ(queue.size(), 1U);
}

TEST_F(DelayQueueTest, AfterShutDownWhatIsDueIsTakenAndWhatIsDelayedIsDropped)
{
  queue.push("a", 1s);
  const DelayHandle b = queue.push("b", 1s);
  const DelayHandle late = queue.push("c", 1s + 1ns);
  queue.push("d", std::chrono::hours(1));
  clock.advance(1s);
  queue.shut_down();
  EXPECT_TRUE(queue.shutting_down());
  EXPECT_EQ(queue.dropped(), 2U);
  EXPECT_EQ(queue.size(), 2U);
  clock.advance(std::chrono::hours(2));
  EXPECT_EQ(queue.cancel(late), std::nullopt);
  EXPECT_FALSE(queue.reset(b, 1s));
  EXPECT_FALSE(queue.push("e", 0s));
  EXPECT_FALSE(queue.push("e", in(0s)));
  EXPECT_EQ(take(), "a");
  EXPECT_EQ(queue.cancel(b), "b");
  EXPECT_EQ(take(), "!");
  queue.shut_down();
  EXPECT_EQ(queue.dropped(), 2U);
}

TEST_F(DelayQueueTest, TakeDoesNotWaitForWhatIsDecided)
{
  std::stop_source stop;
  EmptyReason why{};
  queue.push("a", 0s);
  EXPECT_EQ(queue.take({}, in(-1s), &why), "a");  // a due value wins over the deadline
  EXPECT_EQ(why, EmptyReason::none);
  EXPECT_EQ(queue.take({}, clock.now(), &why), std::nullopt);
  EXPECT_EQ(why, EmptyReason::deadline);
  queue.push("b", 0s);
  stop.request_stop();
  EXPECT_EQ(queue.take(stop.get_token(), {}, &why), std::nullopt);  // and the stop token over a due value
  EXPECT_EQ(why, EmptyReason::stopped);
  queue.shut_down();
  EXPECT_EQ(queue.take({}, {}, &why), "b");
  EXPECT_EQ(queue.take({}, {}, &why), std::nullopt);
  EXPECT_EQ(why, EmptyReason::shut_down);
}

TEST(DelayQueueValues, NeedOnlyBeMovable)
{
  ManualClock clock;
  DelayQueue<std::unique_ptr<int>> queue(clock);
  const DelayHandle handle = queue.push(std::make_unique<int>(1), 1s);
  queue.push(std::make_unique<int>(2), 0s);
  queue.push(std::make_unique<int>(3), 0s);
  EXPECT_EQ(**queue.take(), 2);
  EXPECT_EQ(*queue.drain_all_due().front(), 3);
  EXPECT_EQ(**queue.cancel(handle), 1);
}

struct alignas(64) Aligned {
  std::array<char, 5000> bytes;
};

TEST(DelayQueueValues, MayBeLargeAndAligned)
{
  ManualClock clock;
  DelayQueue<Aligned> queue(clock);
  for (int index = 0; index < 20; ++index) {
    queue.push(Aligned{.bytes = {static_cast<char>(index)}}, 0s);
  }
  for (Aligned& value : queue.stream({}, 100)) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&value) % 64, 0U);
    if (value.bytes[0] == 19) break;
  }
  EXPECT_EQ(queue.size(), 0U);
}

/// Counts itself; throws when it is moved and `fails` says so.
struct Tracked {
  static inline int alive = 0;
  static inline bool fails = false;
  explicit Tracked(int which) : number(which) { ++alive; }
  Tracked(Tracked&& other) : number(other.number)
  {
    if (fails) throw std::runtime_error("move");
    ++alive;
  }
  Tracked& operator=(Tracked&&) = delete;
  ~Tracked() { --alive; }
  int number;
};

struct DelayQueueThrowTest : testing::Test {
  DelayQueueThrowTest() { Tracked::alive = 0, Tracked::fails = false; }
  ManualClock clock;
  std::optional<DelayQueue<Tracked>> queue{std::in_place, clock};
};

TEST_F(DelayQueueThrowTest, AMoveThatThrowsChangesNothing)
{
  const DelayHandle handle = queue->push(Tracked(1), 0s);
  queue->push(Tracked(2), 0s);
  Tracked::fails = true;
  std::vector<Tracked> drained;
  EXPECT_THROW(queue->push(Tracked(3), 0s), std::runtime_error);
  EXPECT_THROW(static_cast<void>(queue->take()), std::runtime_error);
  EXPECT_THROW(static_cast<void>(queue->try_take()), std::runtime_error);
  EXPECT_THROW(queue->cancel(handle), std::runtime_error);
  EXPECT_THROW(queue->drain_all_due(drained), std::runtime_error);
  Tracked::fails = false;
  EXPECT_EQ(queue->size(), 2U);
  EXPECT_EQ(Tracked::alive, 2);
  EXPECT_EQ(queue->cancel(handle)->number, 1);
  EXPECT_EQ(queue->try_take()->number, 2);
  EXPECT_EQ(Tracked::alive, 0);
}

TEST_F(DelayQueueThrowTest, EveryValueIsDestroyedOnce)
{
  for (int index = 0; index < 1000; ++index) queue->push(Tracked(index), index * 1ms);
  clock.advance(500ms);
  for (int index = 0; index < 100; ++index) static_cast<void>(queue->try_take());
  for (Tracked& value : queue->stream({}, 7)) {
    if (value.number == 200) break;
  }
  EXPECT_EQ(Tracked::alive, 799);
  queue->shut_down();
  EXPECT_EQ(Tracked::alive, 300);
  EXPECT_FALSE(queue->push(Tracked(1), 0s));
  EXPECT_EQ(Tracked::alive, 300);
  queue.reset();
  EXPECT_EQ(Tracked::alive, 0);
}

/// A value that uses its queue when it is destroyed.
struct Backward {
  explicit Backward(DelayQueue<Backward>& owner) : queue(&owner) {}
  Backward(Backward&& other) noexcept : queue(std::exchange(other.queue, nullptr)) {}
  Backward& operator=(Backward&&) = delete;
  ~Backward()
  {
    if (queue) static_cast<void>(queue->size());
  }
  DelayQueue<Backward>* queue;
};

TEST(DelayQueueValues, AreDestroyedWithoutTheLock)
{
  ManualClock clock;
  DelayQueue<Backward> queue(clock);
  for (int index = 0; index < 4; ++index) queue.push(Backward(queue), 0s);
  const DelayHandle handle = queue.push(Backward(queue), 1s);
  queue.push(Backward(queue), 1s);
  queue.cancel(handle);
  for ([[maybe_unused]] Backward& value : queue.stream({}, 2)) break;
  while (queue.try_take()) {
  }
  queue.shut_down();
  EXPECT_EQ(queue.dropped(), 1U);
  queue.push(Backward(queue), 1s);
}

}  // namespace
}  // namespace kubexx
