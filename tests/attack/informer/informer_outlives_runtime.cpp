// SPDX-License-Identifier: Apache-2.0
// Expected: a SharedInformer handle (or a Lister, which "keeps the informer") that is destroyed after its
// SystemRuntime, even after async_stop, is
//           harmless, as a Client, a WatchStream or a Queue are; or the header says that handles must go first (only
//           asio.hpp's Runtime does: "What it points to outlives every user").
// Happens:  ~InformerCore destroys a strand of the io_context that is gone: invalid reads of freed memory (valgrind),
// which hang or crash when
//           the memory is used again, as below.
// exit code 0 = holds, 1 = broken
#include <sys/wait.h>
#include <unistd.h>
#include <boost/asio.hpp>
#include <cstdio>
#include <cstdlib>
#include <kubexx/apimachinery/well_known_resources.hpp>
#include <kubexx/apiserver/apiserver.hpp>
#include <kubexx/base/system_clock.hpp>
#include <kubexx/informer/lister.hpp>
using namespace kubexx;
int child()
{
  SystemClock clock;
  SystemRandom random;
  std::optional<Lister> lister;  // declared before the runtime: a member order that nothing forbids
  {
    std::optional<Client> client;
    SystemRuntime system;
    ApiServer server({.clock = &clock, .random = &random});
    client.emplace(system.runtime(), make_in_process_transport(system.runtime(), server));
    SharedInformer informer(*client, resources::config_maps);
    informer.start();
    lister.emplace(informer);
    auto synced = asio::co_spawn(system.runtime().executor, informer.async_wait_synced({}), asio::use_future);
    synced.get();
    asio::co_spawn(system.runtime().executor, informer.async_stop(), asio::use_future).get();  // properly stopped
  }
  std::printf("runtime gone, %zu objects readable\n", lister->list().size());
  std::fflush(stdout);
  std::vector<std::vector<std::uint64_t>> others;  // the program goes on and uses the memory again
  for (int i = 0; i < 200; ++i) others.emplace_back(1640 / 8, 1);
  lister.reset();
  std::puts("lister gone");
  std::fflush(stdout);
  return 0;
}
int main(int count, char** arguments)
{
  if (count > 1) {
    alarm(5);
    return child();
  }
  const pid_t pid = fork();
  if (pid == 0) {
    execl("/proc/self/exe", arguments[0], "child", nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFSIGNALED(status)) std::printf("child died of signal %d (14 = hung)\n", WTERMSIG(status));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}
