// SPDX-License-Identifier: Apache-2.0
// What an executor that does not run has for consequences, and when they end.
#include "manager/executor_watch.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <memory>
#include <stop_token>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx {
namespace {

using std::chrono::seconds;

class ExecutorWatchTest : public ::testing::Test {
protected:
  static void run(asio::io_context& context)
  {
    context.restart();
    context.poll();
  }
  void pass(int count)
  {
    for (int second = 0; second < count; ++second) {
      clock.advance(seconds(1));
      run(watching);
    }
  }

  ManualClock clock;
  SeededRandom random{1};
  asio::io_context watched, watching;
  std::stop_source stop;
  std::shared_ptr<ExecutorWatch> watch = std::make_shared<ExecutorWatch>(
      watched.get_executor(), Runtime{&clock, &random, nullptr, watching.get_executor(), {}, nullptr, nullptr},
      seconds(10), [] { return std::string("a test"); });
};

TEST_F(ExecutorWatchTest, AProblemLastsUntilTheExecutorRuns)
{
  spawn(watching.get_executor(), ExecutorWatch::run(watch, stop.get_token()));
  run(watching);
  pass(5);
  EXPECT_FALSE(watch->problem());
  pass(10);
  EXPECT_TRUE(watch->problem());
  run(watched);
  pass(1);
  EXPECT_FALSE(watch->problem());
  stop.request_stop();
  run(watching);
}

// The stop runs on that executor, so it runs again.
TEST_F(ExecutorWatchTest, AProblemEndsWithTheWatch)
{
  spawn(watching.get_executor(), ExecutorWatch::run(watch, stop.get_token()));
  run(watching);
  pass(15);
  EXPECT_TRUE(watch->problem());
  stop.request_stop();
  run(watching);
  EXPECT_FALSE(watch->problem());
}

}  // namespace
}  // namespace kubexx
