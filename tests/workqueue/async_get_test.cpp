// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct Seen {
  std::vector<std::string> keys;
  EmptyReason end = EmptyReason::none;
};

awaitable<void> work(RateLimitingQueue<std::string>& queue, std::stop_token stop, Seen& seen)
{
  while (auto lease = co_await async_get(queue, stop, &seen.end)) {
    seen.keys.push_back(lease->key());
    lease->done();
  }
}

struct AsyncGetTest : testing::Test {
  asio::io_context context;
  ManualClock clock;
  RateLimitingQueue<std::string> queue{default_controller_rate_limiter<std::string>(), {.clock = &clock}};
  std::stop_source stop;
  Seen seen;

  void run() { context.restart(), context.poll(); }
  void start() { spawn(context.get_executor(), work(queue, stop.get_token(), seen)), run(); }
};

TEST_F(AsyncGetTest, TakesWhatIsReadyAndWaitsForMore)
{
  queue.add("a");
  queue.add("b");
  start();
  EXPECT_EQ(seen.keys, (std::vector<std::string>{"a", "b"}));
  queue.add("c");
  run();
  EXPECT_EQ(seen.keys.back(), "c");
  queue.shut_down();
  run();
  EXPECT_EQ(seen.end, EmptyReason::shut_down);
}

awaitable<void> work_in_batches(RateLimitingQueue<std::string>& queue, std::stop_token stop,
                                std::vector<std::size_t>& sizes, EmptyReason& end)
{
  LeaseBatch<std::string> batch;
  while (co_await async_get_batch(queue, batch, 3, stop, &end)) sizes.push_back(batch.size());
}

TEST_F(AsyncGetTest, ABatchWaitsForItsFirstKeyAndTakesWhatElseIsReady)
{
  std::vector<std::size_t> sizes;
  EmptyReason end = EmptyReason::none;
  for (const char* key : {"a", "b", "c", "d"}) queue.add(key);
  spawn(context.get_executor(), work_in_batches(queue, stop.get_token(), sizes, end));
  run();
  EXPECT_EQ(sizes, (std::vector<std::size_t>{3, 1}));
  for (const char* key : {"a", "b"}) queue.add(key);
  run();
  EXPECT_EQ(sizes, (std::vector<std::size_t>{3, 1, 2}));
  queue.add("e");
  stop.request_stop();
  run();
  EXPECT_EQ(end, EmptyReason::stopped);
  EXPECT_EQ(queue.size(), 1U) << "a key that a stopped worker did not take is still there";
  EXPECT_EQ(queue.shut_down_with_drain({}, clock.now()), DrainResult::deadline);
  ASSERT_TRUE(queue.try_get());
  EXPECT_EQ(queue.shut_down_with_drain({}, clock.now()), DrainResult::drained) << "nothing else is processing";
}

TEST_F(AsyncGetTest, AnEndedDelayWakesIt)
{
  queue.add_after("a", 1s);
  start();
  clock.advance(999ms);
  run();
  EXPECT_TRUE(seen.keys.empty());
  clock.advance(1ms);
  run();
  EXPECT_EQ(seen.keys, (std::vector<std::string>{"a"}));
  queue.add_after("b", 1s);
  queue.add_after("c", 500ms);
  clock.advance(500ms);
  run();
  EXPECT_EQ(seen.keys.back(), "c");
  clock.advance(500ms);
  run();
  EXPECT_EQ(seen.keys.back(), "b");
  stop.request_stop();
  run();
  EXPECT_EQ(seen.end, EmptyReason::stopped);
}

TEST_F(AsyncGetTest, ATriggeredStopTokenWinsOverAReadyKey)
{
  queue.add("a");
  stop.request_stop();
  start();
  EXPECT_EQ(seen.end, EmptyReason::stopped);
  EXPECT_EQ(queue.size(), 1U);
}

awaitable<void> take_one(RateLimitingQueue<std::string>& queue, std::stop_token stop, Seen& seen)
{
  if (auto lease = co_await async_get(queue, stop, &seen.end)) {
    seen.keys.push_back(lease->key());
    lease->release();
  }
}

struct FailingPolicy final : OrderPolicy<std::string> {
  void push(const std::string& /*item*/) override {}
  std::string pop() override { throw std::runtime_error("pop"); }
};

awaitable<void> note_failure(RateLimitingQueue<std::string>& other, int& failures)
{
  try {
    static_cast<void>(co_await async_get(other));
  } catch (const std::runtime_error&) {
    ++failures;
  }
}

TEST_F(AsyncGetTest, AFailingOrderPolicyThrowsOutOfTheAwaitAndTheNextWaiterGetsTheKey)
{
  RateLimitingQueue<std::string> other(RetryPolicy::exponential(1ms, 1s), {.clock = &clock},
                                       std::make_unique<FailingPolicy>());
  int failures = 0;
  spawn(context.get_executor(), note_failure(other, failures));
  spawn(context.get_executor(), take_one(other, {}, seen));
  run();
  other.add("a");
  run();
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(seen.keys, (std::vector<std::string>{"a"}));
}

TEST_F(AsyncGetTest, OneAddWakesTheFirstOfThoseWhoWait)
{
  std::vector<Seen> waiting(3);
  for (auto& one : waiting) spawn(context.get_executor(), take_one(queue, {}, one));
  run();
  queue.add("a");
  EXPECT_EQ(context.poll(), 1U);  // a single handler: nobody else was woken
  EXPECT_EQ(waiting[0].keys, (std::vector<std::string>{"a"}));
  queue.add("b");
  queue.add("c");
  run();
  EXPECT_EQ(waiting[1].keys, (std::vector<std::string>{"b"}));
  EXPECT_EQ(waiting[2].keys, (std::vector<std::string>{"c"}));
}

TEST_F(AsyncGetTest, ADueKeyThatSomebodyTakesWakesNobodyElse)
{
  // Set before the queue's own timer, it runs before that at the same time.
  std::string taken;
  const Timer first = clock.call_at(clock.now() + 1s, [&] { taken = queue.try_get()->key(); });
  queue.add_after("a", 1s);
  Seen one;
  spawn(context.get_executor(), take_one(queue, stop.get_token(), one));
  run();
  clock.advance(1s);
  EXPECT_EQ(taken, "a");
  context.restart();
  EXPECT_EQ(context.poll(), 0U);
  stop.request_stop();
  run();
}

TEST_F(AsyncGetTest, TheTimerIsArmedOnlyWhileACoroutineWaitsAndSomethingIsDelayed)
{
  queue.add_after("a", 1s);
  EXPECT_FALSE(clock.next_due());
  Seen one;
  spawn(context.get_executor(), take_one(queue, stop.get_token(), one));
  run();
  EXPECT_EQ(clock.next_due(), clock.now() + 1s);
  queue.add_after("b", 500ms);
  EXPECT_EQ(clock.next_due(), clock.now() + 500ms);
  queue.add_after("c", 2s);
  EXPECT_EQ(clock.next_due(), clock.now() + 500ms);
  clock.advance(500ms);
  run();
  EXPECT_EQ(one.keys, (std::vector<std::string>{"b"}));
  EXPECT_FALSE(clock.next_due());

  Seen two;
  spawn(context.get_executor(), take_one(queue, stop.get_token(), two));
  run();
  EXPECT_EQ(clock.next_due(), clock.now() + 500ms);
  stop.request_stop();
  run();
  EXPECT_EQ(two.end, EmptyReason::stopped);
  EXPECT_FALSE(clock.next_due());
}

TEST_F(AsyncGetTest, AShutDownCancelsTheTimer)
{
  queue.add_after("a", 1s);
  start();
  EXPECT_TRUE(clock.next_due());
  queue.shut_down();
  EXPECT_FALSE(clock.next_due());
  run();
  EXPECT_EQ(seen.end, EmptyReason::shut_down);
}

TEST_F(AsyncGetTest, AWakeUpIsNotLostWhenItsReceiverStops)
{
  Seen other;
  spawn(context.get_executor(), take_one(queue, stop.get_token(), seen));
  run();
  spawn(context.get_executor(), take_one(queue, {}, other));
  run();
  queue.add("a");  // wakes the first, which stops before it runs
  stop.request_stop();
  run();
  EXPECT_TRUE(seen.keys.empty());
  EXPECT_EQ(other.keys, (std::vector<std::string>{"a"}));
}

TEST_F(AsyncGetTest, DelaysEndForTheOthersWhenOneOfThemStops)
{
  Seen other;
  queue.add_after("a", 1s);
  spawn(context.get_executor(), take_one(queue, stop.get_token(), seen));
  spawn(context.get_executor(), take_one(queue, {}, other));
  run();
  stop.request_stop();
  run();
  clock.advance(1s);
  run();
  EXPECT_EQ(other.keys, (std::vector<std::string>{"a"}));
}

TEST(AsyncGetEnd, AQueueThatGoesTellsThoseWhoWait)
{
  asio::io_context context;
  ManualClock clock;
  Seen seen;
  {
    RateLimitingQueue<std::string> queue(default_controller_rate_limiter<std::string>(), {.clock = &clock});
    spawn(context.get_executor(), take_one(queue, {}, seen));
    context.poll();
  }
  context.poll();
  EXPECT_EQ(seen.end, EmptyReason::shut_down);
}

TEST(AsyncGetThreads, CoroutinesAndThreadsShareAQueue)
{
  constexpr int kKeys = 20;
  SystemRuntime::Options options;
  options.io_threads = 2;
  SystemRuntime system(options);
  RateLimitingQueue<std::string> queue(RetryPolicy::exponential(10us, 1ms), {.clock = system.runtime().clock});
  std::atomic<int> handed{0};
  std::atomic<int> ended{0};
  std::atomic<int> shared_holds{0};
  std::array<std::atomic<int>, kKeys> holders{};
  struct Worker {
    static awaitable<void> run(RateLimitingQueue<std::string>& queue, std::atomic<int>& handed,
                               std::atomic<int>& shared_holds, std::array<std::atomic<int>, kKeys>& holders)
    {
      while (auto lease = co_await async_get(queue)) {
        auto& holder = holders[static_cast<std::size_t>(std::stoi(lease->key()))];
        if (holder.fetch_add(1) != 0) ++shared_holds;
        if (++handed % 5 == 0) queue.add_rate_limited(lease->key());
        co_await async_yield();
        holder.fetch_sub(1);
      }
    }
  };
  for (int index = 0; index < 6; ++index) {
    spawn(system.runtime().executor, Worker::run(queue, handed, shared_holds, holders), [&ended] { ++ended; });
  }
  std::thread worker([&] {
    while (auto lease = queue.get()) {
      auto& holder = holders[static_cast<std::size_t>(std::stoi(lease->key()))];
      if (holder.fetch_add(1) != 0) ++shared_holds;
      ++handed;
      holder.fetch_sub(1);
    }
  });
  std::vector<std::thread> producers;
  for (int producer = 0; producer < 3; ++producer) {
    producers.emplace_back([&queue, producer] {
      for (int index = 0; index < 2000; ++index) {
        queue.add(std::to_string((index + producer) % kKeys));
        if (index % 10 == 0) queue.add_after(std::to_string(index % kKeys), 20us);
      }
    });
  }
  for (auto& producer : producers) producer.join();
  EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::drained);
  worker.join();
  while (ended != 6) std::this_thread::yield();
  EXPECT_EQ(shared_holds, 0);
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_GE(handed, kKeys);
}

awaitable<void> drain(RateLimitingQueue<std::string>& queue, std::optional<SteadyTime> deadline,
                      std::optional<DrainResult>& result)
{
  result = co_await async_shut_down_with_drain(queue, deadline);
}

TEST_F(AsyncGetTest, ADrainEndsWhenTheLastKeyIsDone)
{
  queue.add("a");
  auto lease = queue.try_get();
  queue.add("b");
  std::optional<DrainResult> result;
  spawn(context.get_executor(), drain(queue, {}, result));
  run();
  EXPECT_FALSE(result);
  lease->done();
  run();
  EXPECT_FALSE(result);
  queue.try_get()->done();
  run();
  EXPECT_EQ(result, DrainResult::drained);
}

TEST_F(AsyncGetTest, ADrainEndsAtItsDeadline)
{
  queue.add("a");
  std::optional<DrainResult> result;
  spawn(context.get_executor(), drain(queue, clock.now() + 1s, result));
  run();
  clock.advance(1s);
  run();
  EXPECT_EQ(result, DrainResult::deadline);
}

TEST_F(AsyncGetTest, AShutDownEndsADrain)
{
  queue.add("a");
  std::optional<DrainResult> result;
  spawn(context.get_executor(), drain(queue, {}, result));
  run();
  queue.shut_down();
  run();
  EXPECT_EQ(result, DrainResult::shut_down);
}

// Another thread may shut the queue down before the callback is there.
TEST_F(AsyncGetTest, AShutDownRightAfterADrainHasBegunEndsIt)
{
  queue.add("a");
  const auto lease = queue.try_get();
  ASSERT_TRUE(lease);
  std::optional<DrainResult> result;
  const std::uint64_t begun = queue.driver().begin_drain();
  queue.shut_down();
  (void)queue.driver().on_drained([&](DrainResult how) { result = how; }, begun);
  EXPECT_EQ(result, DrainResult::shut_down);
  EXPECT_EQ(queue.driver().drain_callbacks(), 0U);
}

awaitable<void> drain_until(RateLimitingQueue<std::string>& queue, std::stop_token stop,
                            std::optional<DrainResult>& result)
{
  result = co_await async_shut_down_with_drain(queue, {}, stop);
}

TEST_F(AsyncGetTest, AStopTokenEndsADrain)
{
  queue.add("a");
  std::optional<DrainResult> result;
  spawn(context.get_executor(), drain_until(queue, stop.get_token(), result));
  run();
  stop.request_stop();
  run();
  EXPECT_EQ(result, DrainResult::stopped);
  EXPECT_TRUE(queue.shutting_down());
}

/// A clock that has no memory for its next timers.
class PoorClock final : public Clock {
public:
  [[nodiscard]] SteadyTime now() const noexcept override { return inner.now(); }
  [[nodiscard]] WallTime wall_now() const noexcept override { return inner.wall_now(); }
  [[nodiscard]] Timer call_at(SteadyTime when, std::function<void()> callback) override
  {
    if (refusals > 0) {
      --refusals;
      throw std::bad_alloc();
    }
    return inner.call_at(when, std::move(callback));
  }
  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                  std::optional<SteadyTime> deadline, std::stop_token token) override
  {
    inner.wait_until(lock, cv, deadline, std::move(token));
  }
  ManualClock inner;
  int refusals = 0;
};

TEST(AsyncGetMemory, ATimerThatCannotBeSetIsTriedAgain)
{
  asio::io_context context;
  PoorClock clock;
  RateLimitingQueue<std::string> queue(default_controller_rate_limiter<std::string>(), {.clock = &clock});
  Seen seen;
  spawn(context.get_executor(), work(queue, {}, seen));
  context.poll();
  clock.refusals = 1;
  EXPECT_NO_THROW(queue.add_after("a", 1s));
  EXPECT_EQ(queue.delayed(), 1U);
  EXPECT_FALSE(clock.inner.next_due());
  context.restart();
  context.poll();
  EXPECT_EQ(clock.inner.next_due(), clock.now() + 1s);
  clock.refusals = 5;
  queue.add_after("b", 500ms);
  context.restart();
  context.poll();
  EXPECT_EQ(clock.refusals, 0);
  for (int half = 0; half < 2; ++half) {
    clock.inner.advance(500ms);
    context.restart();
    context.poll();
  }
  EXPECT_EQ(seen.keys, (std::vector<std::string>{"b", "a"}));
  queue.shut_down();
  context.restart();
  context.poll();
}

/// Counts the looks at it. A queue that is observed looks once with each hold of its lock.
class CountedClock final : public Clock {
public:
  [[nodiscard]] SteadyTime now() const noexcept override
  {
    ++looks;
    return inner_.now();
  }
  [[nodiscard]] WallTime wall_now() const noexcept override { return inner_.wall_now(); }
  [[nodiscard]] Timer call_at(SteadyTime when, std::function<void()> callback) override
  {
    return inner_.call_at(when, std::move(callback));
  }
  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                  std::optional<SteadyTime> deadline, std::stop_token token) override
  {
    inner_.wait_until(lock, cv, deadline, std::move(token));
  }

  mutable std::atomic<std::size_t> looks{0};

private:
  ManualClock inner_;
};

awaitable<void> take_until_shut_down(Queue<int>& queue, std::size_t& ended)
{
  while (auto lease = co_await async_get(queue)) lease->done();
  ++ended;
}

// No hold of the lock is long, however many wait: see bounded_hold_test.cpp.
TEST(AsyncGetShutDown, ThoseThatWaitAreWokenPieceByPiece)
{
  constexpr std::size_t kWaiting = 4000;
  CountedClock clock;
  asio::io_context context;
  Queue<int> queue({.clock = &clock});
  queue.observe([](const auto&) {});
  std::size_t ended = 0;
  for (std::size_t waiting = 0; waiting < kWaiting; ++waiting) {
    spawn(context.get_executor(), take_until_shut_down(queue, ended));
  }
  context.poll();
  const std::size_t before = clock.looks;
  queue.shut_down();
  EXPECT_GE(clock.looks - before, kWaiting / detail::QueueState::kMostMoved);
  context.restart();
  context.poll();
  EXPECT_EQ(ended, kWaiting);
}

}  // namespace
}  // namespace kubexx
