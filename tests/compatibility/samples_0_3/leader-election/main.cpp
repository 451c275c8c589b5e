// SPDX-License-Identifier: Apache-2.0
// Replicas agree over a Lease on the one that works: the elector alone, without a manager and without a controller.
#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <kubexx/apimachinery/meta_duration.hpp>
#include <kubexx/client/load_config.hpp>
#include <kubexx/controller/logging.hpp>
#include <kubexx/election/leader_election.hpp>
#include <string>

using namespace kubexx;

namespace {

void add_duration(CLI::App& app, const std::string& flag, Duration& duration, const std::string& text)
{
  const auto parse = [&duration, flag](const std::string& value) {
    try {
      duration = MetaDuration::parse(value);
    } catch (const ValueError& error) {
      throw CLI::ValidationError(flag, error.what());
    }
  };
  app.add_option_function<std::string>(flag, parse, text)->default_str(MetaDuration(duration).to_string());
}

// Until a signal of `stop` comes (true), or until leadership was lost.
bool work_while_leading(const LeaderElector& elector, const std::atomic<bool>& lost, const sigset_t& stop)
{
  constexpr timespec second{1, 0};
  while (!lost) {
    // What writes to the cluster goes through elector.fence(client): this replica may lose the Lease at any moment.
    if (elector.is_leader()) std::printf("leading as %s\n", elector.options().identity.c_str());
    if (sigtimedwait(&stop, nullptr, &second) > 0) return true;
  }
  return false;
}

int run(const std::string& kubeconfig, const LeaderElectionOptions& options, const sigset_t& stop)
{
  SystemRuntime system({.log = Log(make_console_log({.level = LogLevel::warn}))});
  ConfigOptions where;
  where.path = kubeconfig;
  where.environment = system_environment();

  std::atomic<bool> lost = false;
  LeaderElector::Callbacks callbacks;
  callbacks.on_new_leader = [](const std::string& identity) { std::printf("%s leads\n", identity.c_str()); };
  callbacks.on_stopped_leading = [&lost](const std::string&) { lost = true; };
  const LeaderElector elector(Client::connect(system.runtime(), load_config(where)), options, callbacks);
  elector.start();

  const bool stopped = work_while_leading(elector, lost, stop);
  // The work has ended, so another replica may begin: the Lease is given back.
  const SteadyTime deadline = system.runtime().clock->now() + std::chrono::seconds(10);
  block_on(system.runtime().executor, [&] { return elector.async_stop(true, deadline); }, "async_stop");
  std::printf(stopped ? "stopped\n" : "lost the Lease\n");
  return stopped ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  sigset_t stop;
  sigemptyset(&stop);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&stop, signal);
  pthread_sigmask(SIG_BLOCK, &stop, nullptr);  // for the threads that follow, too
  std::setvbuf(stdout, nullptr, _IOLBF, 0);    // line by line, also into a pipe

  CLI::App app("Elects a leader among several replicas.", "leader-election");
  LeaderElectionOptions options;
  options.lease = "leader-election";
  std::string kubeconfig;
  app.add_option("--kubeconfig", kubeconfig, "Default: KUBECONFIG, then the pod's service account, then ~/.kube");
  app.add_option("--lease", options.lease, "Name of the Lease")->capture_default_str();
  app.add_option("--namespace", options.namespace_, "Namespace of the Lease. Default: that of the configuration");
  app.add_option("--identity", options.identity, "Identity of this replica. Default: a random one");
  add_duration(app, "--lease-duration", options.lease_duration,
               "How long standby replicas wait after the last renewal");
  add_duration(app, "--renew-deadline", options.renew_deadline, "How long the leader retries to renew the Lease");
  add_duration(app, "--retry-period", options.retry_period, "Time between attempts to acquire or renew");
  CLI11_PARSE(app, argc, argv);
  try {
    return run(kubeconfig, options, stop);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "leader-election: %s\n", error.what());
    return 1;
  }
}
