// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/experimental/concurrent_channel.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/timer_queue/asio_timer_channel.hpp"
#include "kubexx/workqueue/timer_queue/asio_timer_queue.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

using Values = std::vector<std::string>;

struct Seen {
  Values values;
  EmptyReason end = EmptyReason::none;
};

awaitable<void> take_all(TimerQueue<std::string>& queue, std::stop_token stop, Seen& seen)
{
  while (auto value = co_await async_take(queue, stop, &seen.end)) seen.values.push_back(std::move(*value));
}

awaitable<void> take_one(TimerQueue<std::string>& queue, std::stop_token stop, Seen& seen)
{
  if (auto value = co_await async_take(queue, stop, &seen.end)) seen.values.push_back(std::move(*value));
}

awaitable<void> read_stream(TimerQueue<std::string>& queue, std::stop_token stop, std::size_t buffer, int most,
                            Seen& seen)
{
  auto stream = async_stream(queue, stop, buffer);
  while (most-- > 0) {
    std::string* value = co_await stream.async_receive();
    if (!value) break;
    seen.values.push_back(std::move(*value));
  }
  seen.end = stream.end_reason();
}

struct AsyncTimerQueueTest : testing::Test {
  asio::io_context context;
  ManualClock clock;
  std::optional<TimerQueue<std::string>> owner{std::in_place, clock};
  TimerQueue<std::string>& queue = *owner;
  std::stop_source stop;
  Seen seen;

  void run() { context.restart(), context.poll(); }
  void start(awaitable<void> work) { spawn(context.get_executor(), std::move(work)), run(); }
};

TEST_F(AsyncTimerQueueTest, TakesWhatIsDueAndWaitsForMore)
{
  queue.push("a", 0s);
  queue.push("c", 2s);
  start(take_all(queue, stop.get_token(), seen));
  EXPECT_EQ(seen.values, (Values{"a"}));
  EXPECT_EQ(clock.next_due(), clock.now() + 2s);
  queue.push("b", 1s);  // sooner
  EXPECT_EQ(clock.next_due(), clock.now() + 1s);
  clock.advance(1s);
  run();
  EXPECT_EQ(seen.values, (Values{"a", "b"}));
  clock.advance(1s);
  run();
  EXPECT_EQ(seen.values, (Values{"a", "b", "c"}));
  EXPECT_FALSE(clock.next_due());
  queue.push("d", 0s);
  run();
  EXPECT_EQ(seen.values.back(), "d");
  queue.shut_down();
  run();
  EXPECT_EQ(seen.end, EmptyReason::shut_down);
}

TEST_F(AsyncTimerQueueTest, AResetMovesTheTimer)
{
  const TimerHandle handle = queue.push("a", 1h);
  start(take_one(queue, {}, seen));
  EXPECT_TRUE(queue.reset(handle, 1s));
  EXPECT_EQ(clock.next_due(), clock.now() + 1s);
  EXPECT_TRUE(queue.reset(handle, 2s));
  clock.advance(1s);
  run();
  EXPECT_TRUE(seen.values.empty());
  clock.advance(1s);
  run();
  EXPECT_EQ(seen.values, (Values{"a"}));
}

TEST_F(AsyncTimerQueueTest, EveryDueValueWakesOneInTheOrderOfTheirWaiting)
{
  std::vector<Seen> waiting(3);
  for (auto& one : waiting) start(take_one(queue, {}, one));
  queue.push("a", 1s);
  queue.push("b", 1s);
  clock.advance(1s);
  context.restart();
  EXPECT_EQ(context.poll(), 2U);  // two handlers: the third was not woken
  EXPECT_EQ(waiting[0].values, (Values{"a"}));
  EXPECT_EQ(waiting[1].values, (Values{"b"}));
  EXPECT_TRUE(waiting[2].values.empty());
  queue.push("c", 0s);
  run();
  EXPECT_EQ(waiting[2].values, (Values{"c"}));
}

TEST_F(AsyncTimerQueueTest, TheOneWhoTakesTheLastDueValueLooksAtTheNextTime)
{
  Seen other;
  start(take_one(queue, {}, seen));
  start(take_one(queue, {}, other));
  queue.push("a", 0s);  // the first is on his way
  queue.push("b", 1s);
  run();
  EXPECT_EQ(clock.next_due(), clock.now() + 1s);
  clock.advance(1s);
  run();
  EXPECT_EQ(seen.values, (Values{"a"}));
  EXPECT_EQ(other.values, (Values{"b"}));
}

TEST_F(AsyncTimerQueueTest, AStopTokenWinsOverADueValue)
{
  queue.push("a", 0s);
  stop.request_stop();
  start(take_one(queue, stop.get_token(), seen));
  EXPECT_EQ(seen.end, EmptyReason::stopped);
  EXPECT_EQ(queue.size(), 1U);
}

TEST_F(AsyncTimerQueueTest, AStopEndsTheWaitAndTheTimer)
{
  queue.push("a", 1s);
  start(take_one(queue, stop.get_token(), seen));
  EXPECT_TRUE(clock.next_due());
  stop.request_stop();
  run();
  EXPECT_EQ(seen.end, EmptyReason::stopped);
  EXPECT_FALSE(clock.next_due());
}

TEST_F(AsyncTimerQueueTest, AWakeUpIsPassedOnByOneWhoStops)
{
  Seen other;
  start(take_one(queue, stop.get_token(), seen));
  start(take_one(queue, {}, other));
  queue.push("a", 0s);
  stop.request_stop();
  run();
  EXPECT_TRUE(seen.values.empty());
  EXPECT_EQ(other.values, (Values{"a"}));
}

TEST_F(AsyncTimerQueueTest, AWakeUpIsPassedOnByOneWhoseExecutorGoes)
{
  Seen other;
  {
    asio::io_context gone;
    spawn(gone.get_executor(), take_one(queue, {}, seen));
    gone.poll();
    start(take_one(queue, {}, other));
    queue.push("a", 0s);  // the first is on his way, and never arrives
  }
  run();
  EXPECT_TRUE(seen.values.empty());
  EXPECT_EQ(other.values, (Values{"a"}));
}

TEST_F(AsyncTimerQueueTest, AQueueThatGoesTellsThoseWhoWait)
{
  Seen reading;
  queue.push("a", 1s);
  start(take_one(queue, {}, seen));
  start(read_stream(queue, {}, 3, 9, reading));
  owner.reset();
  EXPECT_FALSE(clock.next_due());
  run();
  EXPECT_EQ(seen.end, EmptyReason::shut_down);
  EXPECT_EQ(reading.end, EmptyReason::shut_down);
}

TEST_F(AsyncTimerQueueTest, AStreamGivesEachValueWhenItIsDue)
{
  for (const char* value : {"a", "b", "c"}) queue.push(value, 0s);
  queue.push("d", 1s);
  start(read_stream(queue, stop.get_token(), 2, 9, seen));
  EXPECT_EQ(seen.values, (Values{"a", "b", "c"}));
  clock.advance(1s);
  run();
  EXPECT_EQ(seen.values.back(), "d");
  stop.request_stop();
  run();
  EXPECT_EQ(seen.end, EmptyReason::stopped);
}

TEST_F(AsyncTimerQueueTest, WhatAStreamDidNotReadGoesBack)
{
  for (const char* value : {"a", "b", "c", "d"}) queue.push(value, 0s);
  start(read_stream(queue, {}, 3, 2, seen));
  EXPECT_EQ(seen.values, (Values{"a", "b"}));
  EXPECT_EQ(queue.drain_all_due(), (Values{"c", "d"}));
}

using Channel = asio::experimental::concurrent_channel<void(boost::system::error_code, std::string)>;

awaitable<void> feed(TimerQueue<std::string>& queue, Channel& channel, std::stop_token stop, bool& ended)
{
  co_await async_feed(queue, channel, stop);
  ended = true;
}

awaitable<void> receive(Channel& channel, Seen& seen)
{
  boost::system::error_code error;
  for (;;) {
    auto value = co_await channel.async_receive(asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
    seen.values.push_back(std::move(value));
  }
  if (error == asio::error::eof) seen.values.emplace_back("eof");
}

TEST_F(AsyncTimerQueueTest, FeedsAnAsioChannelUntilTheShutDown)
{
  Channel channel(context.get_executor(), 1);
  bool ended = false;
  for (const char* value : {"a", "b", "c"}) queue.push(value, 0s);
  queue.push("d", 1s);
  start(feed(queue, channel, {}, ended));
  EXPECT_EQ(queue.size(), 2U);  // one in the channel's buffer, one being sent
  queue.push("z", -1s);
  start(receive(channel, seen));
  EXPECT_EQ(seen.values, (Values{"a", "b", "z", "c"}));
  clock.advance(1s);
  run();
  EXPECT_EQ(seen.values.back(), "d");
  EXPECT_FALSE(ended);
  queue.push("e", 0s);
  queue.shut_down();
  run();
  EXPECT_TRUE(ended);
  EXPECT_EQ(seen.values, (Values{"a", "b", "z", "c", "d", "e", "eof"}));
}

TEST_F(AsyncTimerQueueTest, FeedingEndsWithItsStopTokenOrACancelledSend)
{
  Channel channel(context.get_executor(), 1);
  bool ended = false;
  start(feed(queue, channel, stop.get_token(), ended));
  stop.request_stop();
  run();
  EXPECT_TRUE(ended);
  start(receive(channel, seen));
  EXPECT_EQ(seen.values, (Values{"eof"}));

  Channel full(context.get_executor(), 0);
  ended = false;
  queue.push("a", 0s);
  start(feed(queue, full, {}, ended));
  EXPECT_FALSE(ended);
  full.cancel();
  run();
  EXPECT_TRUE(ended);
}

awaitable<void> worker(TimerQueue<int>& queue, std::vector<std::atomic<int>>& seen)
{
  while (const auto value = co_await async_take(queue)) seen[static_cast<std::size_t>(*value)].fetch_add(1);
}

awaitable<void> reader(TimerQueue<int>& queue, std::vector<std::atomic<int>>& seen)
{
  auto stream = async_stream(queue, {}, 4);
  while (const int* value = co_await stream.async_receive()) {
    seen[static_cast<std::size_t>(*value)].fetch_add(1);
    co_await async_yield();
  }
}

TEST(AsyncTimerQueueThreads, CoroutinesAndThreadsShareAQueue)
{
  constexpr int kEach = 3'000;
  SystemRuntime::Options options;
  options.io_threads = 2;
  SystemRuntime system(options);
  TimerQueue<int> queue(*system.runtime().clock);
  std::vector<std::atomic<int>> seen(3 * kEach);
  std::atomic<int> ended{0};
  for (int index = 0; index < 4; ++index) {
    spawn(system.runtime().executor, worker(queue, seen), [&ended] { ++ended; });
    spawn(system.runtime().executor, reader(queue, seen), [&ended] { ++ended; });
  }
  std::thread consumer([&] {
    while (const auto value = queue.take()) seen[static_cast<std::size_t>(*value)].fetch_add(1);
  });
  std::vector<std::thread> producers;
  for (int producer = 0; producer < 3; ++producer) {
    producers.emplace_back([&, producer] {
      for (int index = 0; index < kEach; ++index) queue.push(producer * kEach + index, (index % 50) * 1us);
    });
  }
  for (auto& producer : producers) producer.join();
  while (queue.size() != 0) std::this_thread::yield();
  queue.shut_down();
  consumer.join();
  while (ended != 8) std::this_thread::yield();
  EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](const auto& times) { return times == 1; }));
  EXPECT_EQ(queue.dropped(), 0U);
}

}  // namespace
}  // namespace kubexx
