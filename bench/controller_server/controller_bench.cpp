// SPDX-License-Identifier: Apache-2.0
// controller_bench [--system-calls | --burst N] FOLDER PROGRAM [ARGUMENT]...: what the controller of Foos costs that
// PROGRAM is (samples/sample-controller, or a peer of it), measured from outside by the API server that it works with:
// TLS and HTTP/1.1, one thread, JSON that was made before anyone asks. The program finds it by KUBECONFIG; what it
// prints is in FOLDER/log.
//
//   start   one Foo is there: from fork to the request that creates its Deployment
//   paced   500 Foos, one each 5 ms: from the write of the event to the request that creates the Deployment
//   burst   3 000 Foos at once
//
// CPU is that of all of the program's threads, by the kernel's run time, not by ticks, until it is silent again. Prints
// one line of NAME=VALUE, and on standard error the requests of each kind. With --system-calls strace counts those of
// the burst, which makes all times worthless: that number alone is printed, and strace's table on standard error. With
// --burst only a burst of N Foos follows the start: for growth_controller.sh, and for a PROGRAM that runs below
// valgrind or another tool (reconcile_counts.py).
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "program.hpp"
#include "server.hpp"

namespace kubexx::bench {
namespace {

using Clock = Server::Clock;
using namespace std::chrono_literals;

constexpr std::size_t kPaced = 500, kBurst = 3000;
constexpr auto kPause = 5ms;
constexpr auto kSilence = 500ms;  // after which nothing more is expected
constexpr auto kPatience = 600s;

class Run {
public:
  Run(Server& server, Program& program) : server_(server), program_(program) {}

  void start()
  {
    server_.run_until(Clock::now() + kPatience, [&] { return !cluster().created().empty() || program_.ended(); });
    if (cluster().created().empty()) throw std::runtime_error("it creates no Deployment");
    if (!server_.run_until(Clock::now() + kPatience, [&] { return cluster().watched(); })) {
      throw std::runtime_error("it does not watch both kinds");
    }
    wait_for_silence();
  }
  void print_start()
  {
    std::cout << "first_write_ms=" << Micros(cluster().created().at(0) - program_.started()).count() / 1000
              << " start_rss_mb=" << program_.resident();
  }

  void paced()
  {
    begin();
    const Clock::time_point first = Clock::now() + kPause;
    std::vector<Clock::time_point> written(kPaced);
    for (std::size_t i = 0; i < kPaced; ++i) {
      server_.run_until(first + static_cast<int>(i) * kPause, [] { return false; });
      cluster().add_foo();
      written[i] = Clock::now();
      cluster().flush_watches();
    }
    finish(kPaced);
    std::vector<double> took(kPaced);
    for (std::size_t i = 0; i < kPaced; ++i) {
      took[i] = Micros(cluster().created().at(foos_ - kPaced + i) - written[i]).count();
    }
    std::sort(took.begin(), took.end());
    std::cout << " paced_p50_us=" << took[kPaced / 2] << " paced_p99_us=" << took[kPaced * 99 / 100];
    print_costs("paced", kPaced);
  }

  void burst(std::size_t foos = kBurst)
  {
    begin();
    burst_ = foos;
    for (std::size_t i = 0; i < foos; ++i) cluster().add_foo();
    written_ = Clock::now();
    cluster().flush_watches();
    finish(foos);
  }
  void print_burst()
  {
    Clock::time_point last = written_;
    for (const auto& [number, time] : cluster().created()) last = std::max(last, time);
    const std::chrono::duration<double> took = last - written_;
    std::cout << " burst_per_second=" << static_cast<double>(burst_) / took.count();
    print_costs("burst", burst_);
    std::cout << " end_rss_mb=" << program_.resident() << "\n";
    for (const auto& [what, count] : cluster().requests()) std::cerr << "  " << count << " " << what << "\n";
  }

  /// In the burst, per Foo.
  void system_calls(const std::filesystem::path& folder)
  {
    const std::string file = folder / "strace";
    {
      const Program strace(folder / "strace.log",
                           {"strace", "-f", "-c", "-o", file, "-p", std::to_string(program_.pid())});
      server_.run_until(Clock::now() + 1s, [] { return false; });
      burst();
    }
    std::ifstream rows(file);
    std::string row, share, seconds, each, calls;
    while (std::getline(rows, row)) {
      if (row.ends_with("total")) std::istringstream(row) >> share >> seconds >> each >> calls;
      std::cerr << row << "\n";
    }
    if (calls.empty()) throw std::runtime_error("strace counts nothing");
    std::cout << "system_calls=" << std::stod(calls) / static_cast<double>(kBurst) << "\n";
  }

private:
  [[nodiscard]] Cluster& cluster() noexcept { return server_.cluster(); }

  void wait_for_deployments(std::size_t count)
  {
    if (server_.run_until(Clock::now() + kPatience, [&] { return cluster().created().size() >= count; })) return;
    throw std::runtime_error("only " + std::to_string(cluster().created().size()) + " of " + std::to_string(count) +
                             " Deployments were created");
  }
  void wait_for_silence()
  {
    const Clock::time_point deadline = Clock::now() + kPatience;
    for (auto end = server_.last_request() + kSilence; Clock::now() < end; end = server_.last_request() + kSilence) {
      server_.run_until(std::min(end, deadline), [] { return false; });
      if (Clock::now() >= deadline) throw std::runtime_error("it does not become silent");
    }
  }
  [[nodiscard]] std::size_t requests()
  {
    std::size_t all = 0;
    for (const auto& [what, count] : cluster().requests()) all += count;
    return all;
  }

  void begin()
  {
    cpu_before_ = program_.cpu();
    own_cpu_before_ = cpu_of(CLOCK_PROCESS_CPUTIME_ID);
    requests_before_ = requests();
  }
  void finish(std::size_t count)
  {
    foos_ += count;
    wait_for_deployments(foos_);
    wait_for_silence();
  }
  void print_costs(const std::string& phase, std::size_t count)
  {
    const auto each = static_cast<double>(count);
    std::cout << " " << phase << "_cpu_us=" << (program_.cpu() - cpu_before_).count() / each << " " << phase
              << "_requests=" << static_cast<double>(requests() - requests_before_) / each << " " << phase
              << "_server_us=" << (cpu_of(CLOCK_PROCESS_CPUTIME_ID) - own_cpu_before_).count() / each;
  }

  Server& server_;
  Program& program_;
  std::size_t foos_ = 1, requests_before_ = 0, burst_ = 0;
  Micros cpu_before_{}, own_cpu_before_{};
  Clock::time_point written_;  // the burst
};

}  // namespace
}  // namespace kubexx::bench

int main(int argc, char** argv)
{
  std::signal(SIGPIPE, SIG_IGN);
  try {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const bool system_calls = !arguments.empty() && arguments[0] == "--system-calls";
    std::size_t burst = 0;
    if (system_calls) arguments.erase(arguments.begin());
    if (arguments.size() > 1 && arguments[0] == "--burst") {
      burst = std::stoul(arguments[1]);
      arguments.erase(arguments.begin(), arguments.begin() + 2);
    }
    if (arguments.size() < 2) {
      throw std::invalid_argument("usage: controller_bench [--system-calls | --burst N] FOLDER PROGRAM [ARGUMENT]...");
    }
    const std::filesystem::path folder(arguments[0]);
    arguments.erase(arguments.begin());

    kubexx::bench::Server server(folder / "kubeconfig");
    server.cluster().add_foo();
    ::setenv("KUBECONFIG", (folder / "kubeconfig").c_str(), 1);
    kubexx::bench::Program program(folder / "log", arguments);
    kubexx::bench::Run run(server, program);
    run.start();
    if (system_calls) {
      run.system_calls(folder);
    } else if (burst > 0) {
      run.print_start();
      run.burst(burst);
      run.print_burst();
    } else {
      run.print_start();
      run.paced();
      run.burst();
      run.print_burst();
    }
  } catch (const std::exception& error) {
    std::cerr << "controller_bench: " << error.what() << "\n";
    return 1;
  }
}
