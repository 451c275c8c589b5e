// SPDX-License-Identifier: Apache-2.0
// webhook_bench [--requests N] FOLDER PROGRAM [ARGUMENT]...: what a webhook server costs, measured by its client, which
// is as kube-apiserver: TLS 1.3, HTTP/1.1, connections that stay open, an AdmissionReview of a Pod. PROGRAM is started
// with two more arguments: a folder with tls.crt and tls.key, and the port of 127.0.0.1 to listen on. What it prints
// goes to FOLDER/log.
//
// Prints for 1 and for 64 requests in flight: requests per second, p50 and p99 of their time, the CPU time of PROGRAM
// and of this client per request, and RSS. With --requests N only N requests follow the first, one in flight: for a
// PROGRAM that runs below valgrind or another tool.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench_kubeconfig.hpp"
#include "bench_listener.hpp"
#include "client.hpp"
#include "controller_server/program.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/http/certificate_authority.hpp"

namespace kubexx::bench {
namespace {

using Clock = WebhookClient::Clock;

constexpr std::size_t kWarmUp = 2000, kOne = 5000, kMany = 20'000, kInFlight = 64;

int free_port()
{
  const int listener = listening_socket();
  const std::string url = url_of(listener);
  ::close(listener);
  return std::stoi(url.substr(url.rfind(':') + 1));
}

void wait_for(const Program& program, WebhookClient& client)
{
  while (!client.connect()) {
    if (program.ended()) throw std::runtime_error("the program has ended");
    if (Clock::now() - program.started() > std::chrono::minutes(1)) throw std::runtime_error("nothing listens");
    ::usleep(1000);
  }
}

void measure(const std::string& name, const Program& program, WebhookClient& client, std::size_t count)
{
  const Micros cpu = program.cpu(), own_cpu = cpu_of(CLOCK_PROCESS_CPUTIME_ID);
  const Clock::time_point begun = Clock::now();
  auto took = client.send(count);
  const std::chrono::duration<double> all = Clock::now() - begun;
  const Micros spent = program.cpu() - cpu, own = cpu_of(CLOCK_PROCESS_CPUTIME_ID) - own_cpu;
  std::sort(took.begin(), took.end());
  const auto each = static_cast<double>(count);
  std::cout << " " << name << "_per_second=" << each / all.count() << " " << name
            << "_p50_us=" << Micros(took[count / 2]).count() << " " << name
            << "_p99_us=" << Micros(took[count * 99 / 100]).count() << " " << name << "_cpu_us=" << spent.count() / each
            << " " << name << "_client_us=" << own.count() / each << " " << name << "_rss_mb=" << program.resident();
}

void run(const std::filesystem::path& folder, std::vector<std::string> command, std::size_t requests)
{
  const SystemClock clock;
  const CertificateAuthority authority(clock);
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  const CertificateAndKey leaf = authority.issue(wanted);
  std::ofstream(folder / "tls.crt") << leaf.cert_pem;
  std::ofstream(folder / "tls.key") << leaf.key_pem;
  // There is no API server.
  write_kubeconfig(folder / "kubeconfig", "https://127.0.0.1:1", authority.cert_pem(), "bench-token");
  ::setenv("KUBECONFIG", (folder / "kubeconfig").c_str(), 1);
  const int port = free_port();
  command.push_back(folder);
  command.push_back(std::to_string(port));

  const Program program(folder / "log", std::move(command));
  WebhookClient client(port, authority.cert_pem());
  wait_for(program, client);
  if (requests > 0) {
    client.send(1);
    client.send(requests);
    return;
  }
  std::cout << "start_rss_mb=" << program.resident();
  client.send(kWarmUp);
  measure("one", program, client, kOne);
  while (client.connections() < kInFlight) client.connect();
  client.send(kWarmUp);
  measure("many", program, client, kMany);
  std::cout << "\n";
}

}  // namespace
}  // namespace kubexx::bench

int main(int argc, char** argv)
{
  std::signal(SIGPIPE, SIG_IGN);
  try {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    std::size_t requests = 0;
    if (arguments.size() > 1 && arguments[0] == "--requests") {
      requests = std::stoul(arguments[1]);
      arguments.erase(arguments.begin(), arguments.begin() + 2);
    }
    if (arguments.size() < 2) {
      throw std::invalid_argument("usage: webhook_bench [--requests N] FOLDER PROGRAM [ARGUMENT]...");
    }
    const std::filesystem::path folder = std::filesystem::absolute(arguments[0]);
    arguments.erase(arguments.begin());
    kubexx::bench::run(folder, std::move(arguments), requests);
  } catch (const std::exception& error) {
    std::cerr << "webhook_bench: " << error.what() << "\n";
    return 1;
  }
}
