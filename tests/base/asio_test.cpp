// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/asio.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/manual_clock.hpp"

namespace kubexx {
namespace {

awaitable<void> sleep_then_note(Clock& clock, Duration delay, std::stop_token stop, int& outcome)
{
  outcome = (co_await async_sleep(clock, delay, stop)) ? 1 : 2;
}

TEST(AsyncSleep, EndsWhenTheManualClockComesThere)
{
  asio::io_context context;
  ManualClock clock;
  int outcome = 0;
  spawn(context.get_executor(), sleep_then_note(clock, std::chrono::seconds(10), {}, outcome));
  context.poll();
  clock.advance(std::chrono::milliseconds(9999));
  context.poll();
  EXPECT_EQ(outcome, 0);
  clock.advance(std::chrono::milliseconds(1));
  context.poll();
  EXPECT_EQ(outcome, 1);
}

TEST(AsyncSleep, EndsAtOnceWhenStopIsRequested)
{
  asio::io_context context;
  ManualClock clock;
  std::stop_source stop;
  int outcome = 0;
  spawn(context.get_executor(), sleep_then_note(clock, std::chrono::hours(1), stop.get_token(), outcome));
  context.poll();
  EXPECT_EQ(outcome, 0);
  stop.request_stop();
  context.poll();
  EXPECT_EQ(outcome, 2);
  EXPECT_FALSE(clock.next_due().has_value());
}

awaitable<void> ask_pool(TaskPool& pool, int& answer)
{
  std::function<int()> task = [] { return 42; };
  answer = co_await run_on<int>(pool, task);
}

TEST(SystemRuntime, ASecondIoThreadNeedsStrands)
{
  const SystemRuntime one({.log = Log()});
  const asio::any_io_executor executor = one.runtime().executor;
  EXPECT_TRUE(make_strand_of(executor) == executor);

  const SystemRuntime two({.io_threads = 2, .log = Log()});
  const asio::any_io_executor shared = two.runtime().executor;
  EXPECT_FALSE(make_strand_of(shared) == shared);
}

TEST(RunOn, ResumesWithTheValue)
{
  SystemRuntime system;
  int answer = 0;
  std::function<awaitable<void>()> work = [&] { return ask_pool(*system.runtime().pool, answer); };
  block_on(system.runtime().executor, work, "ask_pool");
  EXPECT_EQ(answer, 42);
}

TEST(BlockOn, RefusesAThreadOfItsOwnExecutor)
{
  SystemRuntime system;
  auto executor = system.runtime().executor;
  struct Inner {
    static awaitable<void> run(asio::any_io_executor own)
    {
      block_on(own, [] { return async_yield(); }, "async_get");
      co_return;
    }
  };
  try {
    block_on(executor, [executor] { return Inner::run(executor); }, "outer");
    FAIL() << "did not throw";
  } catch (const std::logic_error& error) {
    EXPECT_NE(std::string(error.what()).find("async_get"), std::string::npos);
  }
}

awaitable<void> wait_then_note(OneShot shot, std::vector<int>& order, int name)
{
  co_await shot.wait();
  order.push_back(name);
}

TEST(OneShotTest, ResumesTheWaitingCoroutineByPosting)
{
  asio::io_context context;
  OneShot shot;
  std::vector<int> order;
  spawn(context.get_executor(), wait_then_note(shot, order, 1));
  context.poll();
  EXPECT_TRUE(order.empty());
  EXPECT_FALSE(shot.fired());
  EXPECT_TRUE(shot.fire());
  EXPECT_TRUE(shot.fired());
  EXPECT_TRUE(order.empty()) << "resumed inside fire";
  context.poll();
  EXPECT_EQ(order, std::vector{1});
}

TEST(OneShotTest, OnlyTheFirstFireCountsAndAFiredOneDoesNotSuspend)
{
  asio::io_context context;
  OneShot shot;
  EXPECT_TRUE(shot.fire());
  EXPECT_FALSE(shot.fire());
  std::vector<int> order;
  spawn(context.get_executor(), wait_then_note(shot, order, 1));
  context.poll();
  EXPECT_EQ(order, std::vector{1});
}

TEST(OneShotTest, KeepsTheContextBusyWhileACoroutineWaits)
{
  asio::io_context context;
  OneShot shot;
  std::vector<int> order;
  spawn(context.get_executor(), wait_then_note(shot, order, 1));
  context.poll();
  EXPECT_FALSE(context.stopped());
  shot.fire();
  context.run();
  EXPECT_EQ(order.size(), 1U);
}

TEST(OneShotTest, AnyThreadMayFireAtAnyMoment)
{
  asio::io_context context;
  std::vector<int> order;
  for (int round = 0; round < 2000; ++round) {
    OneShot shot;
    std::atomic<int> fired{0};
    std::thread one([&] { fired += shot.fire() ? 1 : 0; });
    std::thread two([&] { fired += shot.fire() ? 1 : 0; });
    spawn(context.get_executor(), wait_then_note(shot, order, round));
    context.restart();
    context.run();
    one.join();
    two.join();
    ASSERT_EQ(fired, 1);
    ASSERT_EQ(order.back(), round);
  }
}

awaitable<void> wait_stop_then_note(std::stop_token stop, bool& ended)
{
  co_await async_wait_stop(stop);
  ended = true;
}

TEST(AsyncWaitStop, EndsWithTheStop)
{
  asio::io_context context;
  std::stop_source stop;
  bool ended = false;
  spawn(context.get_executor(), wait_stop_then_note(stop.get_token(), ended));
  context.poll();
  EXPECT_FALSE(ended);
  stop.request_stop();
  context.poll();
  EXPECT_TRUE(ended);
}

awaitable<void> note_yield_note(std::vector<int>& order, int name)
{
  order.push_back(name);
  co_await async_yield();
  order.push_back(-name);
}

TEST(AsyncYield, LetsOthersRunFirst)
{
  asio::io_context context;
  std::vector<int> order;
  spawn(context.get_executor(), note_yield_note(order, 1));
  spawn(context.get_executor(), note_yield_note(order, 2));
  context.run();
  EXPECT_EQ(order, (std::vector{1, 2, -1, -2}));
}

awaitable<void> ask_failing_pool(TaskPool& pool, std::string& message)
{
  std::function<int()> task = []() -> int { throw std::runtime_error("from the pool"); };
  std::exception_ptr failure;
  try {
    (void)co_await run_on<int>(pool, task);
  } catch (...) {
    failure = std::current_exception();
  }
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
}

TEST(RunOn, ResumesWithTheException)
{
  SystemRuntime system;
  std::string message;
  std::function<awaitable<void>()> work = [&] { return ask_failing_pool(*system.runtime().pool, message); };
  block_on(system.runtime().executor, work, "ask_failing_pool");
  EXPECT_EQ(message, "from the pool");
}

}  // namespace
}  // namespace kubexx
