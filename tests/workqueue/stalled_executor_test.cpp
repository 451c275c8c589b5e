// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"
#include "stalled_executor_run.hpp"

// Consumers that were woken and do not run: a coroutine whose executor is busy or stopped must not keep keys from the
// other threads and executors that wait for the same queue.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

using Keys = RateLimitingQueue<std::string>;

awaitable<void> take_one(Keys& queue, std::stop_token stop, std::string& taken)
{
  if (auto lease = co_await async_get(queue, stop)) taken = lease->key();
}

struct StalledExecutorTest : testing::Test {
  ManualClock clock;
  asio::io_context stalled;
  asio::io_context running;
  std::string first;
  std::string second;
  Keys queue{default_controller_rate_limiter<std::string>(), {.clock = &clock}};

  void wait_on(asio::io_context& context, std::string& taken)
  {
    spawn(context.get_executor(), take_one(queue, {}, taken));
    poll(context);
  }
  static void poll(asio::io_context& context) { context.restart(), context.poll(); }

  /// A thread that waits for a key, and is given up after a while.
  struct Getter {
    explicit Getter(StalledExecutorTest& test) : of(test)
    {
      thread = std::thread([this] {
        if (auto lease = of.queue.get({}, of.clock.now() + 1h, &why)) taken = lease->key();
        back = true;
      });
      while (of.clock.waiting_threads() == 0 && !back) std::this_thread::yield();
    }
    /// What it took, if that woke it.
    std::string join()
    {
      const auto until = std::chrono::steady_clock::now() + 20s;
      while (!back && std::chrono::steady_clock::now() < until) std::this_thread::yield();
      const bool woken = back;
      of.clock.advance(1h);
      thread.join();
      return woken ? taken : "not woken";
    }
    StalledExecutorTest& of;
    EmptyReason why = EmptyReason::none;
    std::string taken;
    std::atomic<bool> back{false};
    std::thread thread;
  };

  void TearDown() override
  {
    queue.shut_down();
    poll(stalled);
    poll(running);
  }
};

TEST_F(StalledExecutorTest, AnAddWakesAThreadThoughAWokenCoroutineNeverRan)
{
  wait_on(stalled, first);
  queue.add("first");  // wakes the coroutine, which nobody resumes
  ASSERT_TRUE(queue.try_get());
  Getter getter(*this);
  queue.add("second");
  EXPECT_EQ(getter.join(), "second");
}

TEST_F(StalledExecutorTest, AThreadIsWokenBeforeACoroutineThatMayNotRun)
{
  wait_on(stalled, first);
  Getter getter(*this);
  queue.add("only");
  EXPECT_EQ(getter.join(), "only");
}

TEST_F(StalledExecutorTest, EveryExecutorThatWaitsIsOfferedAReadyKey)
{
  wait_on(stalled, first);
  wait_on(running, second);
  queue.add("only");
  poll(running);
  EXPECT_EQ(second, "only");
}

TEST_F(StalledExecutorTest, AKeyThatAnotherConsumerTookLeavesNoWakeUpBehindThatCounts)
{
  wait_on(stalled, first);
  queue.add("first");
  ASSERT_TRUE(queue.try_get());  // takes what the coroutine was woken for
  spawn(stalled.get_executor(), take_one(queue, {}, second));
  poll(stalled);  // the first one finds nothing and waits again
  queue.add("second");
  ASSERT_TRUE(queue.try_get());
  queue.add("third");
  EXPECT_EQ((stalled.restart(), stalled.poll()), 2U) << "both were woken: the first for a key that is gone";
  EXPECT_EQ(first + second, "third");
}

TEST(StalledExecutor, ThreadsAndCoroutinesOfAnotherExecutorProcessEveryKey)
{
  for (const Consumers consumers : {Consumers{2, 3}, Consumers{0, 3}, Consumers{1, 0}}) {
    run_with_stalled_executor(consumers, 1, 300);
  }
}

TEST_F(StalledExecutorTest, ATimerIsArmedAgainAfterItWasDisarmed)
{
  queue.add_after("late", 1s);
  std::stop_source stop;
  spawn(running.get_executor(), take_one(queue, stop.get_token(), first));
  poll(running);
  stop.request_stop();
  poll(running);
  EXPECT_FALSE(clock.next_due()) << "nobody waits";
  wait_on(running, second);
  clock.advance(1s);
  poll(running);
  EXPECT_EQ(second, "late");
}

TEST_F(StalledExecutorTest, AnArmedTimerIsLeftToAThreadThatComesToWait)
{
  queue.add_after("late", 1s);
  wait_on(stalled, first);
  Getter getter(*this);
  clock.advance(1s);
  EXPECT_EQ(getter.join(), "late");
}

awaitable<void> drain_until_now(Keys& queue, SteadyTime now, std::stop_token stop)
{
  co_await async_shut_down_with_drain(queue, now, stop);
}

TEST_F(StalledExecutorTest, ADrainThatWasGivenUpLeavesNoCallbackBehind)
{
  queue.add("a");
  const auto lease = queue.try_get();
  for (int round = 0; round < 100; ++round) {
    std::stop_source stop;
    if (round % 2 == 0) stop.request_stop();
    spawn(running.get_executor(), drain_until_now(queue, clock.now(), stop.get_token()));
    poll(running);
    clock.advance(1ns);
    poll(running);
  }
  EXPECT_EQ(queue.driver().drain_callbacks(), 0U);
}

TEST(TryGet, SaysShutDownOnlyWhenNothingIsLeft)
{
  constexpr int kRounds = 2'000;
  SystemClock clock;
  std::atomic<Queue<int>*> current{nullptr};
  std::thread producer([&current] {
    for (int round = 0; round < kRounds; ++round) {
      Queue<int>* queue = nullptr;
      while (!(queue = current)) std::this_thread::yield();
      queue->add(1);
      queue->shut_down();
      current = nullptr;
    }
  });
  int wrong = 0;
  for (int round = 0; round < kRounds; ++round) {
    Queue<int> queue({.clock = &clock});
    current = &queue;
    int taken = 0;
    EmptyReason why = EmptyReason::none;
    while (why != EmptyReason::shut_down) {
      if (queue.try_get(&why)) {
        ++taken;
      } else {
        std::this_thread::yield();  // on a busy machine each round would take a time slice
      }
    }
    while (current) std::this_thread::yield();
    if (taken != 1) ++wrong;
  }
  producer.join();
  EXPECT_EQ(wrong, 0);
}

/// Keeps the callback of its one timer, and blocks in the cancellation until it is let go.
class BlockingClock final : public Clock {
public:
  [[nodiscard]] SteadyTime now() const noexcept override { return inner.now(); }
  [[nodiscard]] WallTime wall_now() const noexcept override { return inner.wall_now(); }
  [[nodiscard]] Timer call_at(SteadyTime /*when*/, std::function<void()> to_call) override
  {
    callback = std::move(to_call);
    return Timer(std::make_shared<Blocking>(*this));
  }
  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                  std::optional<SteadyTime> deadline, std::stop_token token) override
  {
    inner.wait_until(lock, cv, deadline, std::move(token));
  }

  ManualClock inner;
  std::function<void()> callback;
  std::atomic<bool> cancelling{false};
  std::atomic<bool> let_go{false};

private:
  class Blocking final : public Timer::Registration {
  public:
    explicit Blocking(BlockingClock& of) : clock_(of) {}
    void cancel() noexcept override
    {
      clock_.cancelling = true;
      while (!clock_.let_go) std::this_thread::yield();
    }

  private:
    BlockingClock& clock_;
  };
};

TEST(QueueTimer, ACallbackThatRunsWhileItsTimerIsCancelledDoesNotTouchADestroyedQueue)
{
  BlockingClock clock;
  asio::io_context context;
  std::stop_source stop;
  std::string taken;
  alignas(Keys) std::byte memory[sizeof(Keys)];
  auto* queue = new (memory) Keys(default_controller_rate_limiter<std::string>(), {.clock = &clock});
  queue->add_after("a", 1h);
  spawn(context.get_executor(), take_one(*queue, stop.get_token(), taken));
  context.poll();
  ASSERT_TRUE(clock.callback);
  // It disarms the timer: blocks in its cancellation. The stop is requested there too, because libstdc++ leaves out the
  // handshake with ~stop_callback while a process has no second thread, and the destructor would wait for it.
  std::thread runner([&] { stop.request_stop(), context.restart(), context.poll(); });
  while (!clock.cancelling) std::this_thread::yield();
  std::destroy_at(queue);
  std::memset(memory, 0xff, sizeof memory);
  clock.callback();  // its clock had begun it before the cancellation
  clock.let_go = true;
  runner.join();
  EXPECT_EQ(taken, "");
}

}  // namespace
}  // namespace kubexx
