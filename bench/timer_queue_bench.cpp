// SPDX-License-Identifier: Apache-2.0
// The timer queue's cost per value, a number. The same work with a heap and a channel in Go is in
// peers/delayqueue; the names are the same but for their spelling.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "counted.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/timer_queue/timer_queue.hpp"

namespace {

using namespace kubexx;
using namespace std::chrono_literals;

using bench::Counted;

/// Any program with consumers has threads; without one, glibc's mutex would leave out its atomic operations.
const bool kThreads = (std::thread([] {}).join(), true);

/// So many values that are due an hour from now and later.
void fill(TimerQueue<std::uint64_t>& queue, std::int64_t count)
{
  std::mt19937_64 random(1);
  for (std::int64_t index = 0; index < count; ++index) {
    queue.push(0, 1h + Duration(static_cast<std::int64_t>(random() % 3'600'000'000'000U)));
  }
}

/// A value is pushed with a delay so short that it is due at once, and taken; so many others wait for their time.
void push_take(benchmark::State& state)
{
  SystemClock clock;
  TimerQueue<std::uint64_t> queue(clock);
  fill(queue, state.range(0));
  std::uint64_t next = 0;
  benchmark::DoNotOptimize(queue.push(next, 1ns)), benchmark::DoNotOptimize(queue.take());
  const Counted counted(state);
  for (auto _ : state) {
    queue.push(++next, 1ns);
    auto value = queue.take();
    benchmark::DoNotOptimize(value);
  }
}
BENCHMARK(push_take)->UseRealTime()->Arg(0)->Arg(1000)->Arg(10'000)->Arg(1'000'000);

/// A timeout that does not come: of a thousand values that are due in half a minute the oldest is cancelled, another
/// one is pushed.
void push_cancel(benchmark::State& state)
{
  SystemClock clock;
  TimerQueue<std::uint64_t> queue(clock);
  fill(queue, state.range(0));
  std::vector<TimerHandle> handles(1000);
  for (auto& handle : handles) handle = queue.push(0, 30s);
  std::size_t oldest = 0;
  const Counted counted(state);
  for (auto _ : state) {
    auto value = queue.cancel(handles[oldest]);
    benchmark::DoNotOptimize(value);
    handles[oldest] = queue.push(0, 30s);
    if (++oldest == handles.size()) oldest = 0;
  }
}
BENCHMARK(push_cancel)->UseRealTime()->Arg(0)->Arg(1'000'000);

/// So many values whose times are spread over the last second, in any order, are pushed and taken in order.
void push_all_take_all(benchmark::State& state)
{
  SystemClock clock;
  TimerQueue<std::uint64_t> queue(clock);
  std::mt19937_64 random(1);
  std::vector<Duration> delays(static_cast<std::size_t>(state.range(0)));
  for (auto& delay : delays) delay = -Duration(static_cast<std::int64_t>(random() % 1'000'000'000U));
  for (const Duration delay : delays) queue.push(0, delay);
  while (queue.try_take()) {
  }
  Counted counted(state);
  counted.items_per_iteration(static_cast<double>(delays.size()));
  for (auto _ : state) {
    for (const Duration delay : delays) queue.push(0, delay);
    for (std::size_t index = 0; index < delays.size(); ++index) {
      auto value = queue.take();
      benchmark::DoNotOptimize(value);
    }
  }
}
BENCHMARK(push_all_take_all)->UseRealTime()->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

/// Threads that push values which are due at once, and threads that take them.
void push_take_threads(benchmark::State& state)
{
  constexpr std::uint64_t kValues = 400'000;
  SystemClock clock;
  const auto pushers = static_cast<std::uint64_t>(state.range(0));
  Counted counted(state);
  counted.items_per_iteration(kValues);
  for (auto _ : state) {
    TimerQueue<std::uint64_t> queue(clock);
    std::vector<std::thread> pushing;
    std::vector<std::thread> taking;
    for (std::uint64_t pusher = 0; pusher < pushers; ++pusher) {
      pushing.emplace_back([&] {
        for (std::uint64_t index = 0; index < kValues / pushers; ++index) queue.push(index, 1ns);
      });
    }
    for (std::int64_t consumer = 0; consumer < state.range(1); ++consumer) {
      taking.emplace_back([&] {
        while (auto value = queue.take()) benchmark::DoNotOptimize(value);
      });
    }
    for (auto& thread : pushing) thread.join();
    queue.shut_down();
    for (auto& thread : taking) thread.join();
  }
}
BENCHMARK(push_take_threads)->UseRealTime()->Args({1, 1})->Args({4, 4})->Unit(benchmark::kMillisecond);

}  // namespace
