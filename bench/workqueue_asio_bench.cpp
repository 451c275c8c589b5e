// SPDX-License-Identifier: Apache-2.0
// Producers on threads and 32 workers as coroutines on two threads: the work of producers_workers in
// workqueue_bench.cpp and of ProducersWorkers in peers/workqueue.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "bench_keys.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace {

using namespace kubexx;
using Keys = RateLimitingQueue<std::string>;

awaitable<void> worker(Keys& queue)
{
  while (auto lease = co_await async_get(queue)) queue.forget(lease->key());
}

awaitable<void> batch_worker(Keys& queue, std::size_t limit)
{
  LeaseBatch<std::string> batch;
  while (co_await async_get_batch(queue, batch, limit)) {
    for (std::size_t at = 0; at < batch.size(); ++at) queue.forget(batch[at]);
  }
}

/// Arguments: producers, workers, keys at a time (1: async_get).
void producers_coroutines(benchmark::State& state)
{
  constexpr int kItems = 400'000;
  const auto keys = bench::make_keys(10'000);
  const auto producers = static_cast<std::size_t>(state.range(0));
  const auto limit = static_cast<std::size_t>(state.range(2));
  for (auto _ : state) {
    SystemRuntime::Options options;
    options.io_threads = 2;
    SystemRuntime system(options);
    const Runtime runtime = system.runtime();
    Keys queue(default_controller_rate_limiter<std::string>(), {.clock = runtime.clock});
    std::latch ended(state.range(1));
    for (std::int64_t index = 0; index < state.range(1); ++index) {
      spawn(runtime.executor, limit == 1 ? worker(queue) : batch_worker(queue, limit),
            [&ended] { ended.count_down(); });
    }
    std::vector<std::thread> adding;
    for (std::size_t producer = 0; producer < producers; ++producer) {
      adding.emplace_back([&, producer] {
        for (std::size_t index = producer; index < kItems; index += producers) queue.add(keys[index % keys.size()]);
      });
    }
    for (auto& thread : adding) thread.join();
    queue.shut_down();
    ended.wait();
  }
  bench::report_items(state, kItems);
}
BENCHMARK(producers_coroutines)
    ->UseRealTime()
    ->Args({4, 4, 1})
    ->Args({8, 32, 1})
    ->Args({8, 32, 16})
    ->Unit(benchmark::kMillisecond);

}  // namespace
