// SPDX-License-Identifier: Apache-2.0
#include "stalled_executor_run.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <thread>
#include <vector>

#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

using Numbers = RateLimitingQueue<std::uint64_t>;

struct Progress {
  std::atomic<std::uint64_t> processed{0};
  std::atomic<std::size_t> ended{0};
};

awaitable<void> work(Numbers& queue, Progress& progress)
{
  while (auto lease = co_await async_get(queue)) {
    if (lease->key() % 3 == 0) co_await async_yield();
    lease->done();
    ++progress.processed;
  }
}

}  // namespace

void run_with_stalled_executor(Consumers consumers, std::uint64_t seed, std::uint64_t bursts)
{
  constexpr std::size_t kStalled = 4;
  SeededRandom random(seed);
  SystemRuntime::Options options;
  options.io_threads = 2;
  SystemRuntime system(options);
  asio::io_context stalled;
  Numbers queue(RetryPolicy::exponential(10us, 1ms), {.clock = system.runtime().clock});
  Progress progress;

  for (std::size_t index = 0; index < kStalled; ++index) {
    spawn(stalled.get_executor(), work(queue, progress), [&progress] { ++progress.ended; });
  }
  for (std::size_t index = 0; index < consumers.coroutines; ++index) {
    spawn(system.runtime().executor, work(queue, progress), [&progress] { ++progress.ended; });
  }
  std::vector<std::jthread> threads;
  for (std::size_t index = 0; index < consumers.threads; ++index) {
    threads.emplace_back([&] {
      while (auto lease = queue.get()) {
        lease->done();
        ++progress.processed;
      }
    });
  }
  stalled.poll();

  std::uint64_t added = 0;
  for (std::uint64_t burst = 0; burst < bursts; ++burst) {
    for (std::uint64_t keys = 1 + random.below(6); keys != 0; --keys) {
      const std::uint64_t key = added++;
      random.below(4) == 0 ? queue.add_after(key, Duration(1 + random.below(50'000))) : queue.add(key);
    }
    const auto until = std::chrono::steady_clock::now() + consumers.patience;
    while (progress.processed != added && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    EXPECT_EQ(progress.processed, added) << "keys wait for an executor that does not run, burst " << burst;
    if (progress.processed != added) break;
    if (random.below(3) == 0) {  // woken in vain, most of its coroutines wait again
      stalled.restart();
      for (std::uint64_t handlers = random.below(8); handlers != 0; --handlers) stalled.poll_one();
    }
  }
  queue.shut_down();
  threads.clear();
  while (progress.ended != kStalled + consumers.coroutines) {
    stalled.restart();
    stalled.poll();
    std::this_thread::yield();
  }
  EXPECT_EQ(progress.processed, added);
}

}  // namespace kubexx
