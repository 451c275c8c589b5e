// SPDX-License-Identifier: Apache-2.0
// The queue's cost per key: strings of 30 bytes, 10 000 distinct ones unless said, no metrics and no causes. The peers'
// figures for the same work are in the project's goals.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace {

using namespace kubexx;

std::vector<std::string> make_keys(std::size_t count)
{
  std::vector<std::string> keys;
  keys.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    std::string number = std::to_string(index);
    keys.push_back("namespace-1/some-name-" + std::string(8 - number.size(), '0') + number);
  }
  return keys;
}

/// add, get and done of one key after the other, one thread: nobody else has to be woken.
void add_get_done(benchmark::State& state)
{
  SystemClock clock;
  Queue<std::string> queue({.clock = &clock});
  const auto keys = make_keys(static_cast<std::size_t>(state.range(0)));
  std::size_t next = 0;
  for (auto _ : state) {
    queue.add(keys[next]);
    if (++next == keys.size()) next = 0;
    auto lease = queue.get();
    benchmark::DoNotOptimize(lease);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(add_get_done)->Arg(1000)->Arg(10'000)->Arg(1'000'000);

/// All keys are added, then all are taken: what a resync of an informer does.
void fill_then_drain(benchmark::State& state)
{
  SystemClock clock;
  Queue<std::string> queue({.clock = &clock});
  const auto keys = make_keys(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    for (const auto& key : keys) queue.add(key);
    while (auto lease = queue.try_get()) benchmark::DoNotOptimize(lease);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(fill_then_drain)->Arg(10'000)->Arg(1'000'000);

/// add_after of an hour, for so many keys.
void add_after(benchmark::State& state)
{
  SystemClock clock;
  const auto keys = make_keys(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    DelayingQueue<std::string> queue({.clock = &clock});
    for (const auto& key : keys) queue.add_after(key, std::chrono::hours(1));
    benchmark::DoNotOptimize(queue.delayed());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(add_after)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
