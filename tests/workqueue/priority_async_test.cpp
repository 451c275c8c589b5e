// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "kubexx/workqueue/priority_queue.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct Seen {
  std::vector<std::string> keys;  ///< with their priorities
  EmptyReason end = EmptyReason::none;
};

awaitable<void> work(PriorityQueue<std::string>& queue, std::stop_token stop, Seen& seen)
{
  while (auto lease = co_await async_get(queue, stop, &seen.end)) {
    seen.keys.push_back(lease->key() + "@" + std::to_string(lease->priority()));
  }
}

awaitable<void> drain(PriorityQueue<std::string>& queue, std::optional<DrainResult>& result)
{
  result = co_await async_shut_down_with_drain(queue);
}

struct PriorityAsyncTest : testing::Test {
  asio::io_context context;
  ManualClock clock;
  PriorityQueue<std::string> queue{RetryPolicy::exponential(5ms, 1000s), {.clock = &clock}};
  std::stop_source stop;
  Seen seen;

  void run() { context.restart(), context.poll(); }
  void start() { spawn(context.get_executor(), work(queue, stop.get_token(), seen)), run(); }
};

using Keys = std::vector<std::string>;

TEST_F(PriorityAsyncTest, ACoroutineGetsKeysByPriorityAndWaitsForMore)
{
  queue.add_with("low", {.priority = low_priority});
  queue.add("normal");
  queue.add_with("high", {.priority = 1});
  start();
  EXPECT_EQ(seen.keys, (Keys{"high@1", "normal@0", "low@-100"}));
  queue.add_with("more", {.priority = 2});
  run();
  EXPECT_EQ(seen.keys.back(), "more@2");
  stop.request_stop();
  run();
  EXPECT_EQ(seen.end, EmptyReason::stopped);
}

TEST_F(PriorityAsyncTest, TheEndOfATimeWakesItAndAnEarlierAddToo)
{
  queue.add_with("due", {.after = 1s, .priority = 1});
  queue.add_with("early", {.after = 1h, .priority = 2});
  start();
  EXPECT_EQ(seen.keys, Keys{});
  clock.advance(1s);
  run();
  EXPECT_EQ(seen.keys, (Keys{"due@1"}));
  queue.add("early");
  run();
  EXPECT_EQ(seen.keys, (Keys{"due@1", "early@2"}));
  clock.advance(2h);
  run();
  EXPECT_EQ(seen.keys.size(), 2U);
}

TEST_F(PriorityAsyncTest, ShutDownEndsItWhateverIsLeft)
{
  start();
  queue.add_with("left", {.priority = 1});
  queue.shut_down();
  run();
  EXPECT_EQ(seen.keys, Keys{});
  EXPECT_EQ(seen.end, EmptyReason::shut_down);
  EXPECT_EQ(queue.dropped(), 1U);
}

TEST_F(PriorityAsyncTest, ADrainHandsOutWhatIsReady)
{
  start();
  queue.add("a");
  queue.add_with("b", {.after = 1s});
  std::optional<DrainResult> result;
  spawn(context.get_executor(), drain(queue, result));
  run();
  EXPECT_EQ(seen.keys, (Keys{"a@0"}));
  EXPECT_EQ(seen.end, EmptyReason::shut_down);
  EXPECT_EQ(result, DrainResult::drained);
  EXPECT_EQ(queue.dropped(), 1U);
}

}  // namespace
}  // namespace kubexx
