// SPDX-License-Identifier: Apache-2.0
#include <kubexx/base/asio.hpp>
#include <kubexx/testing/recording_log.hpp>
#include <kubexx/testing/recording_metrics.hpp>
#include <kubexx/testing/scripted_transport.hpp>
#include <kubexx/testing/watch_script.hpp>

using namespace kubexx;

int main()
{
  const auto log = std::make_shared<testing::RecordingLog>();
  Log(log).info("started");
  testing::RecordingMetrics metrics;
  metrics.counter("starts", "help", {})->increment();
  testing::ScriptedTransport transport;
  const testing::WatchScript watch;
  transport.answer(204, "").play(watch);
  SystemRuntime system;
  const auto exchange = [&] { return transport.exchange(HttpRequest(), ExchangeLimits()); };
  const HttpResponse response = block_on(system.runtime().executor, exchange, "exchange");
  return response.status == 204 && log->count({"started"}) == 1 && metrics.value("starts") == 1 ? 0 : 1;
}
