// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <latch>
#include <new>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/task_pool.hpp"
#include "kubexx/workqueue/parallelize.hpp"

namespace kubexx {
namespace {

struct Shape {
  std::size_t pieces;
  std::size_t workers;
  std::size_t chunk;
};

class ParallelizeUntil : public testing::TestWithParam<Shape> {};

// upstream TestParallelizeUntil, and the edges
TEST_P(ParallelizeUntil, EachPieceIsDoneOnce)
{
  const auto [pieces, workers, chunk] = GetParam();
  ThreadPool pool(8);
  std::vector<std::atomic<int>> done(pieces);
  parallelize_until(pool, {}, workers, pieces, [&done](std::size_t piece) { ++done[piece]; }, chunk);
  for (std::size_t piece = 0; piece < pieces; ++piece) EXPECT_EQ(done[piece], 1) << piece;
}

INSTANTIATE_TEST_SUITE_P(Shapes, ParallelizeUntil,
                         testing::Values(Shape{1000, 10, 1}, Shape{1000, 10, 10}, Shape{1000, 10, 100},
                                         Shape{999, 10, 13}, Shape{5, 10, 1}, Shape{5, 10, 100}, Shape{0, 10, 1},
                                         Shape{1, 1, 1}, Shape{7, 0, 0}, Shape{100, 1, SIZE_MAX}),
                         [](const auto& shape) {
                           return std::to_string(shape.param.pieces) + "_pieces_" +
                                  std::to_string(shape.param.workers) + "_workers_" + std::to_string(shape.index);
                         });

/// Keeps what is posted.
class LatePool : public TaskPool {
public:
  void post(std::function<void()> task) override { tasks.push_back(std::move(task)); }
  std::deque<std::function<void()>> tasks;
};

TEST(ParallelizeUntilTest, WorkersAreThreadsAtTheSameTimeNoMoreThanAsked)
{
  ThreadPool pool(8);
  std::latch together(3);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  parallelize_until(pool, {}, 3, 3, [&](std::size_t) {
    together.arrive_and_wait();  // hangs unless three are inside
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(threads.size(), 3U);
  LatePool late;
  parallelize_until(late, {}, 100, 3, [](std::size_t) {});
  EXPECT_EQ(late.tasks.size(), 2U) << "one chunk each, and the caller has one";
}

TEST(ParallelizeUntilTest, ABusyPoolDoesNotHoldItUp)
{
  LatePool pool;
  int done = 0;
  parallelize_until(pool, {}, 4, 10, [&done](std::size_t) { ++done; });
  EXPECT_EQ(done, 10);
  ASSERT_EQ(pool.tasks.size(), 3U);
  for (auto& task : pool.tasks) task();
  EXPECT_EQ(done, 10) << "who comes too late does nothing";
}

TEST(ParallelizeUntilTest, TheCallerMayBeAThreadOfThePool)
{
  ThreadPool pool(1);
  std::atomic<int> done{0};
  std::latch ended(1);
  pool.post([&] {
    parallelize_until(pool, {}, 4, 10, [&done](std::size_t) { ++done; });
    ended.count_down();
  });
  ended.wait();
  EXPECT_EQ(done, 10);
}

TEST(ParallelizeUntilTest, StoppedBeforehandItDoesNothing)
{
  ThreadPool pool(4);
  std::stop_source stop;
  stop.request_stop();
  int done = 0;
  parallelize_until(pool, stop.get_token(), 4, 10, [&done](std::size_t) { ++done; });
  EXPECT_EQ(done, 0);
}

TEST(ParallelizeUntilTest, StoppedMeanwhileItEndsWhatItBeganAndBeginsNothing)
{
  LatePool nobody;
  std::stop_source stop;
  std::vector<std::size_t> done;
  parallelize_until(
      nobody, stop.get_token(), 4, 10,
      [&](std::size_t piece) {
        if (piece == 3) stop.request_stop();
        done.push_back(piece);
      },
      100);
  EXPECT_EQ(done, (std::vector<std::size_t>{0, 1, 2, 3})) << "also within a chunk";
}

TEST(ParallelizeUntilTest, TheFirstExceptionComesOutWhenAllHaveEnded)
{
  ThreadPool pool(4);
  std::atomic<int> inside{0};
  std::atomic<int> begun{0};
  try {
    parallelize_until(pool, {}, 4, 1'000'000, [&](std::size_t piece) {
      ++inside;
      ++begun;
      if (piece == 5) {
        --inside;
        throw std::runtime_error("five");
      }
      std::this_thread::yield();
      --inside;
    });
    FAIL() << "it did not throw";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "five");
  }
  EXPECT_EQ(inside, 0);
  EXPECT_LT(begun, 1'000'000);
}

TEST(ParallelizeUntilTest, APoolThatRefusesLeavesTheWorkToTheCaller)
{
  struct Full : TaskPool {
    void post(std::function<void()> /*task*/) override { throw std::bad_alloc(); }
  } pool;
  int done = 0;
  parallelize_until(pool, {}, 4, 10, [&done](std::size_t) { ++done; });
  EXPECT_EQ(done, 10);
}

}  // namespace
}  // namespace kubexx
