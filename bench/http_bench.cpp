// SPDX-License-Identifier: Apache-2.0
// Round trips through the client transport and the listener, both in this process on one io thread.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "kubexx/http/client_transport.hpp"
#include "support/loopback.hpp"

namespace kubexx {
namespace {

constexpr int kRoundTrips = 1000;

awaitable<HttpResponse> answer(HttpRequest request)
{
  HttpResponse response;
  response.headers.add("Content-Type", "application/json");
  response.body = std::move(request.body);
  response.body.resize(1000, 'x');
  co_return response;
}

awaitable<void> ask(Transport& transport, const Clock& clock)
{
  for (int count = 0; count < kRoundTrips; ++count) {
    HttpRequest request;
    request.target = "/apis/apps/v1/namespaces/default/deployments/example";
    request.headers.add("Accept", "application/json");
    ExchangeLimits limits;
    limits.deadline = clock.now() + std::chrono::seconds(30);
    auto work = transport.exchange(std::move(request), limits);
    const auto response = co_await std::move(work);
    if (response.status != 200) std::abort();
  }
}

void round_trips(benchmark::State& state, bool tls)
{
  SystemRuntime system;
  const auto runtime = system.runtime();
  test::LoopbackServer server(runtime, answer, tls);
  const auto transport = make_client_transport(runtime, server.options());
  for (auto _ : state) block_on(runtime.executor, [&] { return ask(*transport, *runtime.clock); }, "ask");
  state.SetItemsProcessed(state.iterations() * kRoundTrips);
  block_on(runtime.executor, [&] { return server.listener().async_stop(); }, "async_stop");
}

awaitable<HttpResponse> answer_and_close(HttpRequest /*request*/)
{
  HttpResponse response;
  response.headers.add("Connection", "close");
  co_return response;
}

awaitable<void> ask_once(Transport& transport)
{
  auto work = transport.exchange(HttpRequest(), ExchangeLimits());
  const auto response = co_await std::move(work);
  if (response.status != 200) std::abort();
}

// Each request over a connection of its own: TCP, handshake, request, answer, close_notify.
void connections(benchmark::State& state, bool resumed)
{
  SystemRuntime system;
  const auto runtime = system.runtime();
  test::LoopbackServer server(runtime, answer_and_close);
  const auto transport = make_client_transport(runtime, server.options());
  for (auto _ : state) {
    if (!resumed) {
      state.PauseTiming();
      transport->set_tls(*server.options().tls, false);
      state.ResumeTiming();
    }
    block_on(runtime.executor, [&] { return ask_once(*transport); }, "ask_once");
  }
  const auto stats = transport->stats();
  state.counters["resumed"] = static_cast<double>(stats.resumed) / static_cast<double>(stats.connects);
  block_on(runtime.executor, [&] { return server.listener().async_stop(); }, "async_stop");
}

BENCHMARK_CAPTURE(connections, full, false)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(connections, resumed, true)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(round_trips, plain, false)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(round_trips, tls, true)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace kubexx
