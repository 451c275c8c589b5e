// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/system_clock.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <latch>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

// Real time: only what must come to pass is awaited, nothing is asserted about how long it takes.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

TEST(SystemClock, ReadsTheMachinesClocks)
{
  const SystemClock clock;
  const auto before = std::chrono::steady_clock::now();
  const SteadyTime now = clock.now();
  EXPECT_GE(now, before);
  EXPECT_LE(now, std::chrono::steady_clock::now());
  const auto difference = clock.wall_now() - std::chrono::system_clock::now();
  EXPECT_LT(difference, 1h);
  EXPECT_GT(difference, -1h);
}

TEST(SystemClock, TimersRunNotBeforeTheirTimeInOrder)
{
  SystemClock clock;
  std::mutex mutex;
  std::vector<int> ran;
  std::latch all(4);
  const SteadyTime start = clock.now();
  const auto note = [&](int name, Duration delay) {
    return clock.call_at(start + delay, [&, name, delay] {
      EXPECT_GE(clock.now(), start + delay);
      {
        const std::lock_guard lock(mutex);
        ran.push_back(name);
      }
      all.count_down();
    });
  };
  const Timer c = note(3, 30ms);
  const Timer a = note(1, 10ms);
  const Timer b1 = note(20, 20ms);
  const Timer b2 = note(21, 20ms);
  all.wait();
  EXPECT_EQ(ran, (std::vector{1, 20, 21, 3}));
}

TEST(SystemClock, APastTimeRunsAtOnceButNotInTheCall)
{
  SystemClock clock;
  std::latch ran(1);
  const auto caller = std::this_thread::get_id();
  const Timer timer = clock.call_at(SteadyTime{}, [&] {
    EXPECT_NE(std::this_thread::get_id(), caller);
    ran.count_down();
  });
  ran.wait();
}

TEST(SystemClock, ATimerSetByATimerRuns)
{
  SystemClock clock;
  std::latch ran(1);
  Timer inner;
  const Timer outer =
      clock.call_at(clock.now(), [&] { inner = clock.call_at(clock.now(), [&] { ran.count_down(); }); });
  ran.wait();
}

TEST(SystemClock, ACancelledTimerDoesNotRunAndALaterOneDoes)
{
  SystemClock clock;
  std::atomic<bool> wrong{false};
  std::latch later(1);
  Timer cancelled = clock.call_at(clock.now() + 20ms, [&] { wrong = true; });
  const Timer kept = clock.call_at(clock.now() + 30ms, [&] { later.count_down(); });
  cancelled.cancel();
  later.wait();
  EXPECT_FALSE(wrong);
}

TEST(SystemClock, CancelWaitsForACallbackThatRuns)
{
  SystemClock clock;
  std::latch entered(1);
  std::atomic<bool> may_end{false};
  std::atomic<bool> ended{false};
  Timer timer = clock.call_at(clock.now(), [&] {
    entered.count_down();
    while (!may_end) std::this_thread::yield();
    ended = true;
  });
  entered.wait();
  std::thread releaser([&] { may_end = true; });
  timer.cancel();
  EXPECT_TRUE(ended);
  releaser.join();
}

TEST(SystemClock, ACallbackMayCancelItsOwnTimer)
{
  SystemClock clock;
  std::latch ran(1);
  Timer timer;
  std::mutex mutex;
  std::unique_lock lock(mutex);
  timer = clock.call_at(clock.now(), [&] {
    const std::lock_guard until_assigned(mutex);
    timer.cancel();
    ran.count_down();
  });
  lock.unlock();
  ran.wait();
}

TEST(SystemClock, TheDestructorDropsWhatIsPending)
{
  std::atomic<bool> ran{false};
  Timer timer;
  {
    SystemClock clock;
    timer = clock.call_at(clock.now() + 1h, [&] { ran = true; });
  }
  EXPECT_FALSE(ran);
}

struct SystemWaitTest : testing::Test {
  SystemClock clock;
  std::mutex mutex;
  std::condition_variable_any changed;
  std::stop_source stop;
};

TEST_F(SystemWaitTest, ADeadlineEndsIt)
{
  std::unique_lock lock(mutex);
  for (const auto& token : {std::stop_token{}, stop.get_token()}) {
    const SteadyTime deadline = clock.now() + 5ms;
    while (clock.now() < deadline) clock.wait_until(lock, changed, deadline, token);
    EXPECT_TRUE(lock.owns_lock());
  }
}

TEST_F(SystemWaitTest, ANotificationOrAStopEndsItWhateverElseIsWaitedFor)
{
  for (const std::optional<SteadyTime> deadline :
       {std::optional<SteadyTime>{}, {clock.now() + 1h}, {SteadyTime::max()}}) {
    for (const bool by_stop : {false, true}) {
      std::stop_source source;
      bool ready = false;
      std::latch waiting(1);
      std::thread waiter([&] {
        std::unique_lock lock(mutex);
        waiting.count_down();
        while (!ready && !source.stop_requested()) {
          clock.wait_until(lock, changed, deadline, by_stop ? source.get_token() : std::stop_token{});
        }
      });
      waiting.wait();
      {
        const std::lock_guard lock(mutex);
        if (!by_stop) ready = true;
      }
      by_stop ? void(source.request_stop()) : changed.notify_one();
      waiter.join();
    }
  }
}

// ThreadSanitizer sees it when the two share anything without a lock.
TEST(SystemClock, MayEndWhileItsTimersAreCancelled)
{
  for (int round = 0; round < 50; ++round) {
    auto clock = std::make_unique<SystemClock>();
    std::vector<Timer> timers;
    timers.reserve(100);
    const auto kept = std::make_shared<int>();
    for (int count = 0; count < 100; ++count) timers.push_back(clock->call_at(clock->now() + 1h, [kept] {}));
    std::latch both(2);
    std::thread canceller([&] {
      both.arrive_and_wait();
      for (auto& timer : timers) timer.cancel();
    });
    both.arrive_and_wait();
    clock.reset();
    canceller.join();
    EXPECT_EQ(kept.use_count(), 1) << "callbacks are left";
  }
}

}  // namespace
}  // namespace kubexx
