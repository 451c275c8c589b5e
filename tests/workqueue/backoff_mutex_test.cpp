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

#include "kubexx/workqueue/detail/backoff_mutex.hpp"

// The lock of the queues.
namespace kubexx::detail {
namespace {

using namespace std::chrono_literals;

TEST(BackoffMutexTest, OneThreadAtATimeHasItAndAllComeToIt)
{
  constexpr int kThreads = 8;
  constexpr int kRounds = 20'000;
  BackoffMutex mutex;
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

TEST(BackoffMutexTest, AThreadThatFindsItTakenForLongSleepsAfterAFractionOfAMillisecond)
{
  BackoffMutex mutex;
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
