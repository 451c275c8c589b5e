// SPDX-License-Identifier: Apache-2.0
// A runnable (coroutine) whose work is done stops its manager: co_await manager.async_stop().
// Expected: manager.hpp says "It waits for reconciles, so a reconciler or a health check must not await it"; of
// runnables
//   it says "An async_stop() from elsewhere ends run() in the same way [returns 0]", and runnable.hpp "A coroutine is
//   cancelled when the drain time is over": so run() ends within grace (3 s), and at worst the runnable is cancelled
//   after drain (0.5 s), or a std::logic_error says that it must not be called here.
// Happens: the runnable is cancelled at the drain time, which cancels the shutdown that it awaits; nothing goes on, and
// the
//   process is killed by run()'s watchdog with 1 and "the runtime does not respond". With async_run instead of run():
//   hangs.
// Exit code 0 = holds, 1 = broken (the process is ended by kubexx, or the watchdog).
#include <iostream>
#include <kubexx/apiserver/apiserver.hpp>
#include <kubexx/controller.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <thread>
using namespace kubexx;
using namespace std::chrono_literals;
using corev1::ConfigMap;
struct Job {
  Manager* m;
};
awaitable<void> job(Manager* m, RunContext)
{
  const bool ok = co_await m->async_stop();
  std::cerr << "runnable: async_stop " << ok << std::endl;
}
awaitable<void> run(Manager* m)
{
  bool ok = co_await m->async_run(std::stop_token());
  std::cerr << "async_run " << ok << std::endl;
}
int main(int argc, char**)
{
  SystemRuntime::Options so;
  so.log = Log(make_console_log());
  SystemRuntime rt(so);
  Runtime r = rt.runtime();
  ApiServer server({.clock = r.clock, .random = r.random});
  ManagerOptions o;
  o.drain = 500ms;
  o.grace = 3s;
  Manager m(Client(r, make_in_process_transport(r, server)), o);
  m.controller().for_<ConfigMap>().build([](Context&, const Request&) { return Result::done(); });
  m.add_runnable("job", [&m](RunContext c) { return job(&m, std::move(c)); });
  auto t0 = std::chrono::steady_clock::now();
  std::jthread watchdog([&](std::stop_token t) {
    for (int i = 0; i < 1500 && !t.stop_requested(); ++i) std::this_thread::sleep_for(10ms);
    if (!t.stop_requested()) {
      std::cerr << "BROKEN: still running after 15 s, grace is 3 s" << std::endl;
      _exit(1);
    }
  });
  if (argc > 1)
    block_on(r.executor, [&] { return run(&m); }, "async_run");
  else {
    int code = m.run();
    std::cerr << "run() = " << code << std::endl;
    if (code) {
      watchdog.request_stop();
      return 1;
    }
  }
  watchdog.request_stop();
  std::cerr << "took " << (std::chrono::steady_clock::now() - t0) / 1ms << " ms" << std::endl;
  return 0;
}
