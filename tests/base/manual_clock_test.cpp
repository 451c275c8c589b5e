// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/manual_clock.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace kubexx {
namespace {

using namespace std::chrono_literals;

void until_waiting(const ManualClock& clock, std::size_t count)
{
  while (clock.waiting_threads() != count) std::this_thread::yield();
}

TEST(SaturatingAdd, ClampsInsteadOfOverflowing)
{
  constexpr SteadyTime at{5s};
  EXPECT_EQ(saturating_add(at, 1s), SteadyTime(6s));
  EXPECT_EQ(saturating_add(at, -6s), SteadyTime(-1s));
  EXPECT_EQ(saturating_add(at, Duration::max()), SteadyTime::max());
  EXPECT_EQ(saturating_add(SteadyTime(-5s), Duration::min()), SteadyTime::min());
}

TEST(ManualClock, StartsWhereDocumented)
{
  const ManualClock clock;
  EXPECT_EQ(clock.now(), SteadyTime(1s));
  EXPECT_EQ(clock.wall_now(), WallTime(std::chrono::sys_days{std::chrono::January / 1 / 2026}));
  const ManualClock other(WallTime(10s));
  EXPECT_EQ(other.wall_now(), WallTime(10s));
}

TEST(ManualClock, BothTimesMoveTogetherAndOnlyForward)
{
  ManualClock clock(WallTime(10s));
  clock.advance(5s);
  EXPECT_EQ(clock.now(), SteadyTime(6s));
  EXPECT_EQ(clock.wall_now(), WallTime(15s));
  clock.advance(-3s);
  EXPECT_EQ(clock.now(), SteadyTime(6s));
}

struct TimersTest : testing::Test {
  ManualClock clock;
  std::vector<std::string> ran;
  const SteadyTime start = clock.now();
  Timer note(Duration delay, const std::string& name)
  {
    return clock.call_at(start + delay,
                         [this, name] { ran.push_back(name + "@" + std::to_string((clock.now() - start) / 1ms)); });
  }
};

TEST_F(TimersTest, RunInTheOrderOfTheirTimesEachAtItsOwnTime)
{
  const Timer a = note(30ms, "a");
  const Timer b = note(10ms, "b");
  const Timer c = note(20ms, "c");
  const Timer late = note(31ms, "late");
  clock.advance(30ms);
  EXPECT_EQ(ran, (std::vector<std::string>{"b@10", "c@20", "a@30"}));
  EXPECT_EQ(clock.next_due(), start + 31ms);
}

TEST_F(TimersTest, EqualTimesRunInCallOrder)
{
  std::vector<Timer> timers;
  for (const char* name : {"z", "m", "a"}) timers.push_back(note(5ms, name));
  clock.advance(1s);
  EXPECT_EQ(ran, (std::vector<std::string>{"z@5", "m@5", "a@5"}));
}

TEST_F(TimersTest, ATimerSetByATimerRunsInTheSameAdvanceIfItIsDue)
{
  Timer inner;
  Timer beyond;
  const Timer outer = clock.call_at(start + 10ms, [&] {
    inner = note(15ms, "inner");
    beyond = note(25ms, "beyond");
  });
  const Timer between = note(12ms, "between");
  clock.advance(20ms);
  EXPECT_EQ(ran, (std::vector<std::string>{"between@12", "inner@15"}));
}

TEST_F(TimersTest, APastTimeRunsWithTheNextAdvanceNotInTheCall)
{
  clock.advance(1s);
  const Timer past = note(1ms, "past");
  EXPECT_TRUE(ran.empty());
  clock.advance(0s);
  EXPECT_EQ(ran, (std::vector<std::string>{"past@1000"}));
}

TEST_F(TimersTest, CancelledDestroyedOrReplacedItDoesNotRun)
{
  Timer cancelled = note(1ms, "cancelled");
  cancelled.cancel();
  cancelled.cancel();
  (void)note(1ms, "destroyed");
  Timer replaced = note(1ms, "replaced");
  replaced = note(2ms, "kept");
  Timer moved = std::move(replaced);
  clock.advance(1s);
  EXPECT_EQ(ran, (std::vector<std::string>{"kept@2"}));
}

TEST_F(TimersTest, ATimerMayCancelAnotherOneAndItself)
{
  Timer other = note(5ms, "other");
  Timer self;
  self = clock.call_at(start + 1ms, [&] {
    other.cancel();
    self.cancel();
    ran.emplace_back("first");
  });
  clock.advance(1s);
  EXPECT_EQ(ran, (std::vector<std::string>{"first"}));
}

TEST_F(TimersTest, AdvanceToNextGoesFromOneToTheNext)
{
  const Timer a = note(10ms, "a");
  const Timer b = note(20ms, "b");
  EXPECT_TRUE(clock.advance_to_next());
  EXPECT_EQ(ran, (std::vector<std::string>{"a@10"}));
  EXPECT_TRUE(clock.advance_to_next());
  EXPECT_FALSE(clock.advance_to_next());
  EXPECT_EQ(ran.size(), 2U);
  EXPECT_EQ(clock.now(), start + 20ms);
}

/// A thread that calls `step` while another one is inside a callback of the clock, and is known to be blocked there.
class Second {
public:
  explicit Second(std::function<void()> step)
      : thread_([this, step = std::move(step)] {
          id_ = ::gettid();
          step();
        })
  {
  }
  ~Second() { thread_.join(); }
  Second(const Second&) = delete;
  Second& operator=(const Second&) = delete;

  void until_blocked() const
  {
    for (char state = 0; state != 'S';) {
      std::this_thread::yield();
      if (id_ == 0) continue;
      std::ifstream stat("/proc/self/task/" + std::to_string(id_) + "/stat");
      const std::string text((std::istreambuf_iterator<char>(stat)), {});
      state = text.at(text.rfind(')') + 2);
    }
  }

private:
  std::atomic<pid_t> id_{0};
  std::thread thread_;
};

TEST_F(TimersTest, ConcurrentStepsAddUp)
{
  std::optional<Second> second;
  const Timer timer = clock.call_at(start + 500ms, [&] {
    second.emplace([&] { clock.advance(1s); });
    second->until_blocked();
  });
  clock.advance(1s);
  second.reset();
  EXPECT_EQ(clock.now(), start + 2s);
}

TEST_F(TimersTest, CancelWaitsForACallbackThatRuns)
{
  std::atomic<bool> entered{false};
  std::atomic<bool> may_end{false};
  std::atomic<bool> ended{false};
  Timer timer = clock.call_at(start, [&] {
    entered = true;
    while (!may_end) std::this_thread::yield();
    ended = true;
  });
  std::thread advancing([&] { clock.advance(1ms); });
  while (!entered) std::this_thread::yield();
  std::thread canceller([&] {
    timer.cancel();
    EXPECT_TRUE(ended);
  });
  may_end = true;
  canceller.join();
  advancing.join();
}

TEST(ManualClockTimer, MayOutliveItsClock)
{
  bool ran = false;
  Timer timer;
  {
    ManualClock clock;
    timer = clock.call_at(clock.now(), [&] { ran = true; });
  }
  timer.cancel();
  EXPECT_FALSE(ran);
}

struct WaitUntilTest : testing::Test {
  ManualClock clock;
  std::mutex mutex;
  std::condition_variable_any changed;
};

TEST_F(WaitUntilTest, AdvancingToTheDeadlineWakes)
{
  std::atomic<bool> woke{false};
  std::thread waiter([&] {
    std::unique_lock lock(mutex);
    const SteadyTime deadline = SteadyTime(11s);
    while (clock.now() < deadline) clock.wait_until(lock, changed, deadline, {});
    EXPECT_TRUE(lock.owns_lock());
    woke = true;
  });
  until_waiting(clock, 1);
  EXPECT_EQ(clock.next_due(), SteadyTime(11s));
  clock.advance(9s);
  EXPECT_FALSE(woke);
  clock.advance(1s);
  waiter.join();
  EXPECT_EQ(clock.waiting_threads(), 0U);
}

TEST_F(WaitUntilTest, APassedDeadlineDoesNotBlock)
{
  std::unique_lock lock(mutex);
  clock.wait_until(lock, changed, clock.now(), {});
  EXPECT_TRUE(lock.owns_lock());
}

TEST_F(WaitUntilTest, ANotificationWakes)
{
  bool ready = false;
  std::thread waiter([&] {
    std::unique_lock lock(mutex);
    while (!ready) clock.wait_until(lock, changed, std::nullopt, {});
  });
  until_waiting(clock, 1);
  {
    const std::lock_guard lock(mutex);
    ready = true;
  }
  changed.notify_one();
  waiter.join();
}

TEST_F(WaitUntilTest, AStopRequestWakesAlsoWhenItCameBefore)
{
  std::stop_source stop;
  const auto wait = [&] {
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) clock.wait_until(lock, changed, SteadyTime(1h), stop.get_token());
  };
  std::thread waiter(wait);
  until_waiting(clock, 1);
  stop.request_stop();
  waiter.join();
  std::unique_lock lock(mutex);
  clock.wait_until(lock, changed, std::nullopt, stop.get_token());
  EXPECT_TRUE(lock.owns_lock());
}

TEST_F(WaitUntilTest, ACallbackMayWakeAWaiter)
{
  bool ready = false;
  std::thread waiter([&] {
    std::unique_lock lock(mutex);
    while (!ready) clock.wait_until(lock, changed, std::nullopt, {});
  });
  until_waiting(clock, 1);
  const Timer timer = clock.call_at(clock.now() + 1s, [&] {
    {
      const std::lock_guard lock(mutex);
      ready = true;
    }
    changed.notify_all();
  });
  clock.advance(1s);
  waiter.join();
}

// Many threads with deadlines, woken again and again: nothing hangs, nothing is touched after it is gone.
TEST_F(WaitUntilTest, ManyWaitersAndManyAdvances)
{
  constexpr int kThreads = 8;
  std::atomic<int> left{kThreads};
  std::vector<std::thread> waiters;
  for (int index = 0; index < kThreads; ++index) {
    waiters.emplace_back([&, index] {
      for (int round = 1; round <= 50; ++round) {
        std::mutex own;
        std::condition_variable_any cv;
        std::unique_lock lock(own);
        const SteadyTime deadline = clock.now() + round * 1ms + index * 1us;
        while (clock.now() < deadline) clock.wait_until(lock, cv, deadline, {});
      }
      --left;
    });
  }
  std::thread second([&] {
    while (left > 0) clock.advance(100us);
  });
  while (left > 0) clock.advance(1ms);
  second.join();
  for (auto& waiter : waiters) waiter.join();
}

}  // namespace
}  // namespace kubexx
