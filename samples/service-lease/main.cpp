// SPDX-License-Identifier: Apache-2.0
// A service that has its own io_context, threads and signals, and works only while it holds a Lease. After a loss it
// stands by again.
#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <csignal>
#include <cstdio>
#include <kubexx/base/console_log.hpp>
#include <kubexx/base/system_clock.hpp>
#include <kubexx/base/task_pool.hpp>
#include <kubexx/client/load_config.hpp>
#include <kubexx/election/leader_election.hpp>
#include <thread>

using namespace kubexx;

namespace {

/// The service's work: a line every tenth of a second while it leads. It asks before each piece of work, so it ends in
/// time even if this process has stood still.
void work(const LeaderElector& elector, std::stop_token stop)
{
  bool led = false;
  for (int piece = 1; !stop.stop_requested();) {
    const bool leads = elector.is_leader();
    if (leads) std::printf("piece %d by %s\n", piece++, elector.options().identity.c_str());
    if (led && !leads) std::printf("%s stands by\n", elector.options().identity.c_str());
    led = leads;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

int run(const LeaderElectionOptions& options, const sigset_t& signals)
{
  // What kubexx needs; destroyed last.
  SystemClock clock;
  SystemRandom random;
  ThreadPool pool(1);

  // What a service has already.
  boost::asio::io_context io;
  auto guard = boost::asio::make_work_guard(io);

  Runtime runtime;
  runtime.clock = &clock;
  runtime.random = &random;
  runtime.pool = &pool;
  runtime.executor = io.get_executor();
  runtime.log = Log(make_console_log({.level = LogLevel::warn})).with_clock(clock);

  ConfigOptions where;
  where.environment = system_environment();
  const LeaderElector elector(Client::connect(runtime, load_config(where)), options, {});

  std::array<std::jthread, 4> threads;
  for (auto& thread : threads) thread = std::jthread([&io] { io.run(); });
  elector.start();
  std::jthread worker([&](std::stop_token stop) { work(elector, stop); });

  int signal = 0;
  sigwait(&signals, &signal);
  worker.request_stop();
  worker.join();  // the work has ended before another replica begins
  elector.stop(clock.now() + std::chrono::seconds(5));
  guard.reset();
  io.stop();
  std::printf("stopped\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv)
{
  if (argc != 4) {
    std::fprintf(stderr, "usage: service-lease NAMESPACE LEASE IDENTITY\n");
    return 2;
  }
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // for the threads that follow, too
  std::setvbuf(stdout, nullptr, _IOLBF, 0);       // line by line, also into a pipe

  LeaderElectionOptions options;
  options.namespace_ = argv[1];
  options.lease = argv[2];
  options.identity = argv[3];
  options.campaign_again = true;
  // Short, so that the README's session is. The defaults (15 s, 10 s, 2 s) tolerate longer outages.
  options.lease_duration = std::chrono::seconds(3);
  options.renew_deadline = std::chrono::seconds(2);
  options.retry_period = std::chrono::milliseconds(300);
  try {
    return run(options, signals);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "service-lease: %s\n", error.what());
    return 1;
  }
}
