// SPDX-License-Identifier: Apache-2.0
// What a controller costs around its reconciler: reconciles per second of one that does nothing, and of one that makes
// one call to a server that answers at once, in the process or over a socket, with and without the flight recorder.
#include <benchmark/benchmark.h>

#include <atomic>
#include <latch>
#include <memory>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/task_pool.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/controller.hpp"
#include "kubexx/controller/prometheus.hpp"
#include "kubexx/http/listener.hpp"

namespace {

using namespace kubexx;

constexpr int kKeys = 20'000;
const ResourceType kConfigMaps{"", "v1", "ConfigMap", "configmaps", Scope::namespaced};

constexpr const char* kAnswer =
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default"}})";

class InstantServer final : public Transport {
public:
  awaitable<HttpResponse> exchange(HttpRequest /*request*/, ExchangeLimits /*limits*/) override
  {
    HttpResponse response;
    response.status = 200;
    response.body = kAnswer;
    co_return response;
  }
};

// The same over a socket, in a runtime of its own.
class SocketServer {
public:
  SocketServer()
  {
    ListenerOptions options;
    options.address = "127.0.0.1";
    options.max_connections = 256;
    HttpHandler handler = [](HttpRequest /*request*/) { return answer(); };
    listener_ = std::make_unique<HttpListener>(system_.runtime(), std::move(options), std::move(handler));
  }
  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(listener_->port()); }

private:
  static awaitable<HttpResponse> answer()
  {
    HttpResponse response;
    response.status = 200;
    response.headers.add("Content-Type", "application/json");
    response.body = kAnswer;
    co_return response;
  }
  SystemRuntime system_;
  std::unique_ptr<HttpListener> listener_;
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

Client connected(const Runtime& runtime, const SocketServer& server)
{
  ClientConfig config;
  config.server = server.url();
  return Client::connect(runtime, config);
}

/// Arguments: workers, calls of a reconcile (0, 1, or 2 for one over a socket), recorder, blocking functions instead of
/// coroutines.
void reconciles(benchmark::State& state)
{
  const bool call = state.range(1) != 0;
  const bool over_socket = state.range(1) == 2;
  std::unique_ptr<SocketServer> server;
  if (over_socket) server = std::make_unique<SocketServer>();
  for (auto _ : state) {
    state.PauseTiming();
    SystemRuntime::Options options;
    options.io_threads = 2;
    PrometheusMetrics metrics;
    options.metrics = &metrics;
    options.log = Log();
    SystemRuntime system(options);
    const Runtime runtime = system.runtime();
    const Client client =
        over_socket ? connected(runtime, *server) : Client(runtime, std::make_shared<InstantServer>());
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
    ->ArgsProduct({{1, 8, 64}, {0, 1, 2}, {0, 1}, {0}})
    ->ArgsProduct({{1, 8, 64}, {0, 1}, {0, 1}, {1}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
