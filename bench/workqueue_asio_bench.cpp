// SPDX-License-Identifier: Apache-2.0
// Producers on threads and 32 workers as coroutines on two threads: the work of producers_workers in
// workqueue_bench.cpp and of ProducersWorkers in peers/workqueue.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <latch>
#include <string>

#include "bench_keys.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace {

using namespace kubexx;
using Keys = RateLimitingQueue<std::string>;

awaitable<void> worker(Keys& queue, bench::Producers& producers)
{
  while (auto lease = co_await async_get(queue)) {
    queue.forget(lease->key());
    producers.finished();
  }
}

awaitable<void> batch_worker(Keys& queue, bench::Producers& producers, std::size_t limit)
{
  LeaseBatch<std::string> batch;
  while (co_await async_get_batch(queue, batch, limit)) {
    for (std::size_t at = 0; at < batch.size(); ++at) queue.forget(batch[at]);
    producers.finished(batch.size());
  }
}

/// Arguments: producers, workers, keys at a time (1: async_get).
void producers_coroutines(benchmark::State& state)
{
  constexpr std::size_t kRounds = 40;
  const auto limit = static_cast<std::size_t>(state.range(2));
  for (auto _ : state) {
    SystemRuntime::Options options;
    options.io_threads = 2;
    SystemRuntime system(options);
    const Runtime runtime = system.runtime();
    Keys queue(default_controller_rate_limiter<std::string>(), {.clock = runtime.clock});
    bench::Producers producers(static_cast<std::size_t>(state.range(0)), kRounds,
                               [&queue](const std::string& key) { queue.add(key); });
    std::latch ended(state.range(1));
    for (std::int64_t index = 0; index < state.range(1); ++index) {
      spawn(runtime.executor, limit == 1 ? worker(queue, producers) : batch_worker(queue, producers, limit),
            [&ended] { ended.count_down(); });
    }
    producers.join();
    queue.shut_down();
    ended.wait();
  }
  bench::report_items(state, kRounds * 10'000.0);
}
BENCHMARK(producers_coroutines)
    ->UseRealTime()
    ->Args({4, 4, 1})
    ->Args({8, 32, 1})
    ->Args({8, 32, 16})
    ->Unit(benchmark::kMillisecond);

}  // namespace
