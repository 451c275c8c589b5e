// SPDX-License-Identifier: Apache-2.0
// Manager::async_stop that is awaited with a timeout (or an async_run that is cancelled while it stops), and called
// again. Expected (manager.hpp: "Idempotent", "All of it within `grace`"; deploying.md: at most grace): the second
// async_stop
//   ends, with true or false, at the latest `grace` (2 s) after the first call. Controller::async_stop does so.
// Happens: cancelling the first caller abandons the shutdown itself, and every later async_stop waits for ever.
// Exit code 0 = holds, 1 = broken.
#include <atomic>
#include <iostream>
#include <kubexx/apiserver/apiserver.hpp>
#include <kubexx/controller.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <thread>
using namespace kubexx;
using namespace std::chrono_literals;
using corev1::ConfigMap;
awaitable<void> stop(Manager* m)
{
  bool ok = co_await m->async_stop();
  std::cerr << "async_stop returned " << ok << std::endl;
}
awaitable<void> with_timeout(Runtime r, Duration d, awaitable<void> work)
{
  std::stop_source s;
  Timer timer = r.clock->call_at(r.clock->now() + d, [&] { s.request_stop(); });
  co_await async_cancel_on(s.get_token(), std::move(work));
}
int main()
{
  SystemRuntime rt;
  Runtime r = rt.runtime();
  ApiServer server({.clock = r.clock, .random = r.random});
  Client client(r, make_in_process_transport(r, server));
  ManagerOptions o;
  o.drain = 500ms;
  o.grace = 2s;
  Manager m(client, o);
  std::atomic<int> n{0};
  m.controller().for_<ConfigMap>().build([&](Context&, const Request&) {
    ++n;
    std::this_thread::sleep_for(600ms);
    return Result::done();
  });
  m.start();
  ConfigMap c;
  c.metadata.name = "x";
  c.metadata.namespace_ = "default";
  api<ConfigMap>(client).create(c);
  while (n == 0) std::this_thread::sleep_for(5ms);
  try {
    block_on(r.executor, [&] { return with_timeout(r, 100ms, stop(&m)); }, "first");
  } catch (const std::exception& e) {
    std::cerr << "first async_stop, cancelled after 100 ms: " << e.what() << std::endl;
  }
  auto t0 = std::chrono::steady_clock::now();
  std::jthread watchdog([&](std::stop_token t) {
    for (int i = 0; i < 1000 && !t.stop_requested(); ++i) std::this_thread::sleep_for(10ms);
    if (!t.stop_requested()) {
      std::cerr << "BROKEN: the second async_stop has not returned after 10 s, grace is 2 s" << std::endl;
      _exit(1);
    }
  });
  block_on(r.executor, [&] { return stop(&m); }, "second");
  watchdog.request_stop();
  std::cerr << "second async_stop took " << (std::chrono::steady_clock::now() - t0) / 1ms << " ms" << std::endl;
  return 0;
}
