// SPDX-License-Identifier: Apache-2.0
// The queue's cost per item: strings of 30 bytes, 10 000 distinct ones unless said, no metrics and no triggers. The
// same work with client-go's queue is in peers/workqueue; `allocs` counts calls of operator new per item.
#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bench_keys.hpp"
#include "counted.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/parallelize.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace {

using namespace kubexx;
using namespace std::chrono_literals;

using bench::Counted;
using bench::make_keys;

/// Any program with workers has threads; without one, glibc's mutex would leave out its atomic operations.
const bool kThreads = (std::thread([] {}).join(), true);

/// add, get and done of one key after the other, one thread: nobody else has to be woken.
void add_get_done(benchmark::State& state)
{
  SystemClock clock;
  Queue<std::string> queue({.clock = &clock});
  const auto keys = make_keys(static_cast<std::size_t>(state.range(0)));
  std::size_t next = 0;
  const Counted counted(state);
  for (auto _ : state) {
    queue.add(keys[next]);
    if (++next == keys.size()) next = 0;
    auto lease = queue.get();
    benchmark::DoNotOptimize(lease);
  }
}
BENCHMARK(add_get_done)->UseRealTime()->RangeMultiplier(10)->Range(1000, 1'000'000);

/// The least that the three calls can cost with one mutex and a table that owns its keys: each locks; the first hashes
/// the key and copies it into the table, the second shows it to the caller, the third takes it out, by its place. No
/// order of keys, no flags, no waiters.
void floor_of_add_get_done(benchmark::State& state)
{
  const auto keys = make_keys(10'000);
  detail::KeyTable<std::string, std::hash<std::string>, std::equal_to<>> table;
  detail::SpinMutex mutex;
  std::size_t next = 0;
  const Counted counted(state);
  for (auto _ : state) {
    const auto& key = keys[next];
    if (++next == keys.size()) next = 0;
    mutex.lock();
    const auto place = table.find_or_insert(key, table.hash(key));
    mutex.unlock();
    mutex.lock();
    const std::string& taken = table.key_at(place);
    mutex.unlock();
    benchmark::DoNotOptimize(taken);
    mutex.lock();
    table.erase(place);
    mutex.unlock();
  }
}
BENCHMARK(floor_of_add_get_done)->UseRealTime();

/// All keys are added, then all are taken: what a resync of an informer does.
void fill_then_drain(benchmark::State& state)
{
  SystemClock clock;
  Queue<std::string> queue({.clock = &clock});
  const auto keys = make_keys(static_cast<std::size_t>(state.range(0)));
  for (const auto& key : keys) queue.add(key);  // the first time fills the slab
  while (auto lease = queue.try_get()) benchmark::DoNotOptimize(lease);
  Counted counted(state);
  counted.items_per_iteration(static_cast<double>(keys.size()));
  for (auto _ : state) {
    for (const auto& key : keys) queue.add(key);
    while (auto lease = queue.try_get()) benchmark::DoNotOptimize(lease);
  }
}
BENCHMARK(fill_then_drain)
    ->UseRealTime()
    ->Arg(100)
    ->RangeMultiplier(10)
    ->Range(1000, 1'000'000)
    ->Unit(benchmark::kMillisecond);

using Keys = RateLimitingQueue<std::string>;

void work(Keys& queue, bench::Producers& producers)
{
  while (auto lease = queue.get()) {
    queue.forget(lease->key());
    producers.finished();
  }
}

void work_in_batches(Keys& queue, bench::Producers& producers, std::size_t limit)
{
  LeaseBatch<std::string> batch;
  while (queue.get_batch(batch, limit)) {
    for (std::size_t at = 0; at < batch.size(); ++at) queue.forget(batch[at]);
    producers.finished(batch.size());
  }
}

/// Producers add, every worker gets, forgets and is done; then the queue is shut down. Arguments: producers, workers,
/// keys at a time (1: get).
void producers_workers(benchmark::State& state)
{
  constexpr std::size_t kRounds = 40;
  SystemClock clock;
  const auto limit = static_cast<std::size_t>(state.range(2));
  for (auto _ : state) {
    Keys queue(default_controller_rate_limiter<std::string>(), {.clock = &clock});
    bench::Producers producers(static_cast<std::size_t>(state.range(0)), kRounds,
                               [&queue](const std::string& key) { queue.add(key); });
    std::vector<std::thread> working;
    for (std::int64_t worker = 0; worker < state.range(1); ++worker) {
      working.emplace_back([&] { limit == 1 ? work(queue, producers) : work_in_batches(queue, producers, limit); });
    }
    producers.join();
    queue.shut_down();
    for (auto& thread : working) thread.join();
  }
  bench::report_items(state, kRounds * 10'000.0);
}
BENCHMARK(producers_workers)
    ->UseRealTime()
    ->Args({4, 4, 1})
    ->Args({8, 32, 1})
    ->Args({8, 32, 16})
    ->Unit(benchmark::kMillisecond);

/// add_after of an hour, for so many keys, into a new queue.
void add_after(benchmark::State& state)
{
  SystemClock clock;
  const auto keys = make_keys(static_cast<std::size_t>(state.range(0)));
  Counted counted(state);
  counted.items_per_iteration(static_cast<double>(keys.size()));
  for (auto _ : state) {
    auto queue = std::make_unique<DelayingQueue<std::string>>(QueueOptions{.clock = &clock});
    for (const auto& key : keys) queue->add_after(key, std::chrono::hours(1));
    state.PauseTiming();
    queue.reset();
    state.ResumeTiming();
  }
}
BENCHMARK(add_after)->UseRealTime()->RangeMultiplier(10)->Range(1000, 1'000'000)->Unit(benchmark::kMillisecond);

/// The least that keeping so many keys can cost, whoever does it: the hash of each, a slot of a table at random, a copy
/// of the key beside a record of 32 bytes and a place of 16 bytes in a heap, in memory that was not there before. No
/// lock, no clock, no order, no growth.
void floor_of_add_after(benchmark::State& state)
{
  struct Kept {
    std::array<std::uint64_t, 4> record{};
    std::string key;
  };
  const auto keys = make_keys(static_cast<std::size_t>(state.range(0)));
  const std::size_t count = keys.size() * 10 / 7;
  Counted counted(state);
  counted.items_per_iteration(static_cast<double>(keys.size()));
  for (auto _ : state) {
    auto slots = std::make_unique<std::uint64_t[]>(count);
    std::deque<Kept> kept;
    std::deque<std::array<std::uint64_t, 2>> heap;
    for (const auto& key : keys) {
      auto& slot = slots[(std::uint64_t{detail::hash_bytes(key.data(), key.size())} * count) >> 32U];
      if (slot == 0) slot = kept.size() + 1;
      kept.push_back({{}, key});
      heap.push_back({kept.size(), slot});
    }
    state.PauseTiming();
    slots.reset();
    kept.clear();
    heap.clear();
    state.ResumeTiming();
  }
}
BENCHMARK(floor_of_add_after)->UseRealTime()->Arg(1'000'000)->Unit(benchmark::kMillisecond);

/// A key is delayed by so little that it is due at once, and is taken.
void delayed_then_take(benchmark::State& state)
{
  SystemClock clock;
  DelayingQueue<std::string> queue({.clock = &clock});
  const auto keys = make_keys(10'000);
  std::size_t next = 0;
  const Counted counted(state);
  for (auto _ : state) {
    queue.add_after(keys[next], Duration(1));
    if (++next == keys.size()) next = 0;
    auto lease = queue.get();
    benchmark::DoNotOptimize(lease);
  }
}
BENCHMARK(delayed_then_take)->UseRealTime();

/// A limiter alone, without a queue: a failure, and forgotten. As exponential() and as the default of controllers,
/// which looks at the clock for its bucket.
void when_forget(benchmark::State& state, RateLimiter<std::string> limiter, const auto& now)
{
  const auto keys = make_keys(10'000);
  std::size_t next = 0;
  const Counted counted(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(limiter.when(keys[next], now()));
    limiter.forget(keys[next]);
    if (++next == keys.size()) next = 0;
  }
}
void limiter_when_forget(benchmark::State& state)
{
  when_forget(state, RetryPolicy::exponential(5ms, 1000s), [] { return SteadyTime{}; });
}
BENCHMARK(limiter_when_forget)->UseRealTime();
/// The least that two calls can cost that are given a key: its hash, and finding it, twice.
void floor_of_limiter(benchmark::State& state)
{
  const auto keys = make_keys(10'000);
  detail::KeyTable<std::string, std::hash<std::string>, std::equal_to<>> table;
  for (const auto& key : keys) benchmark::DoNotOptimize(table.find_or_insert(key, table.hash(key)));
  std::size_t next = 0;
  const Counted counted(state);
  for (auto _ : state) {
    const auto& key = keys[next];
    benchmark::DoNotOptimize(table.find(key, table.hash(key)));
    benchmark::ClobberMemory();
    benchmark::DoNotOptimize(table.find(key, table.hash(key)));
    if (++next == keys.size()) next = 0;
  }
}
BENCHMARK(floor_of_limiter)->UseRealTime();
void default_limiter_when_forget(benchmark::State& state)
{
  const SystemClock clock;
  when_forget(state, default_controller_rate_limiter<std::string>(), [&clock] { return clock.now(); });
}
BENCHMARK(default_limiter_when_forget)->UseRealTime();

/// Ten workers, a thousand pieces that do nothing, so many at a time.
void parallelize(benchmark::State& state)
{
  constexpr std::size_t kPieces = 1000;
  ThreadPool pool(10);
  const std::function<void(std::size_t)> piece = [](std::size_t at) { benchmark::DoNotOptimize(at); };
  for (auto _ : state) parallelize_until(pool, {}, 10, kPieces, piece, static_cast<std::size_t>(state.range(0)));
  bench::report_items(state, kPieces);
}
BENCHMARK(parallelize)->UseRealTime()->Arg(1)->Arg(10)->Arg(100);

}  // namespace
