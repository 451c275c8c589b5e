// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/timer_queue/timer_stream.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <ranges>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/timer_queue/timer_queue.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

static_assert(std::ranges::input_range<TimerStream<std::string>>);
static_assert(std::input_iterator<TimerStream<int>::iterator>);
static_assert(std::movable<TimerStream<int>> && !std::copyable<TimerStream<int>>);

struct TimerStreamTest : testing::TestWithParam<std::size_t> {
  ManualClock clock;
  TimerQueue<int> queue{clock};
  std::stop_source stop;

  void push(int count)
  {
    for (int index = 0; index < count; ++index) queue.push(index, index * 1ms);
    clock.advance(count * 1ms);
  }
  TimerStream<int> stream() { return queue.stream(stop.get_token(), GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Buffers, TimerStreamTest, testing::Values(0, 1, 3, 1000));

TEST_P(TimerStreamTest, GivesWhatIsDueInOrderAndEndsWithTheShutDown)
{
  push(10);
  queue.push(99, 1h);
  queue.shut_down();
  auto values = stream();
  std::vector<int> seen;
  for (const int value : values) seen.push_back(value);
  EXPECT_EQ(seen, (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(values.end_reason(), EmptyReason::shut_down);
  EXPECT_TRUE(values.begin() == values.end());
}

TEST_P(TimerStreamTest, WhatIsNotReadGoesBackToItsPlace)
{
  const SteadyTime at = clock.now();
  for (int index = 0; index < 5; ++index) queue.push(index, at);
  for (const int value : stream()) {
    if (value == 1) break;
  }
  EXPECT_EQ(queue.size(), 3U);
  queue.push(9, at);
  EXPECT_EQ(queue.drain_all_due(), (std::vector{2, 3, 4, 9}));
}

TEST_P(TimerStreamTest, AStopTokenEndsItAndNothingIsLost)
{
  push(5);
  std::vector<int> seen;
  auto values = stream();
  for (const int value : values) {
    seen.push_back(value);
    if (value == 2) stop.request_stop();
  }
  EXPECT_EQ(seen, (std::vector{0, 1, 2}));
  EXPECT_EQ(values.end_reason(), EmptyReason::stopped);
  EXPECT_EQ(queue.drain_all_due(), (std::vector{3, 4}));
}

TEST_P(TimerStreamTest, DoesNotWaitForMoreThanItsReaderWants)
{
  push(3);
  std::vector<int> seen;
  for (const int value : stream() | std::views::take(3)) seen.push_back(value);  // a fourth would block
  EXPECT_EQ(seen, (std::vector{0, 1, 2}));
}

TEST_P(TimerStreamTest, AValueCanBeMovedOut)
{
  TimerQueue<std::string> strings(clock);
  strings.push("a long string that lies on the heap", 0s);
  strings.shut_down();
  std::vector<std::string> seen;
  for (std::string& value : strings.stream({}, GetParam())) seen.push_back(std::move(value));
  EXPECT_EQ(seen.at(0), "a long string that lies on the heap");
}

TEST_P(TimerStreamTest, TheHandleOfABufferedValueHasNoEffectUntilItIsBack)
{
  queue.push(1, 0s);
  const TimerHandle handle = queue.push(2, 0s);
  {
    auto values = stream();
    EXPECT_EQ(*values.begin(), 1);
    if (GetParam() > 1) {
      EXPECT_EQ(queue.cancel(handle), std::nullopt);
      EXPECT_FALSE(queue.reset(handle, 1h));
      EXPECT_EQ(queue.size(), 0U);
    }
  }
  EXPECT_EQ(queue.cancel(handle), 2);
}

TEST_P(TimerStreamTest, WhatComesBackAfterAShutDownCanStillBeTaken)
{
  push(4);
  {
    auto values = stream();
    EXPECT_EQ(*values.begin(), 0);
    queue.shut_down();
  }
  EXPECT_EQ(queue.dropped(), 0U);
  EXPECT_EQ(queue.drain_all_due(), (std::vector{1, 2, 3}));
}

TEST_P(TimerStreamTest, GoesOnWhenItIsMoved)
{
  push(4);
  auto first = stream();
  auto position = first.begin();
  EXPECT_EQ(*position, 0);
  auto second = std::move(first);
  ++position;
  EXPECT_EQ(*second.begin(), 1);
  second = stream();  // the values of the one that goes are back before they are asked for
  EXPECT_EQ(*second.begin(), 2);
}

}  // namespace
}  // namespace kubexx
