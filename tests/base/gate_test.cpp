// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/gate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace kubexx {
namespace {

static_assert(std::is_nothrow_move_constructible_v<Gate::Holder>);
static_assert(std::is_nothrow_move_assignable_v<Gate::Holder>);
static_assert(!std::is_copy_constructible_v<Gate::Holder>);

TEST(Gate, CountsItsHolders)
{
  Gate gate;
  EXPECT_EQ(gate.holders(), 0U);
  {
    const Gate::Holder one = gate.hold();
    const auto two = gate.try_hold();
    EXPECT_TRUE(two);
    EXPECT_EQ(gate.holders(), 2U);
  }
  EXPECT_EQ(gate.holders(), 0U);
}

TEST(Gate, MovingAHolderTransfersTheEntry)
{
  Gate gate;
  Gate::Holder one = gate.hold();
  Gate::Holder two = std::move(one);
  EXPECT_EQ(gate.holders(), 1U);
  one = gate.hold();
  one = std::move(two);
  EXPECT_EQ(gate.holders(), 1U);
  one.release();
  one.release();
  EXPECT_EQ(gate.holders(), 0U);
}

TEST(Gate, ClosedItRefusesNewcomers)
{
  Gate gate;
  EXPECT_FALSE(gate.is_closed());
  gate.close();
  gate.close();
  EXPECT_TRUE(gate.is_closed());
  EXPECT_FALSE(gate.try_hold());
  EXPECT_THROW((void)gate.hold(), GateClosed);
}

TEST(Gate, OnEmptyIsCalledOnceClosedAndEmpty)
{
  Gate gate;
  int called = 0;
  auto holder = gate.hold();
  gate.on_empty([&] { ++called; });
  gate.close();
  EXPECT_EQ(called, 0);
  holder.release();
  EXPECT_EQ(called, 1);
  gate.on_empty([&] { ++called; });
  EXPECT_EQ(called, 2);
}

TEST(Gate, OnEmptyWaitsForTheCloseOfAnEmptyGate)
{
  Gate gate;
  int called = 0;
  gate.on_empty([&] { ++called; });
  gate.hold().release();
  EXPECT_EQ(called, 0);
  gate.close();
  EXPECT_EQ(called, 1);
}

TEST(Gate, WaitAndTheDestructorWaitForTheLastHolder)
{
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> left{4};
    std::vector<std::thread> threads;
    {
      Gate gate;
      for (int index = 0; index < 4; ++index) {
        threads.emplace_back([&left, holder = gate.hold()]() mutable {
          std::this_thread::yield();
          --left;
          holder.release();
        });
      }
      if (round % 2 == 0) {
        gate.close();
        gate.wait();
        EXPECT_EQ(left, 0);
      }
    }
    EXPECT_EQ(left, 0);
    for (auto& thread : threads) thread.join();
  }
}

}  // namespace
}  // namespace kubexx
