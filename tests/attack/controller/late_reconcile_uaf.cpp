// SPDX-License-Identifier: Apache-2.0
// A plain (blocking) reconciler that is still running when the grace period is over: async_stop() returns false as
// documented, main goes on and destroys Manager, ApiServer, SystemRuntime in the right order.
// Expected: controller.hpp: "False when a reconcile was still running at `end`: it continues, and keeps its controller
// alive
//   until it returns"; context.hpp "valid until that call ends"; ~SystemRuntime "Members are destroyed in the right
//   order". So either the destructor waits for the function (as it does in the end), or the references stay valid.
// Happens: ~SystemRuntime destroys the suspended coroutine frames first, and with them the Request and the Context that
// the
//   function is using on its thread: use after free (valgrind: invalid reads; in this program the name changes, or
//   SIGSEGV). `proven3 runnable` does the same with a plain runnable and its RunContext.
// Exit code 0 = holds, 1 = broken (in a child process, so a crash counts too).
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
const std::string kName = "a-name-that-is-longer-than-the-small-string-buffer";
std::atomic<int> started{0}, wrong{0};
awaitable<void> stop(Manager* m, bool* ok)
{
  *ok = co_await m->async_stop();
}
Result reconcile(Context& ctx, const Request& request)
{
  ++started;
  std::this_thread::sleep_for(1500ms);
  if (request.name != kName) {
    ++wrong;
    std::cerr << "the request is now '" << request.name.size() << " bytes'" << std::endl;
  }
  if (ctx.request().name != kName) {
    ++wrong;
    std::cerr << "ctx.request() is something else" << std::endl;
  }
  try {
    (void)ctx.get<ConfigMap>(request);
  } catch (const std::exception& e) {
    std::cerr << "get: " << e.what() << std::endl;
  }
  ctx.log().info("late");
  return Result::done();
}
void runnable(const RunContext& c)
{
  ++started;
  std::this_thread::sleep_for(1500ms);
  if (!c.stop.stop_requested()) {
    ++wrong;
    std::cerr << "RunContext::stop is not stopped any more" << std::endl;
  }
  try {
    c.client.list(resource_of<ConfigMap>());
  } catch (const std::exception& e) {
    std::cerr << "list: " << e.what() << std::endl;
  }
}
int child(bool with_runnable)
{
  {
    SystemRuntime rt;
    Runtime r = rt.runtime();
    ApiServer server({.clock = r.clock, .random = r.random});
    Client client(r, make_in_process_transport(r, server));
    ManagerOptions o;
    o.drain = 100ms;
    o.grace = 500ms;
    Manager m(client, o);
    if (with_runnable)
      m.add_runnable("late", runnable);
    else
      m.controller().for_<ConfigMap>().build(reconcile);
    m.start();
    ConfigMap c;
    c.metadata.name = kName;
    c.metadata.namespace_ = "default";
    api<ConfigMap>(client).create(c);
    while (started == 0) std::this_thread::sleep_for(5ms);
    bool ok = true;
    block_on(r.executor, [&] { return stop(&m, &ok); }, "async_stop");
    std::cerr << "async_stop " << ok << std::endl;
  }
  std::cerr << "all destroyed" << std::endl;
  return wrong ? 1 : 0;
}
int main(int argc, char** argv)
{
  const bool run = argc > 1;
  if (argc > 2) return child(std::string(argv[1]) == "runnable");
  const pid_t pid = fork();
  if (pid == 0) {
    execl("/proc/self/exe", argv[0], run ? argv[1] : "reconcile", "child", nullptr);
    _exit(99);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFSIGNALED(status)) std::cerr << "killed by signal " << WTERMSIG(status) << std::endl;
  const bool holds = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  std::cerr << (holds ? "holds" : "BROKEN") << std::endl;
  return holds ? 0 : 1;
}
