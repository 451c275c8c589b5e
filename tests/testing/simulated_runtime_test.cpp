// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/simulated_runtime.hpp"

#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <stdexcept>
#include <vector>

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
