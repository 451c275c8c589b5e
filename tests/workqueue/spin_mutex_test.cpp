// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/workqueue/detail/spin_mutex.hpp"
#include "spin_pause.hpp"

// The lock of the queues.
namespace kubexx::detail {
namespace {

using namespace std::chrono_literals;

TEST(SpinMutexTest, OneThreadAtATimeHasItAndAllComeToIt)
{
  constexpr int kThreads = 8;
  constexpr int kRounds = 20'000;
  SpinMutex mutex;
  int count = 0;  // guarded by mutex
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        const BackoffLock lock(mutex);
        ++count;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(count, kThreads * kRounds);
}

/// The state of a thread of this process: S while it sleeps.
char state_of(int thread)
{
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string text;
  std::getline(file, text);
  const auto end = text.rfind(')');
  return end == std::string::npos || end + 2 >= text.size() ? '?' : text[end + 2];
}

/// A processor whose counter ticks once in a nanosecond, and whose `pause` takes that long.
class FakeCpu {
public:
  explicit FakeCpu(std::uint64_t pause) : pause_(pause) {}
  std::uint64_t ticks() { return time += 1; }
  static std::uint64_t ticks_in(std::uint64_t nanoseconds) { return nanoseconds; }
  void pause() { time += pause_; }
  std::uint64_t time = 0;

private:
  const std::uint64_t pause_;
};

// Pauses that were counted would add up to 0.66 ms where one takes 140 cycles, and to almost nothing on ARM.
TEST(BackOff, TakesATenthOfAMillisecondWhateverAPauseTakes)
{
  for (const std::uint64_t pause : {0U, 4U, 20U, 60U, 200U}) {
    FakeCpu cpu(pause);
    std::vector<std::uint64_t> tries;
    EXPECT_FALSE(spin_pause(cpu, [&] {
      tries.push_back(cpu.time);
      return false;
    }));
    EXPECT_GE(cpu.time, 95'000U) << pause;
    EXPECT_LE(cpu.time, 110'000U) << pause;
    ASSERT_EQ(tries.size(), 16U);
    EXPECT_GE(tries[0], 500U) << pause;
    EXPECT_LE(tries[0], 500U + 2 * pause + 10) << pause;
  }
}

TEST(BackOff, EndsWithTheAttemptThatSucceeds)
{
  FakeCpu cpu(40);
  int tries = 0;
  EXPECT_TRUE(spin_pause(cpu, [&] { return ++tries == 3; }));
  EXPECT_EQ(tries, 3);
  EXPECT_LE(cpu.time, 5000U) << "0.5, 1 and 2 microseconds";
}

TEST(SpinMutexTest, AThreadThatFindsItTakenForLongSleepsAfterAFractionOfAMillisecond)
{
  SpinMutex mutex;
  mutex.lock();
  std::atomic<int> id{0};
  std::thread waiting([&] {
    id = gettid();
    const BackoffLock lock(mutex);
  });
  clockid_t cpu_clock{};
  ASSERT_EQ(pthread_getcpuclockid(waiting.native_handle(), &cpu_clock), 0);
  const auto until = std::chrono::steady_clock::now() + 20s;
  while ((id == 0 || state_of(id) != 'S') && std::chrono::steady_clock::now() < until) std::this_thread::yield();
  EXPECT_EQ(state_of(id), 'S') << "it still spins";
  timespec used{};
  ASSERT_EQ(clock_gettime(cpu_clock, &used), 0);
  // About 0.1 ms by itself; the start of the thread and a slow build's instrumentation come on top.
  EXPECT_LT(std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec), 5ms);
  mutex.unlock();
  waiting.join();
  EXPECT_TRUE(mutex.try_lock());
  EXPECT_FALSE(mutex.try_lock());
  mutex.unlock();
}

}  // namespace
}  // namespace kubexx::detail
