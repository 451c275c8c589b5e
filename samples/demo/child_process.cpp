// SPDX-License-Identifier: Apache-2.0
#include "child_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

namespace demo {

namespace {

[[noreturn]] void fail(int error, const std::string& what)
{
  throw std::system_error(error, std::generic_category(), what);
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> arguments, std::filesystem::path log, bool keep)
    : log_(std::move(log))
{
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const int output = ::open(log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (output < 0) fail(errno, "cannot write " + log_.string());
  // The child sends its errno through here; a program that starts closes it unwritten.
  std::array<int, 2> report{};
  if (::pipe2(report.data(), O_CLOEXEC) != 0) fail(errno, "cannot make a pipe");

  pid_ = ::fork();
  if (pid_ == 0) {
    if (keep) {
      ::setsid();
    } else {
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    }
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    ::execv(argv[0], argv.data());
    const int error = errno;
    [[maybe_unused]] const auto written = ::write(report[1], &error, sizeof error);
    ::_exit(127);
  }
  const int fork_error = errno;
  ::close(output);
  ::close(report[1]);
  int error = 0;
  const auto got = pid_ < 0 ? 0 : ::read(report[0], &error, sizeof error);
  ::close(report[0]);
  if (pid_ < 0) fail(fork_error, "cannot start " + arguments[0]);
  if (got == sizeof error) {
    ::waitpid(pid_, nullptr, 0);
    fail(error, "cannot start " + arguments[0]);
  }
}

ChildProcess::~ChildProcess()
{
  if (released_ || ended()) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

std::string ChildProcess::output() const
{
  std::ifstream file(log_);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<int> ChildProcess::ended()
{
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) {
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  return status_;
}

int ChildProcess::stop(std::chrono::milliseconds patience)
{
  ::kill(pid_, SIGTERM);
  for (auto left = patience; !ended(); left -= std::chrono::milliseconds(10)) {
    if (left == std::chrono::milliseconds::zero()) ::kill(pid_, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return *status_;
}

}  // namespace demo
