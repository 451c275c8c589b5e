// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/simulated_runtime.hpp"

#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/base/asio_thread_check.hpp"

namespace kubexx::testing {
namespace {

std::vector<int> order_of_ten(SimulatedRuntime& sim, const asio::any_io_executor& executor)
{
  std::vector<int> order;
  for (int task = 0; task < 10; ++task) asio::post(executor, [&order, task] { order.push_back(task); });
  sim.run_ready();
  return order;
}

std::vector<int> order_of_ten(SimulatedRuntime::Options options)
{
  SimulatedRuntime sim(std::move(options));
  return order_of_ten(sim, sim.runtime().executor);
}

const std::vector<int> kInOrder{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

TEST(SimulatedRuntime, TheSeedPicksAmongTheReadyTasks)
{
  EXPECT_NE(order_of_ten({.seed = 1}), kInOrder);
  EXPECT_NE(order_of_ten({.seed = 1}), order_of_ten({.seed = 2}));
  EXPECT_EQ(order_of_ten({.seed = 1}), order_of_ten({.seed = 1}));
}

TEST(SimulatedRuntime, WithoutDisorderItIsAQueue)
{
  EXPECT_EQ(order_of_ten({.seed = 1, .disorder = 0}), kInOrder);
}

TEST(SimulatedRuntime, AStrandKeepsItsOrder)
{
  SimulatedRuntime sim({.seed = 1});
  EXPECT_EQ(order_of_ten(sim, make_strand_of(sim.runtime().executor)), kInOrder);
}

TEST(SimulatedRuntime, RandomNumbersOfTheProductDoNotChangeTheOrder)
{
  SimulatedRuntime sim({.seed = 1});
  for (int more = 0; more < 3; ++more) (void)sim.runtime().random->next();
  EXPECT_EQ(order_of_ten(sim, sim.runtime().executor), order_of_ten({.seed = 1}));
}

TEST(SimulatedRuntime, TasksOfThePoolTakeTheirTurn)
{
  SimulatedRuntime sim({.seed = 1, .disorder = 0});
  std::vector<int> order;
  sim.runtime().pool->post([&] { order.push_back(1); });
  asio::post(sim.runtime().executor, [&] { order.push_back(2); });
  EXPECT_TRUE(order.empty());
  EXPECT_EQ(sim.run_ready(), 2U);
  EXPECT_EQ(order, (std::vector{1, 2}));
}

TEST(SimulatedRuntime, AStalledTaskComesLater)
{
  std::vector<Duration> stalls{std::chrono::seconds(5), Duration::zero()};
  SimulatedRuntime sim({.seed = 1, .stall = [&] {
                          const Duration stall = stalls.front();
                          stalls.erase(stalls.begin());
                          return stall;
                        }});
  std::vector<int> order;
  asio::post(sim.runtime().executor, [&] { order.push_back(1); });
  asio::post(sim.runtime().executor, [&] { order.push_back(2); });
  sim.run_ready();
  EXPECT_EQ(order, std::vector{2});
  sim.run_for(std::chrono::seconds(5));
  EXPECT_EQ(order, (std::vector{2, 1}));
}

TEST(SimulatedRuntime, ABlockingCallOnItsThreadIsAnErrorAndNoHang)
{
  SimulatedRuntime sim({.seed = 1});
  const Runtime runtime = sim.runtime();
  bool refused = false;
  asio::post(make_strand_of(runtime.executor), [&] {
    try {
      block_on(runtime.executor, [] { return async_yield(); }, "async_get");
    } catch (const std::logic_error&) {
      refused = true;
    }
  });
  sim.run_ready();
  EXPECT_TRUE(refused);
  EXPECT_FALSE(running_in_this_thread(runtime.executor));
}

// In a handler a blocking verb is refused; a function that may block, and the user, are not in one.
TEST(SimulatedRuntime, TasksOfThePoolMayBlockAndHandlersMayNot)
{
  SimulatedRuntime sim({.seed = 1});
  const Runtime runtime = sim.runtime();
  const Runtime user = sim.user_runtime();
  int asked = 0;
  const auto in_handler = [&](bool yes) {
    EXPECT_EQ(running_in_this_thread(runtime.executor), yes);
    EXPECT_FALSE(running_in_this_thread(user.executor));
    const auto refused = [&] { refuse_in_handler(runtime.executor, "async_get"); };
    if (yes) {
      EXPECT_THROW(refused(), std::logic_error);
    } else {
      EXPECT_NO_THROW(refused());
    }
    EXPECT_NO_THROW(refuse_in_handler(user.executor, "async_get"));
    // To wait would be for ever in each of them: there is no other thread.
    for (const auto& executor : {runtime.executor, user.executor}) {
      EXPECT_THROW(block_on(executor, [] { return async_yield(); }, "async_get"), std::logic_error);
    }
    ++asked;
  };
  in_handler(false);
  asio::post(make_strand_of(runtime.executor), [&] { in_handler(true); });
  runtime.pool->post([&] { in_handler(false); });
  asio::post(user.executor, [&] { EXPECT_FALSE(running_in_this_thread(user.executor)); });
  EXPECT_EQ(sim.run_ready(), 3U);
  EXPECT_EQ(asked, 3);
}

// Posts itself again and again.
struct Restless {
  asio::any_io_executor executor;
  std::size_t* runs;
  void operator()() const
  {
    ++*runs;
    asio::post(executor, *this);
  }
};

TEST(SimulatedRuntime, TimeThatStandsStillIsAFailure)
{
  SimulatedRuntime sim({.seed = 1, .max_tasks = 1000});
  std::size_t runs = 0;
  asio::post(sim.runtime().executor, Restless{sim.runtime().executor, &runs});
  const auto never = [] { return false; };
  EXPECT_THROW(sim.run_ready(), SimulationStuck);
  EXPECT_EQ(runs, 1000U);
  EXPECT_THROW(sim.run_for(std::chrono::seconds(1)), SimulationStuck);
  EXPECT_THROW((void)sim.run_until(never, std::chrono::seconds(1)), SimulationStuck);
  try {
    (void)sim.run_ready();
    ADD_FAILURE();
  } catch (const TestFailure& failure) {
    EXPECT_EQ(std::string(failure.what()),
              "the simulation is stuck: 1000 tasks have run at 2026-01-01T00:00:00.000000Z: something loops "
              "without waiting for time to pass");
  }
  const SteadyTime before = sim.clock().now();
  sim.force_time();
  sim.run_for(std::chrono::seconds(1));
  EXPECT_GE(sim.clock().now() - before, Duration(std::chrono::seconds(1)));
}

TEST(SimulatedRuntime, ManyTasksOverTimeAreNone)
{
  SimulatedRuntime sim({.seed = 1, .max_tasks = 100});
  std::size_t runs = 0;
  for (int round = 0; round < 10; ++round) {
    for (int task = 0; task < 90; ++task) asio::post(sim.runtime().executor, [&] { ++runs; });
    sim.run_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(runs, 900U);
}

TEST(SimulatedRuntime, WhatNeverRanIsDestroyedWithIt)
{
  auto held = std::make_shared<int>(1);
  {
    SimulatedRuntime sim({.seed = 1});
    asio::post(sim.runtime().executor, [held] { FAIL() << *held; });
    asio::post(make_strand_of(sim.runtime().executor), [held] { FAIL() << *held; });
    EXPECT_EQ(held.use_count(), 3);
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(SimulatedRuntime, WhatATaskThrowsLeavesTheRun)
{
  SimulatedRuntime sim({.seed = 1});
  asio::post(sim.runtime().executor, [] { throw std::runtime_error("a bug"); });
  EXPECT_THROW(sim.run_ready(), std::runtime_error);
}

}  // namespace
}  // namespace kubexx::testing
