// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace kubexx::bench {

using Micros = std::chrono::duration<double, std::micro>;

inline Micros cpu_of(clockid_t clock)
{
  timespec time{};
  if (::clock_gettime(clock, &time) != 0) throw std::runtime_error("the program has ended");
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// A program that runs as long as this lives: then it gets SIGTERM, and SIGKILL after a minute.
class Program {
public:
  using Clock = std::chrono::steady_clock;

  /// What it prints goes to the file `log`.
  Program(const std::filesystem::path& log, std::vector<std::string> command)
  {
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    started_ = Clock::now();
    pid_ = ::fork();
    if (pid_ == 0) {
      const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(file, STDOUT_FILENO);
      ::dup2(file, STDERR_FILENO);
      ::execvp(words[0], words.data());
      ::_exit(127);
    }
    if (pid_ < 0 || ::clock_getcpuclockid(pid_, &clock_) != 0) throw std::runtime_error("cannot start the program");
  }
  ~Program()
  {
    ::kill(pid_, SIGTERM);
    for (int tenths = 0; tenths < 600; ++tenths) {
      if (::waitpid(pid_, nullptr, WNOHANG) != 0) return;
      ::usleep(100'000);
    }
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] pid_t pid() const noexcept { return pid_; }
  [[nodiscard]] Clock::time_point started() const noexcept { return started_; }
  [[nodiscard]] bool ended() const
  {
    siginfo_t what{};
    ::waitid(P_PID, static_cast<id_t>(pid_), &what, WEXITED | WNOHANG | WNOWAIT);
    return what.si_pid != 0;
  }
  [[nodiscard]] Micros cpu() const { return cpu_of(clock_); }
  /// In MB of 10^6 bytes.
  [[nodiscard]] double resident() const
  {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    std::string row;
    while (std::getline(status, row)) {
      if (row.starts_with("VmRSS:")) return 1024e-6 * std::stod(row.substr(6));
    }
    throw std::runtime_error("the program has ended");
  }

private:
  Clock::time_point started_;
  pid_t pid_ = 0;
  clockid_t clock_{};
};

}  // namespace kubexx::bench
