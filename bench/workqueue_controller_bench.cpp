// SPDX-License-Identifier: Apache-2.0
// The queue as a controller uses it: keys are requests, metrics are on, a key is delayed, coroutines wait, an
// informer's list comes at once, keys fall due together.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bench_keys.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/metrics.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/controller/request.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace {

using namespace kubexx;

/// Any program with workers has threads; without one, glibc's mutex would leave out its atomic operations.
const bool kThreads = (std::thread([] {}).join(), true);

/// Series as PrometheusMetrics has them: atomics, and a bucket that is looked for.
class AtomicMetrics final : public MetricsProvider {
public:
  std::shared_ptr<Counter> counter(std::string_view /*name*/, std::string_view /*help*/,
                                   MetricLabels /*labels*/) override
  {
    struct Series final : Counter {
      void increment(double by) noexcept override { value.fetch_add(by, std::memory_order_relaxed); }
      std::atomic<double> value{0};
    };
    return std::make_shared<Series>();
  }
  std::shared_ptr<Gauge> gauge(std::string_view /*name*/, std::string_view /*help*/, MetricLabels /*labels*/) override
  {
    return nullptr;
  }
  std::shared_ptr<Histogram> histogram(std::string_view /*name*/, std::string_view /*help*/, MetricLabels /*labels*/,
                                       std::span<const double> buckets) override
  {
    struct Series final : Histogram {
      explicit Series(std::span<const double> of) : buckets(of.begin(), of.end()), counts(of.size() + 1) {}
      void observe(double value) noexcept override
      {
        const auto at = std::lower_bound(buckets.begin(), buckets.end(), value) - buckets.begin();
        counts[static_cast<std::size_t>(at)].fetch_add(1, std::memory_order_relaxed);
        sum.fetch_add(value, std::memory_order_relaxed);
      }
      const std::vector<double> buckets;
      std::vector<std::atomic<std::uint64_t>> counts;
      std::atomic<double> sum{0};
    };
    return std::make_shared<Series>(buckets);
  }
  std::unique_ptr<MetricRegistration> gauge_callback(std::string_view /*name*/, std::string_view /*help*/,
                                                     MetricLabels /*labels*/, std::function<double()> /*read*/) override
  {
    return std::make_unique<MetricRegistration>();
  }
};

std::vector<Request> make_requests(std::size_t count)
{
  std::vector<Request> requests;
  requests.reserve(count);
  for (auto& key : bench::make_keys(count)) {
    const auto slash = key.find('/');
    requests.emplace_back(ObjectKey{key.substr(0, slash), key.substr(slash + 1)});
  }
  return requests;
}

/// add, get, forget and done of one request after the other. Arguments: metrics; keys that are delayed by an hour.
void request_add_get_done(benchmark::State& state)
{
  SystemClock clock;
  AtomicMetrics metrics;
  QueueOptions options{.name = "controller", .clock = &clock};
  if (state.range(0) != 0) options.metrics = &metrics;
  RateLimitingQueue<Request> queue(default_controller_rate_limiter<Request>(), options);
  const auto keys = make_requests(10'000);
  for (std::int64_t delayed = 0; delayed < state.range(1); ++delayed) {
    queue.add_after(Request(ObjectKey{"delayed", std::to_string(delayed)}), std::chrono::hours(1));
  }
  std::size_t next = 0;
  for (auto _ : state) {
    queue.add(keys[next]);
    if (++next == keys.size()) next = 0;
    auto lease = queue.get();
    queue.forget(lease->key());
    benchmark::DoNotOptimize(lease);
  }
  bench::report_items(state, 1);
}
BENCHMARK(request_add_get_done)->UseRealTime()->ArgsProduct({{0, 1}, {0, 1}});

/// What metrics have to pay for: three readings of the clock.
void three_clock_reads(benchmark::State& state)
{
  SystemClock clock;
  for (auto _ : state) {
    for (int read = 0; read < 3; ++read) benchmark::DoNotOptimize(clock.now());
  }
  bench::report_items(state, 1);
}
BENCHMARK(three_clock_reads)->UseRealTime();

awaitable<void> worker(Queue<Request>& queue, std::size_t& finished)
{
  while (auto lease = co_await async_get(queue)) ++finished;
}

/// A key is added, wakes one of so many waiting coroutines, is taken and given back; the coroutine waits again.
void waiting_coroutines(benchmark::State& state)
{
  SystemClock clock;
  const auto keys = make_requests(10'000);
  boost::asio::io_context context(1);
  Queue<Request> queue({.clock = &clock});
  std::size_t finished = 0;
  for (std::int64_t index = 0; index < state.range(0); ++index) {
    spawn(context.get_executor(), worker(queue, finished), [] {});
  }
  context.poll();
  std::size_t next = 0;
  std::size_t added = 0;
  for (auto _ : state) {
    queue.add(keys[next]);
    if (++next == keys.size()) next = 0;
    context.poll();
    if (finished != ++added) state.SkipWithError("a key was not processed");
  }
  queue.shut_down();
  context.poll();
  bench::report_items(state, 1);
}
BENCHMARK(waiting_coroutines)->UseRealTime()->Arg(1)->Arg(100)->Arg(10'000);

/// An informer's list: all keys are added to a queue that knows none, one by one or with add_all. Taking them is not
/// measured.
void add_list(benchmark::State& state, bool at_once)
{
  SystemClock clock;
  Queue<Request> queue({.clock = &clock});
  const auto keys = make_requests(static_cast<std::size_t>(state.range(0)));
  queue.add_all(keys);  // the first time fills the slab
  for (auto _ : state) {
    state.PauseTiming();
    while (queue.try_get()) {
    }
    state.ResumeTiming();
    if (at_once) {
      queue.add_all(keys);
    } else {
      for (const auto& key : keys) queue.add(key);
    }
  }
  bench::report_items(state, static_cast<double>(keys.size()));
}
void add_one_by_one(benchmark::State& state)
{
  add_list(state, false);
}
void add_all(benchmark::State& state)
{
  add_list(state, true);
}
BENCHMARK(add_one_by_one)->UseRealTime()->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(add_all)->UseRealTime()->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

/// The processor time of this thread, in microseconds: what else runs on the machine is not in it.
double cpu_microseconds()
{
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

/// So many keys are due together. Each operation until all are ready is measured: one hold of the lock each, of which
/// one in a thousand takes longer than the "item" that is reported. The label has the most records that one touched.
void longest_hold(benchmark::State& state)
{
  const auto count = static_cast<std::size_t>(state.range(0));
  const auto keys = bench::make_keys(count + 1);
  std::vector<double> holds;
  std::uint32_t touched = 0;
  for (auto _ : state) {
    state.PauseTiming();
    ManualClock clock;
    DelayingQueue<std::string> queue({.clock = &clock});
    for (std::size_t at = 0; at < count; ++at) queue.add_after(keys[at], std::chrono::seconds(1));
    clock.advance(std::chrono::seconds(1));
    state.ResumeTiming();
    bool ready = false;
    while (!ready) {
      const double before = cpu_microseconds();
      queue.add(keys[count]);
      holds.push_back(cpu_microseconds() - before);
      ready = queue.driver().state().delayed() == 0;
    }
    touched = std::max(touched, queue.driver().most_touched());
    state.PauseTiming();
    while (queue.try_get()) {
    }
    state.ResumeTiming();
  }
  std::sort(holds.begin(), holds.end());
  const auto quantile = [&holds](double part) {
    return holds[std::min(holds.size() - 1, static_cast<std::size_t>(part * static_cast<double>(holds.size())))];
  };
  // A counter of this row alone is more than the table for compare_workqueue.sh can have.
  state.SetLabel(std::to_string(touched) + " records; us: p50 " + std::to_string(quantile(0.5)) + " max " +
                 std::to_string(holds.back()));
  state.counters["per_item"] = quantile(0.999) / 1e6;
}
BENCHMARK(longest_hold)->UseRealTime()->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
