// SPDX-License-Identifier: Apache-2.0
// informer_bench_server FOLDER COUNT [POD]: the API server that all informers of compare_informer.sh are measured
// against, over TLS and HTTP/1.1: COUNT pods, rendered before anyone asks, in JSON and, when the file POD has one
// as protobuf (informer-go marshal), in that. It shares no code with any of them, and costs little.
//
// Writes FOLDER/control, a pipe that takes the lines below, and FOLDER/pages and FOLDER/whole, two kubeconfigs: a list
// at version "0" comes in pages through the one, as a whole through the other. Ends with its standard input.
//   events RATE COUNT   so many changes per second, so many in all, each with its time in an annotation
//   expire PERCENT      so many of a hundred pods change, unseen, and each watch is told that its version is too old
// informer_bench_server template: prints the pod with placeholders, for informer-go marshal.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <thread>

#include "answers.hpp"
#include "bench_kubeconfig.hpp"
#include "bench_listener.hpp"
#include "kubexx/base/system_clock.hpp"

namespace kubexx::bench {
namespace {

void run_commands(const std::filesystem::path& control, WatchedPods& pods)
{
  std::fstream lines(control, std::ios::in | std::ios::out);  // for writing too, so that it has no end
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string command;
    double rate = 0;
    std::size_t number = 0;
    if (words >> command; command == "events" && words >> rate >> number) {
      pods.send_events(rate, number);
    } else if (command == "expire" && words >> number) {
      pods.expire(number);
    } else {
      std::cerr << "informer_bench_server: what is \"" << line << "\"?\n";
    }
  }
}

void accept_until_input_ends(int listener, SSL_CTX* context, WatchedPods& pods)
{
  pollfd both[] = {{STDIN_FILENO, POLLIN, 0}, {listener, POLLIN, 0}};
  while (::poll(both, 2, -1) > 0) {
    char byte = 0;
    if (both[0].revents != 0 && ::read(STDIN_FILENO, &byte, 1) <= 0) return;
    if (both[1].revents == 0) continue;
    const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    std::thread([context, socket, &pods] {
      try {
        TlsConnection connection(context, socket, TlsConnection::Side::server);
        serve(connection, pods);
      } catch (const std::exception& error) {
        std::cerr << "informer_bench_server: " << error.what() << "\n";
      }
    }).detach();
  }
}

void run(const std::filesystem::path& folder, std::size_t count, const char* pod)
{
  std::string protobuf;
  if (pod != nullptr) {
    std::ifstream file(pod, std::ios::binary);
    protobuf.assign(std::istreambuf_iterator<char>(file), {});
  }
  WatchedPods pods(count, protobuf);

  SystemClock clock;
  const CertificateAuthority authority(clock);
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  SSL_CTX* const context = tls_context(authority.issue(wanted));
  const int listener = listening_socket();
  if (::mkfifo((folder / "control").c_str(), 0600) != 0) throw std::runtime_error("cannot make FOLDER/control");
  std::thread([&] { run_commands(folder / "control", pods); }).detach();

  write_kubeconfig(folder / "whole", url_of(listener) + "/whole", authority.cert_pem(), "bench-token");
  write_kubeconfig(folder / "pages", url_of(listener), authority.cert_pem(), "bench-token");
  accept_until_input_ends(listener, context, pods);
  std::quick_exit(0);  // the connections' threads still use all of this
}

}  // namespace
}  // namespace kubexx::bench

int main(int argc, char** argv)
{
  std::signal(SIGPIPE, SIG_IGN);
  try {
    if (argc == 2 && std::string(argv[1]) == "template") {
      std::cout << kubexx::bench::PodTemplate::json();
    } else if (argc == 3 || argc == 4) {
      kubexx::bench::run(argv[1], std::stoul(argv[2]), argc == 4 ? argv[3] : nullptr);
    } else {
      throw std::invalid_argument(
          "usage: informer_bench_server FOLDER COUNT [POD], or: informer_bench_server template");
    }
  } catch (const std::exception& error) {
    std::cerr << "informer_bench_server: " << error.what() << "\n";
    return 1;
  }
}
