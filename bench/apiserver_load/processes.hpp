// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench_process.hpp"

namespace kubexx::bench {

/// The processes that the measured server is made of.
class Processes {
public:
  explicit Processes(std::vector<pid_t> pids) : pids_(std::move(pids)) {}

  /// User and system time of all of them, by the kernel's run time.
  [[nodiscard]] Micros cpu() const
  {
    Micros sum{};
    for (const pid_t pid : pids_) {
      clockid_t clock{};
      timespec time{};
      if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) fail(pid);
      sum += std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    }
    return sum;
  }

  /// A row of their /proc/PID/status, "VmRSS" or "VmHWM", in MB of 10^6 bytes, added up.
  [[nodiscard]] double megabytes(std::string_view name) const
  {
    double sum = 0;
    for (const pid_t pid : pids_) {
      std::ifstream status("/proc/" + std::to_string(pid) + "/status");
      std::string row;
      while (std::getline(status, row) && !row.starts_with(name)) continue;
      if (!row.starts_with(name)) fail(pid);
      sum += 1024e-6 * std::stod(row.substr(name.size() + 1));
    }
    return sum;
  }

  /// VmHWM counts from now on.
  void reset_peak() const
  {
    for (const pid_t pid : pids_) {
      std::ofstream file("/proc/" + std::to_string(pid) + "/clear_refs");
      file << "5" << std::flush;
      if (!file) fail(pid);
    }
  }

private:
  [[noreturn]] static void fail(pid_t pid)
  {
    throw std::runtime_error("process " + std::to_string(pid) + " of the server has ended");
  }

  std::vector<pid_t> pids_;
};

}  // namespace kubexx::bench
