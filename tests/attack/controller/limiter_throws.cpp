// SPDX-License-Identifier: Apache-2.0
// ControllerBuilder::rate_limiter with a CustomRateLimiter (or RetryPolicy::custom) whose function throws once.
// Expected: as for every other callback of a controller (reconciler, mapper, predicate, group, index, on_give_up,
// health check): logged, and the
//   key is kept with some delay. rate_limiter.hpp says "what it throws is passed on"; reconciler authors are told
//   "result.hpp ... all outcomes".
// Happens: the exception leaves the worker coroutine: std::terminate. The same for forget() and num_requeues().
// Exit code 0 = holds, 1 = broken (in a child process).
#include <sys/wait.h>
#include <unistd.h>
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
  (void)co_await m->async_stop();
}
int child()
{
  SystemRuntime rt;
  Runtime r = rt.runtime();
  ApiServer server({.clock = r.clock, .random = r.random});
  Client client(r, make_in_process_transport(r, server));
  Manager m(client);
  std::atomic<int> n{0}, asked{0};
  m.controller()
      .for_<ConfigMap>()
      .rate_limiter(RetryPolicy::custom([&](std::uint32_t failures, SteadyTime) -> Duration {
        if (asked++ == 0) throw std::runtime_error("no delay configured");
        return 10ms * (failures + 1);
      }))
      .build([&](Context&, const Request&) -> Result {
        if (++n < 3) throw std::runtime_error("fails twice");
        return Result::done();
      });
  m.start();
  ConfigMap c;
  c.metadata.name = "x";
  c.metadata.namespace_ = "default";
  api<ConfigMap>(client).create(c);
  for (int i = 0; i < 500 && n < 3; ++i) std::this_thread::sleep_for(10ms);
  block_on(r.executor, [&] { return stop(&m); }, "stop");
  return n >= 3 ? 0 : 1;
}
int main(int argc, char** argv)
{
  if (argc > 1) return child();
  const pid_t pid = fork();
  if (pid == 0) {
    execl("/proc/self/exe", argv[0], "child", nullptr);
    _exit(99);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  const bool holds = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (WIFSIGNALED(status)) std::cerr << "killed by signal " << WTERMSIG(status) << std::endl;
  std::cerr << (holds ? "holds" : "BROKEN") << std::endl;
  return holds ? 0 : 1;
}
