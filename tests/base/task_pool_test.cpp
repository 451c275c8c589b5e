// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/task_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <latch>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace kubexx {
namespace {

TEST(ThreadPool, RunsEveryTaskOnceBeforeItsDestructorEnds)
{
  std::atomic<int> ran{0};
  {
    ThreadPool pool(3);
    for (int index = 0; index < 1000; ++index) pool.post([&] { ++ran; });
  }
  EXPECT_EQ(ran, 1000);
}

TEST(ThreadPool, WithoutTasksItEnds)
{
  const ThreadPool pool(4);
}

TEST(ThreadPool, TasksRunAtTheSameTimeUpToTheNumberOfThreads)
{
  ThreadPool pool(4);
  std::barrier together(4);  // ends only if four run at once
  std::latch ended(4);
  for (int index = 0; index < 4; ++index) {
    pool.post([&] {
      together.arrive_and_wait();
      ended.count_down();
    });
  }
  ended.wait();
}

TEST(ThreadPool, NeverMoreThanItsThreads)
{
  std::mutex mutex;
  std::set<std::thread::id> threads;
  {
    ThreadPool pool(2);
    for (int index = 0; index < 200; ++index) {
      pool.post([&] {
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
      });
    }
  }
  EXPECT_GE(threads.size(), 1U);
  EXPECT_LE(threads.size(), 2U);
  EXPECT_EQ(threads.count(std::this_thread::get_id()), 0U);
}

TEST(ThreadPool, ZeroThreadsMeansOne)
{
  std::atomic<bool> ran{false};
  {
    ThreadPool pool(0);
    pool.post([&] { ran = true; });
  }
  EXPECT_TRUE(ran);
}

TEST(ThreadPool, ATaskPostedByATaskDuringTheDestructorRuns)
{
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> ran{0};
    {
      auto pool = std::make_unique<ThreadPool>(8);
      auto* pointer = pool.get();
      for (int index = 0; index < 4; ++index) {
        pool->post([&ran, pointer] {
          for (int inner = 0; inner < 10; ++inner) pointer->post([&ran] { ++ran; });
        });
      }
    }
    EXPECT_EQ(ran, 40);
  }
}

TEST(ThreadPool, ATasksCapturesAreDestroyedWhenItHasRun)
{
  std::latch next(1);
  ThreadPool pool(1);
  auto held = std::make_shared<int>(1);
  std::weak_ptr<int> watched = held;
  pool.post([held = std::move(held)] {});
  pool.post([&] { next.count_down(); });
  next.wait();
  EXPECT_TRUE(watched.expired());
}

TEST(ThreadPool, AnotherHasThreadsOfItsOwn)
{
  std::latch held(1);  // longer than the thread that waits for it
  ThreadPool busy(1);
  busy.post([&] { held.wait(); });
  {
    const std::unique_ptr<TaskPool> another = busy.another(1);
    std::latch ran(1);
    another->post([&] { ran.count_down(); });
    ran.wait();
  }
  held.count_down();
}

}  // namespace
}  // namespace kubexx
