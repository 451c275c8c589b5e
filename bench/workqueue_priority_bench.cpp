// SPDX-License-Identifier: Apache-2.0
// PriorityQueue: the benchmarks of sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue (AddGetDone, AddOnly,
// AddLockContended) and more, per key. The same work with that queue is in peers/priorityqueue.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench_keys.hpp"
#include "counted.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/priority_queue.hpp"

namespace {

using namespace kubexx;
using bench::Counted;
using bench::make_keys;
using Keys = PriorityQueue<std::string>;

/// Any program with workers has threads; without one, glibc's mutex would leave out its atomic operations.
const bool kThreads = (std::thread([] {}).join(), true);

std::unique_ptr<Keys> make_queue(SystemClock& clock, PriorityOptions<std::string> options = {})
{
  return std::make_unique<Keys>(default_controller_rate_limiter<std::string>(), QueueOptions{.clock = &clock},
                                std::move(options));
}

void add_all(Keys& queue, const std::vector<std::string>& keys)
{
  int number = 0;
  for (const auto& key : keys) queue.add_with(key, {.priority = number++ % 3});
}

void take_all(Keys& queue)
{
  while (auto lease = queue.try_get()) benchmark::DoNotOptimize(lease);
}

void fill_then_drain(benchmark::State& state, PriorityOptions<std::string> options)
{
  SystemClock clock;
  const auto queue = make_queue(clock, std::move(options));
  const auto keys = make_keys(static_cast<std::size_t>(state.range(0)));
  add_all(*queue, keys);  // the first time finds the room
  take_all(*queue);
  Counted counted(state);
  counted.items_per_iteration(static_cast<double>(keys.size()));
  for (auto _ : state) {
    add_all(*queue, keys);
    take_all(*queue);
  }
}

/// All keys are added with one of three priorities, then taken and done.
void priority_fill_then_drain(benchmark::State& state)
{
  fill_then_drain(state, {});
}
BENCHMARK(priority_fill_then_drain)->UseRealTime()->RangeMultiplier(10)->Range(1000, 1'000'000);

/// The same without the bound on waiting: no clock is read.
void priority_unbounded(benchmark::State& state)
{
  fill_then_drain(state, {.max_wait = std::nullopt});
}
BENCHMARK(priority_unbounded)->UseRealTime()->Arg(10'000);

/// The same with a hundred groups.
void priority_groups(benchmark::State& state)
{
  fill_then_drain(state, {.group = [](const std::string& key) { return group_of(key) % 100; }});
}
BENCHMARK(priority_groups)->UseRealTime()->Arg(10'000)->Arg(1'000'000);

/// One key after the other, while so many others are processing and queued again.
void priority_add_get_done(benchmark::State& state)
{
  SystemClock clock;
  const auto queue = make_queue(clock);
  for (std::int64_t index = 0; index < state.range(0); ++index) queue->add(std::to_string(index));
  std::vector<Lease<std::string>> processing;
  while (auto lease = queue->try_get()) processing.push_back(std::move(*lease));
  for (const auto& lease : processing) queue->add(lease.key());
  const auto keys = make_keys(10'000);
  std::size_t next = 0;
  const Counted counted(state);
  for (auto _ : state) {
    queue->add(keys[next]);
    if (++next == keys.size()) next = 0;
    auto lease = queue->get();
    benchmark::DoNotOptimize(lease);
  }
}
BENCHMARK(priority_add_get_done)->UseRealTime()->Arg(0)->Arg(100)->Arg(1000)->Arg(10'000)->Arg(1'000'000);

/// The adds alone, into a new queue each time.
void priority_add_only(benchmark::State& state)
{
  SystemClock clock;
  const auto keys = make_keys(10'000);
  Counted counted(state);
  counted.items_per_iteration(static_cast<double>(keys.size()));
  for (auto _ : state) {
    auto queue = make_queue(clock);
    add_all(*queue, keys);
    state.PauseTiming();
    queue.reset();
    state.ResumeTiming();
  }
}
BENCHMARK(priority_add_only)->UseRealTime()->Unit(benchmark::kMicrosecond);

/// The adds while another thread takes and gives back all the time.
void priority_add_contended(benchmark::State& state)
{
  SystemClock clock;
  const auto queue = make_queue(clock);
  const auto keys = make_keys(1000);
  std::thread worker([&queue] {
    while (auto lease = queue->get()) benchmark::DoNotOptimize(lease);
  });
  {
    Counted counted(state);
    counted.items_per_iteration(static_cast<double>(keys.size()));
    for (auto _ : state) add_all(*queue, keys);
  }
  queue->shut_down();
  worker.join();
}
BENCHMARK(priority_add_contended)->UseRealTime()->Unit(benchmark::kMicrosecond);

/// A key is delayed by so little that it is due at once, and is taken.
void priority_delayed_then_take(benchmark::State& state)
{
  SystemClock clock;
  const auto queue = make_queue(clock);
  const auto keys = make_keys(10'000);
  std::size_t next = 0;
  const Counted counted(state);
  for (auto _ : state) {
    queue->add_with(keys[next], {.after = Duration(1)});
    if (++next == keys.size()) next = 0;
    auto lease = queue->get();
    benchmark::DoNotOptimize(lease);
  }
}
BENCHMARK(priority_delayed_then_take)->UseRealTime();

}  // namespace
