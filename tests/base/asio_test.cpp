// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/asio.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <stdexcept>

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

}  // namespace
}  // namespace kubexx
