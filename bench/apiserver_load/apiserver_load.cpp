// SPDX-License-Identifier: Apache-2.0
// apiserver_load start PORT LOG COMMAND...: starts an API server, waits until it says that it is ready, and leaves it
// running: pid, ready_ms from fork, rss_mb two seconds later.
//
// apiserver_load PORT CERT KEY PIDS WORK...: does something to the server at this port of 127.0.0.1, whose processes
// are PIDS (with commas), with a client certificate:
//
//   create NAMESPACE COUNT BYTES CLIENTS        ConfigMaps
//   read NAMESPACE LIMIT                        all of them, in pages; 0: in one answer
//   watch NAMESPACE WATCHES PACED BURST CLIENTS watches with selectors, ten of which match each write
//   run COMMAND...                              such as kubectl; what it prints is dropped
//
// HTTP/1.1 over TLS. What every work prints: server_us, the server's CPU per write or object, and load_us, that of this
// program (of the command); before_mb and peak_mb, the server's memory before it and at most; rss_mb, after it.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "works.hpp"

namespace kubexx::bench {
namespace {

using Words = std::vector<std::string>;

bool is_ready(const Target& target)
{
  try {
    Connection connection(target);
    connection.send("GET", "/readyz");
    return connection.receive() == 200;
  } catch (const std::exception&) {
    return false;
  }
}

void start(const Words& words)
{
  const auto port = static_cast<std::uint16_t>(std::stoul(words.at(0)));
  std::vector<char*> argv;
  Words command(words.begin() + 2, words.end());
  for (auto& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int file = ::open(words.at(1).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(file, STDOUT_FILENO);
    ::dup2(file, STDERR_FILENO);
    ::execvp(argv[0], argv.data());
    ::_exit(127);
  }
  if (pid < 0) throw std::runtime_error("cannot start the server");
  const Target target(port, "", "");
  while (!is_ready(target)) {
    if (std::chrono::steady_clock::now() - begin > std::chrono::minutes(2)) {
      throw std::runtime_error("the server does not become ready; its log is " + words.at(1));
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  const Micros ready = std::chrono::steady_clock::now() - begin;
  std::this_thread::sleep_for(std::chrono::seconds(2));
  std::printf("pid=%d ready_ms=%.1f rss_mb=%.1f\n", pid, ready.count() / 1000, Processes({pid}).megabytes("VmRSS"));
}

std::vector<pid_t> pids_of(const std::string& text)
{
  std::vector<pid_t> pids;
  std::istringstream stream(text);
  for (std::string pid; std::getline(stream, pid, ',');) pids.push_back(std::stoi(pid));
  return pids;
}

void work(const Words& words)
{
  const Load load{Target(static_cast<std::uint16_t>(std::stoul(words.at(0))), words.at(1), words.at(2)),
                  Processes(pids_of(words.at(3)))};
  const auto& name = words.at(4);
  const auto number = [&words](std::size_t place) { return std::stoul(words.at(place)); };
  if (name == "create") {
    create(load, words.at(5), number(6), number(7), number(8));
  } else if (name == "read") {
    read(load, words.at(5), number(6));
  } else if (name == "watch") {
    watch(load, words.at(5), number(6), number(7), number(8), number(9));
  } else if (name == "run") {
    run(load, Words(words.begin() + 5, words.end()));
  } else {
    throw std::invalid_argument("no such work: " + name);
  }
}

}  // namespace
}  // namespace kubexx::bench

int main(int argc, char** argv)
{
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty()) throw std::invalid_argument("see the start of apiserver_load.cpp");
    if (words.front() == "start") {
      kubexx::bench::start({words.begin() + 1, words.end()});
    } else {
      kubexx::bench::work(words);
    }
  } catch (const std::exception& error) {
    std::cerr << "apiserver_load: " << error.what() << "\n";
    return 1;
  }
}
