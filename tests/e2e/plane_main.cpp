// SPDX-License-Identifier: Apache-2.0
// e2e-plane start STATE-FILE [--kubernetes VERSION] [--bare|--pods] [FLAG...], e2e-plane stop STATE-FILE: one real
// control plane for all test programs of a ctest run, of that version ("1.36") or the usual one, without controllers
// when it is bare, for Pods that run (e2e-node) with --pods, and with those flags for kube-apiserver. `start` returns
// when it is ready and leaves a process behind, which stops the control plane at `stop` or when the process that called
// `start` (ctest) ends. Exit status 77: it cannot run here, the reason is printed and stands in the state file.
#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "control_plane.hpp"
#include "shared_plane.hpp"

namespace {

namespace fs = std::filesystem;
using namespace kubexx::e2e;

int open_pid(pid_t pid)
{
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
}

// The process that stays: owns the control plane until it is told to end.
int own(const Assets& assets, ControlPlane::Options options, const fs::path& state, int ready, int caller)
{
  sigset_t ends;
  ::sigemptyset(&ends);
  ::sigaddset(&ends, SIGTERM);
  ::sigaddset(&ends, SIGINT);
  ::sigprocmask(SIG_BLOCK, &ends, nullptr);
  const int signals = ::signalfd(-1, &ends, SFD_CLOEXEC);
  try {
    const auto directory = state.parent_path() / "plane";
    options.directory = directory;
    ControlPlane plane(assets, std::move(options));
    write_state(state, {{plane.directory()}, assets.kubectl, plane.has_controller_manager(), ::getpid()});
    if (::write(ready, "r", 1) != 1) return 1;
    ::close(ready);
    std::array<pollfd, 2> wait{{{signals, POLLIN, 0}, {caller, POLLIN, 0}}};
    while (::poll(wait.data(), wait.size(), -1) < 0 && errno == EINTR) {
    }
    fs::remove(state);
    plane.stop();
    fs::remove_all(directory / "etcd");
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}

int start(const fs::path& state, const std::string& kubernetes, std::vector<std::string> flags)
{
  fs::create_directories(state.parent_path());
  fs::remove(state);
  Assets assets;
  try {
    assets = find_assets(kubernetes);
  } catch (const CannotRun& reason) {
    write_skip(state, reason.what());
    std::cout << "SKIPPED: " << reason.what() << "\n";
    return 77;
  }
  const int caller = open_pid(::getppid());
  std::array<int, 2> ready{};
  if (::pipe2(ready.data(), O_CLOEXEC) != 0) return 1;
  const auto log = state.parent_path() / "plane.log";
  const pid_t pid = ::fork();
  if (pid < 0) return 1;
  if (pid == 0) {
    ::setsid();
    const int in = ::open("/dev/null", O_RDONLY);
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    ::dup2(in, 0);
    ::dup2(out, 1);
    ::dup2(out, 2);
    ::close(ready[0]);
    ControlPlane::Options options;
    options.controller_manager = std::erase(flags, "--bare") == 0;
    options.with_pods = std::erase(flags, "--pods") != 0;
    options.apiserver_flags = std::move(flags);
    ::_exit(own(assets, std::move(options), state, ready[1], caller));
  }
  ::close(ready[1]);
  char byte = 0;
  if (::read(ready[0], &byte, 1) == 1) return 0;
  std::cerr << "the control plane did not start:\n" << read_file(log);
  return 1;
}

int stop(const fs::path& state)
{
  try {
    const auto plane = read_state(state);
    if (!plane) return 0;
    const int owner = open_pid(plane->pid);
    if (owner < 0) return 0;
    ::kill(plane->pid, SIGTERM);
    pollfd wait{owner, POLLIN, 0};
    if (::poll(&wait, 1, 60'000) == 1) return 0;
    std::cerr << "the control plane (process " << plane->pid << ") did not stop within a minute\n";
    return 1;
  } catch (const CannotRun& reason) {
    fs::remove(state);
    std::cout << "SKIPPED: " << reason.what() << "\n";
    return 77;
  }
}

}  // namespace

int main(int argc, char** argv)
{
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::size_t count = arguments.size();
  const std::string verb = count >= 2 ? arguments[0] : "";
  if (verb != "start" && (verb != "stop" || count != 2)) {
    std::cerr
        << "usage: e2e-plane start STATE-FILE [--kubernetes VERSION] [--bare|--pods] [FLAG...] | stop STATE-FILE\n";
    return 2;
  }
  try {
    const auto state = fs::absolute(arguments[1]);
    if (verb == "stop") return stop(state);
    const bool versioned = count > 3 && arguments[2] == "--kubernetes";
    return start(state, versioned ? arguments[3] : "", {arguments.begin() + (versioned ? 4 : 2), arguments.end()});
  } catch (const std::exception& error) {
    std::cerr << "e2e-plane: " << error.what() << "\n";
    return 1;
  }
}
