// SPDX-License-Identifier: Apache-2.0
// A read of a value that is derived from a store, on a hot path: Snapshot<T>::Reader, and what else a program could do.
// The value is replaced by nobody, which is what nearly every read finds.
//   build/bench/bench/snapshot_bench --benchmark_repetitions=9 --benchmark_report_aggregates_only
#include <benchmark/benchmark.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/informer/snapshot.hpp"

namespace {

using namespace kubexx;

using Addresses = std::vector<std::uint32_t>;

const Addresses& ten_thousand()
{
  static const Addresses addresses(10'000, 7);
  return addresses;
}

class NoServer final : public Transport {
public:
  awaitable<HttpResponse> exchange(HttpRequest /*request*/, ExchangeLimits /*limits*/) override
  {
    throw TransportError(TransportErrc::connect, "there is no server");
  }
};

/// An informer that is not started: its snapshots keep their first value.
struct Fixture {
  SystemRuntime system{{.log = Log()}};
  SharedInformer informer{Client(system.runtime(), std::make_shared<NoServer>()), resources::config_maps};
  Snapshot<Addresses> snapshot{informer, [](const Store&) { return Addresses(); }, ten_thousand()};
};

Fixture& fixture()
{
  static Fixture one;
  return one;
}

void read_snapshot_reader(benchmark::State& state)
{
  Snapshot<Addresses>::Reader reader(fixture().snapshot);
  std::size_t at = 0;
  for (auto _ : state) benchmark::DoNotOptimize(reader.get()[at++ & 1023U]);
}
BENCHMARK(read_snapshot_reader)->Threads(1)->Threads(2);

void read_snapshot_get(benchmark::State& state)
{
  std::size_t at = 0;
  for (auto _ : state) benchmark::DoNotOptimize((*fixture().snapshot.get())[at++ & 1023U]);
}
BENCHMARK(read_snapshot_get)->Threads(1)->Threads(2);

void read_atomic_shared_ptr(benchmark::State& state)
{
  static std::atomic<std::shared_ptr<const Addresses>> value(std::make_shared<const Addresses>(ten_thousand()));
  std::size_t at = 0;
  for (auto _ : state) benchmark::DoNotOptimize((*value.load())[at++ & 1023U]);
}
BENCHMARK(read_atomic_shared_ptr)->Threads(1)->Threads(2);

void read_mutex(benchmark::State& state)
{
  static std::mutex mutex;
  static const Addresses value = ten_thousand();
  std::size_t at = 0;
  for (auto _ : state) {
    const std::lock_guard lock(mutex);
    benchmark::DoNotOptimize(value[at++ & 1023U]);
  }
}
BENCHMARK(read_mutex)->Threads(1)->Threads(2);

}  // namespace
