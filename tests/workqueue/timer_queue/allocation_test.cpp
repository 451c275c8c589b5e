// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <thread>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/timer_queue/timer_queue.hpp"
#include "support/allocations.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

TEST(TimerQueueAllocations, NoneInSteadyState)
{
  ManualClock clock;
  TimerQueue<std::uint64_t> queue(clock);
  std::vector<std::uint64_t> drained;
  std::vector<TimerHandle> handles;
  auto stream = queue.stream({}, 16);
  std::uint64_t before = 0;
  for (int round = 0; round < 20; ++round) {
    if (round == 10) before = allocations::count();
    for (std::uint64_t index = 0; index < 1000; ++index) {
      handles.push_back(queue.push(index, Duration(static_cast<std::int64_t>(index * index * 1000))));
      if (index % 3 == 0) queue.cancel(handles[index / 2]);
      if (index % 5 == 0) queue.reset(handles[index / 3], 1s);
    }
    handles.clear();
    clock.advance(500ms);
    for (int count = 0; count < 100; ++count) static_cast<void>(queue.take());
    for (auto position = stream.begin(); *position < 500;) ++position;
    drained.clear();
    queue.drain_all_due(drained);
    clock.advance(1h);
    drained.clear();
    queue.drain_all_due(drained);
  }
  EXPECT_GT(before, 0U);
  EXPECT_EQ(allocations::count() - before, 0U);
}

/// Runs `operation` with its first, second, third, ... allocation failing until it succeeds; after each failure
/// `check`.
int fail_each(const std::function<void()>& operation, const std::function<void()>& check)
{
  for (std::uint64_t fail = 0;; ++fail) {
    const allocations::Failing failing(fail);
    try {
      operation();
      return static_cast<int>(fail);
    } catch (const std::bad_alloc&) {
      check();
    }
  }
}

TEST(TimerQueueAllocations, APushWithoutMemoryHasNotHappened)
{
  ManualClock clock;
  TimerQueue<std::uint64_t> queue(clock);
  int failures = 0;
  for (std::uint64_t index = 0; index < 2000; ++index) {
    failures += fail_each([&] { queue.push(index, 1s); }, [&] { ASSERT_EQ(queue.size(), index); });
  }
  EXPECT_GT(failures, 10);
  clock.advance(1s);
  const auto values = queue.drain_all_due();
  ASSERT_EQ(values.size(), 2000U);
  for (std::uint64_t index = 0; index < 2000; ++index) EXPECT_EQ(values[index], index);
}

TEST(TimerQueueAllocations, WithoutMemoryForThoseWhoGetThemValuesStay)
{
  ManualClock clock;
  TimerQueue<std::uint64_t> queue(clock);
  for (std::uint64_t index = 0; index < 40; ++index) queue.push(index, 0s);
  std::vector<std::uint64_t> read;
  read.reserve(40);
  fail_each(
      [&] {
        for (const auto value : queue.stream({}, 20)) {
          read.push_back(value);
          if (read.size() == 10) break;
        }
      },
      [&] { ASSERT_EQ(queue.size() + read.size(), 40U); });
  std::vector<std::uint64_t> drained;
  fail_each([&] { queue.drain_all_due(drained); },
            [&] { ASSERT_EQ(queue.size() + drained.size() + read.size(), 40U); });
  read.insert(read.end(), drained.begin(), drained.end());
  ASSERT_EQ(read.size(), 40U);
  for (std::uint64_t index = 0; index < 40; ++index) EXPECT_EQ(read[index], index);
}

TEST(TimerQueueAllocations, ATakeThatCannotWaitThrowsAndLeavesTheQueueUsable)
{
  ManualClock clock;
  TimerQueue<int> queue(clock);
  fail_each([&] { static_cast<void>(queue.take({}, clock.now())); }, [] {});
  std::thread consumer([&] { EXPECT_EQ(queue.take(), 1); });
  while (clock.waiting_threads() != 1) std::this_thread::yield();
  fail_each([&] { queue.push(1, 1s); }, [] {});
  clock.advance(1s);
  consumer.join();
}

}  // namespace
}  // namespace kubexx
