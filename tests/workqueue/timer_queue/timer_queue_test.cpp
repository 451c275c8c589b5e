// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/timer_queue/timer_queue.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kubexx/base/manual_clock.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct TimerQueueTest : testing::Test {
  ManualClock clock;
  TimerQueue<std::string> queue{clock};

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

TEST_F(TimerQueueTest, AValueIsThereWhenItsTimeHasCome)
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

TEST_F(TimerQueueTest, ATimePointAndADelayAreTheSame)
{
  queue.push("b", in(2s));
  queue.push("a", 1s);
  queue.push("c", 3s);
  clock.advance(3s);
  EXPECT_EQ(take(3), "abc");
}

TEST_F(TimerQueueTest, EqualValuesAreDifferentOnes)
{
  const TimerHandle one = queue.push("a", 1s);
  const TimerHandle two = queue.push("a", 1s);
  EXPECT_FALSE(one == two);
  EXPECT_EQ(queue.size(), 2U);
  clock.advance(1s);
  EXPECT_EQ(take(3), "aa-");
}

TEST_F(TimerQueueTest, EqualTimesComeInTheOrderOfThePushes)
{
  const SteadyTime at = in(1s);
  for (int index = 0; index < 100; ++index) queue.push(std::to_string(index), at);
  clock.advance(1s);
  for (int index = 0; index < 100; ++index) EXPECT_EQ(take(), std::to_string(index));
}

TEST_F(TimerQueueTest, TheEarliestTimeComesFirstWhoeverLookedWhen)
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

TEST_F(TimerQueueTest, NegativeDelaysAndPastTimesAreDueAtOnceInTheirOrder)
{
  queue.push("c", 0s);
  queue.push("b", -1ns);
  queue.push("a", SteadyTime::min());
  queue.push("a2", Duration::min());
  EXPECT_EQ(take(4), "aa2bc");
}

TEST_F(TimerQueueTest, AHugeDelayNeverEnds)
{
  const TimerHandle delay = queue.push("a", Duration::max());
  queue.push("b", SteadyTime::max());
  clock.advance(std::chrono::hours(24 * 365 * 100));
  EXPECT_EQ(take(), "-");
  EXPECT_EQ(queue.cancel(delay), "a");
  EXPECT_EQ(queue.size(), 1U);
}

TEST_F(TimerQueueTest, CancelGivesTheValueBackOnce)
{
  const TimerHandle handle = queue.push("a", 1s);
  queue.push("b", 1s);
  EXPECT_TRUE(handle);
  EXPECT_EQ(queue.cancel(handle), "a");
  EXPECT_EQ(queue.cancel(handle), std::nullopt);
  EXPECT_EQ(queue.size(), 1U);
  clock.advance(1s);
  EXPECT_EQ(take(2), "b-");
}

TEST_F(TimerQueueTest, ADueValueCanBeCancelled)
{
  const TimerHandle handle = queue.push("a", 1s);
  clock.advance(2s);
  EXPECT_EQ(queue.cancel(handle), "a");
  EXPECT_EQ(take(), "-");
}

TEST_F(TimerQueueTest, TheHandleOfATakenValueNamesNothingAlsoWhenItsPlaceIsUsedAgain)
{
  const TimerHandle taken = queue.push("a", 0s);
  EXPECT_EQ(take(), "a");
  const TimerHandle next = queue.push("b", 1s);
  EXPECT_EQ(queue.cancel(taken), std::nullopt);
  EXPECT_FALSE(queue.reset(taken, 0s));
  EXPECT_EQ(take(), "-");
  EXPECT_EQ(queue.cancel(next), "b");
}

TEST_F(TimerQueueTest, AnEmptyHandleAndOneOfAnotherQueueDoNoHarm)
{
  TimerQueue<int> other(clock);
  TimerHandle foreign;
  for (int index = 0; index < 10; ++index) foreign = other.push(index, 1s);
  EXPECT_FALSE(TimerHandle());
  EXPECT_EQ(queue.cancel(TimerHandle()), std::nullopt);
  EXPECT_FALSE(queue.reset(TimerHandle(), 1s));
  EXPECT_EQ(queue.cancel(foreign), std::nullopt);
}

TEST_F(TimerQueueTest, ResetMakesItSoonerOrLater)
{
  const TimerHandle a = queue.push("a", 2s);
  const TimerHandle b = queue.push("b", 1s);
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

TEST_F(TimerQueueTest, ADueValueCanBeDelayedAgain)
{
  const TimerHandle a = queue.push("a", 0s);
  EXPECT_TRUE(queue.reset(a, 1s));
  EXPECT_EQ(take(), "-");
  clock.advance(1s);
  EXPECT_EQ(take(), "a");
}

TEST_F(TimerQueueTest, AResetStandsAmongEqualTimesAsIfPushedThen)
{
  const SteadyTime at = in(1s);
  const TimerHandle a = queue.push("a", at);
  queue.push("b", at);
  queue.reset(a, at);
  queue.push("c", at);
  clock.advance(1s);
  EXPECT_EQ(take(3), "bac");
}

TEST_F(TimerQueueTest, DrainAllDueTakesJustThatInOrder)
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

TEST_F(TimerQueueTest, AfterShutDownWhatIsDueIsTakenAndWhatIsDelayedIsDropped)
{
  queue.push("a", 1s);
  const TimerHandle b = queue.push("b", 1s);
  const TimerHandle late = queue.push("c", 1s + 1ns);
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

TEST_F(TimerQueueTest, TakeDoesNotWaitForWhatIsDecided)
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

TEST(TimerQueueValues, NeedOnlyBeMovable)
{
  ManualClock clock;
  TimerQueue<std::unique_ptr<int>> queue(clock);
  const TimerHandle handle = queue.push(std::make_unique<int>(1), 1s);
  queue.push(std::make_unique<int>(2), 0s);
  queue.push(std::make_unique<int>(3), 0s);
  EXPECT_EQ(**queue.take(), 2);
  EXPECT_EQ(*queue.drain_all_due().front(), 3);
  EXPECT_EQ(**queue.cancel(handle), 1);
}

struct alignas(64) Aligned {
  std::array<char, 5000> bytes;
};

TEST(TimerQueueValues, MayBeLargeAndAligned)
{
  ManualClock clock;
  TimerQueue<Aligned> queue(clock);
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

struct TimerQueueThrowTest : testing::Test {
  TimerQueueThrowTest() { Tracked::alive = 0, Tracked::fails = false; }
  ManualClock clock;
  std::optional<TimerQueue<Tracked>> queue{std::in_place, clock};
};

TEST_F(TimerQueueThrowTest, AMoveThatThrowsChangesNothing)
{
  const TimerHandle handle = queue->push(Tracked(1), 0s);
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

TEST_F(TimerQueueThrowTest, EveryValueIsDestroyedOnce)
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
  explicit Backward(TimerQueue<Backward>& owner) : queue(&owner) {}
  Backward(Backward&& other) noexcept : queue(std::exchange(other.queue, nullptr)) {}
  Backward& operator=(Backward&&) = delete;
  ~Backward()
  {
    if (queue) static_cast<void>(queue->size());
  }
  TimerQueue<Backward>* queue;
};

TEST(TimerQueueValues, AreDestroyedWithoutTheLock)
{
  ManualClock clock;
  TimerQueue<Backward> queue(clock);
  for (int index = 0; index < 4; ++index) queue.push(Backward(queue), 0s);
  const TimerHandle handle = queue.push(Backward(queue), 1s);
  queue.push(Backward(queue), 1s);
  queue.cancel(handle);
  for ([[maybe_unused]] Backward& value : queue.stream({}, 2)) break;
  while (queue.try_take()) {
  }
  queue.shut_down();
  EXPECT_EQ(queue.dropped(), 1U);
  queue.push(Backward(queue), 1s);
}

/// Asks, when it is destroyed without the lock, how many values the queue still has.
struct Counting {
  explicit Counting(TimerQueue<Counting>& of, std::vector<std::size_t>& seen) : queue(&of), sizes(&seen) {}
  Counting(Counting&& other) noexcept : queue(std::exchange(other.queue, nullptr)), sizes(other.sizes) {}
  Counting& operator=(Counting&&) = delete;
  ~Counting()
  {
    if (queue) sizes->push_back(queue->size());
  }
  TimerQueue<Counting>* queue;
  std::vector<std::size_t>* sizes;
};

/// What becomes of so many values, `later` of which come after the shutdown, at these times.
void expect_bounded_shut_down(std::size_t later, const std::function<Duration(std::size_t)>& time)
{
  constexpr std::size_t kDue = 3000;
  ManualClock clock;
  std::vector<std::size_t> sizes;
  TimerQueue<Counting> queue(clock);
  for (std::size_t at = 0; at < later; ++at) {
    queue.push(Counting(queue, sizes), time(at));
    if (at < kDue) queue.push(Counting(queue, sizes), 0s);
  }
  sizes.clear();
  queue.shut_down();
  EXPECT_EQ(queue.dropped(), later);
  EXPECT_EQ(queue.size(), kDue);
  ASSERT_EQ(sizes.size(), later);
  std::size_t before = later + kDue;
  for (const std::size_t size : sizes) {
    ASSERT_LE(before - size, 1024U) << "dropped with one hold of the lock";
    before = size;
  }
  sizes.clear();
  while (queue.try_take()) {
  }
  EXPECT_EQ(sizes.size(), kDue);
}

TEST(TimerQueueShutDown, DropsAFewHundredValuesWithOneHoldOfTheLock)
{
  expect_bounded_shut_down(20'000, [](std::size_t at) { return 1s + Duration(at); });
  expect_bounded_shut_down(20'000, [](std::size_t at) { return 1s * (at + 1); });
  expect_bounded_shut_down(20'000, [](std::size_t at) { return Duration(at % 7 + 1); });  // in the heap of what is near
}

TEST(TimerQueueGuide, ATimeoutThatIsCancelled)
{
  ManualClock clock;
  std::stop_source source;
  const std::stop_token stop = source.get_token();
  TimerQueue<std::function<void()>> timeouts(clock);
  const TimerHandle handle = timeouts.push([] { std::puts("no answer within 30 s"); }, 30s);
  EXPECT_TRUE(timeouts.cancel(handle));
  timeouts.push([&source] { source.request_stop(); }, 0s);
  for (auto& timeout : timeouts.stream(stop)) timeout();
  EXPECT_EQ(timeouts.size(), 0U);
}

TEST(TimerQueueName, DelayQueueIsTheSameType)
{
  static_assert(std::is_same_v<DelayQueue<std::string>, TimerQueue<std::string>>);
  ManualClock clock;
  DelayQueue<std::string> queue(clock);
  queue.push("a", 0s);
  EXPECT_EQ(queue.try_take(), "a");
}

}  // namespace
}  // namespace kubexx
