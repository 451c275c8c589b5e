// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

struct Seen {
  std::vector<std::string> keys;
  EmptyReason end = EmptyReason::none;
};

awaitable<void> work(RateLimitingQueue<std::string>& queue, std::stop_token stop, Seen& seen)
{
  while (auto lease = co_await async_get(queue, stop, &seen.end)) {
    seen.keys.push_back(lease->key());
    lease->done();
  }
}

struct AsyncGetTest : testing::Test {
  asio::io_context context;
  ManualClock clock;
  RateLimitingQueue<std::string> queue{default_controller_rate_limiter<std::string>(), {.clock = &clock}};
  std::stop_source stop;
  Seen seen;

  void run() { context.restart(), context.poll(); }
  void start() { spawn(context.get_executor(), work(queue, stop.get_token(), seen)), run(); }
};

TEST_F(AsyncGetTest, TakesWhatIsReadyAndWaitsForMore)
{
  queue.add("a");
  queue.add("b");
  start();
  EXPECT_EQ(seen.keys, (std::vector<std::string>{"a", "b"}));
  queue.add("c");
  run();
  EXPECT_EQ(seen.keys.back(), "c");
  queue.shut_down();
  run();
  EXPECT_EQ(seen.end, EmptyReason::shut_down);
}

TEST_F(AsyncGetTest, AnEndedDelayWakesIt)
{
  queue.add_after("a", 1s);
  start();
  clock.advance(999ms);
  run();
  EXPECT_TRUE(seen.keys.empty());
  clock.advance(1ms);
  run();
  EXPECT_EQ(seen.keys, (std::vector<std::string>{"a"}));
  queue.add_after("b", 1s);
  queue.add_after("c", 500ms);
  clock.advance(500ms);
  run();
  EXPECT_EQ(seen.keys.back(), "c");
  clock.advance(500ms);
  run();
  EXPECT_EQ(seen.keys.back(), "b");
  stop.request_stop();
  run();
  EXPECT_EQ(seen.end, EmptyReason::stopped);
}

awaitable<void> drain(RateLimitingQueue<std::string>& queue, std::optional<SteadyTime> deadline,
                      std::optional<DrainResult>& result)
{
  result = co_await async_shut_down_with_drain(queue, deadline);
}

TEST_F(AsyncGetTest, ADrainEndsWhenTheLastKeyIsDone)
{
  queue.add("a");
  auto lease = queue.try_get();
  queue.add("b");
  std::optional<DrainResult> result;
  spawn(context.get_executor(), drain(queue, {}, result));
  run();
  EXPECT_FALSE(result);
  lease->done();
  run();
  EXPECT_FALSE(result);
  queue.try_get()->done();
  run();
  EXPECT_EQ(result, DrainResult::drained);
}

TEST_F(AsyncGetTest, ADrainEndsAtItsDeadline)
{
  queue.add("a");
  std::optional<DrainResult> result;
  spawn(context.get_executor(), drain(queue, clock.now() + 1s, result));
  run();
  clock.advance(1s);
  run();
  EXPECT_EQ(result, DrainResult::deadline);
}

}  // namespace
}  // namespace kubexx
