// SPDX-License-Identifier: Apache-2.0
// Blocking verbs over an executor that nobody runs, or nobody runs any more.
#include <gmock/gmock.h>

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"

namespace kubexx::test {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

enum class Executor { never_runs, begins_the_call };

class BlockingVerbs : public ::testing::Test {
protected:
  BlockingVerbs() { transport->set_inline(false); }

  Client client()
  {
    Runtime runtime;
    runtime.clock = &clock;
    runtime.random = &random;
    runtime.executor = context.get_executor();
    return {runtime, transport};
  }
  /// What `call` ends with on another thread while time passes.
  template <class Call>
  std::string outcome(Call call, Executor executor = Executor::never_runs)
  {
    std::string text;
    std::atomic<bool> ended{false};
    std::thread thread([&] {
      try {
        call();
        text = "returned";
      } catch (const RuntimeStopped& error) {
        text = error.what();
      } catch (const std::exception& error) {
        text = std::string("another error: ") + error.what();
      }
      ended = true;
    });
    bool begun = executor == Executor::never_runs;
    while (!ended) {
      if (begun) {
        clock.advance(1s);
      } else {
        context.restart();
        begun = context.poll() > 0;
      }
      std::this_thread::yield();
    }
    thread.join();
    return text;
  }

  ManualClock clock;
  SystemRandom random;
  asio::io_context context;
  std::shared_ptr<testing::ScriptedTransport> transport = std::make_shared<testing::ScriptedTransport>();
};

TEST_F(BlockingVerbs, EndByTheirDeadlineWhenNobodyRunsTheExecutor)
{
  const SteadyTime start = clock.now();
  EXPECT_THAT(
      outcome([&] { (void)client().get(resources::pods, {"a", "b"}); }),
      HasSubstr("call run() of its io_context on another thread, from before the call until it returns, or find "
                "the handler that blocks that thread, or use async_get"));
  EXPECT_GE(clock.now() - start, 30s) << "the client's timeout";
  DeleteOptions options;
  options.timeout = 5s;
  EXPECT_THAT(outcome([&] { client().delete_(resources::pods, {"a", "b"}, options); }), HasSubstr("use async_delete"));
  EXPECT_THAT(outcome([&] { (void)client().watch(resources::pods); }), HasSubstr("use async_watch"));
  EXPECT_THAT(outcome([&] { (void)client().logs({"a", "b"}); }), HasSubstr("use async_logs"));
  context.poll();
  EXPECT_EQ(transport->count(), 0U) << "nobody waits for the answers: nothing is sent";
}

TEST_F(BlockingVerbs, AWatchThatIsLeftBehindOwnsWhatItNeeds)
{
  testing::BodyScript body;
  transport->play(body);
  std::unique_ptr<WatchStream> watch;
  std::atomic<bool> opened{false};
  std::thread opening([&] {
    watch = client().watch(resources::pods);
    opened = true;
  });
  {
    const auto work = asio::make_work_guard(context);
    while (!opened) {
      context.poll();
      std::this_thread::yield();
    }
  }
  opening.join();
  CallOptions within;
  within.timeout = 1s;
  EXPECT_THAT(outcome([&] { (void)watch->next(within); }, Executor::begins_the_call), HasSubstr("use async_next"));
  watch.reset();
  EXPECT_FALSE(body.closed()) << "the coroutine that was left behind reads it";
  body.end();
  context.restart();
  context.poll();
  EXPECT_TRUE(body.closed());
}

}  // namespace
}  // namespace kubexx::test
