// SPDX-License-Identifier: Apache-2.0
// PriorityQueue: the benchmarks of sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue (AddGetDone, AddOnly,
// AddLockContended), for each key.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bench_keys.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/priority_queue.hpp"

namespace {

using namespace kubexx;
using bench::make_keys;

constexpr std::size_t kKeys = 1000;

std::unique_ptr<PriorityQueue<std::string>> make_queue(SystemClock& clock)
{
  return std::make_unique<PriorityQueue<std::string>>(default_controller_rate_limiter<std::string>(),
                                                      QueueOptions{.clock = &clock});
}

void add_all(PriorityQueue<std::string>& queue, const std::vector<std::string>& keys)
{
  int number = 0;
  for (const auto& key : keys) queue.add_with(key, {.priority = number++ % 3});
}

/// All keys are added with one of three priorities, then taken and done.
void priority_add_get_done(benchmark::State& state)
{
  SystemClock clock;
  const auto queue = make_queue(clock);
  const auto keys = make_keys(kKeys);
  for (auto _ : state) {
    add_all(*queue, keys);
    for (std::size_t taken = 0; taken < keys.size(); ++taken) benchmark::DoNotOptimize(queue->get());
  }
  bench::report_items(state, kKeys);
}
BENCHMARK(priority_add_get_done)->UseRealTime()->Unit(benchmark::kMicrosecond);

/// The adds alone, into a new queue each time.
void priority_add_only(benchmark::State& state)
{
  SystemClock clock;
  const auto keys = make_keys(kKeys);
  for (auto _ : state) {
    auto queue = make_queue(clock);
    add_all(*queue, keys);
    state.PauseTiming();
    queue.reset();
    state.ResumeTiming();
  }
  bench::report_items(state, kKeys);
}
BENCHMARK(priority_add_only)->UseRealTime()->Unit(benchmark::kMicrosecond);

/// The adds while another thread takes and gives back all the time.
void priority_add_contended(benchmark::State& state)
{
  SystemClock clock;
  const auto queue = make_queue(clock);
  const auto keys = make_keys(kKeys);
  std::thread worker([&queue] {
    while (auto lease = queue->get()) benchmark::DoNotOptimize(lease);
  });
  for (auto _ : state) add_all(*queue, keys);
  queue->shut_down();
  worker.join();
  bench::report_items(state, kKeys);
}
BENCHMARK(priority_add_contended)->UseRealTime()->Unit(benchmark::kMicrosecond);

}  // namespace
