// SPDX-License-Identifier: Apache-2.0
// What a controller costs around its reconciler: reconciles per second of one that does nothing, and of one that makes
// one call to a server that answers at once, with and without the flight recorder.
#include <benchmark/benchmark.h>

#include <atomic>
#include <latch>
#include <memory>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/task_pool.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/controller.hpp"
#include "kubexx/controller/prometheus.hpp"

namespace {

using namespace kubexx;

constexpr int kKeys = 20'000;
const ResourceType kConfigMaps{"", "v1", "ConfigMap", "configmaps", Scope::namespaced};

class InstantServer final : public Transport {
public:
  awaitable<HttpResponse> exchange(HttpRequest /*request*/, ExchangeLimits /*limits*/) override
  {
    HttpResponse response;
    response.status = 200;
    response.body = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default"}})";
    co_return response;
  }
};

struct Work {
  std::atomic<int> left{kKeys};
  std::latch ended{1};
  void finished()
  {
    if (--left == 0) ended.count_down();
  }
};

awaitable<Result> reconcile(Context* context, Request request, Work* work, bool call)
{
  if (call) {
    PatchOptions options;
    Object answer =
        co_await context->client().async_patch(kConfigMaps, request.key(), R"({"data":{"x":"1"}})", options);
    benchmark::DoNotOptimize(answer);
  }
  work->finished();
  co_return Result::done();
}

awaitable<void> stop(Controller controller, SteadyTime by, std::latch* ended)
{
  const bool well = co_await controller.async_stop({by, by});
  benchmark::DoNotOptimize(well);
  ended->count_down();
}

/// Arguments: workers, calls of a reconcile (0 or 1), recorder, blocking functions instead of coroutines.
void reconciles(benchmark::State& state)
{
  const bool call = state.range(1) != 0;
  for (auto _ : state) {
    state.PauseTiming();
    SystemRuntime::Options options;
    options.io_threads = 2;
    PrometheusMetrics metrics;
    options.metrics = &metrics;
    options.log = Log();
    SystemRuntime system(options);
    const Runtime runtime = system.runtime();
    const Client client(runtime, std::make_shared<InstantServer>());
    Work work;
    ControllerOptions what;
    what.name = "bench";
    what.workers = static_cast<std::size_t>(state.range(0));
    if (state.range(2) != 0) what.recorder = std::make_shared<FlightRecorder>();
    Reconciler reconciler = [&work, call](Context& context, Request request) {
      return reconcile(&context, std::move(request), &work, call);
    };
    if (state.range(3) != 0) {
      reconciler = [&work, call](Context& context, const Request& request) {
        if (call) context.client().patch(kConfigMaps, request.key(), R"({"data":{"x":"1"}})");
        work.finished();
        return Result::done();
      };
    }
    const Controller controller(client, EventRecorder(client, {}), std::move(what), std::move(reconciler));
    for (int key = 0; key < kKeys; ++key) {
      controller.enqueue(Request(ObjectKey{"default", "object-" + std::to_string(key)}));
    }
    state.ResumeTiming();
    controller.start();
    work.ended.wait();
    state.PauseTiming();
    std::latch stopped(1);
    spawn(runtime.executor, stop(controller, runtime.clock->now() + std::chrono::seconds(10), &stopped));
    stopped.wait();
    state.ResumeTiming();
  }
  state.counters["reconciles"] = benchmark::Counter(
      static_cast<double>(kKeys) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK(reconciles)
    ->ArgNames({"workers", "calls", "recorder", "blocking"})
    ->ArgsProduct({{1, 8, 64}, {0, 1}, {0, 1}, {0}})
    ->ArgsProduct({{8}, {0, 1}, {0, 1}, {1}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
